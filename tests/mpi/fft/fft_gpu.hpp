// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "test_gpu.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fft_test {

/// Memory of the GPU with the bytes of a test, and none behind its end: an access there is an error of the pretended
/// driver.
class OnGpu {
 public:
  explicit OnGpu(std::size_t bytes) : bytes_(bytes), address_(gpu().allocate(bytes == 0 ? 1 : bytes)) {}
  ~OnGpu() { gpu().free(address_); }
  OnGpu(const OnGpu&) = delete;

  void* data() const { return reinterpret_cast<void*>(address_); }
  std::uintptr_t address() const { return address_; }
  std::size_t size() const { return bytes_; }
  std::vector<std::byte> content() const {
    std::vector<std::byte> all(bytes_);
    if (bytes_ > 0) gpu().get(all.data(), address_, bytes_);
    return all;
  }

 private:
  static const TestGpu& gpu() { return *TestGpu::get(); }
  std::size_t bytes_;
  std::uintptr_t address_;
};

}  // namespace fft_test
