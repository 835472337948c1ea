// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_refused.hpp"

#include <cmath>
#include <limits>
#include <memory>

// Freed plans, open transforms, shared work space, and data with NaN.

namespace fft_test {
namespace {

class Life : public Refused {
 protected:
  const std::vector<std::int64_t> n_ = {6, 8, 10};
  const Grid f_ = random_grid(3, n_, true);
  const Grid spectrum_ = forward(fourier(n_).axes(), f_);

  void expect_transforms(const Plan& plan) {
    EXPECT_LE(difference(transformed(plan, true, f_), spectrum_), tolerance(plan.problem()));
  }
  cw_fft_plan* freed_plan() {
    cw_fft_plan* plan = nullptr;
    EXPECT_EQ(cw_fft_plan_create(world_, 3, n_.data(), nullptr, &plan), CW_OK) << cw_last_error();
    EXPECT_EQ(cw_fft_plan_free(plan), CW_OK) << cw_last_error();
    return plan;
  }
};

TEST_F(Life, FreedPlansAreDetected) {
  cw_fft_plan* const plan = freed_plan();
  std::vector<std::complex<double>> data(480);
  for (const auto transform : {cw_fft_forward, cw_fft_backward, cw_fft_forward_start, cw_fft_backward_start})
    expect_error(world_, transform(plan, data.data(), data.data()), {CW_INVALID_ARGUMENT}, "freed");
  expect_error(world_, cw_fft_finish(plan), {CW_INVALID_ARGUMENT}, "freed");
  expect_error(world_, cw_fft_plan_free(plan), {CW_INVALID_ARGUMENT}, "freed");
  std::int64_t bytes = 0;
  expect_error(world_, cw_fft_plan_buffer_bytes(plan, &bytes), {CW_INVALID_ARGUMENT}, "freed");
  expect_error(world_, cw_fft_plan_work_bytes(plan, &bytes), {CW_INVALID_ARGUMENT}, "freed");
  cw_fft_array array = {};
  array.size = sizeof array;
  expect_error(world_, cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, &array), {CW_INVALID_ARGUMENT}, "freed");
  expect_error(world_, cw_fft_reset_times(plan), {CW_INVALID_ARGUMENT}, "freed");
  EXPECT_EQ(cw_fft_explain(plan), nullptr);
  EXPECT_EQ(cw_fft_explain_json(plan), nullptr);
  Request request = request_;
  request.options.share = plan;
  expect_refused(request, "freed");
}

TEST_F(Life, FreeingNothingDoesNothing) { EXPECT_EQ(cw_fft_plan_free(nullptr), CW_OK); }

TEST_F(Life, NoPlanTransformsNothing) {
  std::vector<std::complex<double>> data(480);
  expect_error(world_, cw_fft_forward(nullptr, data.data(), data.data()), {CW_INVALID_ARGUMENT}, "NULL");
  expect_error(world_, cw_fft_finish(nullptr), {CW_INVALID_ARGUMENT}, "NULL");
}

TEST_F(Life, CommunicatorMayBeFreedBeforeThePlanIsUsed) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(world_, &comm);
  cw_fft_plan* plan = nullptr;
  ASSERT_EQ(cw_fft_plan_create(comm, 3, n_.data(), nullptr, &plan), CW_OK) << cw_last_error();
  MPI_Comm_free(&comm);
  std::int64_t bytes = 0;
  ASSERT_EQ(cw_fft_plan_buffer_bytes(plan, &bytes), CW_OK);
  std::vector<std::complex<double>> data(static_cast<std::size_t>(bytes) / sizeof(std::complex<double>), 1);
  EXPECT_EQ(cw_fft_forward(plan, data.data(), data.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK) << cw_last_error();
}

TEST_F(Life, MissingBuffersAreErrors) {
  const Plan plan(world_, fourier(n_));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Buffer memory(plan.buffer_bytes(), CW_FFT_DOUBLE);
  for (const auto transform : {cw_fft_forward, cw_fft_backward, cw_fft_forward_start, cw_fft_backward_start}) {
    expect_error(world_, transform(plan, nullptr, memory.data()), {CW_INVALID_ARGUMENT}, "NULL");
    expect_error(world_, transform(plan, memory.data(), nullptr), {CW_INVALID_ARGUMENT}, "NULL");
    // Only in one process: the others get the error without waiting.
    expect_error(world_, transform(plan, memory.data(), rank_ == 0 ? nullptr : memory.data()), {CW_INVALID_ARGUMENT},
                 "NULL");
  }
  expect_transforms(plan);
}

TEST_F(Life, OneTransformIsOpenAtATime) {
  const Plan plan(world_, fourier(n_));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Buffer in(plan.buffer_bytes(), CW_FFT_DOUBLE);
  Buffer out(plan.buffer_bytes(), CW_FFT_DOUBLE);
  put(plan, CW_FFT_PHYSICAL, {f_}, in.data());
  expect_error(world_, cw_fft_finish(plan), {CW_INVALID_ARGUMENT}, "start");
  ASSERT_EQ(cw_fft_forward_start(plan, in.data(), out.data()), CW_OK) << cw_last_error();
  for (const auto transform : {cw_fft_forward, cw_fft_backward, cw_fft_forward_start, cw_fft_backward_start})
    expect_error(world_, transform(plan, in.data(), out.data()), {CW_INVALID_ARGUMENT}, "cw_fft_finish");
  ASSERT_EQ(cw_fft_finish(plan), CW_OK) << cw_last_error();
  EXPECT_LE(difference(gathered(plan, CW_FFT_SPECTRAL, out.data()), spectrum_), tolerance(plan.problem()));
  expect_error(world_, cw_fft_finish(plan), {CW_INVALID_ARGUMENT}, "start");
}

TEST_F(Life, PlanWithAnOpenTransformCanBeFreed) {
  Buffer in(480 * 16, CW_FFT_DOUBLE);
  Buffer out(480 * 16, CW_FFT_DOUBLE);
  cw_fft_plan* plan = nullptr;
  ASSERT_EQ(cw_fft_plan_create(world_, 3, n_.data(), nullptr, &plan), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_fft_forward_start(plan, in.data(), out.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK) << cw_last_error();
}

TEST_F(Life, OtherPlansWorkWhileATransformIsOpen) {
  const Plan first(world_, fourier(n_));
  const Plan second(world_, fourier(n_));
  ASSERT_EQ(first.status(), CW_OK) << cw_last_error();
  ASSERT_EQ(second.status(), CW_OK) << cw_last_error();
  Buffer in(first.buffer_bytes(), CW_FFT_DOUBLE);
  Buffer out(first.buffer_bytes(), CW_FFT_DOUBLE);
  put(first, CW_FFT_PHYSICAL, {f_}, in.data());
  ASSERT_EQ(cw_fft_forward_start(first, in.data(), out.data()), CW_OK) << cw_last_error();
  expect_transforms(second);
  MPI_Barrier(world_);
  ASSERT_EQ(cw_fft_finish(first), CW_OK) << cw_last_error();
  EXPECT_LE(difference(gathered(first, CW_FFT_SPECTRAL, out.data()), spectrum_), tolerance(first.problem()));
}

TEST_F(Life, PlansThatShareWorkSpaceCountAsOne) {
  const Plan first(world_, fourier(n_));
  const Plan second(world_, fourier(n_), first);
  ASSERT_EQ(second.status(), CW_OK) << cw_last_error();
  Buffer in(first.buffer_bytes(), CW_FFT_DOUBLE);
  Buffer out(first.buffer_bytes(), CW_FFT_DOUBLE);
  put(first, CW_FFT_PHYSICAL, {f_}, in.data());
  ASSERT_EQ(cw_fft_forward_start(first, in.data(), out.data()), CW_OK) << cw_last_error();
  expect_error(world_, cw_fft_forward(second, in.data(), in.data()), {CW_INVALID_ARGUMENT}, "cw_fft_finish");
  ASSERT_EQ(cw_fft_finish(first), CW_OK) << cw_last_error();
  EXPECT_LE(difference(gathered(first, CW_FFT_SPECTRAL, out.data()), spectrum_), tolerance(first.problem()));
  expect_transforms(second);
}

TEST_F(Life, SharedWorkSpaceOutlivesItsFirstPlan) {
  auto first = std::make_unique<Plan>(world_, fourier(n_));
  ASSERT_EQ(first->status(), CW_OK) << cw_last_error();
  const Plan second(world_, fourier(n_), *first);
  const Plan larger(world_, fourier({16, 12, 9}), second);
  ASSERT_EQ(larger.status(), CW_OK) << cw_last_error();
  first.reset();
  expect_transforms(second);
  const Grid f = random_grid(4, {16, 12, 9}, true);
  EXPECT_LE(difference(transformed(larger, true, f), forward(larger.problem().axes(), f)), tolerance(larger.problem()));
  expect_transforms(second);
}

TEST_F(Life, WorkSpaceOfAnotherCommunicatorCannotBeShared) {
  if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  const QuietComm alone(rank_, 0);
  const Plan mine(alone, fourier(n_));
  ASSERT_EQ(mine.status(), CW_OK) << cw_last_error();
  Request request = request_;
  request.options.share = mine;
  expect_refused(request, "communicator");
}

TEST_F(Life, NanStaysInItsField) {
  for (const char* method : {"", "shared", "alltoallv"}) {
    Problem problem = fourier(n_);
    problem.fields = 3;
    problem.method = method;
    const Plan plan(world_, problem);
    if (plan.status() == CW_UNSUPPORTED) continue;
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    const std::vector<Grid> fields = {random_grid(1, n_, true), random_grid(2, n_, true), random_grid(3, n_, true)};
    Buffer in(extent(plan.array(CW_FFT_PHYSICAL), 3), CW_FFT_DOUBLE);
    Buffer out(extent(plan.array(CW_FFT_SPECTRAL), 3), CW_FFT_DOUBLE);
    Buffer wanted(extent(plan.array(CW_FFT_SPECTRAL), 3), CW_FFT_DOUBLE);
    put(plan, CW_FFT_PHYSICAL, fields, in.data());
    ASSERT_EQ(cw_fft_forward(plan, in.data(), wanted.data()), CW_OK) << cw_last_error();
    std::vector<Grid> spoilt = fields;
    spoilt[0].values[123] = std::numeric_limits<Real>::quiet_NaN();
    spoilt[2].values[45] = std::numeric_limits<Real>::infinity();
    put(plan, CW_FFT_PHYSICAL, spoilt, in.data());
    ASSERT_EQ(cw_fft_forward(plan, in.data(), out.data()), CW_OK) << cw_last_error();
    const cw_fft_array array = plan.array(CW_FFT_SPECTRAL);
    int finite = 0;
    int changed = 0;
    for_elements(array, [&](std::int64_t, std::int64_t at) {
      for (const std::int64_t field : {0, 2}) {
        const Value value = read(out.data(), CW_FFT_DOUBLE, true, field * array.field_stride + at);
        finite += std::isfinite(value.real()) && std::isfinite(value.imag());
      }
      changed += read(out.data(), CW_FFT_DOUBLE, true, array.field_stride + at) !=
                 read(wanted.data(), CW_FFT_DOUBLE, true, array.field_stride + at);
    });
    EXPECT_EQ(finite, 0);
    EXPECT_EQ(changed, 0);
  }
}

}  // namespace
}  // namespace fft_test
