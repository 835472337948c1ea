// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// What Cartwright asks HIP and Level Zero, in one source for two pretended libraries.
#include <sys/mman.h>

#define FAKE_GPU extern "C" __attribute__((visibility("default")))

namespace {

constexpr unsigned long bytes = 4096;

/// Memory that the CPU cannot touch.
char* memory() {
  static void* const mapped = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return static_cast<char*>(mapped);
}

}  // namespace

FAKE_GPU void* fake_gpu_memory() { return memory(); }

FAKE_GPU int hipPointerGetAttribute(void* result, int attribute, void* address) {
  constexpr int memory_type = 2;
  constexpr unsigned device_memory = 2;
  if (attribute != memory_type) return 1;
  const char* const at = static_cast<char*>(address);
  *static_cast<unsigned*>(result) = at >= memory() && at < memory() + bytes ? device_memory : 0;
  return 0;
}

FAKE_GPU int zeInit(unsigned) { return 0; }
