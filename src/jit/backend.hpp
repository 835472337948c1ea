// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"
#include "jit/tuning.hpp"

#include <span>
#include <string>
#include <vector>

namespace cartwright::jit {

/// Turns programs into machine code. A backend is one file, and one line in backends.cpp.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual const char* name() const = 0;
  /// Whether its code runs on this processor.
  virtual bool native() const = 0;
  /// The instructions that its code may use on this processor; for a backend that is not native, on any processor.
  virtual Tuning default_tuning() const = 0;
  /// Appends the code of a Function to `code`. It is position-independent, but may contain addresses of tables. Returns
  /// false and appends nothing if the program is not worth compiling (too large, or left to the precompiled kernels).
  /// Appends the disassembly to `listing` unless that is null.
  virtual bool emit(const Program& program, const Tuning& tuning, std::vector<std::byte>& code,
                    std::string* listing = nullptr) const = 0;
};

/// All backends that are built in.
std::span<const Backend* const> backends();
/// The backend for this processor; null if there is none.
const Backend* native_backend();

}  // namespace cartwright::jit
