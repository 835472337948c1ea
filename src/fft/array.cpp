// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/array.hpp"

#include "base/checked.hpp"

namespace cartwright::fft {

std::int64_t Array::elements() const {
  std::int64_t elements = 1;
  for (const std::int64_t axis : count) elements *= axis;
  return elements;
}

Array array_of(const DistributedArray& array, const std::vector<std::int64_t>& grid,
               const std::vector<std::int64_t>& coords) {
  Array made;
  made.global = array.lengths;
  for (std::size_t axis = 0; axis < array.lengths.size(); ++axis) {
    const base::Split split = array.split(axis, grid);
    const std::int64_t part = array.part(axis, coords);
    made.start.push_back(split.first(part));
    made.count.push_back(split.count(part));
  }
  made.stride.resize(array.lengths.size());
  std::int64_t stride = 1;
  for (std::size_t i = array.lengths.size(); i-- > 0;) {
    const std::size_t axis = array.memory[i];
    made.stride[axis] = stride;
    stride *= made.count[axis];
  }
  return made;
}

std::vector<std::int64_t> coords_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells,
                                    int rank) {
  std::vector<std::int64_t> coords(grid.size());
  std::int64_t cell = cells[rank];
  for (std::size_t i = grid.size(); i-- > 0; cell /= grid[i]) coords[i] = cell % grid[i];
  return coords;
}

std::vector<int> line_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells, int rank,
                         std::size_t g) {
  std::int64_t stride = 1;
  for (std::size_t i = grid.size() - 1; i > g; --i) stride *= grid[i];
  const auto coordinate = [&](std::int64_t cell) { return cell / stride % grid[g]; };
  const auto first_of_line = [&](std::int64_t cell) { return cell - coordinate(cell) * stride; };
  const std::int64_t mine = first_of_line(cells[rank]);
  std::vector<int> members(grid[g]);
  for (std::size_t other = 0; other < cells.size(); ++other)
    if (first_of_line(cells[other]) == mine) members[coordinate(cells[other])] = static_cast<int>(other);
  return members;
}

std::int64_t padded_pitch(std::int64_t bytes) {
  constexpr std::int64_t line = 64;
  const std::int64_t lines = (bytes + line - 1) / line;
  return (lines + (lines % 2 == 0 ? 1 : 0)) * line;
}

std::vector<std::int64_t> padded_strides(const std::vector<std::int64_t>& lengths, std::int64_t element) {
  std::vector<std::int64_t> strides(lengths.size());
  std::int64_t stride = element;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    strides[i] = stride;
    stride = padded_pitch(base::checked_mul(stride, std::max<std::int64_t>(1, lengths[i]), "a row of the work space"));
  }
  return strides;
}

}  // namespace cartwright::fft
