// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_refused.hpp"

// Boxes that do not cover the array once, and processes that request different plans.

namespace fft_test {
namespace {

class RefusedBoxes : public Refused {
 protected:
  /// Slabs along the second axis, the same in both spaces.
  RefusedBoxes() {
    const std::int64_t first = request_.n[1] * rank_ / processes_;
    box_ = {{0, first, 0}, {request_.n[0], request_.n[1] * (rank_ + 1) / processes_ - first, request_.n[2]}};
  }

  void expect_box_refused(const std::string& word) {
    request_.options.physical_box = &box_;
    expect_refused(request_, word);
    request_.options.physical_box = nullptr;
    request_.options.spectral_box = &box_;
    expect_refused(request_, word);
  }

  cw_fft_box box_ = {};
};

TEST_F(RefusedBoxes, ThatLeaveElementsOut) {
  if (rank_ == processes_ - 1) --box_.count[0];
  expect_box_refused("cover");
}

TEST_F(RefusedBoxes, ThatOverlap) {
  if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  if (rank_ == processes_ - 1) {
    box_.start[1] -= 1;
    box_.count[1] += 1;
  }
  expect_box_refused("");
}

TEST_F(RefusedBoxes, ThatOverlapAsMuchAsTheyLeaveOut) {
  if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  if (rank_ == processes_ - 1) box_.start[1] -= 1;
  expect_box_refused("");
}

TEST_F(RefusedBoxes, ThatReachOutside) {
  if (rank_ == processes_ - 1) ++box_.count[1];
  expect_box_refused("");
}

TEST_F(RefusedBoxes, ThatReachPastTheLargestNumber) {
  if (rank_ == 0) {
    box_.start[1] = std::numeric_limits<std::int64_t>::max() - 1;
    box_.count[1] = std::numeric_limits<std::int64_t>::max() - 1;
  }
  expect_box_refused("");
}

TEST_F(RefusedBoxes, OfNegativeNumbers) {
  if (rank_ == 0) box_.start[1] = -4;
  expect_box_refused("-4");
  if (rank_ == 0) box_ = {{0, 0, 0}, {request_.n[0], -5, request_.n[2]}};
  expect_box_refused("-5");
}

TEST_F(RefusedBoxes, OnSomeProcessesOnly) {
  if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  request_.options.physical_box = rank_ == 0 ? nullptr : &box_;
  expect_refused(request_, "disagree");
}

/// One process requests another plan.
class Disagreement : public Refused {
 protected:
  void SetUp() override {
    if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  }
  const bool other_ = rank_ == processes_ - 1;
};

TEST_F(Disagreement, AboutSizes) {
  Request request = request_;
  if (other_) request.n[1] = 7;
  expect_refused(request, "");
  request.n = {8, 6, 10, 4};
  request.ndims = other_ ? 4 : 3;
  expect_refused(request, "");
}

TEST_F(Disagreement, AboutThePhysicalGrid) {
  Request request = request_;
  const std::int64_t physical[] = {12, 9, 15};
  if (other_) request.options.physical = physical;
  expect_refused(request, "");
}

TEST_F(Disagreement, AboutTheBasis) {
  Request request = request_;
  request.options.basis = other_ ? "SFF" : "FFF";
  expect_refused(request, "");
  request.options.basis = nullptr;
  request.options.real = other_;
  expect_refused(request, "");
}

TEST_F(Disagreement, AboutNumbers) {
  Request request = request_;
  request.options.precision = other_ ? CW_FFT_FLOAT : CW_FFT_DOUBLE;
  expect_refused(request, "");
  request.options.precision = CW_FFT_DOUBLE;
  request.options.fields = other_ ? 2 : 1;
  expect_refused(request, "");
  request.options.fields = 1;
  request.options.scale = other_ ? CW_FFT_SCALE_UNITARY : CW_FFT_SCALE_NONE;
  expect_refused(request, "");
  request.options.scale = CW_FFT_SCALE_NONE;
  request.options.transposed = other_;
  expect_refused(request, "");
  request.options.transposed = 0;
  request.options.effort = other_ ? CW_FFT_MEASURE : CW_FFT_ESTIMATE;
  expect_refused(request, "");
}

TEST_F(Disagreement, AboutTheMovement) {
  Request request = request_;
  request.options.method = other_ ? "alltoallv" : "alltoallw";
  expect_refused(request, "");
  request.options.method = nullptr;
  request.options.order = other_ ? "morton" : "row-major";
  expect_refused(request, "");
  request.options.order = nullptr;
  const int grid[] = {other_ ? processes_ : 1, other_ ? 1 : processes_};
  request.options.grid = grid;
  request.options.grid_ndims = 2;
  expect_refused(request, "");
  request.options.grid_ndims = other_ ? 1 : 0;
  request.options.grid = nullptr;
  expect_refused(request, "");
}

TEST_F(Disagreement, AnErrorOfOneProcessIsTheErrorOfAll) {
  Request request = request_;
  if (other_) request.n[1] = -7;
  expect_refused(request, "-7");
  request.n[1] = 6;
  if (other_) request.options.size = 3;
  expect_refused(request, "3");
  request.options.size = sizeof(cw_fft_options);
  if (other_) request.options.method = "carrier-pigeon";
  expect_refused(request, "carrier-pigeon");
}

TEST_F(Disagreement, NoneForEquivalentArguments) {
  Request request = request_;
  const cw_fft_kind kinds[] = {CW_FFT_FOURIER, CW_FFT_FOURIER, CW_FFT_FOURIER};
  if (other_) {
    request.options.kinds = kinds;
    request.options.fields = 1;
    request.options.method = "auto";
  } else {
    request.options.basis = "FFF";
    request.options.order = "auto";
    request.options.physical = request.n.data();
  }
  cw_fft_plan* plan = nullptr;
  EXPECT_EQ(cw_fft_plan_create(world_, 3, request.n.data(), &request.options, &plan), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

}  // namespace
}  // namespace fft_test
