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
  /// Packs or unpacks parts, as the functions of transfer.hpp, in segments of `segment` bytes, or as these do for 0.
  static bool move(jit::Direction direction, std::span<const gpu::Part> parts, std::byte* packed, std::int64_t bytes,
                   std::int64_t segment) {
    if (segment == 0)
      return direction == jit::Direction::pack ? gpu::pack_and_wait(parts, packed, bytes)
                                               : gpu::unpack_and_wait(parts, packed, bytes);
    const auto staging = gpu::Staging::of(direction, parts, segment);
    if (!staging) return false;
    for (std::int64_t first = 0; first < bytes; first += segment)
      staging->start(first, std::min(bytes, first + segment), packed + first);
    staging->wait_for_all();
    return true;
  }

  void check(std::uint64_t seed, std::size_t parts, bool contiguous, std::int64_t least, std::int64_t segment = 0) {
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
    SCOPED_TRACE(fmt::format("seed {}: {} parts, {} bytes in segments of {}", seed, parts, bytes, segment));
    if (segment > 0 && gpu::Staging::of(jit::Direction::pack, given, segment) == nullptr) {
      ++refused_;  // more loops than a batch takes
      return;
    }
    const Packed packed(gpu(), static_cast<std::size_t>(bytes), seed % 2 == 0 || segment > 0);
    ASSERT_TRUE(move(jit::Direction::pack, given, packed.data(), bytes, segment));
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
    ASSERT_TRUE(move(jit::Direction::unpack, given, packed.data(), bytes, segment));
    part = given.begin();
    for (Drawn& one : drawn) {
      one.packer->unpack(one.base(), result.data() + part->offset, one.count);
      EXPECT_EQ(one.on_gpu->bytes(), one.data);
      ++part;
    }
  }
  int refused_ = 0;
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

/// Segments end anywhere: in loops, in lists, in gaps between parts.
TEST_F(TransfersOnGpu, InSegmentsAreThoseOfTheWhole) {
  for (std::uint64_t seed = 300; seed <= 420 && !HasFailure(); ++seed) {
    base::Random random(seed);
    check(seed, 1 + seed % 4, seed % 20 == 0, seed % 3 == 0 ? 4000 : 0, 16 * (1 + random.below(40)));
  }
  EXPECT_LT(refused_, 12);
}

/// Two segments have two buffers on the GPU, and a third one waits for the first.
TEST_F(TransfersOnGpu, InManySegmentsUseTwoBuffers) {
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("vec(1000 1 2)[double]")), {});
  Bytes data(2000 * 8);
  base::Random random(1);
  for (std::byte& one : data) one = static_cast<std::byte>(random.next());
  Bytes expected(1000 * 8);
  packer->pack(expected.data(), data.data(), 1);
  const OnGpu on_gpu(gpu(), data);
  const gpu::Part part{&gpu::LayoutKernels::of(*packer), on_gpu.pointer(), 1, 0};
  const Packed packed(gpu(), expected.size(), true);
  for (int round = 0; round < 20; ++round) {
    std::fill_n(packed.data(), expected.size(), std::byte{0});
    ASSERT_TRUE(move(jit::Direction::pack, {&part, 1}, packed.data(), 8000, 160));
    ASSERT_EQ(packed.bytes(), expected) << "round " << round;
  }
}

/// One segment is complete when it was waited for, although the next one is not.
TEST_F(TransfersOnGpu, AreWaitedForOneByOne) {
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("vec(64 1 2)[double]")), {});
  base::Random random(2);
  for (const bool contiguous : {false, true}) {
    const auto of =
        contiguous ? jit::Packer::of(datatype::normalize(*datatype::parse_type("ctg(64)[double]")), {}) : packer;
    for (int round = 0; round < 100; ++round) {
      Bytes data(128 * 8);
      for (std::byte& one : data) one = static_cast<std::byte>(random.next());
      Bytes expected(512);
      of->pack(expected.data(), data.data(), 1);
      const OnGpu on_gpu(gpu(), data);
      const gpu::Part part{&gpu::LayoutKernels::of(*of), on_gpu.pointer(), 1, 0};
      const Packed packed(gpu(), 512, true);
      const auto staging = gpu::Staging::of(jit::Direction::pack, {&part, 1}, 256);
      ASSERT_TRUE(staging);
      staging->start(0, 256, packed.data());
      staging->start(256, 512, packed.data() + 256);
      for (const std::size_t half : {0U, 1U}) {
        staging->wait_for_one();
        ASSERT_TRUE(
            std::equal(packed.data() + half * 256, packed.data() + half * 256 + 256, expected.begin() + half * 256))
            << "round " << round << ", segment " << half;
      }
      staging->wait_for_one();  // nothing is left
    }
  }
}

/// The program may have started work on the default stream that writes the elements.
TEST_F(TransfersOnGpu, InSegmentsFollowTheDefaultStream) {
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("vec(500 1 2)[double]")), {});
  const OnGpu on_gpu(gpu(), Bytes(1000 * 8));
  const gpu::Part part{&gpu::LayoutKernels::of(*packer), on_gpu.pointer(), 1, 0};
  const Packed packed(gpu(), 4000, true);
  const Packed written(gpu(), 8000, true);
  for (int round = 1; round <= 50; ++round) {
    std::fill_n(written.data(), 8000, static_cast<std::byte>(round));
    for (std::int64_t at = 0; at < 8000; at += 800)
      gpu::start_copy(on_gpu.pointer() + at, written.data() + at, 800, nullptr);
    ASSERT_TRUE(move(jit::Direction::pack, {&part, 1}, packed.data(), 4000, 2000));
    ASSERT_EQ(packed.bytes(), Bytes(4000, static_cast<std::byte>(round)));
  }
}

TEST_F(TransfersOnGpu, LeaveOtherMemoryAlone) {
  Bytes on_host(64);
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("double")), {.expected_uses = 1});
  const OnGpu packed(gpu(), Bytes(64));
  const gpu::Part part{&gpu::LayoutKernels::of(*packer), on_host.data(), 8, 0};
  EXPECT_FALSE(gpu::pack_and_wait({&part, 1}, packed.pointer(), 64));
  EXPECT_EQ(gpu::Staging::of(jit::Direction::pack, {&part, 1}, 64), nullptr);
}

}  // namespace
}  // namespace cartwright
