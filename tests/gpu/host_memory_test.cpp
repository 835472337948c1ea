// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Layouts between a GPU and the host, pinned or not: large blocks by copies of the driver, others by kernels or through
// pinned memory. All against the calls without a stream.
#include "datatype/notation.hpp"
#include "gpu.hpp"
#include "random_type.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <cartwright/layout.hpp>

#include <cstring>
#include <memory>
#include <optional>

namespace cartwright {
namespace {

using datatype::TypePtr;

enum class Where : std::uint8_t { gpu, pinned, pageable };

/// Bytes in any memory, exactly as long.
class Memory {
 public:
  Memory(const Gpu& gpu, Where where, const Bytes& bytes) : gpu_(gpu), where_(where), host_(bytes) {
    if (where == Where::gpu) on_gpu_ = std::make_unique<OnGpu>(gpu, bytes);
    if (where != Where::pinned) return;
    pinned_ = static_cast<std::byte*>(gpu.allocate_pinned(bytes.size()));
    std::copy(bytes.begin(), bytes.end(), pinned_);
  }
  ~Memory() {
    if (pinned_ != nullptr) gpu_.free_pinned(pinned_);
  }
  Memory(const Memory&) = delete;

  std::byte* data() { return on_gpu_ ? on_gpu_->pointer() : pinned_ != nullptr ? pinned_ : host_.data(); }
  Bytes bytes() const {
    if (on_gpu_) return on_gpu_->bytes();
    return pinned_ != nullptr ? Bytes(pinned_, pinned_ + host_.size()) : host_;
  }

 private:
  const Gpu& gpu_;
  Where where_;
  Bytes host_;
  std::unique_ptr<OnGpu> on_gpu_;
  std::byte* pinned_ = nullptr;
};

/// Blocks of 8 KiB and more in loops and lists, whose strides do or do not allow rows and planes.
TypePtr draw_large_blocks(base::Random& random) {
  const std::int64_t unit = random.below(8) == 0 ? 1 : 16;
  const bool pays = random.below(3) > 0;  // for any number of copies
  const std::int64_t block = ((pays ? 256 : 8) << 10) + unit * random.below(4);
  const TypePtr one = datatype::contiguous(block, datatype::basic("char", 1, 1));
  TypePtr type = one;
  std::int64_t inner = block;
  for (std::int64_t depth = 1 + random.below(pays ? 2 : 3); depth > 0; --depth) {
    const std::int64_t count = 2 + random.below(2);
    const std::int64_t room = type->true_ub - type->true_lb;
    const std::int64_t gap = 1 + random.below(2);
    const std::int64_t stride = random.below(2) == 0 ? (room / inner + gap) * inner : room + unit * gap;
    switch (random.below(5)) {
      case 0: type = datatype::hindexed_block(1, {0, stride, 3 * stride + unit}, type); break;
      case 1: type = datatype::hvector(count, 1, -stride, type); break;
      case 2: type = datatype::structure({1, 1}, {0, stride}, {type, one}); break;
      default: type = datatype::hvector(count, 1, stride, type);
    }
    inner = stride;
  }
  return type;
}

class HostMemory : public GpuTest {
 protected:
  /// The copies of planes that the pretended driver has started. A real one does not say.
  static std::optional<int> copies() {
    void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    const auto count =
        library == nullptr ? nullptr : reinterpret_cast<int (*)(int*)>(dlsym(library, "fake_cuda_copies_of_planes"));
    if (count == nullptr) return std::nullopt;
    int all = 0;
    count(&all);
    return all;
  }

  /// Packs and unpacks with the elements and the packed data in these memories.
  void check(const TypePtr& type, std::int64_t count, Where elements_are, Where packed_is, base::Random& random,
             bool captured = false) {
    const datatype::Elements elements(*type, count);
    const auto layout = cw::Layout::parse(notation(*type));
    SCOPED_TRACE(fmt::format("{} x {}", count, notation(*type)));
    const auto run = [&](const auto& start) {
      if (captured) {
        layout.prepare_on(stream_);
        gpu().capture(stream_, 2, start);
      } else {
        start();
      }
      ASSERT_EQ(gpu().wait(stream_), 0);
    };
    Memory data(gpu(), elements_are, filled(elements.highest - elements.lowest, random));
    Memory packed(gpu(), packed_is, Bytes(static_cast<std::size_t>(elements.bytes)));
    Bytes expected(packed.bytes().size());
    layout.pack(data.bytes().data() - elements.lowest, count, expected.data());
    run([&] { layout.pack_on(data.data() - elements.lowest, count, packed.data(), stream_); });
    EXPECT_EQ(packed.bytes(), expected);

    if (elements.overlap()) return;
    Bytes unpacked = filled(elements.highest - elements.lowest, random);
    Memory back(gpu(), elements_are, unpacked);
    layout.unpack(expected.data(), count, unpacked.data() - elements.lowest);
    run([&] { layout.unpack_on(packed.data(), count, back.data() - elements.lowest, stream_); });
    EXPECT_EQ(back.bytes(), unpacked);
  }
};

TEST_F(HostMemory, GetsLargeBlocksByCopiesOfTheDriver) {
  for (std::uint64_t seed = 1; seed <= 16 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    base::Random random(seed);
    const TypePtr type = draw_large_blocks(random);
    const Where host = seed % 3 == 0 ? Where::pageable : Where::pinned;
    const bool on_host = seed % 2 == 0;
    check(type, 1 + random.below(3), on_host ? host : Where::gpu, on_host ? Where::gpu : host, random,
          host == Where::pinned && seed % 4 < 2);
  }
}

/// Rows and planes are one copy, and more loops around many bytes are several. Many short blocks and many copies have a
/// kernel.
TEST_F(HostMemory, TakesFewCopies) {
  if (!copies()) GTEST_SKIP() << "this driver does not count copies";
  const auto copies_of = [&](const std::string& notation, std::int64_t count) {
    const auto layout = cw::Layout::parse(notation);
    const datatype::TypePtr type = datatype::parse_type(notation);
    const OnGpu from(gpu(), Bytes(static_cast<std::size_t>(count * type->extent())));
    Memory packed(gpu(), Where::pinned, Bytes(static_cast<std::size_t>(count * layout.size())));
    const int before = *copies();
    layout.pack_on(from.pointer(), count, packed.data(), stream_);
    EXPECT_EQ(gpu().wait(stream_), 0);
    return *copies() - before;
  };
  EXPECT_EQ(copies_of("sub(4 6 8192; 2 3 8192; 1 1 0; c)[char]", 1), 1);
  EXPECT_EQ(copies_of("sub(4 6 9000; 2 3 8192; 1 1 0; c)[char]", 1), 1);
  EXPECT_EQ(copies_of("sub(4 6 1023; 2 3 1000; 1 1 0; c)[char]", 1), 1);
  EXPECT_EQ(copies_of("sub(200 66 520; 128 33 511; 1 1 0; c)[char]", 1), 0);
  EXPECT_EQ(copies_of("sub(200 66 520; 128 33 512; 1 1 0; c)[char]", 1), 1);
  EXPECT_EQ(copies_of("hvec(128 8 16)[char]", 1), 1);
  EXPECT_EQ(copies_of("hidx(8 8 16; 0 16 40)[char]", 1), 0);
  EXPECT_EQ(copies_of("sub(4 6 9000; 2 3 8192; 1 1 0; c)[char]", 3), 0);
  EXPECT_EQ(copies_of("sub(4 6 99000; 2 3 98000; 1 1 0; c)[char]", 3), 3);
  EXPECT_EQ(copies_of("hvec(3 98000 99001)[char]", 1), 1);
}

/// Kernels, pinned memory and the processor move random types, wherever both sides are.
TEST_F(HostMemory, MayBeOnEitherSide) {
  for (std::uint64_t seed = 1; seed <= 150 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    datatype::RandomTypes types(seed);
    const TypePtr type = types.draw();
    const Where host = seed % 3 == 0 ? Where::pinned : Where::pageable;
    const std::int64_t count = types.random().below(5);
    if (datatype::Elements(*type, count).bytes == 0) continue;
    check(type, count, seed % 2 == 0 ? host : Where::gpu, seed % 2 == 0 ? Where::gpu : host, types.random());
  }
}

TEST_F(HostMemory, ThatIsNotPinnedTakesManySegments) {
  base::Random random(3);
  const TypePtr type = datatype::parse_type("hvec(75000 48 80)[char]");
  check(type, 1, Where::gpu, Where::pageable, random);
  check(type, 1, Where::pageable, Where::gpu, random);
}

/// What the program started on the stream may still write the elements, or read the packed data.
TEST_F(HostMemory, ThatIsNotPinnedFollowsTheStream) {
  base::Random random(4);
  const auto layout = cw::Layout::parse("hvec(300 8 16)[char]");
  for (int round = 0; round < 40; ++round) {
    const Bytes data = filled(300 * 16, random);
    Bytes expected(layout.size());
    layout.pack(data.data(), 1, expected.data());
    const OnGpu source(gpu(), data);
    Memory elements(gpu(), Where::pageable, Bytes(data.size()));
    const OnGpu to(gpu(), expected);
    gpu().start_copy(elements.data(), source.pointer(), data.size(), stream_);
    layout.pack_on(elements.data(), 1, to.pointer(), stream_);
    EXPECT_EQ(to.bytes(), expected);
  }
}

TEST_F(HostMemory, ThatIsNotPinnedIsRefusedDuringACapture) {
  const auto layout = cw::Layout::parse("hvec(300 8 16)[char]");
  layout.prepare_on(stream_);
  const OnGpu on_gpu(gpu(), Bytes(300 * 16));
  Bytes on_host(300 * 16);
  const auto message = [&](const auto& call) -> std::string {
    std::string text;
    gpu().capture(stream_, 1, [&] {
      try {
        call();
      } catch (const cw::Error& error) {
        text = error.what();
      }
    });
    return text;
  };
  EXPECT_NE(message([&] {
              layout.pack_on(on_host.data(), 1, on_gpu.pointer(), stream_);
            }).find(fmt::format("base {} is host memory that is not pinned", static_cast<void*>(on_host.data()))),
            std::string::npos);
  EXPECT_NE(message([&] {
              layout.unpack_on(on_host.data(), 1, on_gpu.pointer(), stream_);
            }).find(fmt::format("packed {} is host memory that is not pinned", static_cast<void*>(on_host.data()))),
            std::string::npos);
}

}  // namespace
}  // namespace cartwright
