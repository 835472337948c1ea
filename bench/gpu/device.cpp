// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/device.hpp"

#include "median.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace cartwright::bench {

namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void* load(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return library;
}

}  // namespace

Device::Device() {
  const char* const driver = std::getenv("CARTWRIGHT_TEST_GPU");
  library_ = load(driver == nullptr ? "libcuda.so.1" : driver);
  if (const char* const cufft = std::getenv("CARTWRIGHT_TEST_CUFFT")) load(cufft);
  pretended_ = dlsym(library_, "fake_cuda_reach") != nullptr;
  int gpu = 0;
  void* context = nullptr;
  char name[256] = "";
  call("cuInit", 0U);
  call("cuDeviceGet", &gpu, 0);
  call("cuDeviceGetName", static_cast<char*>(name), 256, gpu);
  call("cuDevicePrimaryCtxRetain", &context, gpu);
  call("cuCtxSetCurrent", context);
  name_ = name;
}

void* Device::find(const char* function) const {
  void* const found = dlsym(library_, function);
  if (found == nullptr) throw std::runtime_error(fmt::format("the driver has no {}", function));
  return found;
}

void Device::check(const char* function, int result) {
  if (result != 0) throw std::runtime_error(fmt::format("{}: error {}", function, result));
}

void Device::wait() const { call("cuCtxSynchronize"); }

double Device::seconds_of(const std::function<void()>& run, int most) const {
  constexpr double round = 0.02;
  const auto seconds = [&](int times) {
    const double begin = now();
    for (int i = 0; i < times; ++i) run();
    wait();
    return now() - begin;
  };
  seconds(1);  // kernels are translated, lists uploaded
  const double once = std::max(seconds(1), 1e-9);
  const int times = std::clamp(static_cast<int>(round / once), 1, most);
  std::vector<double> rounds;
  for (int i = 0; i < std::min(most, 9); ++i) rounds.push_back(seconds(times) / times);
  return median(rounds);
}

Memory::Memory(const Device& device, std::size_t bytes) : device_(device) {
  device.call("cuMemAlloc_v2", &address_, bytes);
}

Memory::~Memory() {
  try {
    device_.call("cuMemFree_v2", address_);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
}

}  // namespace cartwright::bench
