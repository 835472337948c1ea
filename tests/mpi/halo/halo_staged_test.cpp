// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Halos on a GPU whose messages are so long that they are packed and copied in segments, against the values that every
// point must have. `halo_staged_test [plans [seed]]` with the driver of a GPU in CARTWRIGHT_TEST_GPU.
#include "base/random.hpp"
#include "cartwright/halo.h"
#include "test_gpu.hpp"

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

using cartwright::base::Random;
using Values = std::vector<double>;

void need(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "%s (%s)\n", what, cw_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void succeed(cw_status status, const char* call) { need(status == CW_OK, call); }

/// A periodic ring of processes along one axis of fields in memory of the GPU, whose copies and kernels run on one
/// stream.
class Ring {
 public:
  Ring(std::uint64_t seed, const TestGpu& gpu) : gpu_(gpu), stream_(gpu.make_stream()) {
    Random random(seed);  // the same on all processes
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    axis_ = static_cast<int>(random.below(2));
    dims_[axis_] = size;
    const int periods[2] = {1, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims_, periods, 0, &cart_);
    int rank = 0;
    MPI_Comm_rank(cart_, &rank);
    MPI_Cart_coords(cart_, rank, 2, coords_);
    width_ = 1 + random.below(2);
    // From below the shortest message that is staged to several segments, with any remainder.
    sizes_[axis_] = 2 * width_ + random.below(4);
    sizes_[1 - axis_] = 10'000 + random.below(40'000);
    fields_ = 1 + static_cast<std::size_t>(random.below(3));
    options_.stream = stream_;
    options_.no_sharing = random.below(4) == 0 ? 1 : 0;
    if (random.below(2) == 0) options_.piece = 64 * (100 + random.below(20'000));
    for (std::size_t i = 0; i < fields_; ++i) {
      memory_.push_back(gpu.allocate(8 * points()));
      described_.push_back(CW_HALO_FIELD_INIT);
      described_[i].base = reinterpret_cast<void*>(memory_[i] + 8 * static_cast<std::uintptr_t>(width_ * (row() + 1)));
      described_[i].sizes = sizes_;
    }
    succeed(cw_halo_create(cart_, 2, width_, described_.data(), fields_, &options_, &halo_), "cw_halo_create");
  }
  ~Ring() {
    cw_halo_free(halo_);
    MPI_Barrier(cart_);
    for (const std::uintptr_t one : memory_) gpu_.free(one);
    gpu_.destroy(stream_);
    MPI_Comm_free(&cart_);
  }
  Ring(const Ring&) = delete;

  /// An exchange of new values, which the stream writes into the fields just before.
  void exchange(std::int64_t step, Random& random) {
    std::vector<Values> values;
    for (std::size_t i = 0; i < fields_; ++i) {
      values.push_back(expected(step, i, false));
      gpu_.copy(memory_[i], reinterpret_cast<std::uintptr_t>(values[i].data()), 8 * points(), stream_);
    }
    succeed(cw_halo_start(halo_), "cw_halo_start");
    if (random.below(3) == 0) {
      int done = 0;
      while (done == 0) succeed(cw_halo_test(halo_, &done), "cw_halo_test");
    } else if (random.below(2) == 0) {
      const int side[2] = {axis_ == 0 ? 1 : 0, axis_ == 1 ? 1 : 0};
      succeed(cw_halo_finish_side(halo_, side), "cw_halo_finish_side");
    }
    succeed(cw_halo_finish(halo_), "cw_halo_finish");
    for (std::size_t i = 0; i < fields_; ++i) {
      Values got(points());
      gpu_.copy(reinterpret_cast<std::uintptr_t>(got.data()), memory_[i], 8 * points(), stream_);
      gpu_.wait(stream_);
      need(got == expected(step, i, true), "a point has a wrong value");
    }
  }

  /// Ghost points are brought to their owners: all points are 1, so each becomes the number of processes that hold it.
  void accumulate() {
    const Values ones(points(), 1.0);
    for (const std::uintptr_t one : memory_) gpu_.put(one, ones.data(), 8 * points());
    succeed(cw_halo_accumulate(halo_, CW_HALO_SUM), "cw_halo_accumulate");
    for (const std::uintptr_t one : memory_) {
      Values got(points());
      gpu_.get(got.data(), one, 8 * points());
      for (std::int64_t x = 0; x < sizes_[0]; ++x)
        for (std::int64_t y = 0; y < sizes_[1]; ++y) {
          double holders = 1;
          const std::int64_t at[2] = {x, y};
          for (int axis = 0; axis < 2; ++axis)
            holders *= 1 + (at[axis] < width_ ? 1 : 0) + (at[axis] >= sizes_[axis] - width_ ? 1 : 0);
          need(got[static_cast<std::size_t>((x + width_) * row() + y + width_)] == holders, "a sum is wrong");
        }
    }
  }

  std::int64_t longest() const { return width_ * sizes_[1 - axis_] * 8 * static_cast<std::int64_t>(fields_); }

 private:
  std::int64_t row() const { return sizes_[1] + 2 * width_; }
  std::size_t points() const { return static_cast<std::size_t>((sizes_[0] + 2 * width_) * row()); }

  /// The values of a field after an exchange, or before it: then ghost points are negative.
  Values expected(std::int64_t step, std::size_t field, bool exchanged) const {
    Values values;
    values.reserve(points());
    for (std::int64_t x = -width_; x < sizes_[0] + width_; ++x)
      for (std::int64_t y = -width_; y < sizes_[1] + width_; ++y) {
        const bool own = x >= 0 && x < sizes_[0] && y >= 0 && y < sizes_[1];
        const std::int64_t all[2] = {sizes_[0] * dims_[0], sizes_[1] * dims_[1]};
        const std::int64_t i = (coords_[0] * sizes_[0] + x + all[0]) % all[0];
        const std::int64_t j = (coords_[1] * sizes_[1] + y + all[1]) % all[1];
        const auto number =
            static_cast<double>(((step * 8 + static_cast<std::int64_t>(field)) * all[0] + i) * all[1] + j);
        values.push_back(own || exchanged ? number : -1);
      }
    return values;
  }

  const TestGpu& gpu_;
  void* const stream_;
  int axis_ = 0;
  int dims_[2] = {1, 1}, coords_[2] = {0, 0};
  std::int64_t width_ = 1, sizes_[2] = {1, 1};
  std::size_t fields_ = 1;
  MPI_Comm cart_ = MPI_COMM_NULL;
  cw_halo_options options_ = CW_HALO_OPTIONS_INIT;
  std::vector<std::uintptr_t> memory_;
  std::vector<cw_halo_field> described_;
  cw_halo* halo_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::uint64_t plans = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10;
  const std::uint64_t first = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + plans; ++seed) {
    Random random(seed);
    Ring ring(seed, *TestGpu::get());
    if (rank == 0) {
      std::printf("seed %llu: messages of %lld bytes\n", static_cast<unsigned long long>(seed),
                  static_cast<long long>(ring.longest()));
      std::fflush(stdout);
    }
    for (std::int64_t step = 0; step < 3; ++step) ring.exchange(step, random);
    ring.accumulate();
  }
  MPI_Finalize();
  return 0;
}
