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
#include <string_view>
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

void* Device::find(void* library, const char* function) {
  void* const found = library == nullptr ? nullptr : dlsym(library, function);
  if (found == nullptr)
    throw std::runtime_error(fmt::format("no {}: CARTWRIGHT_TEST_{} names the library that has it", function,
                                         std::string_view(function).starts_with("cufft") ? "CUFFT" : "GPU"));
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

Memory::Memory(const Device& device, std::size_t bytes, Kind kind) : device_(device), bytes_(bytes), kind_(kind) {
  if (kind == Kind::device)
    device.call("cuMemAlloc_v2", &address_, bytes);
  else
    device.call("cuMemHostAlloc", &address_, bytes, 0U);
}

Memory::~Memory() {
  try {
    if (kind_ == Kind::device)
      device_.call("cuMemFree_v2", address_);
    else
      device_.call("cuMemFreeHost", static_cast<void*>(data()));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
}

void Memory::put(const void* from) const {
  device_.call("cuMemcpyHtoD_v2", address_, from, bytes_);
  device_.call("cuStreamSynchronize", static_cast<void*>(nullptr));  // the copy may still be on its way
}

void Memory::get(void* to) const { device_.call("cuMemcpyDtoH_v2", to, address_, bytes_); }

}  // namespace cartwright::bench
