// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contender.hpp"

#include <fftw3.h>

namespace cartwright::bench {

/// The functions of FFTW for one type of numbers. FFTW has them under three names.
template <typename Real>
struct Fftw;

#define CW_BENCH_FFTW(REAL, NAME)                                                           \
  template <>                                                                               \
  struct Fftw<REAL> {                                                                       \
    using Plan = NAME##_plan;                                                               \
    using Complex = NAME##_complex;                                                         \
    static constexpr auto name = #NAME;                                                     \
    static constexpr auto init_threads = NAME##_init_threads;                               \
    static constexpr auto plan_with_nthreads = NAME##_plan_with_nthreads;                   \
    static constexpr auto plan_dft = NAME##_plan_dft;                                       \
    static constexpr auto plan_dft_r2c = NAME##_plan_dft_r2c;                               \
    static constexpr auto plan_dft_c2r = NAME##_plan_dft_c2r;                               \
    static constexpr auto execute_dft = NAME##_execute_dft;                                 \
    static constexpr auto execute_dft_r2c = NAME##_execute_dft_r2c;                         \
    static constexpr auto execute_dft_c2r = NAME##_execute_dft_c2r;                         \
    static constexpr auto destroy_plan = NAME##_destroy_plan;                               \
    static constexpr auto import_wisdom_from_filename = NAME##_import_wisdom_from_filename; \
    static constexpr auto export_wisdom_to_filename = NAME##_export_wisdom_to_filename;     \
  };
CW_BENCH_FFTW(float, fftwf)
CW_BENCH_FFTW(double, fftw)
CW_BENCH_FFTW(long double, fftwl)
#undef CW_BENCH_FFTW

inline void forget_all_wisdom() {
  fftwf_forget_wisdom();
  fftw_forget_wisdom();
  fftwl_forget_wisdom();
}

/// FFTW may destroy its input, which can only help it.
inline unsigned fftw_flags(cw_fft_effort effort) {
  const unsigned rigor = effort == CW_FFT_ESTIMATE  ? FFTW_ESTIMATE
                         : effort == CW_FFT_MEASURE ? FFTW_MEASURE
                                                    : FFTW_PATIENT;
  return rigor | FFTW_DESTROY_INPUT;
}

/// The array of one space of a problem in the layout of FFTW: `first_axis` is outermost and cut into blocks, the other
/// axes are whole and follow in order. `row` is the length in memory of the last axis.
inline cw_fft_array fftw_array(const Problem& problem, bool spectral, std::size_t first_axis, std::int64_t start,
                               std::int64_t count, std::int64_t row, std::int64_t field_stride) {
  const std::vector<std::int64_t> sizes = spectral ? problem.stored() : problem.n;
  cw_fft_array array = {};
  array.size = sizeof array;
  array.ndims = sizes.size();
  array.complex_data = spectral || !problem.real;
  array.element_bytes = static_cast<std::int64_t>(problem.real_bytes()) * (array.complex_data ? 2 : 1);
  array.elements = 1;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    array.global[axis] = sizes[axis];
    array.start[axis] = axis == first_axis ? start : 0;
    array.count[axis] = axis == first_axis ? count : sizes[axis];
    array.elements *= array.count[axis];
  }
  const std::size_t last = sizes.size() - 1;
  std::int64_t stride = 1;
  const auto add_axis = [&](std::size_t axis) {
    array.stride[axis] = stride;
    stride *= axis == last && row > 0 ? row : array.count[axis];
  };
  for (std::size_t axis = sizes.size(); axis-- > 0;)
    if (axis != first_axis) add_axis(axis);
  add_axis(first_axis);
  array.field_stride = field_stride;
  return array;
}

/// The wisdom of FFTW for one contender, in a separate file: plans are measured only once. The constructor makes FFTW
/// forget the wisdom of other contenders.
template <typename Real>
class Wisdom {
 public:
  Wisdom(const Problem& problem, const std::string& contender) {
    forget_all_wisdom();
    if (problem.wisdom.empty() || problem.effort == CW_FFT_ESTIMATE) return;
    path_ = problem.wisdom + "/" + contender + "-" + Fftw<Real>::name;
  }

  /// False if there is none, or if another FFTW has written it.
  bool read() const { return !path_.empty() && Fftw<Real>::import_wisdom_from_filename(path_.c_str()) != 0; }
  void save() const {
    if (!path_.empty()) Fftw<Real>::export_wisdom_to_filename(path_.c_str());
  }

 private:
  std::string path_;  ///< empty: wisdom is not kept
};

/// What the contenders of FFTW share: fields are transformed one after the other, by plans that `Calls` execute.
template <typename Real, typename Calls>
class FftwContender : public Contender {
 public:
  explicit FftwContender(const Problem& problem) : problem_(problem) {}
  ~FftwContender() override {
    for (const Plan plan : {forward_, backward_})
      if (plan) Fftw<Real>::destroy_plan(plan);
  }
  FftwContender(const FftwContender&) = delete;

  cw_fft_array physical() const override { return physical_; }
  cw_fft_array spectral() const override { return spectral_; }
  std::int64_t buffer_bytes() const override {
    return problem_.fields * field_ * static_cast<std::int64_t>(2 * sizeof(Real));
  }
  void forward(void* physical, void* spectral) override {
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Calls::execute_dft_r2c(forward_, static_cast<Real*>(physical) + 2 * field * field_, waves);
      else
        Calls::execute_dft(forward_, static_cast<Complex*>(physical) + field * field_, waves);
    }
  }
  void backward(void* spectral, void* physical) override {
    for (std::int64_t field = 0; field < problem_.fields; ++field) {
      auto* const waves = static_cast<Complex*>(spectral) + field * field_;
      if (problem_.real)
        Calls::execute_dft_c2r(backward_, waves, static_cast<Real*>(physical) + 2 * field * field_);
      else
        Calls::execute_dft(backward_, waves, static_cast<Complex*>(physical) + field * field_);
    }
  }
  void describe(report::Json& result) const override { result["wisdom"] = wisdom_known_; }

 protected:
  using Plan = typename Fftw<Real>::Plan;
  using Complex = typename Fftw<Real>::Complex;

  /// All fields have the same alignment, as a plan demands.
  void set_field(std::int64_t elements) { field_ = (elements + 31) / 32 * 32; }

  const Problem problem_;
  bool wisdom_known_ = false;  ///< on process 0
  std::int64_t field_ = 0;     ///< complex numbers from one field to the next
  cw_fft_array physical_ = {}, spectral_ = {};
  Plan forward_ = nullptr, backward_ = nullptr;
};

}  // namespace cartwright::bench
