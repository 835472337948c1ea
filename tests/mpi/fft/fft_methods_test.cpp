// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <limits>
#include <string>

namespace fft_test {
namespace {

/// The bytes of numbers, without the padding of long doubles.
std::vector<std::byte> numbers(std::vector<std::byte> bytes, cw_fft_precision precision) {
  constexpr std::size_t used = std::numeric_limits<long double>::digits == 64 ? 10 : sizeof(long double);
  if (precision == CW_FFT_LONG_DOUBLE)
    for (std::size_t i = 0; i < bytes.size(); ++i)
      if (i % sizeof(long double) >= used) bytes[i] = std::byte{0};
  return bytes;
}

/// The data of this process after a forward and a backward transform by `method`, byte by byte; empty if the method is
/// not possible.
std::vector<std::byte> results_of(const std::string& method, Problem problem, std::uint64_t seed) {
  problem.method = method;
  const QuietComm world;
  const Plan plan(world, problem);
  if (plan.status() == CW_UNSUPPORTED && method == "shared") return {};
  EXPECT_EQ(plan.status(), CW_OK) << method << ": " << cw_last_error();
  if (plan.status() != CW_OK) return {};
  std::vector<std::byte> results;
  for (const bool forward : {true, false}) {
    const cw_fft_space from = forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL;
    const cw_fft_space to = forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL;
    std::vector<Grid> in;
    for (std::int64_t field = 0; field < problem.fields; ++field)
      in.push_back(
          random_grid(seed + static_cast<std::uint64_t>(field), problem.sizes(from), problem.is_complex(from)));
    Buffer input(extent(plan.array(from), problem.fields), problem.precision);
    Buffer output(extent(plan.array(to), problem.fields), problem.precision);
    put(plan, from, in, input.data());
    EXPECT_EQ((forward ? cw_fft_forward : cw_fft_backward)(plan, input.data(), output.data()), CW_OK)
        << method << ": " << cw_last_error();
    const std::vector<std::byte> content = numbers(output.content(), problem.precision);
    results.insert(results.end(), content.begin(), content.end());
  }
  return results;
}

TEST(Methods, GiveTheSameBytes) {
  const int processes = size_of(MPI_COMM_WORLD);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Random random(seed);
    Problem problem = random_problem(random, processes, 10000);
    // All other choices must be the same for all methods.
    if (problem.grid.empty()) problem.grid = {processes};
    if (problem.order.empty() || problem.order == "auto") problem.order = "row-major";
    problem.effort = CW_FFT_ESTIMATE;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + problem.text());
    const std::vector<std::byte> wanted = results_of("alltoallv", problem, seed);
    for (const char* method : {"shared", "node-aware", "alltoallw", "pipelined"}) {
      const std::vector<std::byte> results = results_of(method, problem, seed);
      EXPECT_TRUE(results.empty() || results == wanted) << method;
    }
  }
}

TEST(Methods, AllArePossibleOnOneHost) {
  const QuietComm world;
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  const bool one_host = size_of(host) == size_of(world);
  MPI_Comm_free(&host);
  if (!one_host) GTEST_SKIP() << "the processes are on several hosts";
  for (const char* method : {"shared", "node-aware", "alltoallw", "alltoallv", "pipelined"}) {
    Problem problem = fourier({8, 12, 5});
    problem.method = method;
    const Plan plan(world, problem);
    EXPECT_EQ(plan.status(), CW_OK) << method << ": " << cw_last_error();
  }
}

}  // namespace
}  // namespace fft_test
