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

/// A loop over an axis: its length, and its strides on either side, in elements of that side.
struct Loop {
  std::int64_t length = 1;
  std::int64_t in = 1;
  std::int64_t out = 1;
};

enum class Direction { forward, backward };

/// A transform inside one process: of the axes `dims`, the last of which may be halved, repeated over `loops`.
/// Real-to-real kinds and copies act on real or complex data; `complex_data` says which.
struct TransformRequest {
  enum class Type { complex, halved, real_to_real, copy };
  Type type = Type::complex;
  Direction direction = Direction::forward;  ///< a halved transform goes from complex to real if backward
  cw_fft_precision precision = CW_FFT_DOUBLE;
  bool complex_data = true;
  bool in_place = false;  ///< run() gets the same buffer twice; strides are the same on both sides
  std::vector<Loop> dims;
  std::vector<cw_fft_kind> kinds;  ///< per dim, for this direction; real_to_real only
  std::vector<Loop> loops;
};

/// Whether Transform::run() may get this address.
inline bool aligned(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }

/// A planned transform. Thread safe. The input may be destroyed only by a backward transform of Type::halved.
class Transform {
 public:
  virtual ~Transform() = default;
  /// Both aligned().
  virtual void run(const void* in, void* out) const = 0;
};

/// A library of transforms within one process, like FFTW.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;
  virtual bool has(cw_fft_precision precision) const = 0;
  /// Plans on separate buffers that have the strides of the request. Throws Error{unsupported} for requests that the
  /// library cannot plan.
  virtual std::unique_ptr<Transform> plan(const TransformRequest& request, cw_fft_effort effort) = 0;
  /// The wisdom that planning has gathered, as text; "" for a library that gathers none. learn() reads it back and
  /// returns false for text that it does not understand.
  virtual std::string wisdom(cw_fft_precision) const { return ""; }
  virtual bool learn(cw_fft_precision, const std::string&) { return true; }
};

/// FFTW, or any library with its interface that is linked instead. Only where it was found.
Backend& fftw();
/// pocketfft. Only where its header was found.
Backend& pocketfft();

/// The backend that CARTWRIGHT_FFT_BACKEND names, or the first one that was found. Throws Error{invalid_argument} for a
/// name that this library does not have.
Backend& chosen_backend();

}  // namespace cartwright::fft
