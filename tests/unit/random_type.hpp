// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "datatype/interpreter.hpp"
#include "datatype/type.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace cartwright::datatype {

/// `count` elements of a type as a list of basic elements, with their displacements and lengths.
struct Elements {
  std::vector<std::pair<std::int64_t, std::int64_t>> blocks;
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::int64_t bytes = 0;

  Elements(const Type& type, std::int64_t count) {
    for (std::int64_t k = 0; k < count; ++k)
      for_each_element(type, k * type.extent(), [&](std::int64_t at, std::int64_t length) {
        lowest = blocks.empty() ? at : std::min(lowest, at);
        highest = blocks.empty() ? at + length : std::max(highest, at + length);
        bytes += length;
        blocks.emplace_back(at, length);
      });
  }

  /// Whether a byte occurs twice: then packing is defined, but unpacking is not.
  bool overlap() const {
    std::vector<std::pair<std::int64_t, std::int64_t>> sorted = blocks;
    std::ranges::sort(sorted);
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i].first < sorted[i - 1].first + sorted[i - 1].second) return true;
    return false;
  }
};

/// Draws datatypes: all constructors up to six deep, zero counts and blocklengths, negative strides, displacements,
/// bounds and extents. Two of three have parts that do not overlap, and can be unpacked.
class RandomTypes {
 public:
  explicit RandomTypes(std::uint64_t seed) : random_(seed) {}

  /// At most 16 KiB of data within 512 KiB, for up to 4 elements.
  TypePtr draw() {
    for (;;) {
      apart_ = random_.below(3) != 0;
      TypePtr type = draw(static_cast<int>(random_.below(7)));
      const std::int64_t reach = type->true_ub - type->true_lb + 4 * std::abs(type->extent());
      if (type->size <= 16 << 10 && reach <= 512 << 10) return type;
    }
  }

  base::Random& random() { return random_; }

 private:
  TypePtr draw(int depth) {
    static constexpr const char* names[] = {"char", "short", "int", "float", "double", "double _Complex"};
    if (depth == 0) return basic_named(names[random_.below(std::size(names))]);
    const TypePtr child = draw(depth - 1);
    switch (random_.below(12)) {
      case 0: return contiguous(count(8), child);
      case 1: {
        const std::int64_t blocklength = count(4);
        return vector(count(12), blocklength, stride(blocklength), child);
      }
      case 2: {
        const std::int64_t blocklength = count(4);
        const std::int64_t span = block_span(*child, blocklength);
        return hvector(count(12), blocklength, signed_any(span + gap()), child);
      }
      case 3: {
        const std::vector<std::int64_t> lengths = counts();
        return indexed(lengths_of(lengths), Integers::fitted(places(lengths)), child);
      }
      case 4: {
        const std::vector<std::int64_t> lengths = counts();
        return hindexed(lengths_of(lengths), byte_places(*child, lengths), child);
      }
      case 5: {
        const std::vector<std::int64_t> lengths(counts().size(), count(4));
        return indexed_block(lengths.empty() ? 1 : lengths[0], Integers::fitted(places(lengths)), child);
      }
      case 6: {
        const std::vector<std::int64_t> lengths(counts().size(), count(4));
        return hindexed_block(lengths.empty() ? 1 : lengths[0], byte_places(*child, lengths), child);
      }
      case 7: return draw_structure(child);
      case 8: return draw_subarray(child);
      case 9: return draw_darray(child);
      case 10: return resized(random_.below(40) - 20, child->extent() + signed_any(random_.below(32)), child);
      default: return regular_list(child);
    }
  }

  /// Sometimes 0.
  std::int64_t count(std::int64_t most) { return random_.below(12) == 0 ? 0 : 1 + random_.below(most); }
  std::int64_t gap() {
    return random_.below(3) == 0 ? 0 : random_.below(2) == 0 ? 8 * random_.below(8) : random_.below(64);
  }
  std::int64_t signed_any(std::int64_t value) { return random_.below(4) == 0 ? -value : value; }

  /// A displacement in extents of the child.
  std::int64_t stride(std::int64_t blocklength) {
    if (apart_) return signed_any(blocklength + random_.below(4));
    return random_.below(12) - 4;
  }

  std::vector<std::int64_t> counts() {
    std::vector<std::int64_t> values(count(10));
    const bool equal = random_.below(2) == 0;
    for (auto& value : values) value = equal && value != values[0] ? values[0] : count(4);
    return values;
  }
  static Integers lengths_of(const std::vector<std::int64_t>& values) { return Integers::fitted(values); }

  /// Displacements for blocks of these lengths.
  std::vector<std::int64_t> places(const std::vector<std::int64_t>& lengths) {
    std::vector<std::int64_t> at;
    std::int64_t next = random_.below(20) - 10;
    for (const std::int64_t length : lengths) {
      at.push_back(apart_ ? next : random_.below(40) - 20);
      next += length + (random_.below(2) == 0 ? 0 : random_.below(4));
    }
    if (random_.below(4) == 0) std::ranges::reverse(at);
    // After a reversal, lengths no longer belong to their displacements, unless they are equal.
    return at;
  }

  static std::int64_t block_span(const Type& child, std::int64_t blocklength) {
    return child.true_ub - child.true_lb + std::max<std::int64_t>(0, blocklength - 1) * std::abs(child.extent());
  }

  Integers byte_places(const Type& child, const std::vector<std::int64_t>& lengths) {
    std::vector<std::int64_t> at;
    std::int64_t next = random_.below(100) - 50;
    for (const std::int64_t length : lengths) {
      at.push_back(apart_ ? next : random_.below(200) - 100);
      next += block_span(child, length) + gap();
    }
    return Integers::fitted(std::move(at));
  }

  TypePtr draw_structure(const TypePtr& child) {
    std::vector<std::int64_t> lengths, at;
    std::vector<TypePtr> children;
    std::int64_t next = random_.below(100) - 50;
    for (std::int64_t i = count(4); i > 0; --i) {
      children.push_back(random_.below(2) == 0 ? child : draw(static_cast<int>(random_.below(2))));
      lengths.push_back(count(3));
      const Type& part = *children.back();
      at.push_back(apart_ ? next + 20 : random_.below(300) - 150);
      next += block_span(part, lengths.back()) + gap();
    }
    return structure(Integers::fitted(lengths), Integers::fitted(at), std::move(children));
  }

  TypePtr draw_subarray(const TypePtr& child) {
    std::vector<std::int64_t> sizes, subsizes, starts;
    for (std::int64_t d = 1 + random_.below(3); d > 0; --d) {
      sizes.push_back(1 + random_.below(6));
      subsizes.push_back(1 + random_.below(sizes.back()));
      starts.push_back(random_.below(sizes.back() - subsizes.back() + 1));
    }
    return subarray(sizes, subsizes, starts, random_.below(2) == 0, child);
  }

  TypePtr draw_darray(const TypePtr& child) {
    using Kind = Distribution::Kind;
    std::vector<Distribution> dims;
    std::int64_t processes = 1;
    for (std::int64_t d = 1 + random_.below(3); d > 0; --d) {
      Distribution dim{static_cast<Kind>(random_.below(3)), 1 + random_.below(8), 0, 1 + random_.below(3)};
      if (dim.kind == Kind::none) dim.processes = 1;
      if (dim.kind == Kind::cyclic && random_.below(2) == 0) dim.blocksize = 1 + random_.below(3);
      processes *= dim.processes;
      dims.push_back(dim);
    }
    return darray(random_.below(processes), dims, random_.below(2) == 0, child);
  }

  /// A regular pattern, written as a list.
  TypePtr regular_list(const TypePtr& child) {
    std::vector<std::int64_t> at{random_.below(10)};
    std::int64_t span = 1;
    for (std::int64_t levels = 1 + random_.below(3); levels > 0; --levels) {
      const std::int64_t step = signed_any(span + random_.below(3));
      const std::int64_t copies = 1 + random_.below(5);
      const std::vector<std::int64_t> before = at;
      for (std::int64_t i = 1; i < copies; ++i)
        for (const std::int64_t one : before) at.push_back(one + i * step);
      span += (copies - 1) * std::abs(step);
    }
    return indexed_block(1, Integers::fitted(at), child);
  }

  base::Random random_;
  bool apart_ = true;
};

}  // namespace cartwright::datatype
