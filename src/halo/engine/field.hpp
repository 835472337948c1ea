// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fixed_vector.hpp"
#include "datatype/layout.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::halo::engine {

/// Most axes of a field.
constexpr std::size_t max_axes = 8;

/// A number for each axis.
using Numbers = base::FixedVector<std::int64_t, max_axes>;
/// -1, 0 or 1 for each axis: the way from a process to a neighbor. Not all are 0.
using Side = base::FixedVector<std::int8_t, max_axes>;

Side opposite(const Side& side);
/// "(-1, 0, +1)".
std::string describe(const Side& side);

/// The sides across which a stencil reads.
std::vector<Side> face_sides(std::size_t axes);  ///< 2 d: one axis at a time
std::vector<Side> all_sides(std::size_t axes);   ///< 3^d - 1
/// The sides that hold a point which one of the offsets reads. An offset (1, 1) reads across two faces and an edge.
std::vector<Side> sides_of(std::size_t axes, const std::vector<Numbers>& offsets);

/// The part of a field that one process holds: an array of its *own* points, with *ghost* points around them, which are
/// copies of points of its neighbors.
struct Field {
  Numbers sizes;                      ///< own points along each axis, at least 1
  Numbers strides;                    ///< bytes from a point to the next one along each axis
  Numbers low, high;                  ///< ghost points before the first own point and after the last one
  std::int64_t element = 8;           ///< bytes of a value
  std::int64_t components = 1;        ///< values of a point
  std::int64_t component_stride = 0;  ///< bytes from a component to the next one
  bool narrow = false;                ///< its doubles travel between nodes as floats

  std::size_t axes() const { return sizes.size(); }
  friend bool operator==(const Field&, const Field&) = default;
};

/// Throws Error for sizes below 1, negative widths, values of 0 bytes and the like. `name` is "field 3".
void check(const Field& field, const std::string& name);

/// The bytes that the field touches, from the address of its first own point.
struct Span {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
Span span_of(const Field& field);

/// A box of points of a field: `count` points along each axis from point `first` on. The first own point is 0.
struct Box {
  Numbers first, count;
  std::int64_t points() const;
};

/// The ghost points at a side, at most `most` wide along each axis.
Box ghosts(const Field& field, const Side& side, std::int64_t most);
/// The own points of `owner` that are the ghost points of `receiver` at `side` of the receiver.
Box owned(const Field& owner, const Field& receiver, const Side& side, std::int64_t most);

/// How a box is walked, so that both processes walk it in the same way: axes with long strides outside, by the
/// strides of the owner. The number of axes stands for the components.
std::vector<std::size_t> loop_order(const Field& owner);
datatype::Layout layout_of(const Field& field, const Box& box, const std::vector<std::size_t>& walk);
/// The offset of the first point of the box from the first own point, in bytes.
std::int64_t offset_of(const Field& field, const Box& box);
std::int64_t bytes_of(const Field& field, const Box& box);
/// The bytes in which the box travels between nodes.
std::int64_t wire_bytes(const Field& field, const Box& box);
/// Adjacent bytes in which the box lies in memory, one after the other.
std::int64_t run_of(const Field& field, const Box& box, const std::vector<std::size_t>& walk);

}  // namespace cartwright::halo::engine
