// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace cartwright {

namespace {

std::string reason;

template <typename... Arguments>
device::Result result_of(void* library, const char* name, Arguments... arguments) {
  const auto function = reinterpret_cast<device::Result (*)(Arguments...)>(dlsym(library, name));
  if (function == nullptr) throw std::runtime_error(fmt::format("the driver has no {}", name));
  return function(arguments...);
}

}  // namespace

const char* Gpu::why_not() { return reason.c_str(); }

const Gpu* Gpu::get() {
  static Gpu gpu;
  static const bool started = gpu.start();
  return started ? &gpu : nullptr;
}

bool Gpu::start() {
  setenv("CARTWRIGHT_GPU_CACHE", "off", 0);  // tests leave nothing behind
  const char* named = std::getenv("CARTWRIGHT_TEST_GPU");
  const char* const path = named == nullptr ? CARTWRIGHT_FAKE_CUDA : named;
  library_ = dlopen(path, RTLD_NOW);
  if (library_ == nullptr) {
    reason = dlerror();
    return false;
  }
  int devices = 0;
  int device = 0;
  if (result_of(library_, "cuInit", 0U) != 0 || result_of(library_, "cuDeviceGetCount", &devices) != 0 ||
      devices == 0) {
    reason = fmt::format("{}: this driver has no GPU", path);
    return false;
  }
  char name[256] = "";
  call("cuDeviceGet", &device, 0);
  call("cuDeviceGetName", static_cast<char*>(name), 256, device);
  fmt::print("GPU: {}\n", name);
  call("cuDevicePrimaryCtxRetain", &context_, device);
  enter();
  return true;
}

template <typename... Arguments>
void Gpu::call(const char* name, Arguments... arguments) const {
  if (const device::Result result = result_of(library_, name, arguments...); result != 0)
    throw std::runtime_error(fmt::format("{}: error {}", name, result));
}

void Gpu::enter() const { call("cuCtxSetCurrent", context_); }

device::Address Gpu::allocate(std::size_t bytes) const {
  device::Address made = 0;
  call("cuMemAlloc_v2", &made, bytes);
  return made;
}
device::Address Gpu::allocate_managed(std::size_t bytes) const {
  device::Address made = 0;
  call("cuMemAllocManaged", &made, bytes, 1U);
  return made;
}
void* Gpu::allocate_pinned(std::size_t bytes) const {
  void* made = nullptr;
  call("cuMemHostAlloc", &made, bytes, 2U);
  return made;
}
void Gpu::free(device::Address address) const { call("cuMemFree_v2", address); }
void Gpu::free_pinned(void* memory) const { call("cuMemFreeHost", memory); }
void Gpu::put(device::Address to, std::span<const std::byte> from) const {
  call("cuMemcpyHtoD_v2", to, static_cast<const void*>(from.data()), from.size());
  call("cuStreamSynchronize", static_cast<device::Stream*>(nullptr));  // the copy may still be on its way
}
void Gpu::get(std::span<std::byte> to, device::Address from) const {
  call("cuMemcpyDtoH_v2", static_cast<void*>(to.data()), from, to.size());
}

void Gpu::start_copy(void* to, const void* from, std::size_t bytes, device::Stream* stream) const {
  call("cuMemcpyAsync", reinterpret_cast<device::Address>(to), reinterpret_cast<device::Address>(from), bytes, stream);
}

device::Stream* Gpu::make_stream() const {
  device::Stream* stream = nullptr;
  call("cuStreamCreate", &stream, 1U);
  return stream;
}
void Gpu::destroy(device::Stream* stream) const { call("cuStreamDestroy_v2", stream); }
device::Result Gpu::wait(device::Stream* stream) const { return result_of(library_, "cuStreamSynchronize", stream); }

void Gpu::capture(device::Stream* stream, int times, const std::function<void()>& enqueue) const {
  void* graph = nullptr;
  void* ready = nullptr;
  call("cuStreamBeginCapture_v2", stream, 0);  // global: no thread may allocate or wait
  enqueue();
  call("cuStreamEndCapture", stream, &graph);
  call("cuGraphInstantiateWithFlags", &ready, graph, 0ULL);
  for (int i = 0; i < times; ++i) call("cuGraphLaunch", ready, stream);
  call("cuStreamSynchronize", stream);
  call("cuGraphExecDestroy", ready);
  call("cuGraphDestroy", graph);
}

}  // namespace cartwright
