// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <iostream>
#include <string>

// Problems of every kind that the interface supports, compared with the definition. CARTWRIGHT_SEED is the seed of the
// first, CARTWRIGHT_FFT_PROBLEMS their number.

namespace fft_test {
namespace {

/// A transform of a plan, with everything that a user may change from call to call.
class Transform {
 public:
  Transform(const Plan& plan, bool forward, Random& random, bool in_place)
      : plan_(plan),
        forward_(forward),
        in_place_(in_place || any(random, 0, 2) == 0),
        split_(any(random, 0, 2) == 0),
        null_(any(random, 0, 1) == 0) {}

  /// The relative error of the result.
  Real error_of(const std::vector<Grid>& in, const std::vector<Grid>& wanted) {
    const Problem& problem = plan_.problem();
    const cw_fft_space from = forward_ ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL;
    const cw_fft_space to = forward_ ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL;
    SCOPED_TRACE(std::string(forward_ ? "forward" : "backward") + (in_place_ ? ", in place" : "") +
                 (split_ ? ", in two parts" : ""));
    Buffer input(in_place_ ? plan_.buffer_bytes() : extent(plan_.array(from), problem.fields), problem.precision);
    Buffer output(in_place_ ? 0 : extent(plan_.array(to), problem.fields), problem.precision);
    put(plan_, from, in, input.data());
    const std::vector<std::byte> before = input.content();
    void* result = in_place_ ? input.data() : output.data();
    run(plan_.array(from).elements == 0 && null_ && !in_place_ ? nullptr : input.data(),
        plan_.array(to).elements == 0 && null_ && !in_place_ ? nullptr : result);
    EXPECT_TRUE(input.guards_are_whole()) << "written outside of the input";
    EXPECT_TRUE(output.guards_are_whole()) << "written outside of the output";
    EXPECT_TRUE(in_place_ || before == input.content()) << "the input was changed";
    return error(plan_, to, wanted, result);
  }

 private:
  void run(const void* in, void* out) {
    if (split_) {
      EXPECT_EQ((forward_ ? cw_fft_forward_start : cw_fft_backward_start)(plan_, in, out), CW_OK) << cw_last_error();
      EXPECT_EQ(cw_fft_finish(plan_), CW_OK) << cw_last_error();
    } else {
      EXPECT_EQ((forward_ ? cw_fft_forward : cw_fft_backward)(plan_, in, out), CW_OK) << cw_last_error();
    }
  }

  const Plan& plan_;
  bool forward_;
  bool in_place_;
  bool split_;
  bool null_;
};

std::vector<Grid> scaled(std::vector<Grid> fields, Real factor) {
  for (Grid& field : fields)
    for (Value& value : field.values) value *= factor;
  return fields;
}

/// Fields in physical space, and their coefficients.
struct Known {
  Known(const Problem& problem, std::uint64_t seed) {
    for (std::int64_t field = 0; field < problem.fields; ++field) {
      physical.push_back(random_grid(seed * 16 + static_cast<std::uint64_t>(field), problem.sizes(CW_FFT_PHYSICAL),
                                     problem.is_complex(CW_FFT_PHYSICAL)));
      spectral.push_back(forward(problem.axes(), physical.back()));
    }
  }
  std::vector<Grid> physical;
  std::vector<Grid> spectral;
};

/// Some transforms are in place, or all.
void check(const Plan& plan, Random& random, std::uint64_t seed, bool in_place = false) {
  const Problem& problem = plan.problem();
  const Known known(problem, seed);
  EXPECT_LE(
      Transform(plan, true, random, in_place).error_of(known.physical, scaled(known.spectral, problem.factor(true))),
      tolerance(problem));
  // Coefficients of about 1, those of a field.
  const std::vector<Grid> spectral =
      scaled(known.spectral, 1 / std::sqrt(static_cast<Real>(product(problem.sizes(CW_FFT_PHYSICAL)))));
  std::vector<Grid> physical;
  for (const Grid& field : spectral) physical.push_back(backward(problem.axes(), field));
  EXPECT_LE(Transform(plan, false, random, in_place).error_of(spectral, scaled(physical, problem.factor(false))),
            tolerance(problem));
}

// Sizes at which other software was reported to fail, on some number of processes: tests/reports. More than 4 processes
// take long: only padding was reported there, and 28 processes that share 256 planes.
TEST(ReportedProblems, AreTransformedByTheDefinition) {
  const QuietComm world;
  std::vector<Problem> problems = {fourier({8, 8}, true)};
  problems[0].physical = {12, 12};
  if (size_of(world) <= 4)
    for (const auto& n :
         std::vector<std::vector<std::int64_t>>{{2, 2, 3}, {2, 3, 2}, {98, 1}, {1, 16, 8}, {6, 5, 4}, {7, 5, 9}})
      problems.push_back(fourier(n, n[0] != 98 && n[1] != 3));
  if (size_of(world) <= 4) {
    problems.push_back(fourier({12, 1}, true));
    problems.push_back(fourier({7, 1}, true));
    problems.push_back(fourier({16, 16, 4}));
    problems.back().kinds = {CW_FFT_FOURIER, CW_FFT_NONE, CW_FFT_NONE};
  } else if (size_of(world) == 28) {
    problems = {fourier({256, 3, 2}), fourier({256, 3, 2}, true)};
    problems[1].grid = {28};
  }
  Random random(1);
  for (const Problem& problem : problems) {
    SCOPED_TRACE(problem.text());
    const Plan plan(world, problem);
    ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
    expect_arrays_that_cover(plan);
    check(plan, random, 1);
    if (size_of(world) <= 4) check(plan, random, 2, true);
  }
}

TEST(RandomProblems, AreTransformedByTheDefinition) {
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
    expect_arrays_that_cover(plan);
    // Another plan uses the same work space in between.
    Problem other = random_problem(random, size_of(world), 300);
    other.method = problem.method;
    const Plan beside(world, other, any(random, 0, 1) == 1 ? static_cast<cw_fft_plan*>(plan) : nullptr);
    ASSERT_EQ(beside.status(), CW_OK) << other.text() << ": " << cw_last_error();
    check(plan, random, seed);
    {
      SCOPED_TRACE("the other plan: " + other.text());
      check(beside, random, seed);
    }
    check(plan, random, seed + 1);
    if (all_of(testing::Test::HasFailure(), world) != std::vector<int>(static_cast<std::size_t>(size_of(world)))) {
      if (rank_in(world) == 0) std::cout << "CARTWRIGHT_SEED=" << seed << "\n" << problem.text() << std::endl;
      break;
    }
  }
}

}  // namespace
}  // namespace fft_test
