// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "lib/program.hpp"

#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>

namespace cartwright::bench {

using Address = std::uint64_t;

inline void* load(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return library;
}

/// The GPU of a driver of CUDA, with a context, for a benchmark.
class Device {
 public:
  /// Loads the driver that CARTWRIGHT_TEST_GPU names, or libcuda.so.1, and cuFFT if CARTWRIGHT_TEST_CUFFT names one.
  /// Throws std::runtime_error that says what is missing.
  Device() {
    const char* const driver = std::getenv("CARTWRIGHT_TEST_GPU");
    library_ = load(driver == nullptr ? "libcuda.so.1" : driver);
    if (const char* const cufft = std::getenv("CARTWRIGHT_TEST_CUFFT")) cufft_ = load(cufft);
    pretended_ = dlsym(library_, "fake_cuda_reach") != nullptr;
    int gpu = 0;
    int version = 0;
    void* context = nullptr;
    char name[256] = "";
    call("cuInit", 0U);
    call("cuDeviceGet", &gpu, 0);
    call("cuDeviceGetName", static_cast<char*>(name), 256, gpu);
    call("cuDevicePrimaryCtxRetain", &context, gpu);
    call("cuCtxSetCurrent", context);
    call("cuDriverGetVersion", &version);
    name_ = fmt::format("{}, CUDA {}.{}", name, version / 1000, version % 1000 / 10);
  }

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
  void wait() const { call("cuCtxSynchronize"); }

  /// Seconds of one `run`, which starts work on the default stream: the median of some rounds, each of which runs it as
  /// often as takes milliseconds, and waits once. `most` limits the rounds and the runs in each.
  double seconds_of(const std::function<void()>& run, int most) const {
    constexpr double round = 0.02;
    const auto seconds = [&](int times) {
      const double begin = wall_seconds();
      for (int i = 0; i < times; ++i) run();
      wait();
      return wall_seconds() - begin;
    };
    seconds(1);  // kernels are translated, lists uploaded
    const double once = std::max(seconds(1), 1e-9);
    const int times = std::clamp(static_cast<int>(round / once), 1, most);
    std::vector<double> rounds;
    for (int i = 0; i < std::min(most, 9); ++i) rounds.push_back(seconds(times) / times);
    return median(rounds);
  }

 private:
  static void* find(void* library, const char* function) {
    void* const found = library == nullptr ? nullptr : dlsym(library, function);
    if (found == nullptr)
      throw std::runtime_error(fmt::format("no {}: CARTWRIGHT_TEST_{} names the library that has it", function,
                                           std::string_view(function).starts_with("cufft") ? "CUFFT" : "GPU"));
    return found;
  }
  static void check(const char* function, int result) {
    if (result != 0) throw std::runtime_error(fmt::format("{}: error {}", function, result));
  }

  void* library_;
  void* cufft_ = nullptr;
  std::string name_;
  bool pretended_ = false;
};

/// Memory of the GPU, or pinned memory of the host.
class Memory {
 public:
  enum class Kind { device, pinned };

  Memory(const Device& device, std::size_t bytes, Kind kind = Kind::device)
      : device_(device), bytes_(bytes), kind_(kind) {
    if (kind == Kind::device)
      device.call("cuMemAlloc_v2", &address_, bytes);
    else
      device.call("cuMemHostAlloc", &address_, bytes, 0U);
  }
  ~Memory() {
    try {
      if (kind_ == Kind::device)
        device_.call("cuMemFree_v2", address_);
      else
        device_.call("cuMemFreeHost", static_cast<void*>(data()));
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
    }
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  Address address() const { return address_; }
  std::byte* data() const { return reinterpret_cast<std::byte*>(address_); }
  std::size_t bytes() const { return bytes_; }

  /// Copies all of it from other memory of the host, or there. Both wait.
  void put(const void* from) const {
    if (kind_ == Kind::pinned) {
      std::memcpy(data(), from, bytes_);
      return;
    }
    device_.call("cuMemcpyHtoD_v2", address_, from, bytes_);
    device_.call("cuStreamSynchronize", static_cast<void*>(nullptr));  // the copy may still be on its way
  }
  void get(void* to) const {
    if (kind_ == Kind::pinned)
      std::memcpy(to, data(), bytes_);
    else
      device_.call("cuMemcpyDtoH_v2", to, address_, bytes_);
  }

 private:
  const Device& device_;
  const std::size_t bytes_;
  const Kind kind_;
  Address address_ = 0;
};

/// A figure that is measured on a GPU.
struct Figure {
  enum class Target { none, at_least, at_most };
  std::string name;
  std::string unit;
  double value = 0;
  Target kind = Target::none;
  double target = 0;
};

/// Prints figures for tools/gpu-check.py, a line of JSON for each: on a pretended GPU without their values.
class Figures {
 public:
  explicit Figures(bool pretended) : pretended_(pretended) {}

  void add(const Figure& figure) const {
    std::string line = fmt::format(R"({{"figure": "{}", "unit": "{}")", figure.name, figure.unit);
    if (!pretended_) line += fmt::format(R"(, "value": {})", figure.value);
    if (figure.kind != Figure::Target::none)
      line +=
          fmt::format(R"(, "{}": {})", figure.kind == Figure::Target::at_least ? "at_least" : "at_most", figure.target);
    fmt::print("{}}}\n", line);
    std::fflush(stdout);
  }

 private:
  bool pretended_;
};

}  // namespace cartwright::bench
