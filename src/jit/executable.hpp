// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <memory>
#include <span>

namespace cartwright::jit {

/// Machine code that can be called as long as this lives.
class Code {
 public:
  virtual ~Code() = default;
  virtual Function entry() const = 0;
  virtual std::size_t size() const = 0;
};

/// Puts code where it can run: memory mapped twice, once to write and once to execute, so that no page is ever both.
/// Null where the system forbids that, or after allow_execution(false). Thread safe.
std::unique_ptr<Code> place(std::span<const std::byte> code);

/// Switches generated code off or on for the process; on at the start.
void allow_execution(bool allowed);

/// "" while place() works; otherwise why it does not ("the system maps no executable memory: Permission denied").
std::string why_not_executable();

}  // namespace cartwright::jit
