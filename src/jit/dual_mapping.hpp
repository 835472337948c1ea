// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace cartwright::jit {

/// The same memory at two addresses: writable at one, executable at the other. No mapping is ever both.
struct DualMapping {
  std::byte* writable = nullptr;
  std::byte* executable = nullptr;
  std::size_t bytes = 0;

  /// Tries an anonymous file, then unlinked temporary files. If the system allows neither, the addresses are null, and
  /// `why_not` says which call failed and why.
  static DualMapping make(std::size_t bytes, std::string& why_not);

  DualMapping() = default;
  DualMapping(DualMapping&& other) noexcept { *this = std::move(other); }
  DualMapping& operator=(DualMapping&& other) noexcept {
    std::swap(writable, other.writable);
    std::swap(executable, other.executable);
    std::swap(bytes, other.bytes);
    return *this;
  }
  ~DualMapping();
};

}  // namespace cartwright::jit
