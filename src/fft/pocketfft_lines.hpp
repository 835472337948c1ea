// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

// Plans are kept by their length, and threads share them. Cartwright starts no threads.
#define POCKETFFT_CACHE_SIZE 64
#define POCKETFFT_NO_MULTITHREADING
#include <pocketfft_hdronly.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

// Transforms of as many lines as a vector has lanes, by the 1-D plans in the namespace `detail` of pocketfft, which
// numpy uses, too. Lines are read into a buffer, transformed there, and written. Offsets and strides count reals.

namespace cartwright::fft {

namespace pocket = ::pocketfft::detail;

template <typename Real>
constexpr std::size_t lanes = pocket::VLEN<Real>::val;

template <typename Real, bool vectors = (lanes<Real> > 1)>
struct WideOf {
  using type = Real;
};
template <typename Real>
struct WideOf<Real, true> {
  using type = pocket::vtype_t<Real>;
};
/// A point of all lines.
template <typename Real>
using Wide = typename WideOf<Real>::type;

/// The same point of all lines, which begin at these offsets.
template <typename Real>
Wide<Real> load(const Real* from, const std::int64_t* lines) {
  if constexpr (lanes<Real> == 1) {
    return from[lines[0]];
  } else {
    Wide<Real> point;
    for (std::size_t lane = 0; lane < lanes<Real>; ++lane) point[lane] = from[lines[lane]];
    return point;
  }
}

template <typename Real>
void store(Real* to, const std::int64_t* lines, Wide<Real> point) {
  if constexpr (lanes<Real> == 1) {
    to[lines[0]] = point;
  } else {
    for (std::size_t lane = 0; lane < lanes<Real>; ++lane) to[lines[lane]] = point[lane];
  }
}

/// The lines that are transformed together, on one side.
template <typename Number>
struct Side {
  Number* data;
  const std::int64_t* lines;  ///< offsets of their first points
  std::int64_t stride;        ///< from point to point
};

template <typename Real>
void load_line(const Side<const Real>& in, std::size_t length, Wide<Real>* points) {
  const Real* from = in.data;
  for (std::size_t i = 0; i < length; ++i, from += in.stride) points[i] = load(from, in.lines);
}

template <typename Real>
void store_line(const Side<Real>& out, std::size_t length, const Wide<Real>* points) {
  Real* to = out.data;
  for (std::size_t i = 0; i < length; ++i, to += out.stride) store(to, out.lines, points[i]);
}

/// Complex to complex.
template <typename Real>
class ComplexLine {
 public:
  ComplexLine(std::size_t length, bool forward)
      : plan_(pocket::get_plan<pocket::pocketfft_c<Real>>(length)), forward_(forward) {}
  std::size_t points() const { return 2 * plan_->length(); }

  void run(Side<const Real> in, Side<Real> out, Wide<Real>* points) const {
    auto* line = reinterpret_cast<pocket::cmplx<Wide<Real>>*>(points);
    const std::size_t length = plan_->length();
    for (std::size_t i = 0; i < length; ++i, in.data += in.stride)
      line[i].Set(load(in.data, in.lines), load(in.data + 1, in.lines));
    plan_->exec(line, Real{1}, forward_);
    for (std::size_t i = 0; i < length; ++i, out.data += out.stride) {
      store(out.data, out.lines, line[i].r);
      store(out.data + 1, out.lines, line[i].i);
    }
  }

 private:
  std::shared_ptr<pocket::pocketfft_c<Real>> plan_;
  bool forward_;
};

/// Real to the first half of the coefficients, or back. pocketfft has the real part of coefficient k at 2k - 1, and the
/// imaginary part at 2k.
template <typename Real>
class HalvedLine {
 public:
  HalvedLine(std::size_t length, bool forward)
      : plan_(pocket::get_plan<pocket::pocketfft_r<Real>>(length)), forward_(forward) {}
  std::size_t points() const { return plan_->length(); }

  void run(Side<const Real> in, Side<Real> out, Wide<Real>* points) const {
    const std::size_t length = plan_->length();
    if (forward_) {
      load_line(in, length, points);
      plan_->exec(points, Real{1}, true);
      for (std::size_t k = 0; 2 * k <= length; ++k, out.data += out.stride) {
        const bool has_imaginary = k > 0 && 2 * k < length;
        store(out.data, out.lines, points[k == 0 ? 0 : 2 * k - 1]);
        store(out.data + 1, out.lines, has_imaginary ? points[2 * k] : Wide<Real>{});
      }
    } else {
      for (std::size_t k = 0; 2 * k <= length; ++k, in.data += in.stride) {
        points[k == 0 ? 0 : 2 * k - 1] = load(in.data, in.lines);
        if (k > 0 && 2 * k < length) points[2 * k] = load(in.data + 1, in.lines);
      }
      plan_->exec(points, Real{1}, false);
      store_line(out, length, points);
    }
  }

 private:
  std::shared_ptr<pocket::pocketfft_r<Real>> plan_;
  bool forward_;
};

/// Sines and cosines, by a plan of pocketfft for this type of them.
template <typename Real, typename Plan>
class TrigonometricLine {
 public:
  TrigonometricLine(std::size_t length, int type, bool cosine)
      : plan_(pocket::get_plan<Plan>(length)), type_(type), cosine_(cosine) {}
  std::size_t points() const { return plan_->length(); }

  void run(Side<const Real> in, Side<Real> out, Wide<Real>* points) const {
    load_line(in, plan_->length(), points);
    plan_->exec(points, Real{1}, false, type_, cosine_);
    store_line(out, plan_->length(), points);
  }

 private:
  std::shared_ptr<Plan> plan_;
  int type_;
  bool cosine_;
};

/// R2HC, HC2R and DHT. FFTW has the real part of coefficient k at k, and the imaginary part at n - k.
template <typename Real>
class HalfcomplexLine {
 public:
  HalfcomplexLine(std::size_t length, cw_fft_kind kind)
      : plan_(pocket::get_plan<pocket::pocketfft_r<Real>>(length)), kind_(kind) {}
  std::size_t points() const { return plan_->length(); }

  void run(Side<const Real> in, Side<Real> out, Wide<Real>* points) const {
    const std::size_t length = plan_->length();
    const auto at = [](std::size_t i, std::int64_t stride) { return static_cast<std::int64_t>(i) * stride; };
    const auto write = [&](std::size_t i, Wide<Real> point) { store(out.data + at(i, out.stride), out.lines, point); };
    if (kind_ == CW_FFT_HC2R) {
      for (std::size_t i = 0; i < length; ++i) {
        const std::size_t to = i == 0 ? 0 : 2 * i <= length ? 2 * i - 1 : 2 * (length - i);
        points[to] = load(in.data + at(i, in.stride), in.lines);
      }
      plan_->exec(points, Real{1}, false);
      return store_line(out, length, points);
    }
    load_line(in, length, points);
    plan_->exec(points, Real{1}, true);
    write(0, points[0]);
    if (length % 2 == 0) write(length / 2, points[length - 1]);
    for (std::size_t k = 1; 2 * k < length; ++k) {
      const Wide<Real> real = points[2 * k - 1];
      const Wide<Real> imaginary = points[2 * k];
      const bool hartley = kind_ == CW_FFT_DHT;
      write(k, hartley ? Wide<Real>(real - imaginary) : real);
      write(length - k, hartley ? Wide<Real>(real + imaginary) : imaginary);
    }
  }

 private:
  std::shared_ptr<pocket::pocketfft_r<Real>> plan_;
  cw_fft_kind kind_;
};

}  // namespace cartwright::fft
