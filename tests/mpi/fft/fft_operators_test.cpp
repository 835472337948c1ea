// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_apply.hpp"
#include "fft_refused.hpp"

#include <cmath>
#include <iostream>
#include <numbers>

// Operators, compared with a forward transform, a loop over the coefficients, and a backward transform. CARTWRIGHT_SEED
// is the seed of the first problem, CARTWRIGHT_FFT_PROBLEMS their number.

namespace fft_test {
namespace {

/// What the operator of the test gets and counts.
struct Expected {
  std::vector<std::int64_t> sizes;
  std::int64_t coefficients = 0;
};

void multiply_row(const cw_fft_row* row, void* data) {
  auto& expected = *static_cast<Expected*>(data);
  const bool complex_data = row->complex_data != 0;
  for (std::int64_t i = 0; i < row->count; ++i)
    write(row->values, row->precision, complex_data, i,
          factor(whole_index(*row, expected.sizes, i), row->field, complex_data) *
              read(row->values, row->precision, complex_data, i));
  EXPECT_EQ(row->fields, 1);
  EXPECT_EQ(row->values_of[0], row->values);
  expected.coefficients += row->count;
}

/// Multiplies all coefficients by their factors.
auto multiply_by_factors(std::int64_t fields, std::int64_t fields_of_factors) {
  return [=](const Coefficients& coefficients) {
    for (std::int64_t field = 0; field < fields; ++field)
      for_elements(coefficients.array(), [&](std::int64_t whole, std::int64_t here) {
        const Value by = factor(whole, field % fields_of_factors, coefficients.complex_data());
        coefficients.set(field, here, by * coefficients.get(field, here));
      });
  };
}

void check(const Plan& plan, Random& random, std::uint64_t seed) {
  const Problem& problem = plan.problem();
  const std::vector<Grid> in = random_fields(problem, seed);
  const bool in_place = any(random, 0, 1) == 0;
  SCOPED_TRACE(in_place ? "in place" : "out of place");
  Expected expected{problem.sizes(CW_FFT_SPECTRAL)};
  const std::vector<std::byte> result = at_once(plan, in, multiply_row, &expected, in_place);
  EXPECT_EQ(static_cast<std::int64_t>(sum(static_cast<Real>(expected.coefficients), plan.comm())),
            product(expected.sizes) * problem.fields);
  const auto by_three_calls = [&](std::int64_t fields_of_factors) {
    return separately(plan, in, multiply_by_factors(problem.fields, fields_of_factors));
  };
  EXPECT_LE(apart(plan, result, by_three_calls(problem.fields)), tolerance(problem));

  const cw_fft_array waves = plan.array(CW_FFT_SPECTRAL);
  if (!problem.transposed || !problem.spectral_boxes.empty()) return;
  Buffer factors(extent(waves, 1), problem.precision);
  for_elements(waves, [&](std::int64_t whole, std::int64_t here) {
    write(factors.data(), problem.precision, waves.complex_data != 0, here, factor(whole, 0, waves.complex_data != 0));
  });
  EXPECT_LE(apart(plan, at_once(plan, in, cw_fft_factors, factors.data(), in_place), by_three_calls(1)),
            tolerance(problem));
}

TEST(Operators, DoWhatThreeCallsDo) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = from_environment("CARTWRIGHT_FFT_PROBLEMS", 30);
  const QuietComm world;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Random random(seed);
    const Problem problem = random_problem(random, size_of(world), 3000);
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed) + ": " + problem.text());
    const Plan plan(world, problem);
    // The processes may be on several hosts.
    if (plan.status() == CW_UNSUPPORTED && problem.method == "shared") continue;
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    // Another plan uses the same work space in between.
    Problem other = random_problem(random, size_of(world), 300);
    other.method = problem.method;
    const Plan beside(world, other, any(random, 0, 1) == 1 ? static_cast<cw_fft_plan*>(plan) : nullptr);
    ASSERT_EQ(beside.status(), CW_OK) << other.text() << ": " << cw_last_error();
    for (const Plan* one : {&plan, &beside, &plan}) check(*one, random, seed);
    if (all_of(testing::Test::HasFailure(), world) != std::vector<int>(static_cast<std::size_t>(size_of(world)))) {
      if (rank_in(world) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << "\n" << problem.text() << std::endl;
      break;
    }
  }
}

/// A wave that a kind of transform has along its axis, and the points where it is sampled.
struct Wave {
  cw_fft_kind kind;
  bool sine;
  double before;  ///< from the wall to the first point, in distances of points
  int beyond;     ///< distances of points in the length, beyond n
  double number;
};

constexpr Wave waves[] = {
    {CW_FFT_FOURIER, false, 0, 0, 2},     {CW_FFT_R2HC, true, 0, 0, 2},       {CW_FFT_DHT, true, 0, 0, 2},
    {CW_FFT_REDFT00, false, 0, -1, 3},    {CW_FFT_REDFT01, false, 0, 0, 2.5}, {CW_FFT_REDFT10, false, 0.5, 0, 3},
    {CW_FFT_REDFT11, false, 0.5, 0, 2.5}, {CW_FFT_RODFT00, true, 1, 1, 3},    {CW_FFT_RODFT01, true, 1, 0, 2.5},
    {CW_FFT_RODFT10, true, 0.5, 0, 3},    {CW_FFT_RODFT11, true, 0.5, 0, 2.5}};

/// A product of the same wave along two axes, in a box of the lengths `length` and the default.
class Waves {
 public:
  Waves(const Wave& wave, MPI_Comm comm) : wave_(wave) {
    problem_ = fourier({8, 9}, true);
    problem_.kinds = {wave.kind, wave.kind};
    problem_.scale = CW_FFT_SCALE_BACKWARD;
    cw_fft_options options = problem_.options(rank_in(comm));
    options.lengths = lengths_;
    plan_ = std::make_unique<Plan>(comm, problem_, options);
  }
  const Plan& plan() const { return *plan_; }
  double square() const {
    return std::pow(wave_.number * std::numbers::pi * turns() / lengths_[0], 2) + std::pow(wave_.number, 2);
  }

  /// The product, or its derivative along axis 0.
  Grid grid(bool derivative = false) const {
    Grid grid{problem_.n, {}};
    for (std::int64_t i = 0; i < problem_.n[0]; ++i)
      for (std::int64_t j = 0; j < problem_.n[1]; ++j)
        grid.values.emplace_back(derivative ? -scale() * std::sin(phase(0, i)) * at(1, j) : at(0, i) * at(1, j));
    return grid;
  }
  Real error(cw_fft_operator function, void* data, double factor, bool derivative = false) const {
    Grid wanted = grid(derivative);
    for (Value& value : wanted.values) value *= factor;
    std::vector<std::byte> result = at_once(*plan_, std::vector<Grid>{grid()}, function, data, true);
    return fft_test::error(*plan_, CW_FFT_PHYSICAL, {wanted}, result.data());
  }

 private:
  int turns() const {
    return wave_.kind == CW_FFT_FOURIER || wave_.kind == CW_FFT_R2HC || wave_.kind == CW_FFT_DHT ? 2 : 1;
  }
  double scale() const { return wave_.number * std::numbers::pi * turns() / lengths_[0]; }
  double phase(std::size_t axis, std::int64_t i) const {
    return wave_.number * std::numbers::pi * turns() * (static_cast<double>(i) + wave_.before) /
           static_cast<double>(problem_.n[axis] + wave_.beyond);
  }
  double at(std::size_t axis, std::int64_t i) const {
    return wave_.sine ? std::sin(phase(axis, i)) : std::cos(phase(axis, i));
  }

  const Wave& wave_;
  Problem problem_;
  const double lengths_[2] = {3, turns() * std::numbers::pi};
  std::unique_ptr<Plan> plan_;
};

TEST(Operators, MultiplyWavesByTheirFactors) {
  const QuietComm world;
  for (const Wave& wave : waves) {
    SCOPED_TRACE(wave.kind);
    const Waves known(wave, world);
    ASSERT_EQ(known.plan().status(), CW_OK) << cw_last_error();
    double s = 0.02;
    EXPECT_LE(known.error(cw_fft_laplacian, nullptr, -known.square()), 1e-13);
    EXPECT_LE(known.error(cw_fft_inverse_laplacian, nullptr, -1 / known.square()), 1e-13);
    EXPECT_LE(known.error(cw_fft_gaussian, &s, std::exp(-s * known.square())), 1e-13);
  }
  const Waves known(waves[0], world);
  int axis = 0;
  EXPECT_LE(known.error(cw_fft_derivative, &axis, 1, true), 1e-13);
}

TEST(Operators, DeriveNoWaveWithoutAPair) {
  // cos(n x / 2) is 1 and -1 in turn at the n points, where the sine of this wave number is 0.
  const QuietComm world;
  const Plan plan(world, fourier({6, 4}, true));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  Grid turns{{6, 4}, {}};
  for (int i = 0; i < 24; ++i) turns.values.emplace_back((i / 4 + i) % 2 == 0 ? 1 : -1);
  for (int axis : {0, 1}) {
    std::vector<std::byte> result = at_once(plan, std::vector<Grid>{turns}, cw_fft_derivative, &axis, true);
    EXPECT_LE(error(plan, CW_FFT_PHYSICAL, {Grid{{6, 4}, std::vector<Value>(24)}}, result.data()), 1e-13);
  }
}

TEST_F(Refused, InvalidOperators) {
  Problem problem = fourier({4, 6, 5}, true);
  problem.kinds = {CW_FFT_RODFT10, CW_FFT_FOURIER, CW_FFT_FOURIER};
  const Plan plan(world_, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  const std::int64_t elements = plan.array(CW_FFT_PHYSICAL).elements;
  std::vector<double> u(static_cast<std::size_t>(2 * elements + 1));
  double* const v = u.data() + elements;
  std::vector<double> coefficients(static_cast<std::size_t>(2 * plan.array(CW_FFT_SPECTRAL).elements));
  const std::vector<cw_status> invalid = {CW_INVALID_ARGUMENT};
  const auto apply = [&](cw_fft_operator function, void* data) {
    return cw_fft_apply(plan, function, data, u.data(), v);
  };
  int axis = 3;
  EXPECT_EQ(cw_fft_apply(nullptr, cw_fft_laplacian, nullptr, u.data(), v), CW_INVALID_ARGUMENT);
  expect_error(world_, apply(nullptr, nullptr), invalid, "function");
  expect_error(world_, apply(cw_fft_gaussian, nullptr), invalid, "data");
  expect_error(world_, apply(cw_fft_derivative, nullptr), invalid, "data");
  expect_error(world_, apply(cw_fft_derivative, &axis), invalid, "3");
  axis = 0;
  expect_error(world_, apply(cw_fft_derivative, &axis), {CW_UNSUPPORTED}, "RODFT10");
  expect_error(world_, apply(cw_fft_factors, u.data()), {CW_UNSUPPORTED}, "transposed");
  // Only in one process: the others get the error, too.
  expect_error(world_, cw_fft_apply(plan, cw_fft_laplacian, nullptr, rank_ == 0 ? nullptr : u.data(), v), invalid,
               "in");
  expect_error(world_, cw_fft_apply(plan, cw_fft_laplacian, nullptr, u.data(), u.data() + (rank_ == 0 ? 1 : 0)),
               invalid, "overlap");
  ASSERT_EQ(cw_fft_forward_start(plan, u.data(), coefficients.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(apply(cw_fft_laplacian, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_finish(plan), CW_OK) << cw_last_error();
  if (processes_ > 1)
    expect_error(world_,
                 rank_ == 0 ? cw_fft_forward(plan, u.data(), coefficients.data()) : apply(cw_fft_laplacian, nullptr),
                 invalid, "cw_fft_apply");
  EXPECT_EQ(apply(cw_fft_laplacian, nullptr), CW_OK) << cw_last_error();
  for (const cw_fft_operator of_all_fields : {cw_fft_projection, cw_fft_curl})
    expect_error(world_, apply(of_all_fields, nullptr), invalid, "cw_fft_apply_fields");
}

TEST_F(Refused, InvalidLengths) {
  Request request = request_;
  for (const double length : {0.0, -1.5, std::numeric_limits<double>::infinity()}) {
    const double lengths[] = {1, length, 1};
    request.options.lengths = lengths;
    expect_refused(request, "lengths[1]");
  }
}

}  // namespace
}  // namespace fft_test
