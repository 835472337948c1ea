// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/fft.h"
#include "gpu/ranks.hpp"
#include "lib/succeed.hpp"

#include <cmath>
#include <complex>
#include <optional>
#include <random>

namespace cartwright::bench {

namespace {

using Complex = std::complex<double>;
using Index = std::array<std::int64_t, 3>;

/// A number that looks random, for a place in a cube of n^3.
Complex value_at(std::int64_t place) {
  auto bits = static_cast<std::uint64_t>(place) * 0x9e3779b97f4a7c15U;
  bits ^= bits >> 29;
  bits *= 0xbf58476d1ce4e5b9U;
  constexpr double unit = 1.0 / 4294967296.0;
  return {static_cast<double>(bits >> 32) * unit - 0.5, static_cast<double>(bits & 0xffffffffU) * unit - 0.5};
}

/// Some coefficients of a cube: where they are, and their values.
struct Sample {
  std::vector<Index> at;
  std::vector<Complex> values;
};

/// cuFFT's own 3-D plan, by one process.
class Alone {
 public:
  Alone(const Device& device, std::int64_t n) : device_(device), n_(n) {
    using LongLong = long long;  // NOLINT(google-runtime-int): as in the interface of cuFFT
    LongLong lengths[] = {n, n, n};
    constexpr int z2z = 0x69;
    std::size_t work_bytes = 0;
    device.call_cufft("cufftCreate", &plan_);
    device.call_cufft("cufftSetAutoAllocation", plan_, 0);
    device.call_cufft("cufftMakePlanMany64", plan_, 3, &lengths[0], &lengths[0], LongLong{1}, LongLong{n * n * n},
                      &lengths[0], LongLong{1}, LongLong{n * n * n}, z2z, LongLong{1}, &work_bytes);
    area_.emplace(device, std::max<std::size_t>(work_bytes, 1));
    device.call_cufft("cufftSetWorkArea", plan_, static_cast<void*>(area_->data()));
  }
  ~Alone() {
    try {
      device_.call_cufft("cufftDestroy", plan_);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
    }
  }
  Alone(const Alone&) = delete;

  /// Transforms value_at() of all places, and takes a sample. Returns the seconds of a transform.
  double run(Sample& sample, int most) const {
    const auto points = static_cast<std::size_t>(n_ * n_ * n_);
    std::vector<Complex> values(points);
    for (std::size_t i = 0; i < points; ++i) values[i] = value_at(static_cast<std::int64_t>(i));
    const Memory in(device_, points * sizeof(Complex));
    const Memory out(device_, in.bytes());
    in.put(values.data());
    constexpr int forward = -1;
    const auto transform = [&] {
      device_.call_cufft("cufftExecZ2Z", plan_, static_cast<void*>(in.data()), static_cast<void*>(out.data()), forward);
    };
    const double seconds = device_.seconds_of(transform, most);
    out.get(values.data());
    for (const Index& at : sample.at)
      sample.values.push_back(values[static_cast<std::size_t>((at[0] * n_ + at[1]) * n_ + at[2])]);
    return seconds;
  }

 private:
  const Device& device_;
  const std::int64_t n_;
  int plan_ = -1;
  std::optional<Memory> area_;
};

/// Cartwright's plan of all processes, in double.
class Together {
 public:
  Together(const Ranks& ranks, std::int64_t n, bool transposed) : ranks_(ranks), n_(n) {
    cw_fft_options options = CW_FFT_OPTIONS_INIT;
    options.memory = CW_FFT_MEMORY_DEVICE;
    options.transposed = transposed ? 1 : 0;
    const Index sizes{n, n, n};
    succeed(cw_fft_plan_create(MPI_COMM_WORLD, 3, sizes.data(), &options, &plan_));
    std::int64_t bytes = 0;
    succeed(cw_fft_plan_buffer_bytes(plan_, &bytes));
    in_.emplace(ranks.device(), static_cast<std::size_t>(bytes));
    out_.emplace(ranks.device(), static_cast<std::size_t>(bytes));
    fill();
  }
  ~Together() {
    out_.reset();
    in_.reset();
    cw_fft_plan_free(plan_);
  }
  Together(const Together&) = delete;

  void run() const {
    succeed(cw_fft_forward(plan_, in_->data(), out_->data()));
    ranks_.device().wait();
  }

  /// Whether the result has the coefficients of a sample.
  bool has(const Sample& sample) const {
    const cw_fft_array array = part(CW_FFT_SPECTRAL);
    std::vector<Complex> all(out_->bytes() / sizeof(Complex));
    out_->get(all.data());
    // Values are below one, so coefficients are of the order of the root of the number of points.
    const double tolerance = 1e-12 * std::sqrt(static_cast<double>(n_ * n_ * n_)) * std::log2(static_cast<double>(n_));
    for (std::size_t i = 0; i < sample.at.size(); ++i) {
      std::int64_t place = 0;
      bool here = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t local = sample.at[i][axis] - array.start[axis];
        here = here && local >= 0 && local < array.count[axis];
        place += local * array.stride[axis];
      }
      if (here && std::abs(all[static_cast<std::size_t>(place)] - sample.values[i]) > tolerance) return false;
    }
    return true;
  }

 private:
  cw_fft_array part(cw_fft_space space) const {
    cw_fft_array array = CW_FFT_ARRAY_INIT;
    succeed(cw_fft_plan_array(plan_, space, -1, &array));
    return array;
  }

  void fill() const {
    const cw_fft_array array = part(CW_FFT_PHYSICAL);
    std::vector<Complex> all(in_->bytes() / sizeof(Complex));
    for (std::int64_t x = 0; x < array.count[0]; ++x)
      for (std::int64_t y = 0; y < array.count[1]; ++y)
        for (std::int64_t z = 0; z < array.count[2]; ++z)
          all[static_cast<std::size_t>(x * array.stride[0] + y * array.stride[1] + z * array.stride[2])] =
              value_at(((array.start[0] + x) * n_ + array.start[1] + y) * n_ + array.start[2] + z);
    in_->put(all.data());
  }

  const Ranks& ranks_;
  const std::int64_t n_;
  cw_fft_plan* plan_ = nullptr;
  std::optional<Memory> in_, out_;
};

/// The same places on all processes.
Sample some_places(std::int64_t n) {
  std::mt19937_64 random(3);
  Sample sample;
  for (int i = 0; i < 5000; ++i) {
    Index& at = sample.at.emplace_back();
    for (std::int64_t& one : at) one = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  }
  return sample;
}

}  // namespace

void time_fft(const Ranks& ranks) {
  const std::int64_t n = ranks.tiny() ? 8 : 512;
  Sample sample = some_places(n);
  double alone = 0;
  if (ranks.rank() == 0) alone = Alone(ranks.device(), n).run(sample, ranks.tiny() ? 1 : 20);
  sample.values.resize(sample.at.size());
  MPI_Bcast(&alone, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(sample.values.data(), static_cast<int>(2 * sample.values.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (const bool transposed : {false, true}) {
    const Together together(ranks, n, transposed);
    together.run();
    ranks.need(together.has(sample), "FFT");
    const double seconds = ranks.seconds_of(10, [&] { together.run(); });
    const std::string name =
        fmt::format("FFT of {}^3 by {} processes{}", n, ranks.size(), transposed ? ", left transposed" : "");
    ranks.add({name, "ms", seconds * 1e3});
    ranks.add({name + ", time in that of cuFFT's 3-D plan", "ratio", seconds / alone});
  }
}

}  // namespace cartwright::bench
