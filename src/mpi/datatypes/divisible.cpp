// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes/divisible.hpp"

#include <mpi.h>

#include <algorithm>

namespace cartwright::mpi {

#ifdef OPEN_MPI

bool divisible(const datatype::Type&) { return true; }

#else

namespace {

using datatype::Type;

/// The size of the largest element if data that begins at a multiple of it can be cut there; otherwise 0.
std::int64_t unit_of(const Type& type) {
  if (type.size == 0) return 1;
  if (type.kind == Type::Kind::basic) return type.size <= 8 && (type.size & (type.size - 1)) == 0 ? type.size : 0;
  std::int64_t unit = 1;
  std::int64_t before = 0;
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    const Type& child = *type.children[i];
    const bool one =
        type.kind == Type::Kind::resized || (type.kind == Type::Kind::structure && type.blocklengths[i] == 1);
    const std::int64_t of_child = unit_of(child);
    if (of_child == 0 || before % of_child != 0 || (!one && child.size % of_child != 0)) return 0;
    unit = std::max(unit, of_child);
    if (type.kind == Type::Kind::structure) before += type.blocklengths[i] * child.size;
  }
  return unit;
}

}  // namespace

bool divisible(const datatype::Type& type) {
  const std::int64_t unit = unit_of(type);
  return unit != 0 && type.size % unit == 0;  // there may be more than one element of the type
}

#endif

}  // namespace cartwright::mpi
