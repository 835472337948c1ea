// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fftw.hpp"
#include "lib/mpi_program.hpp"

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
class Threads : public FftwContender<Real, Fftw<Real>> {
 public:
  using Own = Fftw<Real>;
  using Base = FftwContender<Real, Own>;

  explicit Threads(const Problem& problem) : Base(problem), working_(world_rank() == 0) {
    this->set_field(fftw_array(problem, true, 0, 0, problem.n[0], 0, 0).elements);
    const std::int64_t field = this->field_, planes = working_ ? problem.n[0] : 0;
    this->physical_ = fftw_array(problem, false, 0, 0, planes, 0, problem.real ? 2 * field : field);
    this->spectral_ = fftw_array(problem, true, 0, 0, working_ ? problem.stored()[0] : 0, 0, field);
  }

  bool alone() const override { return true; }
  std::int64_t buffer_bytes() const override { return working_ ? Base::buffer_bytes() : 0; }

  void plan(void* physical, void* spectral) override {
    if (!working_) return;
    const AllCores cores;
    threads_ = AllCores::count();
    const Wisdom<Real> wisdom(this->problem_, "fftw-threads");
    Own::init_threads();
    Own::plan_with_nthreads(threads_);
    this->wisdom_known_ = wisdom.read();
    const std::vector<int> n(this->problem_.n.begin(), this->problem_.n.end());
    const int ndims = static_cast<int>(n.size());
    const unsigned flags = fftw_flags(this->problem_.effort);
    auto* const waves = static_cast<Complex*>(spectral);
    if (this->problem_.real) {
      auto* const values = static_cast<Real*>(physical);
      this->forward_ = Own::plan_dft_r2c(ndims, n.data(), values, waves, flags);
      this->backward_ = Own::plan_dft_c2r(ndims, n.data(), waves, values, flags);
    } else {
      auto* const values = static_cast<Complex*>(physical);
      this->forward_ = Own::plan_dft(ndims, n.data(), values, waves, FFTW_FORWARD, flags);
      this->backward_ = Own::plan_dft(ndims, n.data(), waves, values, FFTW_BACKWARD, flags);
    }
    wisdom.save();
    Own::plan_with_nthreads(1);  // otherwise it would also hold for the plans of other contenders
  }

  void forward(void* physical, void* spectral) override {
    const AllCores cores;
    Base::forward(physical, spectral);
  }
  void backward(void* spectral, void* physical) override {
    const AllCores cores;
    Base::backward(spectral, physical);
  }
  void describe(report::Json& result) const override {
    result["threads"] = threads_;
    Base::describe(result);
  }

 private:
  using Complex = typename Own::Complex;

  bool working_;
  int threads_ = 0;
};

}  // namespace

std::unique_ptr<Contender> make_fftw_threads(const Problem& problem) {
  return with_precision(problem.precision, [&](auto number) -> std::unique_ptr<Contender> {
    return std::make_unique<Threads<decltype(number)>>(problem);
  });
}

}  // namespace cartwright::bench
