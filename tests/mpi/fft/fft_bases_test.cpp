// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <cmath>
#include <numbers>
#include <string>

// The bases of [Aseeri2019] (FFF, SFF, SSF, SSS) and similar ones on the box [0, L]^3, with L = 2 pi for F and pi for S
// and C: a mode is one coefficient, and derivatives are products with wave numbers.

namespace fft_test {
namespace {

const std::vector<std::int64_t> sizes = {12, 15, 16};
constexpr Real pi = std::numbers::pi_v<Real>;

Real point(char basis, std::int64_t j, std::int64_t n) {
  return basis == 'F' ? 2 * pi * static_cast<Real>(j) / static_cast<Real>(n)
                      : pi * (static_cast<Real>(j) + 0.5L) / static_cast<Real>(n);
}

/// The wave number of coefficient k: sines begin at 1.
std::int64_t wave_number(char basis, std::int64_t k, std::int64_t n) {
  if (basis == 'S') return k + 1;
  return basis == 'F' && 2 * k > n ? k - n : k;
}

/// Coefficient and mode of one axis.
struct Mode {
  std::int64_t k = 0;
  Value value(char basis, std::int64_t j, std::int64_t n) const {
    const Real angle = static_cast<Real>(wave_number(basis, k, n)) * point(basis, j, n);
    if (basis == 'S') return std::sin(angle);
    if (basis == 'C') return std::cos(angle);
    return {std::cos(angle), std::sin(angle)};
  }
  /// The coefficient after the transform.
  Real coefficient(char basis, std::int64_t n) const {
    const bool at_end = (basis == 'S' && k == n - 1) || (basis == 'C' && k == 0);
    return static_cast<Real>(at_end ? 2 * n : n);
  }
};

template <typename Function>
Grid sampled(const std::vector<std::int64_t>& n, Function function) {
  Grid grid{n, {}};
  for (std::int64_t x = 0; x < n[0]; ++x)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t z = 0; z < n[2]; ++z) grid.values.push_back(function(x, y, z));
  return grid;
}

Grid sampled(const std::string& basis, const std::vector<Mode>& modes) {
  return sampled(sizes, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return modes[0].value(basis[0], x, sizes[0]) * modes[1].value(basis[1], y, sizes[1]) *
           modes[2].value(basis[2], z, sizes[2]);
  });
}

cw_fft_kind kind_of(char letter) {
  switch (letter) {
    case 'S': return CW_FFT_RODFT10;
    case 'C': return CW_FFT_REDFT10;
    default: return CW_FFT_FOURIER;
  }
}

Problem in_basis(const std::string& basis, bool real) {
  Problem problem = fourier(sizes, real);
  for (std::size_t i = 0; i < basis.size(); ++i) problem.kinds[i] = kind_of(basis[i]);
  return problem;
}

class Basis : public testing::TestWithParam<std::string> {};

TEST_P(Basis, LettersStandForKinds) {
  const QuietComm world;
  for (const bool real : {false, true}) {
    const Plan plan(world, in_basis(GetParam(), real));
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    Problem problem = plan.problem();
    cw_fft_options options = problem.options(rank_in(world));
    options.kinds = nullptr;
    options.basis = GetParam().c_str();
    cw_fft_plan* named = nullptr;
    ASSERT_EQ(cw_fft_plan_create(world, 3, sizes.data(), &options, &named), CW_OK) << cw_last_error();
    Buffer in(plan.buffer_bytes(), CW_FFT_DOUBLE);
    Buffer out(plan.buffer_bytes(), CW_FFT_DOUBLE);
    Buffer named_out(plan.buffer_bytes(), CW_FFT_DOUBLE);
    put(plan, CW_FFT_PHYSICAL, {random_grid(1, sizes, !real)}, in.data());
    EXPECT_EQ(cw_fft_forward(plan, in.data(), out.data()), CW_OK);
    EXPECT_EQ(cw_fft_forward(named, in.data(), named_out.data()), CW_OK);
    EXPECT_EQ(out.content(), named_out.content());
    EXPECT_EQ(cw_fft_plan_free(named), CW_OK);
  }
}

TEST_P(Basis, ModeIsOneCoefficient) {
  const std::string& basis = GetParam();
  const QuietComm world;
  const Plan plan(world, in_basis(basis, false));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  for (const std::vector<Mode>& modes :
       {std::vector<Mode>{{0}, {0}, {0}}, {{11}, {14}, {15}}, {{6}, {7}, {8}}, {{1}, {0}, {9}}, {{0}, {13}, {1}}}) {
    Real wanted = 1;
    for (std::size_t i = 0; i < 3; ++i) wanted *= modes[i].coefficient(basis[i], sizes[i]);
    const Grid spectrum = sampled(sizes, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
      return x == modes[0].k && y == modes[1].k && z == modes[2].k ? wanted : 0;
    });
    EXPECT_LE(difference(transformed(plan, true, sampled(basis, modes)), spectrum), tolerance(plan.problem()));
  }
}

TEST_P(Basis, SecondDerivativesAreProductsWithSquaresOfWaveNumbers) {
  const std::string& basis = GetParam();
  const QuietComm world;
  Problem problem = in_basis(basis, true);
  problem.scale = CW_FFT_SCALE_BACKWARD;
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  // A sum of modes, whose Laplacian is known mode by mode.
  const std::vector<std::vector<Mode>> all = {{{0}, {2}, {1}}, {{3}, {1}, {5}}, {{4}, {5}, {7}}};
  Grid f{sizes, std::vector<Value>(static_cast<std::size_t>(product(sizes)))};
  Grid laplacian = f;
  for (const std::vector<Mode>& modes : all) {
    Real factor = 0;
    for (std::size_t i = 0; i < 3; ++i)
      factor -=
          static_cast<Real>(wave_number(basis[i], modes[i].k, sizes[i]) * wave_number(basis[i], modes[i].k, sizes[i]));
    const Grid mode = sampled(basis, modes);
    for (std::size_t i = 0; i < mode.values.size(); ++i) {
      f.values[i] += mode.values[i].real();
      laplacian.values[i] += factor * mode.values[i].real();
    }
  }
  Grid spectrum = transformed(plan, true, f);
  const std::vector<std::int64_t> n = problem.sizes(CW_FFT_SPECTRAL);
  const Grid factors = sampled(n, [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const std::int64_t k[] = {wave_number(basis[0], x, sizes[0]), wave_number(basis[1], y, sizes[1]),
                              wave_number(basis[2], z, sizes[2])};
    return -static_cast<Real>(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
  });
  for (std::size_t i = 0; i < spectrum.values.size(); ++i) spectrum.values[i] *= factors.values[i];
  EXPECT_LE(difference(transformed(plan, false, spectrum), laplacian), 20 * tolerance(problem));
}

INSTANTIATE_TEST_SUITE_P(Names, Basis, testing::Values("FFF", "SFF", "SSF", "SSS", "CFF", "CCC", "SCS", "FSC", "FFS"));

TEST(Derivative, TurnsSinesIntoCosines) {
  const QuietComm world;
  for (const std::string after : {"FF", "SF", "CS"}) {
    SCOPED_TRACE(after);
    Problem sines = in_basis("S" + after, true);
    Problem cosines = in_basis("C" + after, true);
    sines.scale = cosines.scale = CW_FFT_SCALE_FORWARD;
    const Plan sine_plan(world, sines);
    const Plan cosine_plan(world, cosines, sine_plan);
    ASSERT_EQ(cosine_plan.status(), CW_OK) << cw_last_error();
    const std::vector<std::vector<Mode>> all = {{{0}, {2}, {1}}, {{3}, {1}, {5}}, {{9}, {5}, {7}}};
    Grid f{sizes, std::vector<Value>(static_cast<std::size_t>(product(sizes)))};
    Grid derivative = f;
    for (const std::vector<Mode>& modes : all) {
      const Real k = static_cast<Real>(modes[0].k + 1);
      const Grid mode = sampled("S" + after, modes);
      const Grid slope = sampled("C" + after, {{modes[0].k + 1}, modes[1], modes[2]});
      for (std::size_t i = 0; i < mode.values.size(); ++i) {
        f.values[i] += mode.values[i].real();
        derivative.values[i] += k * slope.values[i].real();
      }
    }
    // The coefficient of sin(k x) has index k - 1, that of cos(k x) index k.
    const Grid spectrum = transformed(sine_plan, true, f);
    Grid slopes{spectrum.sizes, std::vector<Value>(spectrum.values.size())};
    const std::size_t plane = spectrum.values.size() / static_cast<std::size_t>(sizes[0]);
    for (std::size_t i = plane; i < slopes.values.size(); ++i)
      slopes.values[i] = static_cast<Real>(i / plane) * spectrum.values[i - plane];
    EXPECT_LE(difference(transformed(cosine_plan, false, slopes), derivative), 20 * tolerance(sines));
  }
}

}  // namespace
}  // namespace fft_test
