// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

// Arrays that are streamed past the caches, beside arrays that are transformed in place. The other tests have arrays
// that are smaller than the caches.

namespace cartwright::fft {
namespace {

constexpr Caches streamed = {.streamed_bytes = 1, .cached_bytes = std::int64_t{1} << 30, .tile_bytes = 0};
constexpr Caches in_place = {.streamed_bytes = std::numeric_limits<std::int64_t>::max(), .cached_bytes = 0};

/// Doubles that begin at any multiple of their size.
class Buffer {
 public:
  Buffer(std::size_t count, std::size_t shift) : values_(count + 2), shift_(shift) {}
  double* begin() { return values_.data() + shift_; }
  double* end() { return values_.data() + values_.size(); }
  std::byte* data() { return reinterpret_cast<std::byte*>(begin()); }

 private:
  std::vector<double> values_;
  std::size_t shift_;
};

struct Case {
  Case(std::mt19937_64& random, int processes) {
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int ndims = 2 + below(2);
    std::vector<std::int64_t> sizes;
    std::string basis;
    for (int axis = 0; axis < ndims; ++axis) {
      sizes.push_back(1 + below(40));
      basis += "FFFSC"[below(5)];
    }
    cw_fft_options options = CW_FFT_OPTIONS_INIT;
    options.real = below(2);
    options.basis = basis.c_str();
    options.scale = CW_FFT_SCALE_UNITARY;
    problem = read_problem(static_cast<std::size_t>(ndims), sizes.data(), options);
    request.grid = {processes};
    for (int rank = 0; rank < processes; ++rank) request.cells.push_back(rank);
    request.methods = {exchange::methods()[random() % exchange::methods().size()]};
    request.natural = below(2) == 1;
    shift = static_cast<std::size_t>(below(2));
    count = 1;
    for (const std::int64_t size : sizes) count *= static_cast<std::size_t>(size + 2) * 2;
  }
  Problem problem;
  EngineRequest request;
  std::size_t shift = 0;
  std::size_t count = 0;  ///< doubles that are enough for an array
};

/// The arrays after a forward and after a backward transform.
struct Results {
  Buffer spectral, physical;
};

Results transform(const Case& one, const Caches& caches, Buffer in) {
  exchange::Workspace workspace(MPI_COMM_WORLD);
  EngineRequest request = one.request;
  request.caches = caches;
  Engine engine(chosen_backend(), one.problem, MPI_COMM_WORLD, workspace, request);
  Results made = {Buffer(one.count, one.shift), Buffer(one.count, one.shift)};
  const std::vector<double> before(in.begin(), in.end());
  engine.start(Direction::forward, in.data(), made.spectral.data());
  engine.finish();
  EXPECT_TRUE(std::equal(before.begin(), before.end(), in.begin())) << "the input of the forward transform changed";
  const std::vector<double> between(made.spectral.begin(), made.spectral.end());
  engine.start(Direction::backward, made.spectral.data(), made.physical.data());
  engine.finish();
  EXPECT_TRUE(std::equal(between.begin(), between.end(), made.spectral.begin()))
      << "the input of the backward transform changed";
  return made;
}

double distance(Buffer& a, Buffer& b) {
  double most = 0;
  for (double *x = a.begin(), *y = b.begin(); x != a.end(); ++x, ++y) most = std::max(most, std::abs(*x - *y));
  return most;
}

TEST(StreamedArrays, AreTransformedLikeOthers) {
  int processes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::mt19937_64 random(seed);
    const Case one(random, processes);
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + describe(one.problem) + " by " +
                 std::string(one.request.methods[0]->name));
    Buffer in(one.count, one.shift);
    std::uniform_real_distribution<double> value(-1, 1);
    for (double& each : in) each = value(random);
    Results with = transform(one, streamed, in);
    Results without = transform(one, in_place, in);
    EXPECT_LE(distance(with.spectral, without.spectral), 1e-12);
    EXPECT_LE(distance(with.physical, without.physical), 1e-12);
  }
}

}  // namespace
}  // namespace cartwright::fft
