// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "fft/backend.hpp"
#include "fft/lines.hpp"
#include "fft/pocketfft_lines.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace cartwright::fft {

namespace {

/// Transforms all lines, as many at a time as a vector has lanes.
template <typename Real, typename Line>
class LineTransform : public Transform {
 public:
  /// Strides and offsets in reals.
  LineTransform(Line line, Lines lines, std::int64_t in_stride, std::int64_t out_stride)
      : line_(std::move(line)), lines_(std::move(lines)), in_stride_(in_stride), out_stride_(out_stride) {}

  void run(const void* in, void* out) const override {
    pocket::arr<Wide<Real>> buffer(line_.points());
    std::array<std::int64_t, lanes<Real>> in_lines = {};
    std::array<std::int64_t, lanes<Real>> out_lines = {};
    const auto transform = [&] {
      line_.run(Side<const Real>{static_cast<const Real*>(in), in_lines.data(), in_stride_},
                Side<Real>{static_cast<Real*>(out), out_lines.data(), out_stride_}, buffer.data());
    };
    std::size_t found = 0;
    lines_.each([&](std::int64_t in_line, std::int64_t out_line) {
      in_lines[found] = in_line;
      out_lines[found] = out_line;
      if (++found < lanes<Real>) return;
      transform();
      found = 0;
    });
    if (found == 0) return;
    // The other lanes repeat the last line.
    std::fill(in_lines.begin() + found, in_lines.end(), in_lines[found - 1]);
    std::fill(out_lines.begin() + found, out_lines.end(), out_lines[found - 1]);
    transform();
  }

 private:
  Line line_;
  Lines lines_;
  std::int64_t in_stride_, out_stride_;
};

/// Copies elements of so many reals.
template <typename Real, std::size_t reals>
class Copy : public Transform {
 public:
  explicit Copy(Lines elements) : elements_(std::move(elements)) {}
  void run(const void* in, void* out) const override {
    elements_.each([from = static_cast<const Real*>(in), to = static_cast<Real*>(out)](auto in_at, auto out_at) {
      std::memcpy(to + out_at, from + in_at, reals * sizeof(Real));
    });
  }

 private:
  Lines elements_;
};

/// The reals of an element on either side.
struct Reals {
  std::int64_t in = 1;
  std::int64_t out = 1;
};

Reals reals_of(const TransformRequest& request) {
  using Type = TransformRequest::Type;
  if (request.type == Type::complex) return {2, 2};
  if (request.type == Type::halved) return request.direction == Direction::forward ? Reals{1, 2} : Reals{2, 1};
  return request.complex_data ? Reals{2, 2} : Reals{1, 1};
}

Lines lines_of(const TransformRequest& request) {
  const Reals reals = reals_of(request);
  std::vector<Loop> loops = request.loops;
  for (Loop& loop : loops) loop = {loop.length, loop.in * reals.in, loop.out * reals.out};
  // Real and imaginary parts are lines, too.
  if (request.type == TransformRequest::Type::real_to_real && request.complex_data) loops.push_back({2, 1, 1});
  return Lines(std::move(loops));
}

template <typename Real, typename Line>
std::unique_ptr<Transform> of_lines(const TransformRequest& request, Line line) {
  const Reals reals = reals_of(request);
  const Loop& dim = request.dims.front();
  return std::make_unique<LineTransform<Real, Line>>(std::move(line), lines_of(request), dim.in * reals.in,
                                                     dim.out * reals.out);
}

/// pocketfft counts the types of sines and cosines from 1 to 4.
template <typename Real>
std::unique_ptr<Transform> real_to_real(const TransformRequest& request, std::size_t length) {
  using OneCosine = TrigonometricLine<Real, pocket::T_dct1<Real>>;
  using OneSine = TrigonometricLine<Real, pocket::T_dst1<Real>>;
  using TwoOrThree = TrigonometricLine<Real, pocket::T_dcst23<Real>>;
  using Four = TrigonometricLine<Real, pocket::T_dcst4<Real>>;
  switch (const cw_fft_kind kind = request.kinds.front()) {
    case CW_FFT_REDFT00: return of_lines<Real>(request, OneCosine(length, 1, true));
    case CW_FFT_REDFT10: return of_lines<Real>(request, TwoOrThree(length, 2, true));
    case CW_FFT_REDFT01: return of_lines<Real>(request, TwoOrThree(length, 3, true));
    case CW_FFT_REDFT11: return of_lines<Real>(request, Four(length, 4, true));
    case CW_FFT_RODFT00: return of_lines<Real>(request, OneSine(length, 1, false));
    case CW_FFT_RODFT10: return of_lines<Real>(request, TwoOrThree(length, 2, false));
    case CW_FFT_RODFT01: return of_lines<Real>(request, TwoOrThree(length, 3, false));
    case CW_FFT_RODFT11: return of_lines<Real>(request, Four(length, 4, false));
    default: return of_lines<Real>(request, HalfcomplexLine<Real>(length, kind));
  }
}

template <typename Real>
std::unique_ptr<Transform> transform_of(const TransformRequest& request) {
  using Type = TransformRequest::Type;
  if (request.type == Type::copy) {
    if (request.complex_data) return std::make_unique<Copy<Real, 2>>(lines_of(request));
    return std::make_unique<Copy<Real, 1>>(lines_of(request));
  }
  if (request.dims.size() != 1)
    base::fail(base::Status::unsupported, "pocketfft transforms one axis at a time, not {}", request.dims.size());
  const auto length = static_cast<std::size_t>(request.dims.front().length);
  const bool forward = request.direction == Direction::forward;
  if (request.type == Type::complex) return of_lines<Real>(request, ComplexLine<Real>(length, forward));
  if (request.type == Type::halved) return of_lines<Real>(request, HalvedLine<Real>(length, forward));
  return real_to_real<Real>(request, length);
}

class Pocketfft : public Backend {
 public:
  std::string_view name() const override { return "pocketfft"; }
  bool has(cw_fft_precision precision) const override {
    return precision >= CW_FFT_DOUBLE && precision <= CW_FFT_LONG_DOUBLE;
  }
  /// Nothing is measured: plans are the same at every effort.
  std::unique_ptr<Transform> plan(const TransformRequest& request, cw_fft_effort) override {
    switch (request.precision) {
      case CW_FFT_FLOAT: return transform_of<float>(request);
      case CW_FFT_LONG_DOUBLE: return transform_of<long double>(request);
      default: return transform_of<double>(request);
    }
  }
};

}  // namespace

Backend& pocketfft() {
  static Pocketfft backend;
  return backend;
}

}  // namespace cartwright::fft
