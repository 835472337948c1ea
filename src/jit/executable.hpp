// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

#include <memory>
#include <span>

namespace cartwright::jit {

/// Machine code that can be called during the lifetime of this object.
class Code {
 public:
  virtual ~Code() = default;
  virtual Function entry() const = 0;
  virtual std::size_t size() const = 0;
};

/// Copies code into executable memory, which is mapped twice, writable and executable; no mapping is ever both. Null if
/// the system forbids that, or after allow_execution(false). Thread safe.
std::unique_ptr<Code> map_code(std::span<const std::byte> code);

/// Switches generated code off or on for the process. Initially on.
void allow_execution(bool allowed);

/// "" if map_code() works; otherwise the reason ("the system maps no executable memory: Permission denied").
std::string why_not_executable();

}  // namespace cartwright::jit
