// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "random_datatype.hpp"
#include "test_gpu.hpp"

#include <cstdint>

/// The bytes of a buffer while MPI has them. On a GPU the CPU cannot touch them, and none lies behind their end.
class OnDevice {
 public:
  explicit OnDevice(DatatypeBuffer& buffer, bool on_device = true)
      : buffer_(buffer), gpu_(on_device ? TestGpu::get() : nullptr) {
    if (gpu_ == nullptr) return;
    address_ = gpu_->allocate(buffer.bytes().size());
    bring_there();
  }
  ~OnDevice() {
    if (gpu_ != nullptr) gpu_->free(address_);
  }
  OnDevice(const OnDevice&) = delete;

  unsigned char* base() {
    if (gpu_ == nullptr) return buffer_.base();
    return reinterpret_cast<unsigned char*>(address_ + static_cast<std::uintptr_t>(buffer_.origin()));
  }
  /// Copies the buffer there, again.
  void bring_there() {
    if (gpu_ != nullptr) gpu_->put(address_, buffer_.bytes().data(), buffer_.bytes().size());
  }
  /// Copies them into the buffer.
  void bring_back() {
    if (gpu_ != nullptr) gpu_->get(buffer_.bytes().data(), address_, buffer_.bytes().size());
  }

 private:
  DatatypeBuffer& buffer_;
  const TestGpu* gpu_;
  std::uintptr_t address_ = 0;
};
