// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace fake_cuda {

using Address = std::uint64_t;

enum class Kind : std::uint8_t { device, pinned, managed };

/// Memory that the driver knows. The CPU can touch pinned and managed memory. Device memory is mapped twice: at its
/// address nobody may touch it, as if it were on a GPU, and a second mapping serves kernels and copies.
struct Range {
  Kind kind = Kind::device;
  Address begin = 0;
  std::size_t bytes = 0;
  std::byte* reached = nullptr;  ///< by kernels and copies
  bool registered = false;       ///< memory of the program, which it frees
};

/// All ranges. Thread safe.
class Memory {
 public:
  /// Returns 0 if there is no memory left. The contents are arbitrary.
  Address allocate(Kind kind, std::size_t bytes);
  bool register_host(Address begin, std::size_t bytes);
  /// False if no range begins there.
  bool release(Address begin);
  std::optional<Range> find(Address address) const;

 private:
  mutable std::mutex mutex_;
  std::map<Address, Range> ranges_;
};

Memory& memory();

/// Where kernels and copies reach `bytes` bytes: null unless all lie in one range. With `any_host`, memory that the
/// driver does not know is the program's own.
std::byte* reach(Address address, std::size_t bytes, bool any_host);

}  // namespace fake_cuda
