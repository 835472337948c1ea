// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "contender.hpp"
#include "wisdom.hpp"
#include "world.hpp"

#include <sched.h>

#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

/// During its lifetime, this thread and those it starts may use every core, even if the launcher has bound the process.
class AllCores {
 public:
  AllCores() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t all;
    CPU_ZERO(&all);
    for (int core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
    sched_setaffinity(0, sizeof all, &all);  // the system ignores cores that do not exist
  }
  ~AllCores() { sched_setaffinity(0, sizeof before_, &before_); }
  AllCores(const AllCores&) = delete;

  static int count() {
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    return CPU_COUNT(&cores);
  }

 private:
  cpu_set_t before_;
};

template <typename Real>
class Threads : public Contender {
 public:
  using Own = Fftw<Real>;

  explicit Threads(const Problem& problem) : problem_(problem) {
    working_ = world_rank() == 0;
    const cw_fft_array whole = fftw_array(problem, true, 0, 0, problem.n[0], 0, 0);
    field_ = (whole.elements + 31) / 32 * 32;  // all fields have the same alignment, as a plan demands
    const std::int64_t planes = working_ ? problem.n[0] : 0;
    physical_ = fftw_array(problem, false, 0, 0, planes, 0, problem.real ? 2 * field_ : field_);
    spectral_ = fftw_array(problem, true, 0, 0, working_ ? problem.stored()[0] : 0, 0, field_);
  }
  ~Threads() override {
    if (forward_) Own::destroy_plan(forward_);
    if (backward_) Own::destroy_plan(backward_);
  }
  Threads(const Threads&) = delete;

  bool alone() const override { return true; }
  cw_fft_array physical() const override { return physical_; }
  cw_fft_array spectral() const override { return spectral_; }
  std::int64_t buffer_bytes() const override {
    return working_ ? problem_.fields * field_ * static_cast<std::int64_t>(2 * sizeof(Real)) : 0;
  }

  void plan(void* physical, void* spectral) override {
    if (!working_) return;
    const AllCores cores;
    threads_ = AllCores::count();
    const Wisdom<Real> wisdom(problem_, "fftw-threads");
    Own::init_threads();
    Own::plan_with_nthreads(threads_);
    wisdom_known_ = wisdom.read();
    const std::vector<int> n(problem_.n.begin(), problem_.n.end());
    const int ndims = static_cast<int>(n.size());
    const unsigned flags = fftw_flags(problem_.effort);
    auto* const waves = static_cast<Complex*>(spectral);
    if (problem_.real) {
      auto* const values = static_cast<Real*>(physical);
      forward_ = Own::plan_dft_r2c(ndims, n.data(), values, waves, flags);
      backward_ = Own::plan_dft_c2r(ndims, n.data(), waves, values, flags);
    } else {
      auto* const values = static_cast<Complex*>(physical);
      forward_ = Own::plan_dft(ndims, n.data(), values, waves, FFTW_FORWARD, flags);
      backward_ = Own::plan_dft(ndims, n.data(), waves, values, FFTW_BACKWARD, flags);
    }
    wisdom.save();
    Own::plan_with_nthreads(1);  // otherwise it would also hold for the plans of other contenders
  }

  void forward(void* physical, void* spectral) override {
    const AllCores cores;
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Own::execute_dft_r2c(forward_, static_cast<Real*>(physical) + 2 * field * field_, waves);
      else
        Own::execute_dft(forward_, static_cast<Complex*>(physical) + field * field_, waves);
    }
  }
  void backward(void* spectral, void* physical) override {
    const AllCores cores;
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Own::execute_dft_c2r(backward_, waves, static_cast<Real*>(physical) + 2 * field * field_);
      else
        Own::execute_dft(backward_, waves, static_cast<Complex*>(physical) + field * field_);
    }
  }

  void describe(report::Json& result) const override {
    result["threads"] = threads_;
    result["wisdom"] = wisdom_known_;
  }

 private:
  using Complex = typename Own::Complex;

  Problem problem_;
  bool working_ = false;
  int threads_ = 0;
  bool wisdom_known_ = false;
  std::int64_t field_ = 0;  ///< complex numbers from one field to the next
  cw_fft_array physical_ = {}, spectral_ = {};
  typename Own::Plan forward_ = nullptr, backward_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> make_fftw_threads(const Problem& problem) {
  return with_precision(problem.precision, [&](auto number) -> std::unique_ptr<Contender> {
    return std::make_unique<Threads<decltype(number)>>(problem);
  });
}

}  // namespace cartwright::bench
