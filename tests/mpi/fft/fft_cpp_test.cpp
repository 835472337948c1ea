// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// fft.hpp and poisson.hpp on 4 processes: their additions to C.
#include "fixture.hpp"

#include <cartwright/poisson.hpp>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>
#include <optional>

namespace {

using cw::fft::Array;
using cw::fft::Box;
using cw::fft::Plan;
using cw::fft::Scale;
using Index = std::vector<std::int64_t>;
template <typename T>
using Complex = std::complex<T>;

constexpr int processes = 4;
const Index shape{6, 5, 4};

/// A number for each point, neither even nor odd along any axis.
template <typename T>
T value_at(const Index& index) {
  const double mixed = std::sin(1 + 3.7 * double(index[0]) + 1.3 * double(index[1]) + 0.6 * double(index[2]));
  if constexpr (std::is_floating_point_v<T>)
    return T(mixed);
  else
    return T(typename T::value_type(mixed), typename T::value_type(std::cos(5 * mixed)));
}

template <typename T>
Complex<double> in_double(T value) {
  return {static_cast<double>(std::real(value)), static_cast<double>(std::imag(value))};
}

template <typename T, typename S>
void fill(const Plan<T, S>& plan, std::span<T> data) {
  plan.physical().for_each([&](const Index& index, std::size_t at) { data[at] = value_at<T>(index); });
}

/// The sum over all points that defines a coefficient; `term` has the factor of a point.
template <typename T, typename Term>
Complex<double> coefficient(const Index& n, Term term) {
  Complex<double> sum = 0;
  Index point(3);
  for (point[0] = 0; point[0] < n[0]; ++point[0])
    for (point[1] = 0; point[1] < n[1]; ++point[1])
      for (point[2] = 0; point[2] < n[2]; ++point[2]) sum += in_double(value_at<T>(point)) * term(point);
  return sum;
}
template <typename T>
Complex<double> coefficient(const Index& wave, const Index& n = shape) {
  return coefficient<T>(n, [&](const Index& point) {
    double turns = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) turns += double(wave[axis] * point[axis]) / double(n[axis]);
    return std::polar(1.0, -2 * std::numbers::pi * turns);
  });
}

/// The status that a call throws, or CW_OK if it does not throw.
template <typename Call>
cw_status thrown_by(Call call) {
  try {
    call();
  } catch (const cw::Error& error) {
    EXPECT_STRNE(error.what(), "");
    return error.status();
  }
  return CW_OK;
}

template <typename T>
void transform_there_and_back(double tolerance) {
  Plan<T> plan(MPI_COMM_WORLD, shape, {.scale = Scale::backward});
  auto u = plan.physical_buffer();
  auto coefficients = plan.spectral_buffer();
  fill<T>(plan, u);
  plan.forward(u, coefficients);
  plan.spectral().for_each([&](const Index& wave, std::size_t at) {
    EXPECT_LT(std::abs(in_double(coefficients[at]) - coefficient<T>(wave)), tolerance);
  });
  std::vector<T> back(plan.physical().size());
  plan.backward(coefficients, back);
  plan.physical().for_each(
      [&](const Index& point, std::size_t at) { EXPECT_LT(std::abs(back[at] - value_at<T>(point)), tolerance); });
}

TEST(FftCpp, TransformsEveryTypeByItsDefinition) {
  transform_there_and_back<double>(1e-12);
  transform_there_and_back<Complex<double>>(1e-12);
  transform_there_and_back<float>(1e-4);
  transform_there_and_back<Complex<float>>(1e-4);
  transform_there_and_back<long double>(1e-12);
  transform_there_and_back<Complex<long double>>(1e-12);
}

TEST(FftCpp, DistinguishesRealAndComplexSpectra) {
  Plan<double, double> sines(MPI_COMM_WORLD, shape, {.basis = "SSC", .scale = Scale::backward});
  EXPECT_FALSE(sines.spectral().complex_data);
  std::vector<double> u(sines.physical().size()), coefficients(sines.spectral().size()), back(u.size());
  fill<double>(sines, u);
  sines.forward(u, coefficients);
  sines.spectral().for_each([&](const Index& wave, std::size_t at) {
    const auto sum = coefficient<double>(shape, [&](const Index& point) {
      const auto angle = [&](std::size_t axis, std::int64_t k) {
        return std::numbers::pi * double((2 * point[axis] + 1) * k) / double(2 * shape[axis]);
      };
      return 8 * std::sin(angle(0, wave[0] + 1)) * std::sin(angle(1, wave[1] + 1)) * std::cos(angle(2, wave[2]));
    });
    EXPECT_NEAR(coefficients[at], sum.real(), 1e-12);
  });
  sines.backward(coefficients, back);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(back[i], u[i], 1e-13);

  EXPECT_EQ((Plan<double>(MPI_COMM_WORLD, shape, {.basis = "SFF"}).spectral().global), (Index{6, 5, 3}));
  EXPECT_EQ(thrown_by([] { Plan<double>(MPI_COMM_WORLD, shape, {.basis = "SSS"}); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([] { Plan<double, double>(MPI_COMM_WORLD, shape); }), CW_INVALID_ARGUMENT);
}

TEST(FftCpp, DescribesTheDataOfEachProcess) {
  const Plan<double> plan(MPI_COMM_WORLD, shape, {.fields = 3, .transposed = true, .grid = {0}});
  EXPECT_EQ(plan.physical().memory_order(), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(plan.spectral().memory_order(), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(plan.physical().global, shape);
  EXPECT_EQ(plan.spectral().global, (Index{6, 5, 3}));
  std::int64_t physical = 0, spectral = 0;
  for (int rank = 0; rank < processes; ++rank) {
    physical += plan.physical(rank).elements;
    spectral += plan.spectral(rank).elements;
  }
  EXPECT_EQ(physical, 6 * 5 * 4);
  EXPECT_EQ(spectral, 6 * 5 * 3);
  EXPECT_EQ(plan.physical(rank_in(MPI_COMM_WORLD)).start, plan.physical().start);
  EXPECT_EQ(plan.physical().size(), static_cast<std::size_t>(3 * plan.physical().elements));
}

TEST(FftCpp, VisitsElementsInMemoryOrder) {
  const Plan<double> plan(MPI_COMM_WORLD, shape, {.transposed = true});
  const Array& mine = plan.spectral();
  std::vector<std::size_t> offsets;
  mine.for_each([&](const Index& index, std::size_t at) {
    std::int64_t expected = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_GE(index[axis], mine.start[axis]);
      EXPECT_LT(index[axis], mine.start[axis] + mine.count[axis]);
      expected += (index[axis] - mine.start[axis]) * mine.stride[axis];
    }
    EXPECT_EQ(at, static_cast<std::size_t>(expected));
    offsets.push_back(at);
  });
  EXPECT_EQ(offsets.size(), static_cast<std::size_t>(mine.elements));
  EXPECT_TRUE(std::is_sorted(offsets.begin(), offsets.end()));
  EXPECT_EQ(std::adjacent_find(offsets.begin(), offsets.end()), offsets.end());
}

TEST(FftCpp, SupportsBricksFieldsAndSharedWorkSpace) {
  Plan<double> whole(MPI_COMM_WORLD, {8, 8, 8});
  const int rank = rank_in(MPI_COMM_WORLD);
  const Box brick{{rank / 2 * 4, rank % 2 * 4, 0}, {4, 4, 8}};
  Plan<double> bricks(MPI_COMM_WORLD, {8, 8, 8}, {.fields = 2, .physical_box = brick, .share = whole.get()});
  EXPECT_EQ(bricks.physical().start, brick.start);
  EXPECT_EQ(bricks.physical().count, brick.count);
  auto u = bricks.physical_buffer(), back = bricks.physical_buffer();
  auto coefficients = bricks.spectral_buffer();
  ASSERT_EQ(u.size(), std::size_t{2 * 4 * 4 * 8});
  fill<double>(bricks, u);
  for (std::size_t i = 0; i < u.size() / 2; ++i) u[u.size() / 2 + i] = 3 * u[i];
  bricks.forward(u, coefficients);
  bricks.spectral().for_each([&](const Index& wave, std::size_t at) {
    const Complex<double> wanted = coefficient<double>(wave, {8, 8, 8});
    EXPECT_LT(std::abs(coefficients[at] - wanted), 1e-11);
    EXPECT_LT(std::abs(coefficients[at + coefficients.size() / 2] - 3.0 * wanted), 1e-11);
  });
  bricks.backward(coefficients, back);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(back[i], 512 * u[i], 1e-10);
}

TEST(FftCpp, TransformsInPlace) {
  Plan<double> plan(MPI_COMM_WORLD, shape);
  std::vector<double> u(plan.physical().size());
  auto expected = plan.spectral_buffer();
  fill<double>(plan, u);
  plan.forward(u, expected);
  const auto both = plan.in_place_buffer();
  std::copy(u.begin(), u.end(), both.physical().begin());
  plan.forward(both.physical(), both.spectral());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), both.spectral().begin()));
  plan.backward(both.spectral(), both.physical());
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(both.physical()[i], 120 * u[i], 1e-11);
}

TEST(FftCpp, TransformsInTwoHalves) {
  Plan<Complex<double>> plan(MPI_COMM_WORLD, shape);
  auto u = plan.physical_buffer(), back = plan.physical_buffer();
  auto expected = plan.spectral_buffer(), coefficients = plan.spectral_buffer();
  fill<Complex<double>>(plan, u);
  plan.forward(u, expected);
  plan.forward_start(u, coefficients).finish();
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), coefficients.begin()));
  {
    const cw::fft::Pending pending = plan.backward_start(coefficients, back);
    EXPECT_EQ(thrown_by([&] { plan.forward(u, expected); }), CW_INVALID_ARGUMENT);
  }
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_LT(std::abs(back[i] - 120.0 * u[i]), 1e-11);
}

TEST(FftCpp, AppliesOperators) {
  using std::numbers::pi;
  Plan<double> plan(MPI_COMM_WORLD, {16, 6, 4}, {.scale = Scale::backward, .transposed = true, .lengths = {3, 1, 1}});
  auto u = plan.physical_buffer();
  auto v = plan.physical_buffer();
  const double k = 2 * 2 * pi / 3;
  const auto x = [](const Index& index) { return 3 * double(index[0]) / 16; };
  plan.physical().for_each([&](const Index& index, std::size_t at) { u[at] = std::sin(k * x(index)); });
  const auto expect = [&](double sine, double cosine) {
    plan.physical().for_each([&](const Index& index, std::size_t at) {
      EXPECT_NEAR(v[at], sine * std::sin(k * x(index)) + cosine * std::cos(k * x(index)), 1e-12);
    });
  };
  plan.apply(cw::fft::laplacian(), u, v);
  expect(-k * k, 0);
  plan.apply(cw::fft::inverse_laplacian(), u, v);
  expect(-1 / (k * k), 0);
  plan.apply(cw::fft::gaussian(0.01), u, v);
  expect(std::exp(-0.01 * k * k), 0);
  plan.apply(cw::fft::derivative(0), u, v);
  expect(0, k);
  const std::vector<Complex<double>> halves(plan.spectral().size(), 0.5);
  plan.apply(cw::fft::factors(halves), u, v);
  expect(0.5, 0);
  plan.apply(
      [&](const auto& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
          EXPECT_EQ(row.index(0, i) == 2, std::abs(row.k(0, i) - k) < 1e-12);
          row[i] *= Complex<double>(0, row.k(0, i));
        }
      },
      u, v);
  expect(0, k);
}

TEST(FftCpp, AppliesOperatorsToAllFields) {
  Plan<double> plan(MPI_COMM_WORLD, {8, 6, 4}, {.fields = 3, .scale = Scale::backward});
  auto u = plan.physical_buffer();
  auto v = plan.physical_buffer();
  const auto x = [](const Index& index) { return 2 * std::numbers::pi * double(index[0]) / 8; };
  const std::size_t points = static_cast<std::size_t>(plan.physical().elements);
  plan.physical().for_each([&](const Index& index, std::size_t at) {
    u[at] = 1;
    u[points + at] = std::sin(2 * x(index));
    u[2 * points + at] = std::cos(x(index));
  });
  const auto expect = [&](double one, double two_cos_2x, double sin_2x, double sin_x, double cos_x) {
    plan.physical().for_each([&](const Index& index, std::size_t at) {
      EXPECT_NEAR(v[at], one, 1e-13);
      EXPECT_NEAR(v[points + at], sin_2x * std::sin(2 * x(index)) + sin_x * std::sin(x(index)), 1e-13);
      EXPECT_NEAR(v[2 * points + at], 2 * two_cos_2x * std::cos(2 * x(index)) + cos_x * std::cos(x(index)), 1e-13);
    });
  };
  plan.apply_fields(cw::fft::projection(), u, v);
  expect(1, 0, 1, 0, 1);
  plan.apply_fields(cw::fft::curl(), u, v);
  expect(0, 1, 0, 1, 0);
  plan.apply_fields(
      [](const auto& row) {
        ASSERT_EQ(row.fields(), 3U);
        for (std::size_t i = 0; i < row.size(); ++i) row.field(1)[i] += row.k(0, i) * row[i];
      },
      u, v);
  expect(1, 0, 1, 0, 1);
  EXPECT_EQ(thrown_by([&] { plan.apply_fields(cw::fft::laplacian(), u, v); }), CW_INVALID_ARGUMENT);
}

TEST(FftCpp, ThrowsWhatAnOperatorThrows) {
  Plan<double> plan(MPI_COMM_WORLD, shape, {.transposed = true});
  auto u = plan.physical_buffer();
  const bool first = rank_in(MPI_COMM_WORLD) == 0;
  const auto throws = [&](const auto&) {
    if (first) throw 7;
  };
  const auto apply = [&] { plan.apply(throws, u, u); };
  if (first)
    EXPECT_THROW(apply(), int);
  else
    EXPECT_NO_THROW(apply());
  const std::vector<Complex<double>> factors(plan.spectral().size() - (first ? 1 : 0));
  EXPECT_EQ(thrown_by([&] { plan.apply(cw::fft::factors(factors), u, u); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([&] { plan.apply(cw::fft::laplacian(), u, u); }), CW_OK);
}

TEST(FftCpp, MakesOneSmallBufferAnErrorOfAll) {
  Plan<double> plan(MPI_COMM_WORLD, shape);
  auto u = plan.physical_buffer();
  auto coefficients = plan.spectral_buffer();
  ASSERT_GT(u.size(), 0u);
  const std::size_t one_less = u.size() - (rank_in(MPI_COMM_WORLD) == 1 ? 1 : 0);
  EXPECT_EQ(thrown_by([&] { plan.forward(std::span(u.data(), one_less), coefficients); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([&] { plan.backward(coefficients, std::span(u.data(), one_less)); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([&] { plan.forward(u, coefficients); }), CW_OK);
}

TEST(FftCpp, ThrowsErrorsOfTheLibrary) {
  const auto status_of = [](const cw::fft::Options& options) {
    return thrown_by([&] { Plan<double>(MPI_COMM_WORLD, shape, options); });
  };
  EXPECT_EQ(status_of({.basis = "FF"}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.basis = "FFQ"}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.kinds = {cw::fft::Kind::dht}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.physical = {9, 8}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.grid = {3}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.order = "spiral"}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.method = "telepathy"}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.physical_box = Box{{0, 0}, {6, 5}}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([] { cw::fft::load_wisdom("/nonexistent/wisdom"); }), CW_IO);
}

TEST(FftCpp, SolvesPoissonsEquation) {
  using Value = Complex<float>;
  cw::fft::Poisson<Value> solver(MPI_COMM_WORLD, shape,
                                 {.boundaries = "DD PP ND",
                                  .centering = "NCC",
                                  .lengths = {2, 3, 5},
                                  .lambda = 0.5,
                                  .laplacian = cw::fft::Laplacian::second_order,
                                  .fft = {.fields = 2, .grid = {2, 2}}});
  const double pi = std::numbers::pi;
  const double waves[] = {2 * pi / 2, 2 * pi / 3, 0.5 * pi / 5};
  double factor = -0.5;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double h = solver.point({1, 1, 1})[axis] - solver.point({0, 0, 0})[axis];
    factor += 2 * (std::cos(waves[axis] * h) - 1) / (h * h);
  }
  const auto field = static_cast<std::size_t>(solver.array().field_stride);
  auto f = solver.buffer(), u = solver.buffer(), wanted = solver.buffer();
  solver.array().for_each([&](const Index& index, std::size_t at) {
    const std::vector<double> x = solver.point(index);
    const double value = std::sin(waves[0] * x[0]) * std::sin(waves[1] * x[1]) * std::cos(waves[2] * x[2]);
    wanted[at] = Value(float(value), 0);
    wanted[field + at] = Value(0, float(3 * value));
    for (const std::size_t i : {at, field + at}) f[i] = float(factor) * wanted[i];
  });
  solver.solve(f, u);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(std::abs(u[i] - wanted[i]), 0, 1e-5);
  EXPECT_EQ(solver.array(rank_in(MPI_COMM_WORLD)).start, solver.array().start);
  EXPECT_NE(solver.explain().find("REDFT11"), std::string::npos);
  EXPECT_EQ(thrown_by([&] { Plan<Value>(MPI_COMM_WORLD, shape, {.share = solver.plan()}); }), CW_OK);

  const std::size_t one_less = u.size() - (rank_in(MPI_COMM_WORLD) == 1 ? 1 : 0);
  EXPECT_EQ(thrown_by([&] { solver.solve(std::span(f.data(), one_less), u); }), CW_INVALID_ARGUMENT);
  EXPECT_EQ(thrown_by([&] { solver.solve(f, std::span(u.data(), one_less)); }), CW_INVALID_ARGUMENT);
  const auto status_of = [](const cw::fft::PoissonOptions& options) {
    return thrown_by([&] { cw::fft::Poisson<double>(MPI_COMM_WORLD, shape, options); });
  };
  EXPECT_EQ(status_of({.lengths = {1, 2}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.boundaries = "DD PP PP", .faces = {1, 2}}), CW_INVALID_ARGUMENT);
  EXPECT_EQ(status_of({.fft = {.basis = "FFF"}}), CW_INVALID_ARGUMENT);
}

TEST(FftCpp, SolvesBetweenFaces) {
  // Constant along the axis with faces, and a wave along another.
  std::vector<double> faces = {-1};
  for (std::int64_t i = 0; i < shape[0]; ++i) faces.push_back(faces.back() + 0.1 * static_cast<double>(i % 3 + 1));
  cw::fft::Poisson<double> solver(MPI_COMM_WORLD, shape, {.boundaries = "NN PP PP", .faces = faces, .lambda = 2});
  auto u = solver.buffer(), wanted = solver.buffer();
  solver.array().for_each([&](const Index& index, std::size_t at) {
    const std::vector<double> x = solver.point(index);
    const auto i = static_cast<std::size_t>(index[0]);
    EXPECT_DOUBLE_EQ(x[0], (faces[i] + faces[i + 1]) / 2);
    wanted[at] = std::cos(x[1]);
    u[at] = -(1 + 2) * wanted[at];
  });
  solver.solve(u, u);
  for (std::size_t i = 0; i < u.size(); ++i) EXPECT_NEAR(u[i], wanted[i], 1e-13);
}

TEST(FftCpp, ExplainsItselfAndCountsItsTime) {
  Plan<double> plan(MPI_COMM_WORLD, shape, {.grid = {2, 2}, .method = "alltoallv"});
  EXPECT_NE(plan.explain().find("2"), std::string::npos);
  EXPECT_NE(plan.explain_json().find("alltoallv"), std::string::npos);
  EXPECT_GT(plan.work_bytes(), 0);
  auto u = plan.physical_buffer();
  auto coefficients = plan.spectral_buffer();
  plan.forward(u, coefficients);
  EXPECT_EQ(plan.times().forward, 1);
  EXPECT_GT(plan.times().total, 0);
  plan.reset_times();
  EXPECT_EQ(plan.times().forward, 0);
}

TEST(FftCpp, FindsTheNextSizeThatTransformsFast) {
  const auto transforms_fast = [](std::int64_t n) {
    for (const std::int64_t factor : {2, 3, 5, 7})
      while (n % factor == 0) n /= factor;
    return n == 1;
  };
  std::int64_t expected = 1;
  for (std::int64_t n = 1; n <= 20000; ++n) {
    while (expected < n || !transforms_fast(expected)) ++expected;
    ASSERT_EQ(cw::fft::next_size(n), expected) << n;
  }
  constexpr std::int64_t largest = std::int64_t{1} << 62;
  EXPECT_EQ(cw::fft::next_size(largest), largest);
  EXPECT_TRUE(transforms_fast(cw::fft::next_size(largest - 1)));
  EXPECT_EQ(thrown_by([] { cw::fft::next_size(0); }), CW_INVALID_ARGUMENT);
}

TEST(FftCpp, KeepsWisdom) {
  const std::string path = std::filesystem::temp_directory_path() /
                           ("cartwright_wisdom_" + std::to_string(rank_in(MPI_COMM_WORLD)) + "_of_a_test");
  cw::fft::save_wisdom(path);
  EXPECT_EQ(thrown_by([&] { cw::fft::load_wisdom(path); }), CW_OK);
  std::filesystem::remove(path);
}

TEST(FftCpp, OwnsItsPlan) {
  std::optional<Plan<double>> kept;
  {
    Plan<double> plan(MPI_COMM_WORLD, shape);
    Plan<double> other = std::move(plan);
    plan = Plan<double>(MPI_COMM_WORLD, {4, 4});
    std::swap(plan, other);
    EXPECT_EQ(other.physical().global, (Index{4, 4}));
    kept.emplace(std::move(plan));
  }
  EXPECT_EQ(kept->physical().global, shape);
  std::vector<double> u(kept->physical().size());
  auto coefficients = kept->spectral_buffer();
  EXPECT_EQ(thrown_by([&] { kept->forward(u, coefficients); }), CW_OK);
}

}  // namespace
