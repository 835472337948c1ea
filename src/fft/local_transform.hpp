// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/pages.hpp"
#include "fft/axis_transform.hpp"
#include "fft/streaming.hpp"

#include <memory>
#include <vector>

namespace cartwright::fft {

/// The transform of the axes that are whole in every process, between the user's physical array and the work array
/// before the first transpose. It goes plane by plane: a plane holds those axes in full, row-major, and fits into the
/// cache.
///
/// It transforms one axis at a time. Rows along the innermost axis go from one array into the other. Then the other
/// axes are transformed in place, a few cache lines of columns at a time, in the work array, whose padded rows do not
/// compete for the same sets of the cache. FFTW is only asked for 1-D transforms: it plans a whole plane badly when it
/// estimates.
class LocalTransform {
 public:
  /// For the axes from `first` on. `work_strides` are their strides in the work array, in bytes. `factor` multiplies
  /// the results of backward transforms. `streaming` says whether the arrays are larger than the
  /// caches; planes of up to `cached_bytes` are then made in the second-level cache.
  LocalTransform(Backend& backend, const Problem& problem, std::size_t first, std::vector<std::int64_t> work_strides,
                 long double factor, Streaming streaming, std::int64_t cached_bytes, cw_fft_effort effort);

  /// Transforms one plane. The user's plane may have any alignment. backward() destroys the work plane.
  void forward(const std::byte* user, std::byte* work);
  void backward(std::byte* work, std::byte* user);

 private:
  /// The shape of a plane between two steps.
  struct State {
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> strides;  ///< in elements
    bool complex_data;
  };
  /// One step of the transform of a plane.
  struct Step {
    enum class Kind { into, cut, columns };
    Kind kind = Kind::into;
    // into: transforms from one buffer into another
    std::unique_ptr<Transform> transform;
    // cut: cuts entries off, or fills missing ones, from one buffer into another
    AxisProblem axis;
    bool fills = false;
    std::int64_t rows = 0, full = 0, kept = 0, reals = 2;
    // columns: runs `transform` in place at each of the offsets, and `tail` on the last few columns of a row
    std::unique_ptr<Transform> tail;
    std::vector<std::int64_t> offsets, tail_offsets;  ///< in bytes
  };

  bool in_place(std::size_t axis) const;
  void plan_steps(Direction direction, State state, const State& target);
  void add_axis(Direction direction, State& state, std::size_t axis, const std::vector<std::int64_t>& strides);
  void add_cut(Direction direction, State& state, std::size_t axis, const AxisProblem& ends, bool fills);
  void add_copy(Direction direction, State& state, const std::vector<std::int64_t>& strides);
  void add_columns(Direction direction, const State& state, std::size_t axis);
  std::int64_t element(const State& state) const { return real_bytes_ * (state.complex_data ? 2 : 1); }
  /// Strides of a plane between steps, with padded rows.
  std::vector<std::int64_t> padded(const State& state) const;
  std::vector<Step>& steps(Direction direction) { return direction == Direction::forward ? forward_ : backward_; }
  void run(Direction direction, std::byte* from, std::byte* to);
  std::byte* scratch(int which) { return scratch_[which].data(); }

  Backend& backend_;
  std::vector<AxisProblem> axes_;
  cw_fft_precision precision_;
  std::int64_t real_bytes_;
  cw_fft_effort effort_;
  long double factor_;
  Streaming streaming_;
  std::vector<Step> forward_, backward_;
  std::int64_t user_bytes_ = 0, work_bytes_ = 0;
  bool staged_ = false;  ///< results are made in the cache and then streamed to memory
  std::vector<base::Pages> scratch_;
};

}  // namespace cartwright::fft
