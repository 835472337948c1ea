// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/interpreter.hpp"

#include <cstring>

namespace cartwright::datatype {

void for_each_element(const Type& type, std::int64_t at, const std::function<void(std::int64_t, std::int64_t)>& visit) {
  const auto copies = [&](const Type& child, std::int64_t first, std::int64_t n) {
    for (std::int64_t k = 0; k < n; ++k) for_each_element(child, first + k * child.extent(), visit);
  };
  const Integers& displacements = type.displacements;
  const auto blocks = static_cast<std::int64_t>(displacements.size());

  switch (type.kind) {
    case Type::Kind::basic: return visit(at, type.size);
    case Type::Kind::resized: return copies(*type.children[0], at, 1);
    case Type::Kind::contiguous: return copies(*type.children[0], at, type.count);
    case Type::Kind::vector:
      for (std::int64_t i = 0; i < type.count; ++i)
        copies(*type.children[0], at + i * type.stride * type.children[0]->extent(), type.blocklength);
      return;
    case Type::Kind::hvector:
      for (std::int64_t i = 0; i < type.count; ++i) copies(*type.children[0], at + i * type.stride, type.blocklength);
      return;
    case Type::Kind::indexed:
      for (std::int64_t i = 0; i < blocks; ++i)
        copies(*type.children[0], at + displacements[i] * type.children[0]->extent(), type.blocklengths[i]);
      return;
    case Type::Kind::hindexed:
      for (std::int64_t i = 0; i < blocks; ++i) copies(*type.children[0], at + displacements[i], type.blocklengths[i]);
      return;
    case Type::Kind::indexed_block:
      for (std::int64_t i = 0; i < blocks; ++i)
        copies(*type.children[0], at + displacements[i] * type.children[0]->extent(), type.blocklength);
      return;
    case Type::Kind::hindexed_block:
      for (std::int64_t i = 0; i < blocks; ++i) copies(*type.children[0], at + displacements[i], type.blocklength);
      return;
    case Type::Kind::structure:
      for (std::int64_t i = 0; i < blocks; ++i) copies(*type.children[i], at + displacements[i], type.blocklengths[i]);
      return;
  }
}

void interpret_pack(const Type& type, const std::byte* base, std::int64_t count, std::byte* packed) {
  for (std::int64_t k = 0; k < count; ++k)
    for_each_element(type, k * type.extent(), [&](std::int64_t at, std::int64_t bytes) {
      std::memcpy(packed, base + at, bytes);
      packed += bytes;
    });
}

void interpret_unpack(const Type& type, const std::byte* packed, std::int64_t count, std::byte* base) {
  for (std::int64_t k = 0; k < count; ++k)
    for_each_element(type, k * type.extent(), [&](std::int64_t at, std::int64_t bytes) {
      std::memcpy(base + at, packed, bytes);
      packed += bytes;
    });
}

}  // namespace cartwright::datatype
