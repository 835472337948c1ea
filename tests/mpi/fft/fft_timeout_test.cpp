// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_refused.hpp"

#include <chrono>
#include <complex>
#include <regex>
#include <string>
#include <thread>
#include <vector>

// Processes that do not come. The others get an error that names them, whatever the method of the transposes is.

namespace fft_test {
namespace {

const std::vector<std::int64_t> n = {6, 8, 10};

class Timeout : public Refused, public testing::WithParamInterface<const char*> {
 protected:
  cw_fft_options options(double timeout) const {
    cw_fft_options options = CW_FFT_OPTIONS_INIT;
    options.method = GetParam();
    options.timeout = timeout;
    return options;
  }
  bool late() const { return rank_ == processes_ - 1; }
  /// As a regular expression. On a busy machine, another process may not answer in time either.
  std::string late_rank() const { return "with ranks? ([0-9], )*" + std::to_string(processes_ - 1) + ": "; }

  void expect_failure(cw_status status, const std::string& words, cw_status expected = CW_TIMEOUT) {
    EXPECT_EQ(status, expected);
    EXPECT_TRUE(std::regex_search(cw_last_error(), std::regex(words)))
        << "\"" << words << "\" is not in: " << cw_last_error();
  }
};

/// "shared", between nodes that are pretended.
bool impossible(const Plan& plan) { return plan.status() == CW_UNSUPPORTED; }

/// The method does not matter here.
using AnyTimeout = Timeout;

TEST_P(AnyTimeout, NamesAProcessThatDoesNotTransform) {
  std::vector<std::complex<double>> data(480);  // until the plan is freed
  const Plan plan(world_, fourier(n), options(2));
  if (impossible(plan)) return;
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_fft_forward(plan, data.data(), data.data()), CW_OK) << cw_last_error();
  if (!late())
    expect_failure(cw_fft_forward(plan, data.data(), data.data()),
                   "cannot transform " + late_rank() +
                       "this process waited 2 s for (it|one of them) in transform 2 "
                       "\\(the timeout is an option\\)");
  MPI_Barrier(world_);
  // The others have given up: it need not wait for its time.
  if (late()) expect_failure(cw_fft_backward(plan, data.data(), data.data()), "cannot transform " + late_rank());
  expect_failure(cw_fft_forward(plan, data.data(), data.data()), "has failed before: free the plan",
                 CW_INVALID_ARGUMENT);
}

TEST_P(Timeout, NamesAProcessThatDoesNotFinish) {
  std::vector<std::complex<double>> data(480);  // until the plan is freed
  const Plan plan(world_, fourier(n), options(2));
  if (impossible(plan)) return;
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_fft_forward_start(plan, data.data(), data.data()), CW_OK) << cw_last_error();
  if (!late())
    expect_failure(cw_fft_finish(plan), late_rank() + "this process waited 2 s for (it|one of them) in transform 1");
  MPI_Barrier(world_);
}

TEST_P(Timeout, IsNotReachedByASlowProcess) {
  const Plan plan(world_, fourier(n), options(60));
  if (impossible(plan)) return;
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  if (late()) std::this_thread::sleep_for(std::chrono::milliseconds(1200));  // the others stop polling
  const Grid f = random_grid(1, n, true);
  EXPECT_LE(difference(transformed(plan, true, f), forward(plan.problem().axes(), f)), tolerance(plan.problem()));
}

TEST_P(AnyTimeout, NamesAProcessThatDoesNotCome) {
  const Plan plan(world_, fourier(n), options(2));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_fft_barrier(plan), CW_OK) << cw_last_error();
  if (!late())
    expect_failure(cw_fft_barrier(plan),
                   late_rank() + "this process waited 2 s for (it|one of them) before transform 1");
  MPI_Barrier(world_);
}

INSTANTIATE_TEST_SUITE_P(Any, AnyTimeout, testing::Values("auto"));
INSTANTIATE_TEST_SUITE_P(Methods, Timeout,
                         testing::Values("shared", "node-aware", "alltoallw", "alltoallv", "pipelined"));

class TimeoutOfBoxes : public Refused {};

TEST_F(TimeoutOfBoxes, NamesAProcessThatDoesNotFinish) {
  std::vector<std::complex<double>> data(480);
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  cw_fft_box box = {};
  for (std::size_t i = 0; i < n.size(); ++i) box.count[i] = rank_ == 0 ? n[i] : 0;  // the first process gets all
  options.spectral_box = &box;
  options.timeout = 2;
  const Plan plan(world_, fourier(n), options);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_fft_forward_start(plan, data.data(), data.data()), CW_OK) << cw_last_error();
  if (rank_ == 0) {
    EXPECT_EQ(cw_fft_finish(plan), CW_TIMEOUT);
    EXPECT_TRUE(contains(cw_last_error(), "rank 0 cannot transform with rank")) << cw_last_error();
    EXPECT_TRUE(contains(cw_last_error(), std::to_string(processes_ - 1) + ": this process waited 2 s"))
        << cw_last_error();
  } else if (rank_ != processes_ - 1) {
    EXPECT_EQ(cw_fft_finish(plan), CW_OK) << cw_last_error();
  }
  MPI_Barrier(world_);
}

using Disagreement = Refused;

TEST_F(Disagreement, OfDirectionsIsRefused) {
  const Plan plan(world_, fourier(n));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  std::vector<std::complex<double>> data(480);
  expect_error(world_, (rank_ == 0 ? cw_fft_forward : cw_fft_backward)(plan, data.data(), data.data()),
               {CW_INVALID_ARGUMENT}, "call the same function");
}

TEST_F(Disagreement, OfSharedPlansIsRefused) {
  const Plan one(world_, fourier(n));
  const Plan other(world_, fourier(n));
  ASSERT_EQ(other.status(), CW_OK) << cw_last_error();
  request_.options.share = rank_ == 0 ? one : other;
  expect_refused(request_, "disagree");
}

TEST_F(Disagreement, OfPretendedNodesIsRefused) {
  const Environment nodes = {{"CARTWRIGHT_NODES", rank_ == 0 ? "1" : "2"}};
  expect_refused(request_, "CARTWRIGHT_NODES");
}

}  // namespace
}  // namespace fft_test
