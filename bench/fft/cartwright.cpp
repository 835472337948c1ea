// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "fftw.hpp"

namespace cartwright::bench {

namespace {

void check(cw_status status) {
  if (status != CW_OK) throw base::Error(static_cast<base::Status>(status), cw_last_error());
}

class Cartwright : public Contender {
 public:
  Cartwright(const Problem& problem, const CartwrightChoice& choice) {
    forget_all_wisdom();  // each contender gathers its own wisdom
    cw_fft_options options = CW_FFT_OPTIONS_INIT;
    options.real = problem.real;
    options.precision = problem.precision;
    options.fields = problem.fields;
    options.effort = problem.effort;
    options.transposed = choice.transposed;
    if (!choice.method.empty()) options.method = choice.method.c_str();
    if (!choice.order.empty()) options.order = choice.order.c_str();
    options.grid_ndims = choice.grid.size();
    options.grid = choice.grid.empty() ? nullptr : choice.grid.data();
    check(cw_fft_plan_create(MPI_COMM_WORLD, problem.n.size(), problem.n.data(), &options, &plan_));
  }
  ~Cartwright() override { cw_fft_plan_free(plan_); }
  Cartwright(const Cartwright&) = delete;

  cw_fft_array physical() const override { return array(CW_FFT_PHYSICAL); }
  cw_fft_array spectral() const override { return array(CW_FFT_SPECTRAL); }
  std::int64_t buffer_bytes() const override {
    std::int64_t bytes = 0;
    check(cw_fft_plan_buffer_bytes(plan_, &bytes));
    return bytes;
  }

  void plan(void* /*physical*/, void* /*spectral*/) override {}  // planned at construction, without buffers
  void forward(void* physical, void* spectral) override { check(cw_fft_forward(plan_, physical, spectral)); }
  void backward(void* spectral, void* physical) override { check(cw_fft_backward(plan_, spectral, physical)); }

  report::Json phases() const override {
    cw_fft_times times = {};
    times.size = sizeof times;
    check(cw_fft_plan_times(plan_, &times));
    return {{"fft", times.fft}, {"pack", times.pack}, {"copy", times.copy}, {"wait", times.wait}};
  }
  void forget_phases() override { check(cw_fft_reset_times(plan_)); }

  void describe(report::Json& result) const override {
    std::int64_t bytes = 0;
    check(cw_fft_plan_work_bytes(plan_, &bytes));
    result["work_bytes"] = bytes;
    result["explain"] = cw_fft_explain(plan_);
    result["explained"] = report::Json::parse(cw_fft_explain_json(plan_));
  }

 private:
  cw_fft_array array(cw_fft_space space) const {
    cw_fft_array array = {};
    array.size = sizeof array;
    check(cw_fft_plan_array(plan_, space, -1, &array));
    return array;
  }

  cw_fft_plan* plan_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> make_cartwright(const Problem& problem, const CartwrightChoice& choice) {
  return std::make_unique<Cartwright>(problem, choice);
}

}  // namespace cartwright::bench
