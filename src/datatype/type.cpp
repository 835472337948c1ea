// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/type.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <string_view>

namespace cartwright::datatype {

namespace {

std::int64_t add(std::int64_t a, std::int64_t b) { return base::checked_add(a, b, "bytes of a datatype"); }
std::int64_t mul(std::int64_t a, std::int64_t b) { return base::checked_mul(a, b, "bytes of a datatype"); }

/// No bound is further than this from the address of an element. Differences of bounds, and sums of displacements in a
/// normal form, then cannot overflow.
constexpr std::int64_t furthest = std::int64_t{1} << 61;

void need_near(std::int64_t bound) {
  if (bound < -furthest || bound > furthest)
    base::fail(base::Status::overflow,
               "bytes of a datatype: a bound of {} is more than 2^61 away from the address of the element: use smaller "
               "displacements",
               bound);
}

/// Collects size and bounds from copies of children, as defined in MPI-4.1, section 5.1.6: a bound that was set by
/// resized overrides any other.
class Bounds {
 public:
  /// Adds `copies` copies of a child at displacements from `lowest` to `highest`.
  void cover(const Type& child, std::int64_t lowest, std::int64_t highest, std::int64_t copies) {
    if (copies == 0) return;
    size_ = add(size_, mul(copies, child.size));
    alignment_ = std::max(alignment_, child.alignment);
    if (child.size > 0) {
      stretch(true_, add(lowest, child.true_lb), add(highest, child.true_ub));
      if (!child.marked) stretch(plain_, add(lowest, child.lb), add(highest, child.ub));
    }
    if (child.marked) stretch(marked_, add(lowest, child.lb), add(highest, child.ub));
  }

  void write(Type& type) const {
    const Span& bounds = marked_.any ? marked_ : plain_;
    for (const std::int64_t bound : {bounds.lowest, bounds.highest, true_.lowest, true_.highest}) need_near(bound);
    type.size = size_;
    type.lb = bounds.lowest;
    type.ub = bounds.highest;
    type.true_lb = true_.lowest;
    type.true_ub = true_.highest;
    type.marked = marked_.any;
    type.alignment = alignment_;
  }

 private:
  struct Span {
    bool any = false;
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
  };
  static void stretch(Span& span, std::int64_t lowest, std::int64_t highest) {
    span.lowest = span.any ? std::min(span.lowest, lowest) : lowest;
    span.highest = span.any ? std::max(span.highest, highest) : highest;
    span.any = true;
  }

  std::int64_t size_ = 0;
  std::int64_t alignment_ = 1;
  Span true_, plain_, marked_;
};

/// The lowest and the highest displacement of `count` copies that are `stride` apart; the stride may be negative.
std::pair<std::int64_t, std::int64_t> reach(std::int64_t count, std::int64_t stride) {
  const std::int64_t last = mul(count - 1, stride);
  return {std::min<std::int64_t>(0, last), std::max<std::int64_t>(0, last)};
}

void need_count(std::int64_t count, const char* what) {
  if (count < 0) base::fail(base::Status::invalid_argument, "{} {} is negative: it must be 0 or more", what, count);
}

std::shared_ptr<Type> derived(Type::Kind kind, std::vector<TypePtr> children) {
  auto type = std::make_shared<Type>();
  type->kind = kind;
  for (const TypePtr& child : children) {
    if (!child) base::fail(base::Status::invalid_argument, "a datatype has a child that is null");
    type->depth = std::max(type->depth, child->depth + 1);
  }
  type->children = std::move(children);
  return type;
}

/// Completes a type with `count` groups of `blocklength` copies, `stride` bytes apart.
TypePtr strided(std::shared_ptr<Type> type, std::int64_t stride_in_bytes) {
  need_count(type->count, "count");
  need_count(type->blocklength, "blocklength");
  const Type& child = *type->children[0];
  Bounds bounds;
  if (type->count > 0 && type->blocklength > 0) {
    const auto [low, high] = reach(type->count, stride_in_bytes);
    const auto [block_low, block_high] = reach(type->blocklength, child.extent());
    bounds.cover(child, add(low, block_low), add(high, block_high), mul(type->count, type->blocklength));
  }
  bounds.write(*type);
  return type;
}

struct Extremes {
  std::int64_t least;
  std::int64_t most;
};

/// The extremes of a list that is not empty.
Extremes extremes(const Integers& integers) {
  return integers.visit([](const auto& values) {
    const auto [least, most] = std::ranges::minmax(values);
    return Extremes{least, most};
  });
}

/// Completes a type with blocks of equal length. Displacements count units of `unit` bytes.
TypePtr finish_blocks(std::shared_ptr<Type> type, std::int64_t unit) {
  const Type& child = *type->children[0];
  const Integers& at = type->displacements;
  Bounds bounds;
  if (!at.empty() && type->blocklength > 0) {
    const Extremes where = extremes(at);
    const auto [block_low, block_high] = reach(type->blocklength, child.extent());
    const std::int64_t a = mul(where.least, unit);
    const std::int64_t b = mul(where.most, unit);
    bounds.cover(child, add(std::min(a, b), block_low), add(std::max(a, b), block_high),
                 mul(static_cast<std::int64_t>(at.size()), type->blocklength));
  }
  bounds.write(*type);
  return type;
}

void need_alike(const Integers& blocklengths, const Integers& displacements) {
  if (blocklengths.size() != displacements.size())
    base::fail(base::Status::invalid_argument, "{} blocklengths and {} displacements: give equally many",
               blocklengths.size(), displacements.size());
}

/// Completes a type with blocks of unequal lengths.
TypePtr finish_groups(std::shared_ptr<Type> type, std::int64_t unit) {
  const Type& child = *type->children[0];
  need_alike(type->blocklengths, type->displacements);
  const Integers& lengths = type->blocklengths;
  const Extremes length = lengths.empty() ? Extremes{0, 0} : extremes(lengths);
  need_count(length.least, "blocklength");
  Bounds bounds;
  if (length.most > 0) {
    // If these do not overflow, no sum below does.
    const std::int64_t extent = child.extent();
    const auto [block_low, block_high] = reach(length.most, extent);
    const Extremes where = extremes(type->displacements);
    const std::int64_t a = mul(where.least, unit);
    const std::int64_t b = mul(where.most, unit);
    add(std::min(a, b), block_low);
    add(std::max(a, b), block_high);
    mul(static_cast<std::int64_t>(lengths.size()), length.most);

    std::int64_t copies = 0;
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    lengths.visit([&](const auto& n) {
      type->displacements.visit([&](const auto& at) {
        for (std::size_t i = 0; i < n.size(); ++i) {
          if (n[i] == 0) continue;
          const std::int64_t first = at[i] * unit;
          const std::int64_t last = first + (n[i] - 1) * extent;
          low = std::min({low, first, last});
          high = std::max({high, first, last});
          copies += n[i];
        }
      });
    });
    bounds.cover(child, low, high, copies);
  }
  bounds.write(*type);
  return type;
}

}  // namespace

TypePtr basic(std::string name, std::int64_t size, std::int64_t alignment) {
  need_count(size, "size of a basic type");
  auto type = std::make_shared<Type>();
  type->name = std::move(name);
  type->size = type->ub = type->true_ub = size;
  type->alignment = alignment;
  return type;
}

TypePtr contiguous(std::int64_t count, TypePtr child) {
  auto type = derived(Type::Kind::contiguous, {std::move(child)});
  type->count = count;
  return strided(type, type->children[0]->extent());
}

TypePtr vector(std::int64_t count, std::int64_t blocklength, std::int64_t stride, TypePtr child) {
  auto type = derived(Type::Kind::vector, {std::move(child)});
  type->count = count;
  type->blocklength = blocklength;
  type->stride = stride;
  return strided(type, mul(stride, type->children[0]->extent()));
}

TypePtr hvector(std::int64_t count, std::int64_t blocklength, std::int64_t stride_in_bytes, TypePtr child) {
  auto type = derived(Type::Kind::hvector, {std::move(child)});
  type->count = count;
  type->blocklength = blocklength;
  type->stride = stride_in_bytes;
  return strided(type, stride_in_bytes);
}

TypePtr indexed(Integers blocklengths, Integers displacements, TypePtr child) {
  auto type = derived(Type::Kind::indexed, {std::move(child)});
  type->blocklengths = std::move(blocklengths);
  type->displacements = std::move(displacements);
  return finish_groups(type, type->children[0]->extent());
}

TypePtr hindexed(Integers blocklengths, Integers displacements_in_bytes, TypePtr child) {
  auto type = derived(Type::Kind::hindexed, {std::move(child)});
  type->blocklengths = std::move(blocklengths);
  type->displacements = std::move(displacements_in_bytes);
  return finish_groups(type, 1);
}

TypePtr indexed_block(std::int64_t blocklength, Integers displacements, TypePtr child) {
  need_count(blocklength, "blocklength");
  auto type = derived(Type::Kind::indexed_block, {std::move(child)});
  type->blocklength = blocklength;
  type->displacements = std::move(displacements);
  return finish_blocks(type, type->children[0]->extent());
}

TypePtr hindexed_block(std::int64_t blocklength, Integers displacements_in_bytes, TypePtr child) {
  need_count(blocklength, "blocklength");
  auto type = derived(Type::Kind::hindexed_block, {std::move(child)});
  type->blocklength = blocklength;
  type->displacements = std::move(displacements_in_bytes);
  return finish_blocks(type, 1);
}

TypePtr structure(Integers blocklengths, Integers displacements_in_bytes, std::vector<TypePtr> children) {
  need_alike(blocklengths, displacements_in_bytes);
  if (children.size() != blocklengths.size())
    base::fail(base::Status::invalid_argument, "{} blocklengths and {} types: give equally many", blocklengths.size(),
               children.size());
  auto type = derived(Type::Kind::structure, std::move(children));
  type->blocklengths = std::move(blocklengths);
  type->displacements = std::move(displacements_in_bytes);
  Bounds bounds;
  for (std::size_t i = 0; i < type->children.size(); ++i) {
    const Type& child = *type->children[i];
    const std::int64_t copies = type->blocklengths[i];
    need_count(copies, "blocklength");
    if (copies == 0) continue;
    const auto [low, high] = reach(copies, child.extent());
    bounds.cover(child, add(type->displacements[i], low), add(type->displacements[i], high), copies);
  }
  bounds.write(*type);
  if (!type->marked && type->size > 0) {
    const std::int64_t past = type->extent() % type->alignment;
    if (past > 0) type->ub = add(type->ub, type->alignment - past);
  }
  return type;
}

TypePtr resized(std::int64_t lb, std::int64_t extent, TypePtr child) {
  auto type = derived(Type::Kind::resized, {std::move(child)});
  const Type& inner = *type->children[0];
  type->size = inner.size;
  type->true_lb = inner.true_lb;
  type->true_ub = inner.true_ub;
  type->alignment = inner.alignment;
  type->lb = lb;
  type->ub = add(lb, extent);
  need_near(lb);
  need_near(type->ub);
  type->marked = true;
  return type;
}

TypePtr subarray(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& subsizes,
                 const std::vector<std::int64_t>& starts, bool fortran_order, TypePtr child) {
  const std::size_t dims = sizes.size();
  if (dims == 0 || subsizes.size() != dims || starts.size() != dims)
    base::fail(base::Status::invalid_argument,
               "a subarray has {} sizes, {} subsizes and {} starts: give one of each per dimension", dims,
               subsizes.size(), starts.size());
  if (!child) base::fail(base::Status::invalid_argument, "a datatype has a child that is null");
  for (std::size_t d = 0; d < dims; ++d)
    if (sizes[d] < 1 || subsizes[d] < 1 || subsizes[d] > sizes[d] || starts[d] < 0 ||
        starts[d] > sizes[d] - subsizes[d])
      base::fail(base::Status::invalid_argument,
                 "dimension {} of a subarray: {} elements from index {} on do not fit into {}", d, subsizes[d],
                 starts[d], sizes[d]);

  std::int64_t stride = child->extent();
  std::int64_t start = 0;
  TypePtr part = child;
  for (std::size_t k = 0; k < dims; ++k) {  // the fastest dimension first
    const std::size_t d = fortran_order ? k : dims - 1 - k;
    part = k == 0 ? contiguous(subsizes[d], part) : hvector(subsizes[d], 1, stride, part);
    start = add(start, mul(starts[d], stride));
    stride = mul(stride, sizes[d]);
  }
  auto type = std::make_shared<Type>(*resized(0, stride, hindexed_block(1, {start}, part)));
  type->name = "subarray";
  return type;
}

TypePtr basic_named(const std::string& name) {
  struct Named {
    std::string_view name;
    std::int64_t size;
    std::int64_t alignment;
  };
#define CW_NAMED(type) \
  Named { #type, sizeof(type), alignof(type) }
  static constexpr std::array known = {
      CW_NAMED(char),
      CW_NAMED(signed char),
      CW_NAMED(unsigned char),
      CW_NAMED(short),
      CW_NAMED(unsigned short),
      CW_NAMED(int),
      CW_NAMED(unsigned),
      CW_NAMED(long),
      CW_NAMED(unsigned long),
      CW_NAMED(long long),
      CW_NAMED(unsigned long long),
      CW_NAMED(float),
      CW_NAMED(double),
      CW_NAMED(long double),
      CW_NAMED(wchar_t),
      CW_NAMED(std::int8_t),
      CW_NAMED(std::int16_t),
      CW_NAMED(std::int32_t),
      CW_NAMED(std::int64_t),
      CW_NAMED(std::uint8_t),
      CW_NAMED(std::uint16_t),
      CW_NAMED(std::uint32_t),
      CW_NAMED(std::uint64_t),
      CW_NAMED(bool),
      Named{"byte", 1, 1},
      Named{"float _Complex", sizeof(std::complex<float>), alignof(float)},
      Named{"double _Complex", sizeof(std::complex<double>), alignof(double)},
      Named{"long double _Complex", sizeof(std::complex<long double>), alignof(long double)}};
#undef CW_NAMED
  const auto plain = [](std::string_view text) { return text.starts_with("std::") ? text.substr(5) : text; };
  for (const Named& one : known)
    if (plain(one.name) == name) return basic(name, one.size, one.alignment);
  return nullptr;
}

}  // namespace cartwright::datatype
