// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/fft_operators.h"
#include "fft_refused.hpp"

#include <cmath>
#include <cstring>
#include <iostream>
#include <numbers>

// Operators, compared with a forward transform, a loop over the coefficients, and a backward transform. CARTWRIGHT_SEED
// is the seed of the first problem, CARTWRIGHT_FFT_PROBLEMS their number.

namespace fft_test {
namespace {

/// A factor of about 1 that depends on the coefficient and the field.
Value factor(std::int64_t whole, std::int64_t field, bool complex_data) {
  Random random(static_cast<std::uint64_t>(whole * 64 + field));
  const auto part = [&] { return static_cast<Real>(any(random, -8, 8)) / 8; };
  const Real real = 1 + part() / 2;
  return {real, complex_data ? part() : 0};
}

void multiply(void* memory, cw_fft_precision precision, bool complex_data, std::int64_t at, Value by) {
  write(memory, precision, complex_data, at, by * read(memory, precision, complex_data, at));
}

/// What the operator of the test gets and counts.
struct Expected {
  std::vector<std::int64_t> sizes;
  std::int64_t coefficients = 0;
};

void multiply_row(const cw_fft_row* row, void* data) {
  auto& expected = *static_cast<Expected*>(data);
  for (std::int64_t i = 0; i < row->count; ++i) {
    std::int64_t whole = 0;
    for (std::size_t axis = 0; axis < row->ndims; ++axis)
      whole = whole * expected.sizes[axis] + row->start[axis] + (axis == row->axis ? i : 0);
    multiply(row->values, row->precision, row->complex_data != 0, i, factor(whole, row->field, row->complex_data != 0));
  }
  expected.coefficients += row->count;
}

/// forward, a loop, backward.
std::vector<std::byte> separately(const Plan& plan, const std::vector<Grid>& in, std::int64_t fields_of_factors) {
  const Problem& problem = plan.problem();
  const cw_fft_array waves = plan.array(CW_FFT_SPECTRAL);
  Buffer physical(extent(plan.array(CW_FFT_PHYSICAL), problem.fields), problem.precision);
  Buffer spectral(extent(waves, problem.fields), problem.precision);
  put(plan, CW_FFT_PHYSICAL, in, physical.data());
  EXPECT_EQ(cw_fft_forward(plan, physical.data(), spectral.data()), CW_OK) << cw_last_error();
  const bool complex_data = waves.complex_data != 0;
  for (std::int64_t field = 0; field < problem.fields; ++field)
    for_elements(waves, [&](std::int64_t whole, std::int64_t here) {
      multiply(spectral.data(), problem.precision, complex_data, field * waves.field_stride + here,
               factor(whole, field % fields_of_factors, complex_data));
    });
  EXPECT_EQ(cw_fft_backward(plan, spectral.data(), physical.data()), CW_OK) << cw_last_error();
  return physical.content();
}

/// cw_fft_apply.
std::vector<std::byte> at_once(const Plan& plan, const std::vector<Grid>& in, cw_fft_operator function, void* data,
                               bool in_place) {
  const Problem& problem = plan.problem();
  const std::int64_t bytes = extent(plan.array(CW_FFT_PHYSICAL), problem.fields);
  Buffer input(bytes, problem.precision);
  Buffer output(in_place ? 0 : bytes, problem.precision);
  put(plan, CW_FFT_PHYSICAL, in, input.data());
  const std::vector<std::byte> before = input.content();
  void* const result = in_place ? input.data() : output.data();
  EXPECT_EQ(cw_fft_apply(plan, function, data, bytes == 0 ? nullptr : input.data(), bytes == 0 ? nullptr : result),
            CW_OK)
      << cw_last_error();
  EXPECT_TRUE(input.guards_are_whole()) << "written outside of the input";
  EXPECT_TRUE(output.guards_are_whole()) << "written outside of the output";
  EXPECT_TRUE(in_place || before == input.content()) << "the input was changed";
  return in_place ? input.content() : output.content();
}

/// The relative difference in the L2 norm. Collective.
Real apart(const Plan& plan, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  const cw_fft_array points = plan.array(CW_FFT_PHYSICAL);
  Real difference = 0, size = 0;
  for (std::int64_t i = 0; i < points.elements * plan.problem().fields; ++i) {
    const auto value = [&](const auto& of) {
      return read(of.data(), plan.problem().precision, points.complex_data != 0, i);
    };
    difference += std::norm(value(a) - value(b));
    size += std::norm(value(b));
  }
  difference = sum(difference, plan.comm());
  size = sum(size, plan.comm());
  return std::sqrt(size > 0 ? difference / size : difference);
}

void check(const Plan& plan, Random& random, std::uint64_t seed) {
  const Problem& problem = plan.problem();
  std::vector<Grid> in;
  for (std::int64_t field = 0; field < problem.fields; ++field)
    in.push_back(random_grid(seed * 16 + static_cast<std::uint64_t>(field), problem.sizes(CW_FFT_PHYSICAL),
                             problem.is_complex(CW_FFT_PHYSICAL)));
  const bool in_place = any(random, 0, 1) == 0;
  SCOPED_TRACE(in_place ? "in place" : "out of place");
  Expected expected{problem.sizes(CW_FFT_SPECTRAL)};
  const std::vector<std::byte> result = at_once(plan, in, multiply_row, &expected, in_place);
  EXPECT_EQ(static_cast<std::int64_t>(sum(static_cast<Real>(expected.coefficients), plan.comm())),
            product(expected.sizes) * problem.fields);
  EXPECT_LE(apart(plan, result, separately(plan, in, problem.fields)), tolerance(problem));

  const cw_fft_array waves = plan.array(CW_FFT_SPECTRAL);
  if (!problem.transposed || !problem.spectral_boxes.empty()) return;
  Buffer factors(extent(waves, 1), problem.precision);
  for_elements(waves, [&](std::int64_t whole, std::int64_t here) {
    write(factors.data(), problem.precision, waves.complex_data != 0, here, factor(whole, 0, waves.complex_data != 0));
  });
  EXPECT_LE(apart(plan, at_once(plan, in, cw_fft_factors, factors.data(), in_place), separately(plan, in, 1)),
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
    std::vector<std::byte> result = at_once(*plan_, {grid()}, function, data, true);
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
    std::vector<std::byte> result = at_once(plan, {turns}, cw_fft_derivative, &axis, true);
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
