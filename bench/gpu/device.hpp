// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace cartwright::bench {

using Address = std::uint64_t;

/// The GPU of a driver of CUDA, with a context, for a benchmark.
class Device {
 public:
  /// Loads the driver that CARTWRIGHT_TEST_GPU names, or libcuda.so.1, and cuFFT if CARTWRIGHT_TEST_CUFFT names one. Throws
  /// std::runtime_error that says what is missing.
  Device();

  const std::string& name() const { return name_; }
  /// The driver of the tests: its times mean nothing.
  bool pretended() const { return pretended_; }

  /// Throws std::runtime_error for a result other than 0.
  template <typename... Arguments>
  void call(const char* function, Arguments... arguments) const {
    check(function, reinterpret_cast<int (*)(Arguments...)>(find(function))(arguments...));
  }
  void wait() const;

  /// Seconds of one `run`, which starts work on the default stream: the median of some rounds, each of which runs it as
  /// often as takes milliseconds, and waits once. `most` limits the rounds and the runs in each.
  double seconds_of(const std::function<void()>& run, int most) const;

 private:
  void* find(const char* function) const;
  static void check(const char* function, int result);

  void* library_;
  std::string name_;
  bool pretended_ = false;
};

/// Memory of the GPU.
class Memory {
 public:
  Memory(const Device& device, std::size_t bytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Address address() const { return address_; }
  void* data() const { return reinterpret_cast<void*>(address_); }

 private:
  const Device& device_;
  Address address_ = 0;
};

}  // namespace cartwright::bench
