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
class LocalTransform {
 public:
  /// The axes from `first` on; `work_strides` of them in the work array, in bytes. `factor` multiplies the results of
  /// backward transforms. `streaming` says whether the arrays are larger than the caches.
  LocalTransform(Backend& backend, const Problem& problem, std::size_t first, std::vector<std::int64_t> work_strides,
                 long double factor, Streaming streaming, cw_fft_effort effort);

  /// One plane. The user's may have any alignment. backward() may destroy the work plane.
  void forward(const std::byte* user, std::byte* work);
  void backward(std::byte* work, std::byte* user);

  std::int64_t user_plane_bytes() const { return user_bytes_; }

 private:
  /// A transform, or a change of the number of coefficients, from one buffer into another.
  struct Step {
    std::unique_ptr<Transform> transform;
    const AxisProblem* cut = nullptr;  ///< forward: cuts coefficients off; backward: fills them up
    std::int64_t rows = 0;
    std::int64_t full = 0, kept = 0;  ///< entries of a row
    std::int64_t reals = 2;
  };
  /// While steps are put together: how long the axes of the plane are, how they lie, and of what they are.
  struct State {
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> strides;  ///< elements
    bool complex_data;
  };

  void plan_forward(State state, const State& target);
  void plan_backward(State state, const State& target);
  void add_transform(std::vector<Step>& steps, State& state, const std::vector<std::size_t>& axes, Direction direction,
                     const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& strides);
  void add_copy(std::vector<Step>& steps, State& state, const std::vector<std::int64_t>& strides);
  void run(const std::vector<Step>& steps, Direction direction, std::byte* from, std::byte* to);
  std::vector<std::vector<std::size_t>> groups() const;
  std::vector<std::int64_t> innermost(const std::vector<std::int64_t>& lengths, std::size_t axis) const;
  std::byte* scratch(int which) { return scratch_[static_cast<std::size_t>(which)].data(); }

  Backend& backend_;
  std::vector<AxisProblem> axes_;
  cw_fft_precision precision_;
  bool real_;
  cw_fft_effort effort_;
  long double factor_;
  Streaming streaming_;
  std::vector<Step> forward_, backward_;
  std::int64_t user_bytes_ = 0, work_bytes_ = 0;
  std::int64_t reals_of_user_ = 0;
  bool staged_ = false;  ///< results are made in the cache and then written past it
  std::vector<Pages> scratch_;
};

}  // namespace cartwright::fft
