// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <cmath>

// The properties that FFTW's own checks use (impulses, linearity, shifts in time and in frequency), and Parseval.

namespace fft_test {
namespace {

const std::vector<std::int64_t> sizes = {18, 35, 32};

std::int64_t wrapped(std::int64_t index, std::int64_t size) { return ((index % size) + size) % size; }

/// Calls visit(i, position in a row-major array) for all indices.
template <typename Visit>
void for_indices(const std::vector<std::int64_t>& n, Visit visit) {
  std::size_t at = 0;
  for (std::int64_t x = 0; x < n[0]; ++x)
    for (std::int64_t y = 0; y < n[1]; ++y)
      for (std::int64_t z = 0; z < n[2]; ++z) visit(std::vector<std::int64_t>{x, y, z}, at++);
}

/// exp(2 pi i (k . j)), of indices k and j per axis.
Value wave(const std::vector<std::int64_t>& k, const std::vector<std::int64_t>& j) {
  Value value = 1;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    value *= Value(cos_pi(2 * wrapped(k[i] * j[i], sizes[i]), sizes[i]),
                   sin_pi(2 * wrapped(k[i] * j[i], sizes[i]), sizes[i]));
  return value;
}

Grid shifted(const Grid& grid, const std::vector<std::int64_t>& by) {
  Grid result = grid;
  for_indices(sizes, [&](const std::vector<std::int64_t>& i, std::size_t at) {
    std::int64_t from = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) from = from * sizes[axis] + wrapped(i[axis] - by[axis], sizes[axis]);
    result.values[at] = grid.values[static_cast<std::size_t>(from)];
  });
  return result;
}

/// The grid multiplied by exp(sign 2 pi i (k . j)).
Grid modulated(const Grid& grid, std::vector<std::int64_t> k, int sign) {
  Grid result = grid;
  for (std::int64_t& index : k) index *= sign;
  for_indices(sizes, [&](const std::vector<std::int64_t>& j, std::size_t at) { result.values[at] *= wave(k, j); });
  return result;
}

class Property : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(plan_.status(), CW_OK) << cw_last_error(); }

  QuietComm world_;
  Plan plan_{world_, fourier(sizes)};
  Real small_ = tolerance(fourier(sizes));
};

TEST_F(Property, ImpulsesBecomeWaves) {
  for (const std::vector<std::int64_t>& position : {std::vector<std::int64_t>{0, 0, 0}, {17, 34, 31}, {5, 0, 16}}) {
    Grid impulse{sizes, std::vector<Value>(static_cast<std::size_t>(product(sizes)))};
    Grid wanted = impulse;
    for_indices(sizes, [&](const std::vector<std::int64_t>& i, std::size_t at) {
      impulse.values[at] = i == position ? 1 : 0;
      wanted.values[at] = std::conj(wave(i, position));
    });
    EXPECT_LE(difference(transformed(plan_, true, impulse), wanted), small_);
    for (Value& value : wanted.values) value = std::conj(value);
    EXPECT_LE(difference(transformed(plan_, false, impulse), wanted), small_);
  }
}

TEST_F(Property, TransformsAreLinear) {
  const Grid f = random_grid(1, sizes, true);
  const Grid g = random_grid(2, sizes, true);
  const Value a(0.5, -0.25);
  Grid both = f;
  for (std::size_t i = 0; i < both.values.size(); ++i) both.values[i] = a * f.values[i] + g.values[i];
  for (const bool forward : {true, false}) {
    Grid wanted = transformed(plan_, forward, f);
    const Grid rest = transformed(plan_, forward, g);
    for (std::size_t i = 0; i < wanted.values.size(); ++i) wanted.values[i] = a * wanted.values[i] + rest.values[i];
    EXPECT_LE(difference(transformed(plan_, forward, both), wanted), small_);
  }
}

TEST_F(Property, ShiftInTimeIsAPhaseInFrequency) {
  const Grid f = random_grid(3, sizes, true);
  const Grid spectrum = transformed(plan_, true, f);
  for (const std::vector<std::int64_t>& by : {std::vector<std::int64_t>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 20, 31}})
    EXPECT_LE(difference(transformed(plan_, true, shifted(f, by)), modulated(spectrum, by, -1)), small_);
}

TEST_F(Property, PhaseInTimeIsAShiftInFrequency) {
  const Grid f = random_grid(4, sizes, true);
  const Grid spectrum = transformed(plan_, true, f);
  for (const std::vector<std::int64_t>& by : {std::vector<std::int64_t>{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 20, 31}})
    EXPECT_LE(difference(transformed(plan_, true, modulated(f, by, 1)), shifted(spectrum, by)), small_);
}

TEST(Parseval, HoldsForRealDataWithTheWeightsOfTheHalvedAxis) {
  const QuietComm world;
  for (const std::int64_t last : {32, 33, 1, 2}) {
    const Problem problem = fourier({12, 35, last}, true);
    const Plan plan(world, problem);
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    const Grid f = random_grid(5, problem.n, false);
    const Grid spectrum = transformed(plan, true, f);
    Real in_space = 0;
    Real in_spectrum = 0;
    for (const Value& value : f.values) in_space += std::norm(value);
    for (std::size_t i = 0; i < spectrum.values.size(); ++i) {
      const std::int64_t k = static_cast<std::int64_t>(i) % (last / 2 + 1);
      // The coefficients at 0 and at Nyquist are their own conjugates.
      in_spectrum += (k == 0 || 2 * k == last ? 1 : 2) * std::norm(spectrum.values[i]);
    }
    EXPECT_LE(std::abs(in_spectrum / in_space / static_cast<Real>(product(problem.n)) - 1), tolerance(problem));
  }
}

}  // namespace
}  // namespace fft_test
