// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/pages.hpp"
#include "fft/backend.hpp"

#include <fftw3.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace cartwright::fft {

namespace {

// The functions of FFTW for each precision. Only their names differ.
#define CW_FFTW_TRAITS(Name, Real, prefix)                                   \
  struct Name {                                                              \
    using real = Real;                                                       \
    using complex = prefix##complex;                                         \
    using plan = prefix##plan;                                               \
    using iodim = prefix##iodim64;                                           \
    static constexpr auto dft = prefix##plan_guru64_dft;                     \
    static constexpr auto r2c = prefix##plan_guru64_dft_r2c;                 \
    static constexpr auto c2r = prefix##plan_guru64_dft_c2r;                 \
    static constexpr auto r2r = prefix##plan_guru64_r2r;                     \
    static constexpr auto run_dft = prefix##execute_dft;                     \
    static constexpr auto run_r2c = prefix##execute_dft_r2c;                 \
    static constexpr auto run_c2r = prefix##execute_dft_c2r;                 \
    static constexpr auto run_r2r = prefix##execute_r2r;                     \
    static constexpr auto destroy = prefix##destroy_plan;                    \
    static constexpr auto export_wisdom = prefix##export_wisdom_to_string;   \
    static constexpr auto import_wisdom = prefix##import_wisdom_from_string; \
  };
CW_FFTW_TRAITS(Double, double, fftw_)
#ifdef CARTWRIGHT_FFTW3F
CW_FFTW_TRAITS(Float, float, fftwf_)
#endif
#ifdef CARTWRIGHT_FFTW3L
CW_FFTW_TRAITS(LongDouble, long double, fftwl_)
#endif
#undef CW_FFTW_TRAITS

/// FFTW's planner is not thread safe.
std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

fftw_r2r_kind fftw_kind(cw_fft_kind kind) {
  switch (kind) {
    case CW_FFT_REDFT00: return FFTW_REDFT00;
    case CW_FFT_REDFT01: return FFTW_REDFT01;
    case CW_FFT_REDFT10: return FFTW_REDFT10;
    case CW_FFT_REDFT11: return FFTW_REDFT11;
    case CW_FFT_RODFT00: return FFTW_RODFT00;
    case CW_FFT_RODFT01: return FFTW_RODFT01;
    case CW_FFT_RODFT10: return FFTW_RODFT10;
    case CW_FFT_RODFT11: return FFTW_RODFT11;
    case CW_FFT_R2HC: return FFTW_R2HC;
    case CW_FFT_HC2R: return FFTW_HC2R;
    default: return FFTW_DHT;
  }
}

template <typename F>
class FftwTransform : public Transform {
 public:
  FftwTransform(const TransformRequest& request, unsigned flags);
  ~FftwTransform() override {
    const std::lock_guard lock(planner());
    F::destroy(plan_);
  }
  void run(const void* in, void* out) const override {
    void* from = const_cast<void*>(in);
    using Type = TransformRequest::Type;
    if (type_ == Type::complex)
      F::run_dft(plan_, static_cast<typename F::complex*>(from), static_cast<typename F::complex*>(out));
    else if (type_ == Type::halved && forward_)
      F::run_r2c(plan_, static_cast<typename F::real*>(from), static_cast<typename F::complex*>(out));
    else if (type_ == Type::halved)
      F::run_c2r(plan_, static_cast<typename F::complex*>(from), static_cast<typename F::real*>(out));
    else
      F::run_r2r(plan_, static_cast<typename F::real*>(from), static_cast<typename F::real*>(out));
  }

 private:
  TransformRequest::Type type_;
  bool forward_;
  typename F::plan plan_;
};

/// Elements from the first to the last that the loops touch on one side.
std::int64_t reach(const TransformRequest& request, std::int64_t Loop::* side) {
  std::int64_t last = 0;
  for (const auto* loops : {&request.dims, &request.loops})
    for (const Loop& loop : *loops) last += (loop.length - 1) * loop.*side;
  return last + 1;
}

/// FFTW 3.3.10 stores contiguous lines of complex floats as if all were aligned, even if an odd stride between them
/// says that they are not. It must then not rely on alignment.
unsigned alignment_flag(const TransformRequest& request) {
  if (request.type != TransformRequest::Type::complex || request.precision != CW_FFT_FLOAT) return 0;
  const auto odd = [](const Loop& loop) { return loop.length > 1 && loop.out % 2 != 0; };
  const auto contiguous = [](const Loop& dim) { return dim.out == 1 && dim.length % 2 == 0; };
  return std::ranges::any_of(request.dims, contiguous) && std::ranges::any_of(request.loops, odd) ? FFTW_UNALIGNED : 0;
}

template <typename F>
FftwTransform<F>::FftwTransform(const TransformRequest& request, unsigned flags)
    : type_(request.type), forward_(request.direction == Direction::forward) {
  using Type = TransformRequest::Type;
  using Iodim = typename F::iodim;
  const bool as_reals = type_ == Type::real_to_real || type_ == Type::copy;
  // Complex data in real transforms: real and imaginary parts are one additional loop.
  const std::int64_t parts = as_reals && request.complex_data ? 2 : 1;
  std::vector<Iodim> dims;
  std::vector<Iodim> loops;
  for (const Loop& loop : request.dims) dims.push_back({loop.length, loop.in * parts, loop.out * parts});
  for (const Loop& loop : request.loops) loops.push_back({loop.length, loop.in * parts, loop.out * parts});
  if (parts == 2) loops.push_back({2, 1, 1});

  // One more element, as the last dim counts physical entries: n / 2 + 1 <= n only for n > 1.
  const auto real = static_cast<std::int64_t>(sizeof(typename F::real));
  const base::Pages in(2 * real * (reach(request, &Loop::in) + 1));
  const base::Pages other(request.in_place ? 0 : 2 * real * (reach(request, &Loop::out) + 1));
  const base::Pages& out = request.in_place ? in : other;
  auto* in_complex = reinterpret_cast<typename F::complex*>(in.data());
  auto* out_complex = reinterpret_cast<typename F::complex*>(out.data());
  auto* in_real = reinterpret_cast<typename F::real*>(in.data());
  auto* out_real = reinterpret_cast<typename F::real*>(out.data());
  flags |= alignment_flag(request);
  const unsigned preserve = request.in_place ? 0 : FFTW_PRESERVE_INPUT;
  const int rank = static_cast<int>(dims.size());
  const int howmany = static_cast<int>(loops.size());
  const std::lock_guard lock(planner());
  if (type_ == Type::complex) {
    plan_ = F::dft(rank, dims.data(), howmany, loops.data(), in_complex, out_complex,
                   forward_ ? FFTW_FORWARD : FFTW_BACKWARD, flags | preserve);
  } else if (type_ == Type::halved && forward_) {
    plan_ = F::r2c(rank, dims.data(), howmany, loops.data(), in_real, out_complex, flags | preserve);
  } else if (type_ == Type::halved) {
    plan_ = F::c2r(rank, dims.data(), howmany, loops.data(), in_complex, out_real, flags | FFTW_DESTROY_INPUT);
  } else {
    std::vector<fftw_r2r_kind> kinds;
    for (const cw_fft_kind kind : request.kinds) kinds.push_back(fftw_kind(kind));
    plan_ = F::r2r(rank, dims.data(), howmany, loops.data(), in_real, out_real, kinds.data(), flags | preserve);
  }
  if (plan_ == nullptr) base::fail(base::Status::unsupported, "FFTW cannot plan a transform of {} dimensions", rank);
}

template <typename F>
std::string wisdom_of() {
  const std::lock_guard lock(planner());
  char* text = F::export_wisdom();
  std::string wisdom = text == nullptr ? "" : text;
  std::free(text);
  return wisdom;
}

template <typename F>
bool learn_by(const std::string& wisdom) {
  const std::lock_guard lock(planner());
  return F::import_wisdom(wisdom.c_str()) != 0;
}

/// Calls `with` with the traits of a precision. Throws Error{unsupported} if FFTW was built without it.
template <typename With>
auto by_precision(cw_fft_precision precision, With with) {
  switch (precision) {
    case CW_FFT_DOUBLE: return with(Double{});
#ifdef CARTWRIGHT_FFTW3F
    case CW_FFT_FLOAT: return with(Float{});
#endif
#ifdef CARTWRIGHT_FFTW3L
    case CW_FFT_LONG_DOUBLE: return with(LongDouble{});
#endif
    default: base::fail(base::Status::unsupported, "this FFTW was built without the requested precision: use double");
  }
}

class Fftw : public Backend {
 public:
  std::string_view name() const override { return "FFTW"; }
  bool has(cw_fft_precision precision) const override {
#ifndef CARTWRIGHT_FFTW3F
    if (precision == CW_FFT_FLOAT) return false;
#endif
#ifndef CARTWRIGHT_FFTW3L
    if (precision == CW_FFT_LONG_DOUBLE) return false;
#endif
    return precision >= CW_FFT_DOUBLE && precision <= CW_FFT_LONG_DOUBLE;
  }
  std::unique_ptr<Transform> plan(const TransformRequest& request, cw_fft_effort effort) override {
    const unsigned flags = effort == CW_FFT_ESTIMATE  ? FFTW_ESTIMATE
                           : effort == CW_FFT_MEASURE ? FFTW_MEASURE
                                                      : FFTW_PATIENT;
    return by_precision(request.precision, [&](auto traits) -> std::unique_ptr<Transform> {
      return std::make_unique<FftwTransform<decltype(traits)>>(request, flags);
    });
  }
  std::string wisdom(cw_fft_precision precision) const override {
    return by_precision(precision, [](auto traits) { return wisdom_of<decltype(traits)>(); });
  }
  bool learn(cw_fft_precision precision, const std::string& wisdom) override {
    return by_precision(precision, [&](auto traits) { return learn_by<decltype(traits)>(wisdom); });
  }
};

}  // namespace

Backend& fftw() {
  static Fftw backend;
  return backend;
}

}  // namespace cartwright::fft
