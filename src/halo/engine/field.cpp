// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/field.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cartwright::halo::engine {

namespace {

/// All vectors of -1, 0 and 1 but the zero vector, for which `keep` is true. The last axis changes first.
template <typename Keep>
std::vector<Side> sides_where(std::size_t axes, Keep keep) {
  int all = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) all *= 3;
  std::vector<Side> sides;
  for (int number = 0; number < all; ++number) {
    Side side(axes);
    int rest = number;
    for (std::size_t axis = axes; axis-- > 0; rest /= 3) side[axis] = static_cast<std::int8_t>(rest % 3 - 1);
    if (std::ranges::count(side, 0) < std::ssize(side) && keep(side)) sides.push_back(side);
  }
  return sides;
}

}  // namespace

Side opposite(const Side& side) {
  Side turned = side;
  for (std::int8_t& step : turned) step = static_cast<std::int8_t>(-step);
  return turned;
}

std::string describe(const Side& side) {
  std::string text;
  for (const std::int8_t step : side)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", step > 0 ? "+" : "", step);
  return "(" + text + ")";
}

std::vector<Side> face_sides(std::size_t axes) {
  return sides_where(axes, [](const Side& side) { return std::ranges::count(side, 0) + 1 == std::ssize(side); });
}

std::vector<Side> all_sides(std::size_t axes) {
  return sides_where(axes, [](const Side&) { return true; });
}

std::vector<Side> sides_of(std::size_t axes, const std::vector<Numbers>& offsets) {
  return sides_where(axes, [&](const Side& side) {
    return std::ranges::any_of(offsets, [&](const Numbers& offset) {
      for (std::size_t axis = 0; axis < axes; ++axis)
        if (side[axis] * offset[axis] < 0 || (side[axis] != 0 && offset[axis] == 0)) return false;
      return true;
    });
  });
}

void check(const Field& field, const std::string& name) {
  using base::Status;
  const auto positive = [&](std::int64_t value, const char* what) {
    if (value < 1) base::fail(Status::invalid_argument, "{}: {} is {}, it must be at least 1", name, what, value);
  };
  positive(field.element, "the size of a value");
  positive(field.components, "the number of components");
  for (std::size_t axis = 0; axis < field.axes(); ++axis) {
    if (field.sizes[axis] < 1)
      base::fail(Status::invalid_argument, "{}: it has {} own points along axis {}, it must have at least 1", name,
                 field.sizes[axis], axis);
    for (const std::int64_t width : {field.low[axis], field.high[axis]})
      if (width < 0)
        base::fail(Status::invalid_argument, "{}: its halo is {} points wide along axis {}, give 0 or more", name,
                   width, axis);
  }
  span_of(field);
}

Span span_of(const Field& field) {
  const char* const what = "the bytes of a field";
  Span span{0, field.element};
  const auto extend = [&](std::int64_t steps, std::int64_t stride) {
    const std::int64_t way = base::checked_mul(steps, stride, what);
    std::int64_t& end = way < 0 ? span.first : span.last;
    end = base::checked_add(end, way, what);
  };
  for (std::size_t axis = 0; axis < field.axes(); ++axis) {
    extend(-field.low[axis], field.strides[axis]);
    extend(base::checked_add(field.sizes[axis] - 1, field.high[axis], what), field.strides[axis]);
  }
  extend(field.components - 1, field.component_stride);
  return span;
}

std::int64_t Box::points() const {
  return std::accumulate(count.begin(), count.end(), std::int64_t{1}, std::multiplies<>());
}

Box ghosts(const Field& field, const Side& side, std::int64_t most) {
  Box box{Numbers(field.axes()), field.sizes};
  for (std::size_t axis = 0; axis < field.axes(); ++axis) {
    if (side[axis] == 0) continue;
    box.count[axis] = std::min(most, side[axis] < 0 ? field.low[axis] : field.high[axis]);
    box.first[axis] = side[axis] < 0 ? -box.count[axis] : field.sizes[axis];
  }
  return box;
}

Box owned(const Field& owner, const Field& receiver, const Side& side, std::int64_t most) {
  Box box = ghosts(receiver, side, most);
  for (std::size_t axis = 0; axis < owner.axes(); ++axis)
    if (side[axis] != 0) box.first[axis] = side[axis] < 0 ? owner.sizes[axis] - box.count[axis] : 0;
  return box;
}

std::vector<std::size_t> loop_order(const Field& owner) {
  std::vector<std::size_t> walk(owner.axes() + 1);
  std::iota(walk.begin(), walk.end(), std::size_t{0});
  const auto stride = [&](std::size_t axis) {
    return std::abs(axis == owner.axes() ? owner.component_stride : owner.strides[axis]);
  };
  std::ranges::stable_sort(walk, std::greater<>(), stride);
  return walk;
}

datatype::Layout layout_of(const Field& field, const Box& box, const std::vector<std::size_t>& walk) {
  datatype::TypePtr type = datatype::basic("value", field.element, 1);
  for (const std::size_t axis : std::vector(walk.rbegin(), walk.rend())) {
    const bool components = axis == field.axes();
    type = datatype::hvector(components ? field.components : box.count[axis], 1,
                             components ? field.component_stride : field.strides[axis], type);
  }
  return datatype::normalize(*type);
}

std::int64_t offset_of(const Field& field, const Box& box) {
  std::int64_t offset = 0;
  for (std::size_t axis = 0; axis < field.axes(); ++axis) offset += box.first[axis] * field.strides[axis];
  return offset;
}

std::int64_t bytes_of(const Field& field, const Box& box) { return box.points() * field.components * field.element; }

std::int64_t wire_bytes(const Field& field, const Box& box) {
  static_assert(sizeof(double) == 2 * sizeof(float));
  return bytes_of(field, box) / (field.narrow ? 2 : 1);
}

std::int64_t run_of(const Field& field, const Box& box, const std::vector<std::size_t>& walk) {
  std::int64_t run = field.element;
  for (const std::size_t axis : std::vector(walk.rbegin(), walk.rend())) {
    const bool components = axis == field.axes();
    const std::int64_t count = components ? field.components : box.count[axis];
    if (count == 1) continue;
    if ((components ? field.component_stride : field.strides[axis]) != run) break;
    run *= count;
  }
  return run;
}

}  // namespace cartwright::halo::engine
