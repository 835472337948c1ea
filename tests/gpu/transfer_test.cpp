// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Many parts of one buffer of packed data, against each of them packed on the host.
#include "gpu/transfer.hpp"

#include "datatype/notation.hpp"
#include "gpu.hpp"
#include "random_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <vector>

namespace cartwright {
namespace {

using Bytes = std::vector<std::byte>;

/// The packed data, in memory of a GPU or pinned memory.
class Packed {
 public:
  Packed(const Gpu& gpu, std::size_t bytes, bool pinned) : gpu_(gpu), bytes_(bytes), pinned_(pinned) {
    memory_ = pinned ? static_cast<std::byte*>(gpu.allocate_pinned(bytes))
                     : reinterpret_cast<std::byte*>(gpu.allocate(bytes));
  }
  ~Packed() {
    if (pinned_)
      gpu_.free_pinned(memory_);
    else
      gpu_.free(reinterpret_cast<device::Address>(memory_));
  }
  Packed(const Packed&) = delete;

  std::byte* data() const { return memory_; }
  Bytes bytes() const {
    Bytes all(bytes_);
    if (pinned_)
      std::copy_n(memory_, bytes_, all.begin());
    else
      gpu_.get(all, reinterpret_cast<device::Address>(memory_));
    return all;
  }

 private:
  const Gpu& gpu_;
  std::size_t bytes_;
  bool pinned_;
  std::byte* memory_;
};

/// Elements of a random type, on the host and on the GPU.
struct Drawn {
  std::shared_ptr<jit::Packer> packer;
  std::int64_t count;
  std::int64_t lowest;
  Bytes data;
  bool overlaps;
  std::unique_ptr<OnGpu> on_gpu;

  std::byte* base() { return data.data() - lowest; }
};

class TransfersOnGpu : public GpuTest {
 protected:
  void check(std::uint64_t seed, std::size_t parts, bool contiguous, std::int64_t least) {
    datatype::RandomTypes types(seed);
    base::Random& random = types.random();
    std::list<Drawn> drawn;
    std::vector<gpu::Part> given;
    std::int64_t bytes = 0;
    bool overlaps = false;
    while (given.size() < parts || bytes < least) {
      const datatype::TypePtr type = contiguous ? datatype::parse_type("double") : types.draw();
      const std::int64_t most = least / (2 * std::max<std::int64_t>(type->size, 1));
      const std::int64_t count = std::max(1 + random.below(4), most);
      const datatype::Elements elements(*type, count);
      if (elements.bytes == 0) continue;
      Bytes data(static_cast<std::size_t>(elements.highest - elements.lowest));
      for (std::byte& one : data) one = static_cast<std::byte>(random.next());
      Drawn& one = drawn.emplace_back(Drawn{jit::Packer::of(datatype::normalize(*type), {.expected_uses = 1}), count,
                                            elements.lowest, std::move(data), elements.overlap(), nullptr});
      one.on_gpu = std::make_unique<OnGpu>(gpu(), one.data);
      overlaps = overlaps || one.overlaps;
      bytes += random.below(3);  // a gap
      given.push_back({&gpu::LayoutKernels::of(*one.packer), one.on_gpu->pointer() - one.lowest, count, bytes});
      bytes += elements.bytes;
    }
    SCOPED_TRACE(fmt::format("seed {}: {} parts, {} bytes", seed, parts, bytes));
    const Packed packed(gpu(), static_cast<std::size_t>(bytes), seed % 2 == 0);
    ASSERT_TRUE(gpu::pack_and_wait(given, packed.data(), bytes));
    const Bytes result = packed.bytes();
    auto part = given.begin();
    for (Drawn& one : drawn) {
      Bytes expected(static_cast<std::size_t>(part->bytes()));
      one.packer->pack(expected.data(), one.base(), one.count);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), result.begin() + part->offset));
      ++part;
    }
    if (overlaps) return;
    // Back into other bytes.
    for (Drawn& one : drawn) {
      std::ranges::reverse(one.data);
      gpu().put(one.on_gpu->address(), one.data);
    }
    ASSERT_TRUE(gpu::unpack_and_wait(given, packed.data(), bytes));
    part = given.begin();
    for (Drawn& one : drawn) {
      one.packer->unpack(one.base(), result.data() + part->offset, one.count);
      EXPECT_EQ(one.on_gpu->bytes(), one.data);
      ++part;
    }
  }
};

TEST_F(TransfersOnGpu, OfManyPartsAreThoseOfEach) {
  for (std::uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) check(seed, 1 + seed % 25, false, 0);
}

TEST_F(TransfersOnGpu, OfLargeBuffersGoThroughMemoryOfTheGpu) {
  for (std::uint64_t seed = 100; seed <= 101 && !HasFailure(); ++seed) check(seed, 3, false, 300'000);
}

TEST_F(TransfersOnGpu, OfLargeContiguousPartsAreCopies) {
  for (std::uint64_t seed = 200; seed <= 201 && !HasFailure(); ++seed) check(seed, 3, true, 300'000);
}

TEST_F(TransfersOnGpu, LeaveOtherMemoryAlone) {
  Bytes on_host(64);
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("double")), {.expected_uses = 1});
  const OnGpu packed(gpu(), Bytes(64));
  const gpu::Part part{&gpu::LayoutKernels::of(*packer), on_host.data(), 8, 0};
  EXPECT_FALSE(gpu::pack_and_wait({&part, 1}, packed.pointer(), 64));
}

}  // namespace
}  // namespace cartwright
