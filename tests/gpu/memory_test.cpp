// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Kinds of memory, and the ways in which the pretended driver is as strict as a real one.
#include "device/memory.hpp"
#include "base/error.hpp"
#include "gpu.hpp"
#include "gpu/module.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>

namespace cartwright::device {
namespace {

bool readable(const void* address) {
  char byte = 0;
  const iovec here{&byte, 1};
  const iovec there{const_cast<void*>(address), 1};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1;
}

class Memory : public GpuTest {};

TEST_F(Memory, HasAKind) {
  std::vector<std::byte> host(100);
  EXPECT_EQ(kind_of(host.data()), MemoryKind::host);
  EXPECT_EQ(kind_of(nullptr), MemoryKind::host);

  const Address on_gpu = gpu().allocate(1000);
  for (const Address inside : {on_gpu, on_gpu + 999}) {
    EXPECT_EQ(kind_of(reinterpret_cast<void*>(inside)), MemoryKind::device);
    EXPECT_TRUE(on_device(reinterpret_cast<void*>(inside)));
    EXPECT_FALSE(readable(reinterpret_cast<void*>(inside)));
  }
  // The answer is not remembered: other memory may get this address.
  gpu().free(on_gpu);
  EXPECT_EQ(kind_of(reinterpret_cast<void*>(on_gpu)), MemoryKind::host);

  void* const pinned = gpu().allocate_pinned(1000);
  EXPECT_EQ(kind_of(pinned), MemoryKind::pinned);
  EXPECT_FALSE(on_device(pinned));
  EXPECT_NE(kernel_address(gpu::driver(), pinned), 0U);
  gpu().free_pinned(pinned);

  const Address managed = gpu().allocate_managed(1000);
  EXPECT_EQ(kind_of(reinterpret_cast<void*>(managed)), MemoryKind::managed);
  EXPECT_TRUE(on_device(reinterpret_cast<void*>(managed)));
  gpu().free(managed);
}

TEST_F(Memory, HasAKindInAThreadWithoutAContext) {
  const Address on_gpu = gpu().allocate(8);
  std::thread([&] { EXPECT_EQ(kind_of(reinterpret_cast<void*>(on_gpu)), MemoryKind::device); }).join();
  gpu().free(on_gpu);
}

/// Errors of kernels cannot be undone on a real GPU.
class PretendedDriver : public GpuTest {
  void SetUp() override {
    if (std::getenv("CARTWRIGHT_TEST_GPU") != nullptr) GTEST_SKIP() << "only for the pretended driver";
    GpuTest::SetUp();
  }
};

std::string refusal(const std::string& instruction) {
  const std::string text =
      ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry one(\n.param .u64 at\n)\n{\n" +
      std::string("  .reg .b32 %r<4>;\n  ") + instruction + ";\n}\n";
  try {
    gpu::load(text, "one");
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST_F(PretendedDriver, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refusal("add.u32 %r1, %r2, 3"), "");
  EXPECT_NE(refusal("ex2.approx.f32 %r1, %r2").find("unknown instruction: ex2.approx.f32 %r1, %r2"), std::string::npos);
  EXPECT_NE(refusal("add.sat.s32 %r1, %r2, 3").find("unknown modifier"), std::string::npos);
  EXPECT_NE(refusal("add.u32 %r1, %r7, 3").find("unknown operand"), std::string::npos);
  EXPECT_NE(refusal("bra NOWHERE").find("unknown label"), std::string::npos);
}

}  // namespace
}  // namespace cartwright::device
