// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_refused.hpp"

#include "cartwright/poisson.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

namespace fft_test {
namespace {

/// Valid arguments of a solver, one of which a test makes invalid.
class PoissonRefused : public Refused {
 protected:
  PoissonRefused() {
    options_.boundaries = "DD NN DN";
    options_.fft = &fft_;
  }
  void expect(const std::string& word, cw_status status = CW_INVALID_ARGUMENT) {
    int there = 0;
    auto* const untouched = reinterpret_cast<cw_poisson*>(&there);
    cw_poisson* solver = untouched;
    const cw_status got = cw_poisson_create(world_, ndims_, n_.data(), &options_, &solver);
    expect_error(world_, got, {status}, word);
    if (got == CW_OK)
      cw_poisson_free(solver);
    else
      EXPECT_EQ(solver, untouched);
    options_ = valid_;
    options_.boundaries = "DD NN DN";
    options_.fft = &fft_;
    fft_ = CW_FFT_OPTIONS_INIT;
    n_ = {8, 6, 10};
    ndims_ = 3;
  }

  const cw_poisson_options valid_ = CW_POISSON_OPTIONS_INIT;
  cw_poisson_options options_ = CW_POISSON_OPTIONS_INIT;
  cw_fft_options fft_ = CW_FFT_OPTIONS_INIT;
  std::vector<std::int64_t> n_ = {8, 6, 10};
  std::size_t ndims_ = 3;
};

TEST_F(PoissonRefused, InvalidBoxes) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  options_.boundaries = "DD NP DN";
  expect("axis 1 has the boundaries NP");
  options_.boundaries = "UP NN DN";
  expect("axis 0 has the boundaries UP, of which one is periodic");
  options_.boundaries = "DD UN DN";
  options_.centering = "CNC";
  n_[1] = 1;
  expect("n[1] is 1, and with boundaries UN");
  options_.boundaries = "DD UN DN";
  options_.lambda = -2;
  expect("lambda is -2", CW_UNSUPPORTED);
  options_.boundaries = "UU NN DN";
  options_.lambda = -1;
  expect("lambda is -1", CW_UNSUPPORTED);
  options_.boundaries = "UU NN DN";
  options_.laplacian = CW_POISSON_SECOND_ORDER;
  expect("CW_POISSON_SECOND_ORDER", CW_UNSUPPORTED);
  n_.push_back(5);
  ndims_ = 4;
  options_.boundaries = "UUUUUUUU";
  expect("4 unbounded axes", CW_UNSUPPORTED);
  options_.boundaries = "DD NN D";
  expect("5 letters for 3 dimensions");
  options_.boundaries = "DD NN DX";
  expect("axis 2 has the unknown letter 'X'");
  options_.centering = "CN";
  expect("centering has 2 letters");
  options_.centering = "CND";
  expect("'D' in centering");
  options_.centering = "NNN";
  n_[1] = 1;
  expect("n[1] is 1");
  n_[2] = 0;
  expect("n[2] is 0");
  ndims_ = 1;
  expect("1 dimensions");
  for (const double length : {0.0, -2.0, nan}) {
    const double lengths[] = {1, 1, length};
    options_.lengths = lengths;
    expect("lengths[2]");
  }
  for (const double lambda : {nan, std::numeric_limits<double>::infinity()}) {
    options_.lambda = lambda;
    expect("lambda is");
  }
  for (const int number : {-1, 2}) {
    options_.laplacian = static_cast<cw_poisson_laplacian>(number);
    expect("laplacian is " + std::to_string(number));
  }
  options_.size = 0;
  expect("options.size");
}

TEST_F(PoissonRefused, InvalidFaces) {
  const double infinite = std::numeric_limits<double>::infinity();
  std::vector<double> faces = {-1, -0.5, 0, 0.5, 0.7, 0.8, 0.9, 0.95, 1};
  const auto expect_with = [&](const std::string& word, cw_status status = CW_INVALID_ARGUMENT) {
    options_.faces = faces.data();
    expect(word, status);
  };
  for (const char* boundaries : {"UU NN DN", "NU NN DN"}) {
    options_.boundaries = boundaries;
    expect_with("axis 0 has the boundaries " + std::string(boundaries, 2) + " and faces");
  }
  options_.boundaries = "DD NN DU";
  expect_with("axis 2 is unbounded", CW_UNSUPPORTED);
  options_.centering = "NCC";
  expect_with("axis 0 has the centering N and faces");
  options_.lambda = -0.5;
  expect_with("lambda is -0.5, and with faces", CW_UNSUPPORTED);
  faces[3] = 0;
  expect_with("faces[2] is 0, and faces[3] is 0: give ascending coordinates");
  faces[3] = -0.25;
  expect_with("faces[2] is 0, and faces[3] is -0.25");
  faces[3] = infinite;
  expect_with("faces[3] is inf: coordinates are finite");
}

TEST_F(PoissonRefused, LambdasOfWaves) {
  // 1 along the first axis, (3/2)^2 along the last.
  options_.lambda = -1 - 1.0 - 2.25;
  expect("lambda is -4.25");
  const double h = std::numbers::pi / 8;
  options_.boundaries = "DD NN NN";
  options_.laplacian = CW_POISSON_SECOND_ORDER;
  options_.lambda = -std::pow(2 / h * std::sin(3 * h / 2), 2);
  expect("lambda is");
  options_.boundaries = nullptr;
  options_.lambda = -4;
  expect("lambda is -4");
}

TEST_F(PoissonRefused, OptionsOfPlansThatTheSolverSets) {
  const cw_fft_kind kinds[3] = {};
  const double lengths[] = {1, 1, 1};
  const cw_fft_box box = {};
  fft_.kinds = kinds;
  expect("fft.kinds");
  fft_.basis = "FFF";
  expect("fft.basis");
  fft_.lengths = lengths;
  expect("fft.lengths");
  fft_.physical = n_.data();
  expect("fft.physical");
  fft_.spectral_box = &box;
  expect("fft.spectral_box");
  fft_.memory = CW_FFT_MEMORY_DEVICE;
  expect("fft.memory", CW_UNSUPPORTED);
  fft_.size = 1;
  expect("options.fft.size");
  fft_.method = "fast";
  expect("method \"fast\"");
}

TEST_F(PoissonRefused, ProcessesThatDisagree) {
  if (processes_ == 1) GTEST_SKIP() << "needs two processes";
  options_.lambda = rank_;
  expect("disagree on the equation");
  options_.boundaries = rank_ == 0 ? "DD NN DN" : "DD NN ND";
  expect("disagree on the equation");
  options_.lambda = rank_ == 1 ? std::numeric_limits<double>::quiet_NaN() : 1;
  expect("lambda is nan");
  fft_.fields = 1 + rank_;
  expect("disagree on the transform");
  const double faces[] = {0, 1, 2, 3, 4, 5, 6, 7, 8.0 + rank_};
  options_.faces = faces;
  expect("disagree on the equation");
}

TEST_F(PoissonRefused, InvalidCalls) {
  cw_poisson* solver = nullptr;
  ASSERT_EQ(cw_poisson_create(world_, 3, n_.data(), &options_, &solver), CW_OK) << cw_last_error();
  cw_fft_array array = CW_FFT_ARRAY_INIT;
  ASSERT_EQ(cw_poisson_array(solver, -1, &array), CW_OK) << cw_last_error();
  std::vector<double> u(static_cast<std::size_t>(array.elements + 1));
  double first = 0;
  const std::vector<cw_status> invalid = {CW_INVALID_ARGUMENT};
  expect_error(world_, cw_poisson_solve(solver, rank_ == 0 ? nullptr : u.data(), u.data()), invalid, "in is NULL");
  expect_error(world_, cw_poisson_solve(nullptr, u.data(), u.data()), invalid, "solver is NULL");
  expect_error(world_, cw_poisson_array(solver, processes_, &array), invalid, std::to_string(processes_));
  expect_error(world_, cw_poisson_points(solver, 3, &first, &first), invalid, "axis 3");
  expect_error(world_, cw_poisson_points(solver, 0, nullptr, &first), invalid, "first is NULL");
  expect_error(world_, cw_poisson_plan(solver, nullptr), invalid, "plan is NULL");
  EXPECT_TRUE(contains(cw_poisson_explain(solver), "axis 2 DN, 10 cells of 0.3142 by RODFT11"));
  cw_fft_plan* plan = nullptr;
  cw_fft_times times = CW_FFT_TIMES_INIT;
  EXPECT_EQ(cw_poisson_solve(solver, u.data(), u.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_poisson_plan(solver, &plan), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_times(plan, &times), CW_OK) << cw_last_error();
  EXPECT_EQ(times.backward, 1);
  EXPECT_EQ(cw_poisson_free(solver), CW_OK) << cw_last_error();
  expect_error(world_, cw_poisson_free(solver), invalid, "invalid solver");
  EXPECT_EQ(cw_poisson_explain(solver), nullptr);
  EXPECT_EQ(cw_poisson_free(nullptr), CW_OK);
}

TEST_F(PoissonRefused, PointsBetweenFaces) {
  const double faces[] = {0, 1, 2, 3, 4, 5, 6, 7, 9};
  options_.faces = faces;
  cw_poisson* solver = nullptr;
  ASSERT_EQ(cw_poisson_create(world_, 3, n_.data(), &options_, &solver), CW_OK) << cw_last_error();
  double first = 0, spacing = 0;
  expect_error(world_, cw_poisson_points(solver, 0, &first, &spacing), {CW_INVALID_ARGUMENT}, "axis 0 has faces");
  EXPECT_EQ(cw_poisson_points(solver, 1, &first, &spacing), CW_OK) << cw_last_error();
  EXPECT_TRUE(contains(cw_poisson_explain(solver), "axis 0 DD, 8 cells of 1 to 2 by tridiagonal systems; axis 1 NN"));
  EXPECT_EQ(cw_poisson_free(solver), CW_OK);
}

}  // namespace
}  // namespace fft_test
