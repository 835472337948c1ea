// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/engine_layout.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::fft {

namespace {

/// Bytes in a row of a tile: two cache lines, or one if the tile would be too large for the second-level cache.
constexpr std::int64_t row_bytes = 128;
constexpr std::int64_t narrow_row_bytes = 64;

std::vector<std::int64_t> lengths_of(const Problem& problem, std::int64_t AxisProblem::* length) {
  std::vector<std::int64_t> lengths;
  for (const AxisProblem& axis : problem.axes) lengths.push_back(axis.*length);
  return lengths;
}

/// The array after axis g was gathered and transformed: it is the innermost axis, and axis g + 1 is cut in its place.
DistributedArray gathered(DistributedArray array, std::size_t g, std::int64_t spectral_length) {
  array.lengths[g] = spectral_length;
  array.grid_dim[g + 1] = static_cast<int>(g);
  array.grid_dim[g] = -1;
  std::erase(array.memory, g);
  array.memory.push_back(g);
  return array;
}

class LayoutMaker {
 public:
  LayoutMaker(const Problem& problem, const std::vector<std::int64_t>& grid, const std::vector<std::int64_t>& coords,
              std::int64_t tile_bytes)
      : problem_(problem), grid_(grid), coords_(coords), tile_bytes_(tile_bytes) {}

  EngineLayout make(bool natural) {
    find_arrays(natural);
    towards_spectrum(natural);
    if (natural) back_to_natural_order();
    return std::move(layout_);
  }

 private:
  void find_arrays(bool natural) {
    Distribution arrays = distribute(problem_, grid_.size(), natural);
    before_ = std::move(arrays.before);
    layout_.physical = std::move(arrays.physical);
    layout_.spectral = std::move(arrays.spectral);
    layout_.physical_bytes = here(layout_.physical).elements() * problem_.physical_element();
    layout_.spectral_bytes = here(layout_.spectral).elements() * problem_.spectral_element();
  }

  void towards_spectrum(bool natural) {
    const std::size_t dims = grid_.size();
    Step planes;
    planes.kind = Step::Kind::planes;
    for (std::size_t axis = 0; axis < dims; ++axis) planes.loops.lengths.push_back(local(layout_.physical, axis));
    planes.loops.before = user_strides(layout_.physical, problem_.physical_element());
    planes.loops.after = work_strides(before_.back(), element_before(dims - 1));
    layout_.steps.push_back(std::move(planes));
    for (std::size_t g = dims; g-- > 0;) {
      add_stage(before_[g], g, element_before(g));
      Step step;
      step.axis = g;
      step.kind = g == 0 && natural ? Step::Kind::turn : Step::Kind::gather;
      if (g > 0)
        step.rows = rows_of(before_[g - 1], work_strides(before_[g - 1], element_before(g - 1)));
      else if (!natural)
        step.rows = rows_of(layout_.spectral, user_strides(layout_.spectral, problem_.spectral_element()));
      layout_.steps.push_back(std::move(step));
    }
  }

  /// The same transposes again, of arrays that have spectral lengths along all axes.
  void back_to_natural_order() {
    const std::int64_t element = problem_.spectral_element();
    for (DistributedArray& array : before_) array.lengths = layout_.spectral.lengths;
    for (std::size_t g = 0; g < before_.size(); ++g) {
      if (g > 0) {
        Step step;
        step.kind = Step::Kind::scatter;
        step.axis = g;
        step.transforms = false;
        step.rows = rows_of(before_[g - 1], work_strides(before_[g - 1], element));
        layout_.steps.push_back(std::move(step));
      }
      add_stage(before_[g], g, element);
    }
    Step copy;
    copy.kind = Step::Kind::copy;
    for (std::size_t axis = 0; axis + 1 < problem_.ndims(); ++axis)
      copy.loops.lengths.push_back(local(layout_.spectral, axis));
    copy.loops.before = work_strides(before_.back(), element);
    copy.loops.after = user_strides(layout_.spectral, element);
    layout_.steps.push_back(std::move(copy));
  }

  void add_stage(const DistributedArray& before, std::size_t g, std::int64_t element) {
    const std::vector<std::int64_t> strides = work_strides(before, element);
    std::vector<exchange::Transpose::Axis> axes;
    std::size_t gained = 0;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < strides.size(); ++i) {
      const std::size_t axis = before.memory[i];
      if (axis == g) gained = i;
      if (axis == g + 1) lost = i;
      axes.push_back({axis == g || axis == g + 1 ? before.lengths[axis] : local(before, axis), strides[i]});
    }
    layout_.stages.push_back({g, {std::move(axes), gained, lost, element, grid_[g], coords_[g], tile_width(g)}});
  }

  Array here(const DistributedArray& array) const { return array_of(array, grid_, coords_); }

  /// Entries of an axis on this process.
  std::int64_t local(const DistributedArray& array, std::size_t axis) const {
    return array.split(axis, grid_).count(array.part(axis, coords_));
  }

  /// Strides of a work array in bytes, in memory order. They are the same on all processes, with padded rows.
  std::vector<std::int64_t> work_strides(const DistributedArray& array, std::int64_t element) const {
    std::vector<std::int64_t> lengths;
    for (const std::size_t axis : array.memory) lengths.push_back(array.split(axis, grid_).longest());
    return padded_strides(lengths, element);
  }

  /// Strides of an array of the user in bytes, in memory order.
  std::vector<std::int64_t> user_strides(const DistributedArray& array, std::int64_t element) const {
    const Array mine = here(array);
    std::vector<std::int64_t> strides;
    for (const std::size_t axis : array.memory) strides.push_back(mine.stride[axis] * element);
    return strides;
  }

  Rows rows_of(const DistributedArray& array, const std::vector<std::int64_t>& strides) const {
    Rows rows;
    for (std::size_t i = 0; i + 1 < strides.size(); ++i) {
      rows.lengths.push_back(local(array, array.memory[i]));
      rows.strides.push_back(strides[i]);
    }
    return rows;
  }

  /// Bytes of an element before axis g is transformed.
  std::int64_t element_before(std::size_t g) const {
    return problem_.real_bytes() * (!problem_.real || problem_.halved > static_cast<int>(g) ? 2 : 1);
  }

  /// Columns of the tiles of both transposes that gather axis g.
  std::int64_t tile_width(std::size_t g) const {
    const std::int64_t length = std::max(problem_.axes[g].physical, problem_.axes[g].spectral);
    const std::int64_t bytes = length <= tile_bytes_ / row_bytes ? row_bytes : narrow_row_bytes;
    return std::max<std::int64_t>(1, bytes / problem_.spectral_element());
  }

  const Problem& problem_;
  const std::vector<std::int64_t>& grid_;
  const std::vector<std::int64_t>& coords_;
  std::int64_t tile_bytes_;
  std::vector<DistributedArray> before_;
  EngineLayout layout_;
};

}  // namespace

Distribution distribute(const Problem& problem, std::size_t dims, bool natural) {
  Distribution made;
  made.physical.lengths = lengths_of(problem, &AxisProblem::physical);
  for (std::size_t axis = 0; axis < problem.ndims(); ++axis) {
    made.physical.grid_dim.push_back(axis < dims ? static_cast<int>(axis) : -1);
    made.physical.memory.push_back(axis);
  }
  const std::vector<std::int64_t> spectral_lengths = lengths_of(problem, &AxisProblem::spectral);
  DistributedArray array = made.physical;
  for (std::size_t axis = dims; axis < problem.ndims(); ++axis) array.lengths[axis] = spectral_lengths[axis];
  made.before.resize(dims);
  for (std::size_t g = dims; g-- > 0;) {
    made.before[g] = array;
    array = gathered(array, g, spectral_lengths[g]);
  }
  made.spectral = std::move(array);
  if (natural) made.spectral = {spectral_lengths, made.physical.grid_dim, made.physical.memory};
  return made;
}

EngineLayout make_layout(const Problem& problem, const std::vector<std::int64_t>& grid,
                         const std::vector<std::int64_t>& coords, bool natural, std::int64_t tile_bytes) {
  return LayoutMaker(problem, grid, coords, tile_bytes).make(natural);
}

}  // namespace cartwright::fft
