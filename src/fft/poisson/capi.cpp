// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "base/live_handles.hpp"
#include "cartwright/poisson.h"
#include "fft/create.hpp"
#include "fft/poisson/equation.hpp"
#include "fft/poisson/factors.hpp"
#include "fft/problem.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/check_mpi.hpp"
#include "mpi/base/collectively.hpp"

#include <memory>

// The C interface of poisson.h. A solver calls the functions of fft.h as a program would.

struct cw_poisson {
  cartwright::fft::poisson::Equation equation;
  cartwright::fft::poisson::Factors factors;
  std::string explanation;
  cw_fft_plan* plan = nullptr;
};

namespace {

using namespace cartwright;
using namespace cartwright::fft::poisson;

using Solvers = boundary::LiveHandles<cw_poisson>;

template <typename Solver>
Solver& alive_solver(Solver* solver) {
  return Solvers::all().alive(solver, "solver");
}

/// The options of the plan, from those of the user.
class PlanOptions {
 public:
  PlanOptions() = default;
  PlanOptions(const PlanOptions&) = delete;
  void read(const Equation& equation, const cw_fft_options* given) {
    c_ = boundary::known(given, cw_fft_options CW_FFT_OPTIONS_INIT, "options.fft");
    check();
    for (const Axis& axis : equation.axes) {
      kinds_.push_back(axis.kind);
      lengths_.push_back(axis.transformed());
      points_.push_back(axis.points());
      physical_.push_back(axis.n);
      first_.push_back(axis.zeros_before());
    }
    c_.physical = physical_.data();
    c_.kinds = kinds_.data();
    c_.lengths = lengths_.data();
    c_.real = !equation.complex_data;
    c_.scale = CW_FFT_SCALE_BACKWARD;
    c_.transposed = 1;
  }
  const cw_fft_options& c() const { return c_; }
  fft::PlanExtras extras() const { return {.may_extend = true, .first = first_.data()}; }
  /// The spectral sizes.
  const std::int64_t* points() const { return points_.data(); }

 private:
  void check() const {
    const auto refuse = [](bool given, const char* name, const char* way_out) {
      if (given) base::fail(base::Status::invalid_argument, "fft.{} is given: {}", name, way_out);
    };
    constexpr const char* decided = "boundaries and centering decide on the transforms, leave it NULL";
    refuse(c_.basis != nullptr, "basis", decided);
    refuse(c_.kinds != nullptr, "kinds", decided);
    refuse(c_.lengths != nullptr, "lengths", "leave it NULL, and set lengths of cw_poisson_options");
    refuse(c_.physical != nullptr, "physical", "solvers have no padding, leave it NULL");
    refuse(c_.spectral_box != nullptr, "spectral_box", "coefficients are not stored, leave it NULL");
    if (c_.memory != CW_FFT_MEMORY_HOST)
      base::fail(base::Status::unsupported, "fft.memory is {}: solvers take arrays of the host, CW_FFT_MEMORY_HOST",
                 static_cast<int>(c_.memory));
  }

  cw_fft_options c_ = CW_FFT_OPTIONS_INIT;
  std::vector<cw_fft_kind> kinds_;
  std::vector<double> lengths_;
  std::vector<std::int64_t> points_, physical_, first_;
};

}  // namespace

cw_status cw_poisson_create(MPI_Comm comm, size_t ndims, const int64_t n[], const cw_poisson_options* options,
                            cw_poisson** solver) {
  return boundary::guarded([&] {
    mpi::check_intracommunicator(comm);
    auto made = std::make_unique<cw_poisson>();
    PlanOptions plan;
    fft::Problem problem;
    mpi::collectively(comm, [&] {
      boundary::required(solver, "solver");
      const cw_poisson_options known = boundary::known(options, cw_poisson_options CW_POISSON_OPTIONS_INIT, "options");
      made->equation = read_equation(ndims, n, known);
      plan.read(made->equation, known.fft);
      problem = fft::read_problem(ndims, plan.points(), plan.c(), plan.extras());
      made->factors = Factors(made->equation, problem);
    });
    if (!mpi::agree(comm, 0, fingerprint(made->equation), 0).same_arguments)
      base::fail(
          base::Status::invalid_argument,
          "the processes disagree on the equation: sizes, boundaries, centering, lengths, faces, lambda, laplacian "
          "and complex_data must be the same on all of them");
    throw_unless_ok(fft::create_plan(comm, ndims, plan.points(), &plan.c(), plan.extras(), &made->plan));
    try {
      made->factors.find(comm, made->equation, problem, plan.c(), made->plan);
    } catch (...) {
      cw_fft_plan_free(made->plan);
      throw;
    }
    made->explanation = describe(made->equation) + cw_fft_explain(made->plan);
    Solvers::all().add(made.get());
    *solver = made.release();
  });
}

cw_status cw_poisson_free(cw_poisson* solver) {
  return boundary::guarded([&] {
    if (solver == nullptr) return;
    throw_unless_ok(cw_fft_plan_free(alive_solver(solver).plan));
    Solvers::all().remove(solver);
    delete solver;
  });
}

cw_status cw_poisson_array(const cw_poisson* solver, int rank, cw_fft_array* array) {
  return boundary::guarded(
      [&] { throw_unless_ok(cw_fft_plan_array(alive_solver(solver).plan, CW_FFT_PHYSICAL, rank, array)); });
}

cw_status cw_poisson_points(const cw_poisson* solver, size_t axis, double* first, double* spacing) {
  return boundary::guarded([&] {
    const std::vector<Axis>& axes = alive_solver(solver).equation.axes;
    if (axis >= axes.size())
      base::fail(base::Status::invalid_argument, "axis {} of {}: give 0 to {}", axis, axes.size(), axes.size() - 1);
    if (!axes[axis].faces.empty())
      base::fail(base::Status::invalid_argument,
                 "axis {} has faces, and its points are in the middle between them: compute these from the faces",
                 axis);
    double& to = boundary::required(spacing, "spacing");
    boundary::required(first, "first") = axes[axis].first;
    to = axes[axis].spacing;
  });
}

cw_status cw_poisson_solve(cw_poisson* solver, const void* in, void* out) {
  return boundary::guarded([&] {
    cw_poisson& known = alive_solver(solver);
    throw_unless_ok(cw_fft_apply(known.plan, Factors::apply, &known.factors, in, out));
  });
}

const char* cw_poisson_explain(const cw_poisson* solver) {
  return boundary::guarded_text([&]() -> const std::string& { return alive_solver(solver).explanation; });
}

cw_status cw_poisson_plan(const cw_poisson* solver, cw_fft_plan** plan) {
  return boundary::guarded([&] { boundary::required(plan, "plan") = alive_solver(solver).plan; });
}
