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
  /// Loads the driver that CARTWRIGHT_TEST_GPU names, or libcuda.so.1, and cuFFT if CARTWRIGHT_TEST_CUFFT names one.
  /// Throws std::runtime_error that says what is missing.
  Device();

  /// The GPU and the version of CUDA of its driver, for tables.
  const std::string& name() const { return name_; }
  /// The driver of the tests: its times mean nothing.
  bool pretended() const { return pretended_; }

  /// Throws std::runtime_error for a result other than 0.
  template <typename... Arguments>
  void call(const char* function, Arguments... arguments) const {
    check(function, reinterpret_cast<int (*)(Arguments...)>(find(library_, function))(arguments...));
  }
  /// The same for a function of cuFFT.
  template <typename... Arguments>
  void call_cufft(const char* function, Arguments... arguments) const {
    check(function, reinterpret_cast<int (*)(Arguments...)>(find(cufft_, function))(arguments...));
  }
  void wait() const;

  /// Seconds of one `run`, which starts work on the default stream: the median of some rounds, each of which runs it as
  /// often as takes milliseconds, and waits once. `most` limits the rounds and the runs in each.
  double seconds_of(const std::function<void()>& run, int most) const;

 private:
  static void* find(void* library, const char* function);
  static void check(const char* function, int result);

  void* library_;
  void* cufft_ = nullptr;
  std::string name_;
  bool pretended_ = false;
};

/// Memory of the GPU, or pinned memory of the host.
class Memory {
 public:
  enum class Kind { device, pinned };

  Memory(const Device& device, std::size_t bytes, Kind kind = Kind::device);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Address address() const { return address_; }
  std::byte* data() const { return reinterpret_cast<std::byte*>(address_); }
  std::size_t bytes() const { return bytes_; }

  /// Copies all of it from memory of the host, or there. Both wait.
  void put(const void* from) const;
  void get(void* to) const;

 private:
  const Device& device_;
  const std::size_t bytes_;
  const Kind kind_;
  Address address_ = 0;
};

}  // namespace cartwright::bench
