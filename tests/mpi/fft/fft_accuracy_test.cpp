// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <fftw3.h>

#include <cmath>

// The whole spectrum, not only the round trip, must be as close to that of FFTW in long double as FFTW's own serial
// transforms are.

namespace fft_test {
namespace {

/// FFTW's serial transform of `physical` in the precision with the prefix X.
#define SERIAL_SPECTRUM(X, Number)                                                                             \
  Grid serial_spectrum(Number, const Problem& problem, const Grid& physical) {                                 \
    const std::vector<int> n(problem.n.begin(), problem.n.end());                                              \
    const int ndims = static_cast<int>(n.size());                                                              \
    const bool real = problem.real;                                                                            \
    Grid grid{problem.sizes(CW_FFT_SPECTRAL), {}};                                                             \
    std::vector<std::complex<Number>> spectrum(static_cast<std::size_t>(product(grid.sizes)));                 \
    std::vector<Number> in(physical.values.size() * (real ? 1 : 2));                                           \
    for (std::size_t i = 0; i < physical.values.size(); ++i)                                                   \
      write(in.data(), problem.precision, !real, static_cast<std::int64_t>(i), physical.values[i]);            \
    auto* out = reinterpret_cast<X##_complex*>(spectrum.data());                                               \
    const X##_plan plan = real ? X##_plan_dft_r2c(ndims, n.data(), in.data(), out, FFTW_ESTIMATE)              \
                               : X##_plan_dft(ndims, n.data(), reinterpret_cast<X##_complex*>(in.data()), out, \
                                              FFTW_FORWARD, FFTW_ESTIMATE);                                    \
    X##_execute(plan);                                                                                         \
    X##_destroy_plan(plan);                                                                                    \
    for (const std::complex<Number>& value : spectrum) grid.values.emplace_back(value);                        \
    return grid;                                                                                               \
  }
SERIAL_SPECTRUM(fftwf, float)
SERIAL_SPECTRUM(fftw, double)
SERIAL_SPECTRUM(fftwl, long double)

class Accuracy : public testing::TestWithParam<std::vector<std::int64_t>> {};

TEST_P(Accuracy, SpectrumIsAsCloseToThatInLongDoubleAsFftwsOwn) {
  const QuietComm world;
  for (const bool real : {false, true}) {
    for (const cw_fft_precision precision : {CW_FFT_DOUBLE, CW_FFT_FLOAT}) {
      Problem problem = fourier(GetParam(), real);
      problem.precision = precision;
      SCOPED_TRACE(problem.text());
      const Grid physical = random_grid(7, problem.n, !real);
      Problem exact = problem;
      exact.precision = CW_FFT_LONG_DOUBLE;
      const Grid reference = serial_spectrum(Real(), exact, physical);
      const Real serial = precision == CW_FFT_FLOAT
                              ? difference(serial_spectrum(float(), problem, physical), reference)
                              : difference(serial_spectrum(double(), problem, physical), reference);

      const Plan plan(world, problem);
      ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
      Buffer input(extent(plan.array(CW_FFT_PHYSICAL), 1), precision);
      Buffer output(extent(plan.array(CW_FFT_SPECTRAL), 1), precision);
      put(plan, CW_FFT_PHYSICAL, {physical}, input.data());
      ASSERT_EQ(cw_fft_forward(plan, input.data(), output.data()), CW_OK) << cw_last_error();
      EXPECT_LE(error(plan, CW_FFT_SPECTRAL, {reference}, output.data()), 1.5L * serial);

      // And back.
      Grid wanted = physical;
      for (Value& value : wanted.values) value *= static_cast<Real>(product(problem.n));
      ASSERT_EQ(cw_fft_backward(plan, output.data(), input.data()), CW_OK) << cw_last_error();
      EXPECT_LE(error(plan, CW_FFT_PHYSICAL, {wanted}, input.data()),
                10 * problem.epsilon() * std::log2(static_cast<Real>(product(problem.n))));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Accuracy,
                         testing::Values(std::vector<std::int64_t>{64, 64, 64}, std::vector<std::int64_t>{12, 35, 64},
                                         std::vector<std::int64_t>{97, 7, 2}, std::vector<std::int64_t>{31, 29, 23},
                                         std::vector<std::int64_t>{101, 103}, std::vector<std::int64_t>{6, 5, 8, 9}));

}  // namespace
}  // namespace fft_test
