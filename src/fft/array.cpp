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

Array array_of(const std::vector<std::int64_t>& global, const Distribution& distribution,
               const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& coords) {
  Array array;
  array.global = global;
  for (std::size_t axis = 0; axis < global.size(); ++axis) {
    const int dim = distribution.grid_dim[axis];
    const auto cut = static_cast<std::size_t>(dim);
    const exchange::Split split = dim < 0 ? exchange::Split{global[axis], 1} : exchange::Split{global[axis], grid[cut]};
    const std::int64_t part = dim < 0 ? 0 : coords[cut];
    array.start.push_back(split.first(part));
    array.count.push_back(split.count(part));
  }
  array.stride.resize(global.size());
  std::int64_t stride = 1;
  for (std::size_t i = global.size(); i-- > 0;) {
    const std::size_t axis = distribution.memory[i];
    array.stride[axis] = stride;
    stride *= array.count[axis];
  }
  return array;
}

std::vector<int> line_of(const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& cells, int rank,
                         std::size_t g) {
  std::int64_t stride = 1;
  for (std::size_t i = grid.size() - 1; i > g; --i) stride *= grid[i];
  const auto place = [&](std::int64_t cell) { return cell / stride % grid[g]; };
  const auto first_of_line = [&](std::int64_t cell) { return cell - place(cell) * stride; };
  const std::int64_t mine = first_of_line(cells[static_cast<std::size_t>(rank)]);
  std::vector<int> members(static_cast<std::size_t>(grid[g]));
  for (std::size_t other = 0; other < cells.size(); ++other)
    if (first_of_line(cells[other]) == mine)
      members[static_cast<std::size_t>(place(cells[other]))] = static_cast<int>(other);
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
