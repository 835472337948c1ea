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
  /// Whether its code runs on the processor that asks.
  virtual bool native() const = 0;
  /// What its code may use on this processor; for a backend that is not native, on any.
  virtual Tuning default_tuning() const = 0;
  /// Appends the code of a Function to `code`: independent of where it is put, but for addresses of tables. False, with
  /// nothing appended, when the program is not worth compiling (too large, or of a form the backend leaves to the
  /// precompiled kernels). With `listing`, the disassembly is appended to it.
  virtual bool emit(const Program& program, const Tuning& tuning, std::vector<std::byte>& code,
                    std::string* listing = nullptr) const = 0;
};

/// All that are built in.
std::span<const Backend* const> backends();
/// The one for this processor; null where there is none.
const Backend* native_backend();

}  // namespace cartwright::jit
