// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::fft {

/// A loop over an axis: entries, and how far apart they are on either side, in elements of that side.
struct Loop {
  std::int64_t length = 1;
  std::int64_t in = 1;
  std::int64_t out = 1;
};

enum class Direction { forward, backward };

/// One transform that happens in one process: of the axes `dims`, the last of which is the halved one, repeated over
/// `loops`. Out of place. Real-to-real kinds and copies act on real or complex data; `complex_data` says which.
struct TransformRequest {
  enum class Type { complex, halved, real_to_real, copy };
  Type type = Type::complex;
  Direction direction = Direction::forward;  ///< a halved one goes from complex to real when backward
  cw_fft_precision precision = CW_FFT_DOUBLE;
  bool complex_data = true;
  bool in_place = false;  ///< run() gets one buffer as both; strides are the same on both sides
  std::vector<Loop> dims;
  std::vector<cw_fft_kind> kinds;  ///< of the dims, as they are to be carried out; real_to_real only
  std::vector<Loop> loops;
};

/// A planned transform. Thread safe; the input may be destroyed only where the request says Type::halved backward.
class Transform {
 public:
  virtual ~Transform() = default;
  /// Both aligned to 16 bytes.
  virtual void run(const void* in, void* out) const = 0;
};

/// A library of transforms within one process: what FFTW is, and what another could be.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;
  virtual bool has(cw_fft_precision precision) const = 0;
  /// Plans on buffers of its own that have the strides of the request. Throws Error{unsupported} for what it cannot do.
  virtual std::unique_ptr<Transform> plan(const TransformRequest& request, cw_fft_effort effort) = 0;
  /// What planning has learned, as text; and the way back, false for text that is not understood.
  virtual std::string wisdom(cw_fft_precision precision) const = 0;
  virtual bool learn(cw_fft_precision precision, const std::string& wisdom) = 0;
};

/// FFTW, or any library with its interface that is linked in its place.
Backend& fftw();

}  // namespace cartwright::fft
