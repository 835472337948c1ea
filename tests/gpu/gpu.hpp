// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "device/driver.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

namespace cartwright {

/// The driver under test: the pretended one, or the one that CARTWRIGHT_TEST_GPU names. Loaded and started once, with
/// the context of its first GPU.
class Gpu {
 public:
  /// Null if the driver has no GPU: then `why_not` says so.
  static const Gpu* get();
  static const char* why_not();

  device::Address allocate(std::size_t bytes) const;
  device::Address allocate_managed(std::size_t bytes) const;
  void* allocate_pinned(std::size_t bytes) const;
  void free(device::Address address) const;
  void free_pinned(void* memory) const;
  void put(device::Address to, std::span<const std::byte> from) const;
  void get(std::span<std::byte> to, device::Address from) const;

  /// Between any two addresses.
  void start_copy(void* to, const void* from, std::size_t bytes, device::Stream* stream) const;

  /// A stream that no other waits for.
  device::Stream* make_stream() const;
  void destroy(device::Stream* stream) const;
  /// Returns the error of the work before.
  device::Result wait(device::Stream* stream) const;
  /// Records what `enqueue` starts on a stream, and runs it so many times.
  void capture(device::Stream* stream, int times, const std::function<void()>& enqueue) const;

  /// A new thread has no context.
  void enter() const;

 private:
  Gpu() = default;
  bool start();
  template <typename... Arguments>
  void call(const char* name, Arguments... arguments) const;

  void* library_ = nullptr;
  device::Context* context_ = nullptr;
};

/// Memory of the GPU with the bytes of a test, exactly as long: an access beside it is an error of the pretended
/// driver.
class OnGpu {
 public:
  OnGpu(const Gpu& gpu, std::span<const std::byte> bytes, std::size_t offset = 0)
      : gpu_(gpu),
        offset_(offset),
        bytes_(bytes.size()),
        memory_(gpu.allocate(offset + bytes.size() + (bytes.empty() ? 1 : 0))) {
    if (!bytes.empty()) gpu.put(address(), bytes);
  }
  ~OnGpu() { gpu_.free(memory_); }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;

  device::Address address() const { return memory_ + offset_; }
  std::byte* pointer() const { return reinterpret_cast<std::byte*>(address()); }
  std::vector<std::byte> bytes() const {
    std::vector<std::byte> all(bytes_);
    if (bytes_ > 0) gpu_.get(all, address());
    return all;
  }

 private:
  const Gpu& gpu_;
  std::size_t offset_;
  std::size_t bytes_;
  device::Address memory_;
};

using Bytes = std::vector<std::byte>;

/// Bytes that look random.
inline Bytes filled(std::int64_t bytes, base::Random& random) {
  Bytes all(static_cast<std::size_t>(bytes + 8));
  for (std::size_t i = 0; i + 8 <= all.size(); i += 8) {
    const std::uint64_t word = random.next();
    std::memcpy(all.data() + i, &word, 8);
  }
  all.resize(static_cast<std::size_t>(bytes));
  return all;
}

class GpuTest : public testing::Test {
 protected:
  void SetUp() override {
    if (Gpu::get() == nullptr) GTEST_SKIP() << Gpu::why_not();
    stream_ = gpu().make_stream();
  }
  void TearDown() override {
    if (stream_ != nullptr) gpu().destroy(stream_);
  }
  static const Gpu& gpu() { return *Gpu::get(); }
  device::Stream* stream_ = nullptr;
};

}  // namespace cartwright
