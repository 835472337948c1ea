// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_apply.hpp"
#include "fft_refused.hpp"

#include <array>
#include <cmath>
#include <iostream>
#include <numbers>
#include <numeric>
#include <optional>

// Operators that take all fields at once, compared with a forward transform, a loop over the coefficients, and a
// backward transform; and the identities of vector analysis. CARTWRIGHT_SEED is the seed of the first problem,
// CARTWRIGHT_FFT_PROBLEMS their number.

namespace fft_test {
namespace {

/// Calls check(problem, random, seed) for many seeds, until a check fails.
template <typename Check>
void for_seeds(Check check) {
  const std::uint64_t first = from_environment("CARTWRIGHT_SEED", 0);
  const std::uint64_t count = from_environment("CARTWRIGHT_FFT_PROBLEMS", 30);
  const QuietComm world;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("CARTWRIGHT_SEED=" + std::to_string(seed));
    Random random(seed);
    check(world, random, seed);
    if (all_of(testing::Test::HasFailure(), world) != std::vector<int>(static_cast<std::size_t>(size_of(world)))) {
      if (rank_in(world) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << std::endl;
      break;
    }
  }
}

/// The sum of all fields, each with a factor of the coefficient and both fields.
Value mixed(const std::vector<Value>& values, std::int64_t whole, std::size_t field, bool complex_data) {
  Value sum = 0;
  for (std::size_t other = 0; other < values.size(); ++other)
    sum += factor(whole, static_cast<std::int64_t>(field * 8 + other), complex_data) * values[other];
  return sum;
}

struct Expected {
  std::vector<std::int64_t> sizes;
  std::int64_t fields = 1;
  std::int64_t coefficients = 0;
};

void mix_row(const cw_fft_row* row, void* data) {
  auto& expected = *static_cast<Expected*>(data);
  EXPECT_EQ(row->fields, expected.fields);
  EXPECT_EQ(row->field, 0);
  EXPECT_EQ(row->values, row->values_of[0]);
  const bool complex_data = row->complex_data != 0;
  std::vector<Value> values(static_cast<std::size_t>(row->fields));
  for (std::int64_t i = 0; i < row->count; ++i) {
    const std::int64_t whole = whole_index(*row, expected.sizes, i);
    for (std::size_t field = 0; field < values.size(); ++field)
      values[field] = read(row->values_of[field], row->precision, complex_data, i);
    for (std::size_t field = 0; field < values.size(); ++field)
      write(row->values_of[field], row->precision, complex_data, i, mixed(values, whole, field, complex_data));
  }
  expected.coefficients += row->count;
}

/// Replaces the coefficients of all fields by change(values of all fields, position in the whole array).
template <typename Change>
auto for_vectors(std::int64_t fields, Change change) {
  return [=](const Coefficients& coefficients) {
    for_elements(coefficients.array(), [&](std::int64_t whole, std::int64_t here) {
      std::vector<Value> values;
      for (std::int64_t field = 0; field < fields; ++field) values.push_back(coefficients.get(field, here));
      const std::vector<Value> changed = change(values, whole);
      for (std::int64_t field = 0; field < fields; ++field)
        coefficients.set(field, here, changed[static_cast<std::size_t>(field)]);
    });
  };
}

TEST(FieldOperators, DoWhatThreeCallsDo) {
  for_seeds([](MPI_Comm world, Random& random, std::uint64_t seed) {
    Problem problem = random_problem(random, size_of(world), 1000);
    problem.fields = any<std::int64_t>(random, 1, 4);
    const bool in_place = any(random, 0, 1) == 0;
    SCOPED_TRACE(problem.text() + (in_place ? " in place" : ""));
    const Plan plan(world, problem);
    // The processes may be on several hosts.
    if (plan.status() == CW_UNSUPPORTED && problem.method == "shared") return;
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    const std::vector<Grid> in = random_fields(problem, seed);
    const bool complex_data = plan.array(CW_FFT_SPECTRAL).complex_data != 0;
    const auto wanted = separately(plan, in, for_vectors(problem.fields, [&](const auto& values, std::int64_t whole) {
                                     std::vector<Value> made;
                                     for (std::size_t field = 0; field < values.size(); ++field)
                                       made.push_back(mixed(values, whole, field, complex_data));
                                     return made;
                                   }));
    // The two kinds of operators and transforms take turns in the same work space, which grows meanwhile.
    for (const bool first : {true, false}) {
      Expected expected{problem.sizes(CW_FFT_SPECTRAL), problem.fields};
      EXPECT_LE(apart(plan, at_once(plan, in, mix_row, &expected, in_place, cw_fft_apply_fields), wanted),
                tolerance(problem));
      EXPECT_EQ(static_cast<std::int64_t>(sum(static_cast<Real>(expected.coefficients), plan.comm())),
                product(expected.sizes));
      if (!first) break;
      double s = 0;
      const std::vector<std::byte> kept = separately(plan, in, [](const Coefficients&) {});
      EXPECT_LE(apart(plan, at_once(plan, in, cw_fft_gaussian, &s, in_place), kept), tolerance(problem));
    }
  });
}

/// A plan for vectors with components along some Fourier axes of a random box.
class Vectors {
 public:
  /// With `components`, or as many as there are axes.
  Vectors(MPI_Comm comm, Random& random, std::optional<std::size_t> components = {}) {
    const std::size_t ndims = components ? any<std::size_t>(random, *components, 4) : any<std::size_t>(random, 2, 4);
    std::vector<std::int64_t> n;
    for (std::size_t i = 0; i < ndims; ++i) n.push_back(any_of<std::int64_t>(random, {1, 2, 3, 4, 5, 6, 7, 8}));
    problem_ = fourier(n, any(random, 0, 1) == 1);
    problem_.fields = static_cast<std::int64_t>(components.value_or(ndims));
    problem_.precision = any_of<cw_fft_precision>(random, {CW_FFT_DOUBLE, CW_FFT_FLOAT, CW_FFT_LONG_DOUBLE});
    problem_.scale = CW_FFT_SCALE_BACKWARD;
    problem_.transposed = any(random, 0, 1) == 1;
    problem_.method = any_of<std::string>(random, {"", "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"});
    if (any(random, 0, 1) == 1)
      for (const std::int64_t size : n) problem_.physical.push_back(size + any<std::int64_t>(random, 0, 4));
    for (std::size_t i = 0; i < ndims; ++i) lengths_.push_back(any(random, 1, 20) / 2.0);
    axes_.resize(ndims);
    std::iota(axes_.begin(), axes_.end(), 0);
    with_axes_ = ndims != static_cast<std::size_t>(problem_.fields) || any(random, 0, 1) == 1;
    if (with_axes_) std::shuffle(axes_.begin(), axes_.end(), random);
    cw_fft_options options = problem_.options(rank_in(comm));
    options.lengths = lengths_.data();
    plan_ = std::make_unique<Plan>(comm, problem_, options);
    in_place_ = any(random, 0, 1) == 1;
  }
  const Plan& plan() const { return *plan_; }
  const Problem& problem() const { return problem_; }
  std::string text() const {
    std::string text = problem_.text() + (in_place_ ? " in place" : "") + ", axes";
    for (const int axis : axes_) text += " " + std::to_string(axis);
    for (const double length : lengths_) text += " " + std::to_string(length);
    return text;
  }

  std::vector<std::byte> apply(cw_fft_operator function, const std::vector<std::byte>& u) {
    return at_once(*plan_, u, function, with_axes_ ? axes_.data() : nullptr, in_place_, cw_fft_apply_fields);
  }
  /// The derivative of each field along the axis of a component.
  std::vector<std::byte> derivative(std::size_t component, const std::vector<std::byte>& u) {
    return at_once(*plan_, u, cw_fft_derivative, &axes_[component], in_place_);
  }
  /// The L2 norm of the divergence.
  Real divergence(const std::vector<std::byte>& u) {
    std::vector<std::vector<std::byte>> derivatives;
    for (std::int64_t c = 0; c < problem_.fields; ++c)
      derivatives.push_back(derivative(static_cast<std::size_t>(c), u));
    const std::int64_t points = plan_->array(CW_FFT_PHYSICAL).elements;
    return norm(*plan_, [&](std::int64_t i) {
      Value sum = 0;
      if (i < points)
        for (std::size_t c = 0; c < derivatives.size(); ++c)
          sum += at(*plan_, derivatives[c], static_cast<std::int64_t>(c) * points + i);
      return sum;
    });
  }
  Real size(const std::vector<std::byte>& u) const {
    return norm(*plan_, [&](std::int64_t i) { return at(*plan_, u, i); });
  }
  Real largest_wave_number() const {
    Real largest = 0;
    for (std::size_t axis = 0; axis < lengths_.size(); ++axis)
      largest = std::max<Real>(largest, unit(axis) * static_cast<double>(problem_.n[axis] / 2));
    return largest;
  }
  /// The wave numbers of a coefficient along the axes of the components, in the precision of those of a row; that of
  /// n/2 is 0.
  std::vector<Real> wave_numbers(std::int64_t whole) const {
    const std::vector<std::int64_t> sizes = problem_.sizes(CW_FFT_SPECTRAL);
    std::vector<Real> along(sizes.size()), made;
    for (std::size_t axis = sizes.size(); axis-- > 0; whole /= sizes[axis]) {
      const std::int64_t i = whole % sizes[axis], n = problem_.n[axis];
      along[axis] = 2 * i == n ? 0 : unit(axis) * static_cast<double>(2 * i < n ? i : i - n);
    }
    for (std::int64_t c = 0; c < problem_.fields; ++c)
      made.push_back(along[static_cast<std::size_t>(axes_[static_cast<std::size_t>(c)])]);
    return made;
  }

 private:
  double unit(std::size_t axis) const { return 2 * std::numbers::pi / lengths_[axis]; }

  Problem problem_;
  std::vector<double> lengths_;
  std::vector<int> axes_;
  bool with_axes_ = false, in_place_ = false;
  std::unique_ptr<Plan> plan_;
};

TEST(FieldOperators, ProjectionRemovesTheDivergence) {
  for_seeds([](MPI_Comm world, Random& random, std::uint64_t seed) {
    Vectors vectors(world, random, any(random, 0, 1) == 0 ? std::nullopt : std::optional<std::size_t>(2));
    SCOPED_TRACE(vectors.text());
    if (vectors.plan().status() == CW_UNSUPPORTED && vectors.problem().method == "shared") return;
    ASSERT_EQ(vectors.plan().status(), CW_OK) << cw_last_error();
    const std::vector<Grid> in = random_fields(vectors.problem(), seed);
    const auto wanted = separately(vectors.plan(), in,
                                   for_vectors(vectors.problem().fields, [&](std::vector<Value> u, std::int64_t whole) {
                                     const std::vector<Real> k = vectors.wave_numbers(whole);
                                     const Value along = std::inner_product(k.begin(), k.end(), u.begin(), Value(0));
                                     const Real square = std::inner_product(k.begin(), k.end(), k.begin(), Real(0));
                                     for (std::size_t c = 0; c < u.size(); ++c)
                                       u[c] -= square > 0 ? k[c] * along / square : 0;
                                     return u;
                                   }));
    const Real near = tolerance(vectors.problem());
    const std::vector<std::byte> u = vectors.apply(cw_fft_projection, part_of(vectors.plan(), in));
    EXPECT_LE(apart(vectors.plan(), u, wanted), near);
    EXPECT_LE(apart(vectors.plan(), vectors.apply(cw_fft_projection, u), u), near);
    EXPECT_LE(vectors.divergence(u), near * vectors.largest_wave_number() * vectors.size(u));
  });
}

TEST(FieldOperators, CurlHasNoDivergenceAndIsZeroForGradients) {
  for_seeds([](MPI_Comm world, Random& random, std::uint64_t seed) {
    Vectors vectors(world, random, 3);
    SCOPED_TRACE(vectors.text());
    if (vectors.plan().status() == CW_UNSUPPORTED && vectors.problem().method == "shared") return;
    ASSERT_EQ(vectors.plan().status(), CW_OK) << cw_last_error();
    std::vector<Grid> in = random_fields(vectors.problem(), seed);
    const auto wanted =
        separately(vectors.plan(), in, for_vectors(3, [&](const std::vector<Value>& u, std::int64_t whole) {
                     const std::vector<Real> k = vectors.wave_numbers(whole);
                     const Value i(0, 1);
                     return std::vector<Value>{i * (k[1] * u[2] - k[2] * u[1]), i * (k[2] * u[0] - k[0] * u[2]),
                                               i * (k[0] * u[1] - k[1] * u[0])};
                   }));
    const Real near = tolerance(vectors.problem()), largest = vectors.largest_wave_number();
    const std::vector<std::byte> curl = vectors.apply(cw_fft_curl, part_of(vectors.plan(), in));
    const Real difference = norm(
        vectors.plan(), [&](std::int64_t i) { return at(vectors.plan(), curl, i) - at(vectors.plan(), wanted, i); });
    EXPECT_LE(difference, near * largest * vectors.size(part_of(vectors.plan(), in)));
    EXPECT_LE(vectors.divergence(curl), near * largest * vectors.size(curl));

    in[1] = in[2] = in[0];
    std::vector<std::byte> gradient;
    for (std::size_t component = 0; component < 3; ++component) {
      const std::vector<std::byte> derivative = vectors.derivative(component, part_of(vectors.plan(), in));
      const std::size_t bytes = derivative.size() / 3;
      gradient.insert(gradient.end(), derivative.begin() + static_cast<std::ptrdiff_t>(component * bytes),
                      derivative.begin() + static_cast<std::ptrdiff_t>((component + 1) * bytes));
    }
    EXPECT_LE(vectors.size(vectors.apply(cw_fft_curl, gradient)), near * largest * vectors.size(gradient));
  });
}

TEST(FieldOperators, RotateAKnownField) {
  // u = (0, sin 3x, cos 2y) has the curl (-2 sin 2y, 0, 3 cos 3x), and no divergence.
  const QuietComm world;
  Problem problem = fourier({8, 9, 4}, true);
  problem.fields = 3;
  problem.scale = CW_FFT_SCALE_BACKWARD;
  const Plan plan(world, problem);
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  std::vector<Grid> u(3, Grid{problem.n, std::vector<Value>(8 * 9 * 4)});
  std::vector<Grid> curl = u;
  for (std::size_t i = 0; i < 8 * 9 * 4; ++i) {
    const Real x = 2 * std::numbers::pi_v<Real> * static_cast<Real>(i / 36) / 8;
    const Real y = 2 * std::numbers::pi_v<Real> * static_cast<Real>(i / 4 % 9) / 9;
    u[1].values[i] = std::sin(3 * x);
    u[2].values[i] = std::cos(2 * y);
    curl[0].values[i] = -2 * std::sin(2 * y);
    curl[2].values[i] = 3 * std::cos(3 * x);
  }
  const auto is = [&](cw_fft_operator function, const std::vector<Grid>& wanted) {
    EXPECT_LE(
        error(plan, CW_FFT_PHYSICAL, wanted, at_once(plan, u, function, nullptr, true, cw_fft_apply_fields).data()),
        1e-13);
  };
  is(cw_fft_curl, curl);
  is(cw_fft_projection, u);
}

TEST_F(Refused, InvalidOperatorsOnFields) {
  std::array<double, 4096> u{}, v{};
  const std::vector<cw_status> invalid = {CW_INVALID_ARGUMENT}, unsupported = {CW_UNSUPPORTED};
  Problem problem = fourier({4, 6, 5}, true);
  const auto expect = [&](cw_fft_operator function, int* axes, const std::vector<cw_status>& statuses,
                          const char* word) {
    const Plan plan(world_, problem);
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    expect_error(world_, cw_fft_apply_fields(plan, function, axes, u.data(), v.data()), statuses, word);
  };
  problem.fields = 2;
  expect(cw_fft_projection, nullptr, unsupported, "2 fields and 3 axes");
  expect(cw_fft_curl, nullptr, unsupported, "the curl of 2 fields");
  std::array<int, 4> axes = {0, 0, 1, 2};
  expect(cw_fft_projection, axes.data(), invalid, "two components along axis 0");
  axes[1] = 3;
  expect(cw_fft_projection, axes.data(), invalid, "axis 3");
  problem.fields = 4;
  expect(cw_fft_projection, axes.data(), unsupported, "4 fields and 3 axes");
  problem.fields = 3;
  expect(nullptr, nullptr, invalid, "function");
  for (const cw_fft_operator of_one :
       {cw_fft_laplacian, cw_fft_inverse_laplacian, cw_fft_gaussian, cw_fft_derivative, cw_fft_factors})
    expect(of_one, axes.data(), invalid, "call cw_fft_apply");
  problem.kinds[1] = CW_FFT_RODFT10;
  expect(cw_fft_projection, nullptr, unsupported, "RODFT10");
  expect(cw_fft_curl, nullptr, unsupported, "RODFT10");
  if (processes_ == 1) return;
  problem.kinds[1] = CW_FFT_FOURIER;
  const Plan plan(world_, problem);
  const auto call = rank_ == 0 ? cw_fft_apply : cw_fft_apply_fields;
  expect_error(world_, call(plan, rank_ == 0 ? cw_fft_laplacian : cw_fft_curl, nullptr, u.data(), v.data()), invalid,
               "cw_fft_apply_fields");
}

}  // namespace
}  // namespace fft_test
