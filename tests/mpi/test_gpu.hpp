// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

/// The driver of CUDA that CARTWRIGHT_TEST_GPU names, with a context, and the cuFFT that CARTWRIGHT_TEST_CUFFT names.
/// Without the first variable, all memory is the host's.
class TestGpu {
 public:
  static const TestGpu* get() {
    static const char* const path = std::getenv("CARTWRIGHT_TEST_GPU");
    if (path == nullptr) return nullptr;
    static const TestGpu gpu(path);
    return &gpu;
  }

  /// Whether this is the driver of the tests, which has settings.
  bool pretended() const { return dlsym(library_, "fake_cuda_reach") != nullptr; }

  std::uintptr_t allocate(std::size_t bytes) const {
    std::uintptr_t made = 0;
    call("cuMemAlloc_v2", &made, bytes);
    return made;
  }
  void free(std::uintptr_t address) const { call("cuMemFree_v2", address); }
  void put(std::uintptr_t to, const void* from, std::size_t bytes) const {
    call("cuMemcpyHtoD_v2", to, from, bytes);
    wait(nullptr);  // the copy may still be on its way, and streams of make_stream do not wait for it
  }
  void get(void* to, std::uintptr_t from, std::size_t bytes) const { call("cuMemcpyDtoH_v2", to, from, bytes); }

  /// The bytes of pinned memory that were ever allocated, which only the pretended driver counts.
  std::optional<long> pinned() const {
    if (!pretended()) return std::nullopt;
    long bytes = 0;
    call("fake_cuda_pinned", &bytes);
    return bytes;
  }

  /// The allocations of other processes that this one ever mapped, which only the pretended driver counts.
  std::optional<long> maps() const {
    if (!pretended()) return std::nullopt;
    long count = 0;
    call("fake_cuda_maps", &count);
    return count;
  }

  /// A stream that no other waits for.
  void* make_stream() const {
    void* made = nullptr;
    call("cuStreamCreate", &made, 1U);
    return made;
  }
  void destroy(void* stream) const { call("cuStreamDestroy_v2", stream); }
  void wait(void* stream) const { call("cuStreamSynchronize", stream); }
  /// In the order of a stream. Memory of the host is used until then.
  void copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes, void* stream) const {
    if (bytes > 0) call("cuMemcpyAsync", to, from, bytes, stream);
  }
  void begin_capture(void* stream) const { call("cuStreamBeginCapture_v2", stream, 0); }
  void end_capture(void* stream) const {
    void* graph = nullptr;
    call("cuStreamEndCapture", stream, &graph);
    call("cuGraphDestroy", graph);
  }

 private:
  explicit TestGpu(const char* path) : library_(dlopen(path, RTLD_NOW)) {
    void* context = nullptr;
    setenv("CARTWRIGHT_GPU_CACHE", "off", 0);  // tests leave nothing behind
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    call("cuInit", 0U);
    call("cuCtxCreate_v2", &context, 0U, 0);
    const char* const cufft = std::getenv("CARTWRIGHT_TEST_CUFFT");
    if (cufft != nullptr && dlopen(cufft, RTLD_NOW) == nullptr) throw std::runtime_error(dlerror());
  }
  template <typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    const int result = function == nullptr ? -1 : function(arguments...);
    if (result != 0) throw std::runtime_error(name + (": error " + std::to_string(result)));
  }

  void* library_;
};
