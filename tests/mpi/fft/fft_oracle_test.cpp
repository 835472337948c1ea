// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_oracle.hpp"

#include <fftw3.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

// The reference is compared with FFTW in long double.

namespace fft_test {
namespace {

const fftwl_r2r_kind fftw_kinds[] = {FFTW_R2HC,    FFTW_R2HC /* FOURIER and NONE */,
                                     FFTW_REDFT00, FFTW_REDFT01,
                                     FFTW_REDFT10, FFTW_REDFT11,
                                     FFTW_RODFT00, FFTW_RODFT01,
                                     FFTW_RODFT10, FFTW_RODFT11,
                                     FFTW_R2HC,    FFTW_HC2R,
                                     FFTW_DHT};

std::vector<Real> random_values(std::size_t count) {
  std::mt19937_64 random(count);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  std::vector<Real> values(count);
  for (Real& value : values) value = uniform(random);
  return values;
}

constexpr Real tolerance = 1e-16L;

TEST(Oracle, RealToRealKindsAreThoseOfFftw) {
  for (int kind = CW_FFT_REDFT00; kind <= CW_FFT_DHT; ++kind)
    for (const std::int64_t n : {1, 2, 3, 4, 7, 12, 35, 97}) {
      if (kind == CW_FFT_REDFT00 && n == 1) continue;
      SCOPED_TRACE("kind " + std::to_string(kind) + ", n " + std::to_string(n));
      const Axis axis{static_cast<cw_fft_kind>(kind), n, n, false};
      std::vector<Real> in = random_values(static_cast<std::size_t>(n));
      std::vector<Real> out(in.size());
      const Grid physical{{n}, {in.begin(), in.end()}};
      const fftwl_plan plan =
          fftwl_plan_r2r_1d(static_cast<int>(n), in.data(), out.data(), fftw_kinds[kind], FFTW_ESTIMATE);
      fftwl_execute(plan);
      fftwl_destroy_plan(plan);
      const Grid spectral = forward({axis}, physical);
      const Grid again = backward({axis}, spectral);
      for (std::size_t i = 0; i < out.size(); ++i) {
        EXPECT_LE(std::abs(spectral.values[i] - out[i]), tolerance * static_cast<Real>(n));
        EXPECT_LE(std::abs(again.values[i] / static_cast<Real>(axis.logical()) - physical.values[i]), tolerance);
      }
    }
}

TEST(Oracle, FourierTransformsInThreeDimensionsAreThoseOfFftw) {
  const std::vector<std::int64_t> n = {5, 8, 7};
  std::vector<Axis> axes;
  for (const std::int64_t size : n) axes.push_back({CW_FFT_FOURIER, size, size, false});
  const std::vector<Real> numbers = random_values(2 * 5 * 8 * 7);
  Grid physical{n, {}};
  for (std::size_t i = 0; i < numbers.size(); i += 2) physical.values.emplace_back(numbers[i], numbers[i + 1]);
  Grid wanted = physical;
  auto* data = reinterpret_cast<fftwl_complex*>(wanted.values.data());
  const fftwl_plan plan = fftwl_plan_dft_3d(5, 8, 7, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
  fftwl_execute(plan);
  fftwl_destroy_plan(plan);
  const Grid spectral = forward(axes, physical);
  for (std::size_t i = 0; i < wanted.values.size(); ++i)
    EXPECT_LE(std::abs(spectral.values[i] - wanted.values[i]), 280 * tolerance);
}

TEST(Oracle, HalvedAxisHasTheFirstHalfOfTheSpectrumAndGoesBack) {
  for (const std::int64_t n : {1, 2, 3, 8, 35})
    for (const std::int64_t m : {n, n + 1, 3 * n / 2 + 1}) {
      const Axis halved{CW_FFT_FOURIER, n, m, true};
      const Axis whole{CW_FFT_FOURIER, n, m, false};
      const std::vector<Real> numbers = random_values(static_cast<std::size_t>(m));
      const Grid physical{{m}, {numbers.begin(), numbers.end()}};
      const Grid half = forward({halved}, physical);
      const Grid all = forward({whole}, physical);
      ASSERT_EQ(half.values.size(), static_cast<std::size_t>(n / 2 + 1));
      for (std::size_t k = 0; k < half.values.size(); ++k) EXPECT_EQ(half.values[k], all.values[k]);
      const Grid from_half = backward({halved}, half);
      const Grid from_all = backward({whole}, all);
      for (std::size_t j = 0; j < from_half.values.size(); ++j)
        EXPECT_LE(std::abs(from_half.values[j] - from_all.values[j]), tolerance * static_cast<Real>(m));
    }
}

TEST(Oracle, PaddedSpectrumComesBackFromThePaddedGrid) {
  for (const cw_fft_kind kind : {CW_FFT_FOURIER, CW_FFT_RODFT10, CW_FFT_REDFT10, CW_FFT_REDFT00})
    for (const std::int64_t n : {2, 3, 7, 8}) {
      const Axis axis{kind, n, 3 * n / 2 + 1, false};
      const std::vector<Real> numbers = random_values(static_cast<std::size_t>(n));
      const Grid spectral{{n}, {numbers.begin(), numbers.end()}};
      const Grid again = forward({axis}, backward({axis}, spectral));
      for (std::size_t k = 0; k < again.values.size(); ++k)
        EXPECT_LE(std::abs(again.values[k] / static_cast<Real>(axis.logical()) - spectral.values[k]), tolerance)
            << "kind " << kind << ", n " << n << ", k " << k;
    }
}

}  // namespace
}  // namespace fft_test
