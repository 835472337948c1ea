// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/context.hpp"

#include <cstdint>
#include <memory>

namespace cartwright::gpu {

/// Memory of a GPU as other processes of the node find it. Plain data: it travels in messages.
struct SharedMemory {
  device::IpcHandle handle{};  ///< of the allocation
  std::int64_t offset = 0;     ///< in the allocation
  std::int64_t works = 0;      ///< 0: the driver cannot share this memory
};

/// Shares the allocation in which `bytes` bytes lie. It works for memory of cuMemAlloc and cudaMalloc; managed memory
/// and memory of pools stay private.
SharedMemory share(const std::byte* first, std::int64_t bytes) noexcept;

/// An allocation of another process, mapped into the context that is current when it is opened.
class Mapping {
 public:
  Mapping(const Current& context, const device::IpcHandle& handle);
  ~Mapping();
  Mapping(const Mapping&) = delete;

  std::byte* data() const { return reinterpret_cast<std::byte*>(begin_); }

 private:
  device::Context* context_;
  device::Address begin_ = 0;
};

/// Maps memory of another process. An allocation is mapped once, however often it is asked for. Null if the driver
/// refuses. Thread safe.
std::shared_ptr<Mapping> map(const Current& context, const SharedMemory& memory) noexcept;

}  // namespace cartwright::gpu
