// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"
#include "jit/executable.hpp"

#include <atomic>
#include <mutex>
#include <string>

namespace cartwright::jit {

/// One program and the code that runs it: precompiled at first, generated when that pays. Thread safe.
class Kernel {
 public:
  /// Sets the program at the first use, as most layouts are only packed, or only unpacked.
  template <typename Make>
  void set(Make make) {
    std::call_once(made_, [&] { program_ = make(); });
  }

  /// Counts a use. Returns whether to generate code now: at the second use, or for many bytes.
  bool worth_generating(std::int64_t bytes);
  /// Generates code, unless that was tried before. Null if there is no code.
  Function generate();
  void run(std::byte* to, const std::byte* from, std::int64_t n);

  bool generated() const { return function_.load(std::memory_order_acquire) != nullptr; }
  std::int64_t code_bytes() const { return generated() ? static_cast<std::int64_t>(code_->size()) : 0; }
  double generate_seconds() const { return generated() ? seconds_ : 0; }

 private:
  std::once_flag made_;
  Program program_;
  std::atomic<std::int64_t> uses_ = 0;
  std::mutex generating_;
  bool tried_ = false;
  std::unique_ptr<Code> code_;
  double seconds_ = 0;
  std::atomic<Function> function_ = nullptr;
};

/// The machine code of a program as text; "" if none is generated.
std::string disassembly(const Program& program);

}  // namespace cartwright::jit
