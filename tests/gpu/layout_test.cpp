// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Layouts on streams through the public headers: random datatypes against the calls without a stream, which other tests
// hold against the interpreter.
#include "datatype/notation.hpp"
#include "gpu.hpp"
#include "random_type.hpp"

#include <fmt/format.h>
#include <cartwright/layout.hpp>

#include <cstring>
#include <memory>
#include <thread>

namespace cartwright {
namespace {

class LayoutsOnGpu : public GpuTest {};

TEST_F(LayoutsOnGpu, PackAndUnpackAsOnTheHost) {
  for (std::uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    datatype::RandomTypes types(seed);
    base::Random& random = types.random();
    const datatype::TypePtr type = types.draw();
    const std::int64_t count = random.below(5);
    const datatype::Elements elements(*type, count);
    SCOPED_TRACE(fmt::format("seed {}: {} x {}", seed, count, notation(*type)));
    auto layout = cw::Layout::parse(notation(*type));
    if (seed % 5 == 0) layout = layout.with(0, 2);
    if (seed % 2 == 0) layout.prepare_on(stream_);

    const Bytes data = filled(elements.highest - elements.lowest, random);
    Bytes packed(static_cast<std::size_t>(elements.bytes));
    layout.pack(data.data() - elements.lowest, count, packed.data());
    const OnGpu from(gpu(), data);
    const OnGpu to(gpu(), Bytes(packed.size()));
    layout.pack_on(from.pointer() - elements.lowest, count, to.pointer(), stream_);
    ASSERT_EQ(gpu().wait(stream_), 0);
    EXPECT_EQ(to.bytes(), packed);

    if (elements.overlap()) continue;
    Bytes unpacked = filled(elements.highest - elements.lowest, random);
    const OnGpu back(gpu(), unpacked);
    layout.unpack(packed.data(), count, unpacked.data() - elements.lowest);
    layout.unpack_on(to.pointer(), count, back.pointer() - elements.lowest, stream_);
    ASSERT_EQ(gpu().wait(stream_), 0);
    EXPECT_EQ(back.bytes(), unpacked);
  }
}

const cw::Layout& column() {
  static const cw::Layout layout = cw::Layout::basic("double").vector(64, 1, 70);
  return layout;
}
constexpr std::int64_t column_bytes = (63 * 70 + 1) * 8;

TEST_F(LayoutsOnGpu, MoveBetweenHostAndGpu) {
  base::Random random(5);
  const Bytes data = filled(column_bytes, random);
  Bytes packed(64 * 8);
  column().pack(data.data(), 1, packed.data());
  auto* const pinned = static_cast<std::byte*>(gpu().allocate_pinned(column_bytes));
  const OnGpu from(gpu(), data);
  column().pack_on(from.pointer(), 1, pinned, stream_);
  ASSERT_EQ(gpu().wait(stream_), 0);
  EXPECT_EQ(Bytes(pinned, pinned + packed.size()), packed);

  std::memcpy(pinned, data.data(), data.size());
  const OnGpu to(gpu(), Bytes(packed.size()));
  column().pack_on(pinned, 1, to.pointer(), stream_);
  ASSERT_EQ(gpu().wait(stream_), 0);
  EXPECT_EQ(to.bytes(), packed);
  gpu().free_pinned(pinned);

  const device::Address managed = gpu().allocate_managed(column_bytes);
  std::memcpy(reinterpret_cast<void*>(managed), data.data(), data.size());
  const OnGpu too(gpu(), Bytes(packed.size()));
  column().pack_on(reinterpret_cast<void*>(managed), 1, too.pointer(), stream_);
  ASSERT_EQ(gpu().wait(stream_), 0);
  EXPECT_EQ(too.bytes(), packed);
  gpu().free(managed);
}

TEST_F(LayoutsOnGpu, MoveFromLayoutToLayout) {
  base::Random random(6);
  const auto row = cw::Layout::basic("double").vector(8, 8, 9);
  const Bytes data = filled(column_bytes, random);
  Bytes moved = filled(8 * 9 * 8, random);
  const OnGpu from(gpu(), data);
  const OnGpu to(gpu(), moved);
  column().move(data.data(), 1, row, 1, moved.data());
  column().move_on(from.pointer(), 1, row, 1, to.pointer(), stream_);
  ASSERT_EQ(gpu().wait(stream_), 0);
  EXPECT_EQ(to.bytes(), moved);
  EXPECT_THROW(column().move_on(from.pointer(), 1, row, 2, to.pointer(), stream_), cw::Error);
  const auto list = cw::Layout::parse("idx(20 30 14; 0 25 60)[double]");
  EXPECT_THROW(column().move_on(from.pointer(), 1, list, 1, to.pointer(), stream_), cw::Error);
}

TEST_F(LayoutsOnGpu, AreCapturedAfterTheyArePrepared) {
  base::Random random(7);
  const auto list = cw::Layout::parse("idx(1 3 2 9; 40 0 7 20)[int]");
  const Bytes data = filled(49 * 4, random);
  Bytes packed(list.size());
  list.pack(data.data(), 1, packed.data());
  const OnGpu from(gpu(), data);
  const OnGpu to(gpu(), Bytes(packed.size()));
  list.prepare_on(stream_);
  gpu().capture(stream_, 3, [&] { list.pack_on(from.pointer(), 1, to.pointer(), stream_); });
  EXPECT_EQ(to.bytes(), packed);

  const auto other = cw::Layout::parse("idx(1 3 2 9; 41 0 7 20)[int]");
  gpu().capture(stream_, 1, [&] {
    try {
      other.pack_on(from.pointer(), 1, to.pointer(), stream_);
      ADD_FAILURE() << "a list was uploaded during a capture";
    } catch (const cw::Error& error) {
      EXPECT_NE(std::string(error.what()).find("cw_layout_prepare_on"), std::string::npos) << error.what();
    }
  });
}

/// Packs and unpacks random types, moves between two layouts and copies blocks, all in one launch.
TEST_F(LayoutsOnGpu, MoveInBatchesAsOneByOne) {
  const auto row = cw::Layout::basic("double").vector(8, 8, 9);
  for (std::uint64_t seed = 1; seed <= 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    datatype::RandomTypes types(seed);
    base::Random& random = types.random();
    struct Side {
      std::unique_ptr<OnGpu> memory;
      Bytes wanted;
    };
    std::vector<Side> targets;
    std::vector<std::unique_ptr<OnGpu>> sources;
    std::vector<cw::Layout> layouts;
    std::vector<cw_transfer> transfers;
    const auto add = [&](const Bytes& from, std::int64_t from_lowest, Bytes wanted, const Bytes& before,
                         std::int64_t to_lowest) {
      sources.push_back(std::make_unique<OnGpu>(gpu(), from));
      targets.push_back({std::make_unique<OnGpu>(gpu(), before), std::move(wanted)});
      transfers.push_back({nullptr, sources.back()->pointer() - from_lowest, 0, nullptr,
                           targets.back().memory->pointer() - to_lowest, 0});
    };
    layouts.reserve(30);
    for (std::int64_t left = random.below(30); left > 0; --left) {
      const datatype::TypePtr type = types.draw();
      const std::int64_t count = random.below(4);
      const datatype::Elements elements(*type, count);
      if (elements.overlap()) continue;
      const cw::Layout& layout = layouts.emplace_back(cw::Layout::parse(notation(*type)));
      const Bytes data = filled(elements.highest - elements.lowest, random);
      Bytes packed(static_cast<std::size_t>(elements.bytes));
      layout.pack(data.data() - elements.lowest, count, packed.data());
      if (random.below(2) == 0) {
        const Bytes before = filled(elements.bytes, random);
        add(data, elements.lowest, packed, before, 0);
        transfers.back().from = layout.get();
        transfers.back().from_count = count;
      } else {
        const Bytes before = filled(elements.highest - elements.lowest, random);
        Bytes unpacked = before;
        layout.unpack(packed.data(), count, unpacked.data() - elements.lowest);
        add(packed, 0, unpacked, before, elements.lowest);
        transfers.back().to = layout.get();
        transfers.back().to_count = count;
      }
    }
    const Bytes data = filled(column_bytes, random);
    const Bytes before = filled(8 * 9 * 8, random);
    Bytes moved = before;
    column().move(data.data(), 1, row, 1, moved.data());
    add(data, 0, moved, before, 0);
    transfers.back() = {column().get(), transfers.back().from_base, 1, row.get(), transfers.back().to_base, 1};

    const cw::Batch batch(transfers, stream_);
    if (seed % 2 == 0)
      gpu().capture(stream_, 2, [&] { batch.run_on(stream_); });
    else
      batch.run_on(stream_);
    ASSERT_EQ(gpu().wait(stream_), 0);
    for (const Side& target : targets) EXPECT_EQ(target.memory->bytes(), target.wanted);
  }
}

TEST_F(LayoutsOnGpu, RefuseBatchesThatCannotBe) {
  const OnGpu on_gpu(gpu(), Bytes(column_bytes));
  const cw_transfer nothing = {nullptr, on_gpu.pointer(), 1, nullptr, on_gpu.pointer(), 1};
  EXPECT_THROW(cw::Batch({&nothing, 1}, stream_), cw::Error);
  const Bytes on_host(64 * 8);
  const cw_transfer from_host = {nullptr, on_host.data(), 1, column().get(), on_gpu.pointer(), 1};
  EXPECT_THROW(cw::Batch({&from_host, 1}, stream_), cw::Error);
  const cw_transfer too_small = {column().get(), on_gpu.pointer(), 2, column().get(), on_gpu.pointer(), 1};
  EXPECT_THROW(cw::Batch({&too_small, 1}, stream_), cw::Error);
  cw::Batch({}, stream_).run_on(stream_);
}

TEST_F(LayoutsOnGpu, RefuseWhatTheGpuCannotReach) {
  const OnGpu on_gpu(gpu(), Bytes(column_bytes));
  const Bytes on_host(column_bytes);
  const auto message = [&](const auto& call) -> std::string {
    try {
      call();
    } catch (const cw::Error& error) {
      return error.what();
    }
    return "";
  };
  Bytes on_host_too(column_bytes);
  EXPECT_NE(message([&] { column().pack_on(on_host.data(), 1, on_host_too.data(), stream_); }).find("base 0x"),
            std::string::npos);
  EXPECT_NE(message([&] { column().move_on(on_host.data(), 1, column(), 1, on_gpu.pointer(), stream_); }).find("0x"),
            std::string::npos);
  EXPECT_NE(message([&] { column().pack_on(nullptr, 1, on_gpu.pointer(), stream_); }), "");
  const auto huge = cw::Layout::parse("hvec(4611686018427387 1 3)[char]");
  EXPECT_NE(message([&] { huge.prepare_on(stream_); }).find("too large for a GPU"), std::string::npos);
  std::thread without_context([&] {
    EXPECT_NE(message([&] { column().pack_on(on_gpu.pointer(), 1, on_gpu.pointer(), nullptr); }).find("cuStreamGetCtx"),
              std::string::npos);
  });
  without_context.join();
}

}  // namespace
}  // namespace cartwright
