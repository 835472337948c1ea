// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/axis_transform.hpp"
#include "fft/pages.hpp"
#include "fft/streaming.hpp"

#include <memory>
#include <vector>

namespace cartwright::fft {

/// The transform of the axes that are whole in every process, between the user's physical array and the work array
/// before the first transpose. It goes plane by plane: a plane holds those axes in full, row-major, and is worked on in
/// the cache.
///
/// An axis at a time: rows of the innermost go from one array into the other; then the others are transformed in place,
/// a few cache lines of columns at a time, in the work array, whose padded rows do not get into each other's way. What
/// is left to FFTW are 1-D transforms: the whole plane is more than its estimates can plan well.
class LocalTransform {
 public:
  /// The axes from `first` on; `work_strides` of them in the work array, in bytes. `factor` multiplies the results of
  /// backward transforms. `streaming` says whether the arrays are larger than the caches.
  LocalTransform(Backend& backend, const Problem& problem, std::size_t first, std::vector<std::int64_t> work_strides,
                 long double factor, Streaming streaming, cw_fft_effort effort);

  /// One plane. The user's may have any alignment. backward() destroys the work plane.
  void forward(const std::byte* user, std::byte* work);
  void backward(std::byte* work, std::byte* user);

 private:
  /// How a plane lies in memory, and of what it is made.
  struct State {
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> strides;  ///< elements
    bool complex_data;
  };
  /// One thing that is done to a plane.
  struct Step {
    enum class Kind { into, cut, columns };
    Kind kind = Kind::into;
    std::unique_ptr<Transform> transform;  ///< into: from one buffer into another
    // cut: coefficients are cut off (forward) or filled up (backward), from one buffer into another
    const AxisProblem* axis = nullptr;
    std::int64_t rows = 0, full = 0, kept = 0, reals = 2;
    // columns: in place, at each of the offsets, `transform` or for the last few columns of a row `tail`
    std::unique_ptr<Transform> tail;
    std::vector<std::int64_t> offsets, tail_offsets;  ///< bytes
  };

  bool in_place(std::size_t axis) const;
  void plan_steps(Direction direction, State state, const State& target);
  void add_axis(Direction direction, State& state, std::size_t axis, const std::vector<std::int64_t>& strides);
  void add_cut(Direction direction, State& state, std::size_t axis);
  void add_copy(Direction direction, State& state, const std::vector<std::int64_t>& strides);
  void add_columns(Direction direction, const State& state, std::size_t axis);
  std::int64_t element(const State& state) const { return real_bytes_ * (state.complex_data ? 2 : 1); }
  /// Strides of a plane between steps, its rows padded.
  std::vector<std::int64_t> padded(const State& state) const;
  std::vector<Step>& steps(Direction direction) { return direction == Direction::forward ? forward_ : backward_; }
  void run(Direction direction, std::byte* from, std::byte* to);
  std::byte* scratch(int which) { return scratch_[static_cast<std::size_t>(which)].data(); }

  Backend& backend_;
  std::vector<AxisProblem> axes_;
  cw_fft_precision precision_;
  std::int64_t real_bytes_;
  cw_fft_effort effort_;
  long double factor_;
  Streaming streaming_;
  std::vector<Step> forward_, backward_;
  std::int64_t user_bytes_ = 0, work_bytes_ = 0;
  bool staged_ = false;  ///< results are made in the cache and then written past it
  std::vector<Pages> scratch_;
};

}  // namespace cartwright::fft
