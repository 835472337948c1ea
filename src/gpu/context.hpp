// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/driver.hpp"

#include <cstddef>
#include <span>

namespace cartwright::gpu {

/// The functions of the driver that the program has loaded. Throws Error{unsupported} if it has none.
const device::Driver& driver();

/// Throws Error{unsupported} that names the call unless its result is success.
void check(device::Result result, const char* call);

/// The context of a stream, or of memory that CUDA allocated on a GPU, is current while this lives. Throws Error if
/// there is none.
class Current {
 public:
  explicit Current(device::Stream* stream);
  static Current of_memory(const void* memory) { return Current(context_of(memory)); }
  ~Current();
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

  /// Differs between contexts, also if a new one has the address of one that was destroyed.
  std::uint64_t id() const { return id_; }
  device::Context* context() const { return context_; }

  explicit Current(device::Context* context);

 private:
  static device::Context* context_of(const void* memory);

  device::Context* context_ = nullptr;
  std::uint64_t id_ = 0;
};

/// Throws Error{invalid_argument} if work on a stream is recorded in a graph: then nothing may be allocated.
void need_no_capture(device::Stream* stream, const char* what);

/// Starts a copy between any two addresses that the driver knows.
void start_copy(std::byte* to, const std::byte* from, std::int64_t bytes, device::Stream* stream);

/// Waits until the work of a stream is done.
void wait(device::Stream* stream);

/// Memory on the GPU of the current context. It is not freed: the context may be gone when it is.
device::Address upload(std::span<const std::byte> bytes);

/// The address by which kernels reach memory. Throws Error{invalid_argument} if they cannot: `name` is the argument.
device::Address reachable(const void* address, const char* name);

}  // namespace cartwright::gpu
