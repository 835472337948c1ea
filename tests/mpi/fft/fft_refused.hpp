// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft_plan.hpp"

#include "fixture.hpp"

#include <algorithm>
#include <limits>
#include <string>

/// Arguments that must be refused: with the same status on all processes, a message that contains the value, and no
/// other effect.
namespace fft_test {

/// Valid arguments of a plan, one of which a test makes invalid.
struct Request {
  MPI_Comm comm = MPI_COMM_NULL;
  std::size_t ndims = 3;
  std::vector<std::int64_t> n = {8, 6, 10};
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
};

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Checks that a call returned one of `statuses`, the same everywhere, and that the message contains `word`.
inline void expect_error(MPI_Comm comm, cw_status status, const std::vector<cw_status>& statuses,
                         const std::string& word) {
  const std::string message = cw_last_error();
  const std::vector<int> all = all_of(status, comm);
  EXPECT_EQ(all, std::vector<int>(all.size(), all.front())) << message;
  EXPECT_NE(std::find(statuses.begin(), statuses.end(), status), statuses.end()) << status << ": " << message;
  EXPECT_TRUE(contains(message, word)) << "\"" << word << "\" is not in: " << message;
}

inline void expect_refused(const Request& request, const std::vector<cw_status>& statuses, const std::string& word) {
  int there = 0;
  auto* const untouched = reinterpret_cast<cw_fft_plan*>(&there);
  cw_fft_plan* plan = untouched;
  const cw_status status = cw_fft_plan_create(request.comm, request.ndims, request.n.data(), &request.options, &plan);
  if (status == CW_OK) {
    ADD_FAILURE() << "a plan was made; \"" << word << "\" should have been refused";
    cw_fft_plan_free(plan);
    return;
  }
  expect_error(request.comm, status, statuses, word);
  EXPECT_EQ(plan, untouched);
}

inline void expect_refused(const Request& request, const std::string& word) {
  expect_refused(request, {CW_INVALID_ARGUMENT}, word);
}

/// After each test, the library must still make plans that transform.
class Refused : public testing::Test {
 protected:
  Refused() { request_.comm = world_; }
  void TearDown() override {
    const Plan plan(world_, fourier({4, 6, 5}));
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    const Grid f = random_grid(1, {4, 6, 5}, true);
    EXPECT_LE(difference(transformed(plan, true, f), forward(plan.problem().axes(), f)), tolerance(plan.problem()));
  }

  QuietComm world_;
  int rank_ = rank_in(world_);
  int processes_ = size_of(world_);
  Request request_;
};

}  // namespace fft_test
