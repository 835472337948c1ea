// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>

// The memory of a plan: buffers of the caller, work space, and the time of its allocation.

namespace fft_test {
namespace {

std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// The bytes of an even part of the larger array.
std::int64_t local_bytes(const Plan& plan) {
  std::int64_t most = 0;
  for (int rank = 0; rank < size_of(plan.comm()); ++rank)
    for (const cw_fft_space space : {CW_FFT_PHYSICAL, CW_FFT_SPECTRAL})
      most = std::max(most, extent(plan.array(space, rank), plan.problem().fields));
  return most;
}

TEST(Memory, BuffersHoldTheDataAndLittleMore) {
  const QuietComm world;
  for (const bool real : {false, true})
    for (const std::int64_t fields : {1, 3}) {
      Problem problem = fourier({48, 40, 64}, real);
      problem.fields = fields;
      const Plan plan(world, problem);
      ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
      EXPECT_LE(2 * plan.buffer_bytes(), 2.1 * static_cast<double>(local_bytes(plan)));
    }
}

TEST(Memory, WorkSpaceIsAFewTimesTheLocalArray) {
  const QuietComm world;
  // There is an array per transpose, and buffers for messages of as many bytes in and out; pages are whole, pitches
  // padded.
  for (const char* method : {"shared", "node-aware", "alltoallw", "alltoallv", "pipelined"})
    for (const std::vector<int>& grid : {std::vector<int>{size_of(world)}, std::vector<int>{1, size_of(world)}}) {
      Problem problem = fourier({64, 60, 64});
      problem.method = method;
      problem.grid = grid;
      problem.transposed = true;
      const Plan plan(world, problem);
      if (plan.status() == CW_UNSUPPORTED) continue;
      ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
      const double transposes = static_cast<double>(grid.size());
      const double arrays = (std::string(method) == "shared" ? 1 : 3) * transposes;
      EXPECT_LE(static_cast<double>(plan.work_bytes()),
                1.3 * arrays * static_cast<double>(local_bytes(plan)) + (1 << 20))
          << method << " " << problem.text();
    }
}

TEST(Memory, SharedWorkSpaceIsThatOfTheLargerPlan) {
  const QuietComm world;
  Problem problem = fourier({64, 60, 64});
  const Plan first(world, problem);
  const Plan second(world, problem, first);
  ASSERT_EQ(second.status(), CW_OK) << cw_last_error();
  const std::int64_t alone = first.work_bytes();
  const Plan third(world, fourier({8, 8, 8}), second);
  ASSERT_EQ(third.status(), CW_OK) << cw_last_error();
  EXPECT_LE(first.work_bytes(), alone);
  EXPECT_LE(second.work_bytes(), alone);
}

TEST(Memory, ArraysPast2To31ElementsArePlannedWithoutAllocation) {
  const QuietComm world;
  for (const bool real : {true, false}) {
    const std::int64_t before = resident_bytes();
    const Plan plan(world, fourier({4096, 2048, 1024}, real));
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    EXPECT_LE(resident_bytes() - before, 256 << 20);
    std::int64_t physical = 0;
    std::int64_t spectral = 0;
    for (int rank = 0; rank < size_of(world); ++rank) {
      physical += plan.array(CW_FFT_PHYSICAL, rank).elements;
      spectral += plan.array(CW_FFT_SPECTRAL, rank).elements;
    }
    EXPECT_EQ(physical, std::int64_t{4096} * 2048 * 1024);
    EXPECT_EQ(spectral, std::int64_t{4096} * 2048 * (real ? 513 : 1024));
    EXPECT_GE(plan.buffer_bytes(), extent(plan.array(CW_FFT_SPECTRAL), 1));
  }
}

TEST(Memory, FromTheLibraryIsAlignedToPages) {
  for (const std::int64_t bytes : {1, 5000, 3 << 20}) {
    void* memory = nullptr;
    ASSERT_EQ(cw_fft_alloc(bytes, &memory), CW_OK) << cw_last_error();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE)), 0u);
    std::fill_n(static_cast<char*>(memory), bytes, 'x');
    cw_fft_dealloc(memory);
  }
}

}  // namespace
}  // namespace fft_test
