// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/calibration.hpp"

#include "base/input_file.hpp"
#include "base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <limits>

namespace cartwright::fft {
namespace {

Problem problem_of(std::int64_t n, bool real) {
  const std::int64_t sizes[] = {n, n, n};
  cw_fft_options options = CW_FFT_OPTIONS_INIT;
  options.real = real;
  return read_problem(3, sizes, options);
}

Calibration example() {
  Calibration made;
  made.copied = {60e9, 50e9, 40e9, 30e9, 20e9, 10e9, 5e9};
  made.transformed = {40e9, 40e9, 40e9, 20e9, 20e9, 20e9, 10e9};
  made.floats = 2;
  made.reals = 0.5;
  return made;
}

/// A busy machine must not make a test fail.
constexpr CalibrationLimits endless = {.seconds = std::numeric_limits<double>::infinity(), .share = 0};

TEST(Calibration, MeasuresPositiveSpeeds) {
  const Calibration found = calibrate(chosen_backend(), 1, endless);
  EXPECT_TRUE(found.complete);
  for (const double speed : found.copied) EXPECT_GT(speed, 1e6);
  for (const double speed : found.transformed) EXPECT_GT(speed, 1e6);
  EXPECT_GT(found.floats, 0);
  EXPECT_GT(found.reals, 0);
  EXPECT_GT(found.caches.streamed_bytes, 0);
}

TEST(Calibration, AssumesWhatItHasNotFoundWhenItGivesUp) {
  const Calibration found = calibrate(chosen_backend(), 1, {.seconds = 0});
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.caches.streamed_bytes, Caches{}.streamed_bytes);
  EXPECT_EQ(found.copied.front(), choice::CostModel{}.memory_bandwidth);
  EXPECT_EQ(found.transformed.back(), choice::CostModel{}.transform);
  EXPECT_EQ(found.floats, 1);
}

TEST(Calibration, CostsAreThoseOfTheNextSize) {
  const Problem problem = problem_of(64, false);
  EXPECT_DOUBLE_EQ(cost_model(example(), 1, problem).memory_bandwidth, 60e9);
  EXPECT_DOUBLE_EQ(cost_model(example(), 1 << 22, problem).memory_bandwidth, 40e9);
  EXPECT_DOUBLE_EQ(cost_model(example(), (1 << 22) + 1, problem).memory_bandwidth, 30e9);
  EXPECT_DOUBLE_EQ(cost_model(example(), std::int64_t{1} << 40, problem).memory_bandwidth, 5e9);
  EXPECT_DOUBLE_EQ(cost_model(example(), 1 << 25, problem).transform, 20e9);
}

TEST(Calibration, RealsAndFloatsChangeOnlyTheTimeInTheCache) {
  EXPECT_DOUBLE_EQ(cost_model(example(), 1, problem_of(64, true)).transform, 40e9 / (4 / 3.0));
  EXPECT_DOUBLE_EQ(cost_model(example(), 1 << 25, problem_of(64, true)).transform, 1 / (1 / 30e9 + 1 / 40e9));
  Problem floats = problem_of(64, false);
  floats.precision = CW_FFT_FLOAT;
  EXPECT_DOUBLE_EQ(cost_model(example(), 1, floats).transform, 80e9);
}

TEST(Calibration, ProcessesThatTakeTurnsAreSlower) {
  Calibration turns = example();
  turns.processes_per_processor = 2;
  EXPECT_DOUBLE_EQ(cost_model(turns, 1, problem_of(64, false)).memory_bandwidth, 30e9);
  EXPECT_DOUBLE_EQ(cost_model(turns, 1, problem_of(64, false)).transform, 20e9);
}

/// Every process has the calibration of process 0, which alone writes the file.
TEST(SharedCalibration, IsKeptByProcess0InAFile) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const base::TemporaryFolder folder;
  const std::string cache = rank == 0 ? (folder.path() / "cache").string() : "/nowhere";
  const Calibration found =
      shared_calibration(MPI_COMM_WORLD, {.processes = 2, .cores = 2}, chosen_backend(), cache, endless);
  const Calibration again = shared_calibration(MPI_COMM_WORLD, {.processes = 2, .cores = 2}, chosen_backend(), cache);
  EXPECT_EQ(again.copied, found.copied);
  EXPECT_EQ(again.transformed, found.transformed);
  if (rank != 0) return;
  ASSERT_TRUE(std::filesystem::exists(cache));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(cache)) {
    const nlohmann::json json = nlohmann::json::parse(base::read_file(entry.path().string()));
    EXPECT_EQ(json.at("copied").get<std::vector<double>>(),
              std::vector<double>(found.copied.begin(), found.copied.end()));
    ++files;
  }
  EXPECT_EQ(files, 1);
}

TEST(SharedCalibration, IsNotKeptInAFileIfItWasGivenUp) {
  const base::TemporaryFolder folder;
  const std::string cache = (folder.path() / "cache").string();
  EXPECT_FALSE(shared_calibration(MPI_COMM_SELF, {}, chosen_backend(), cache, {.seconds = 0}).complete);
  EXPECT_FALSE(std::filesystem::exists(cache) && !std::filesystem::is_empty(cache));
}

}  // namespace
}  // namespace cartwright::fft
