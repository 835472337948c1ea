// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Memory of HIP and Level Zero is recognized, and so left alone. A process looks for libraries of GPUs until it finds
// one, so each test has a process of its own.
#include "device/memory.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

namespace cartwright::device {
namespace {

void recognizes_memory_of(const char* library) {
  const int on_host = 0;
  EXPECT_EQ(kind_of(&on_host), MemoryKind::host);
  EXPECT_FALSE(driver_known());
  void* const loaded = dlopen(library, RTLD_NOW);
  ASSERT_NE(loaded, nullptr) << dlerror();
  const auto memory = reinterpret_cast<char* (*)()>(dlsym(loaded, "fake_gpu_memory"));
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(kind_of(memory()), MemoryKind::device);
  EXPECT_EQ(kind_of(memory() + 4095), MemoryKind::device);
  EXPECT_EQ(kind_of(&on_host), MemoryKind::host);
  EXPECT_TRUE(driver_known());
  EXPECT_EQ(loaded_driver(), nullptr);  // there is no CUDA, so no kernels move this memory
}

TEST(OtherGpus, HaveMemoryOfHip) { recognizes_memory_of(CARTWRIGHT_FAKE_HIP); }

TEST(OtherGpus, HaveMemoryOfLevelZero) { recognizes_memory_of(CARTWRIGHT_FAKE_LEVEL_ZERO); }

}  // namespace
}  // namespace cartwright::device
