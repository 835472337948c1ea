// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace fake_cuda {

using Address = std::uint64_t;

enum class Kind : std::uint8_t { device, pinned, managed };

/// Memory that the driver knows. The CPU can touch pinned and managed memory. Device memory is mapped twice: at its
/// address nobody may touch it, as if it were on a GPU, and a second mapping serves kernels and copies. With
/// FAKE_CUDA_MEMORY=readable the CPU can touch device memory, too: then any MPI can be given it.
struct Range {
  Kind kind = Kind::device;
  Address begin = 0;
  std::size_t bytes = 0;
  std::byte* reached = nullptr;  ///< by kernels and copies
  bool registered = false;       ///< memory of the program, which it frees
  int file = -1;                 ///< of device memory: other processes open it
  int mapped = 0;                ///< how often this process has mapped memory of another one here
};

/// Device memory as other processes find it: the content of a CUipcMemHandle.
struct Handle {
  std::int64_t pid = 0;
  std::int64_t file = 0;
  std::int64_t bytes = 0;
  std::int64_t begin = 0;  ///< in its process
};

/// All ranges. Thread safe.
class Memory {
 public:
  /// Returns 0 if there is no memory left. The contents are arbitrary.
  Address allocate(Kind kind, std::size_t bytes);
  bool register_host(Address begin, std::size_t bytes);
  /// False if no range of this process begins there.
  bool release(Address begin);
  /// None unless device memory of this process begins there.
  std::optional<Handle> share(Address begin) const;
  /// Maps memory of another process, once however often it is asked for. Returns 0 if that fails.
  Address map_shared(const Handle& handle);
  bool unmap_shared(Address begin);
  /// How much memory of other processes was ever mapped.
  long maps() const { return maps_; }
  std::optional<Range> find(Address address) const;

 private:
  mutable std::mutex mutex_;
  std::map<Address, Range> ranges_;
  std::map<std::pair<std::int64_t, std::int64_t>, Address> shared_;  ///< by process and address there
  std::atomic<long> maps_ = 0;
};

Memory& memory();

/// Where kernels and copies reach `bytes` bytes: null unless all lie in one range. With `any_host`, memory that the
/// driver does not know is the program's own.
std::byte* reach(Address address, std::size_t bytes, bool any_host);

}  // namespace fake_cuda
