// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Packing on a GPU beside copies of the driver: `gpu_kernels [--tiny]`. Each packed result is compared with that of the
// host first: what packs wrongly is not timed. tools/gpu-check.py runs it and prints the figures beside their targets.
#include "cartwright/layout.h"
#include "gpu/bench.hpp"
#include "gpu/copies.hpp"
#include "lib/succeed.hpp"

#include <memory>

namespace {

using namespace cartwright;
using namespace cartwright::bench;

using Layout = std::unique_ptr<cw_layout, decltype(&cw_layout_free)>;

template <typename Make>
Layout layout_of(const Make& make) {
  cw_layout* made = nullptr;
  succeed(make(&made));
  return {made, cw_layout_free};
}

Layout byte() {
  return layout_of([](cw_layout** made) { return cw_layout_basic("char", made); });
}

/// Blocks of `block` bytes at equal distances.
Layout blocks(std::int64_t count, std::int64_t block, std::int64_t stride) {
  const Layout bytes = byte();
  return layout_of([&](cw_layout** made) { return cw_layout_hvector(count, block, stride, bytes.get(), made); });
}

class Kernels : public Bench {
 public:
  static constexpr auto title = "Packing on a GPU beside copies of the driver";
  explicit Kernels(bool tiny) : Kernels(tiny, tiny ? 16 << 10 : 256 << 20) {}

  void run() override {
    copy();
    for (std::int64_t block = 8; block <= 4096; block *= 2) strided(block);
    boxes();
    lists();
    one_launch();
  }

 private:
  Kernels(bool tiny, std::size_t bytes) : Bench(tiny, 8 * bytes, bytes, Memory::Kind::device) {}

  /// Seconds to pack one element of a layout, whose result is checked.
  double pack(const cw_layout* layout) {
    const auto start = [&] { succeed(cw_layout_pack_on(layout, source_.data(), 1, target_.data(), nullptr)); };
    check(layout, start);
    return seconds_of(start);
  }

  /// Throws unless `start` writes what the host packs.
  void check(const cw_layout* layout, const std::function<void()>& start) {
    std::int64_t size = 0;
    succeed(cw_layout_size(layout, &size));
    std::vector<std::byte> expected(static_cast<std::size_t>(size));
    succeed(cw_layout_pack(layout, host_.data(), 1, expected.data()));
    Bench::check(expected, start);
  }

  void copy() {
    copy_seconds_ = seconds_of([&] {
      device_.call("cuMemcpyAsync", target_.address(), source_.address(), target_.bytes(), static_cast<void*>(nullptr));
    });
    figures_.add({"copy on the device, read and written", "GB/s", 2e-9 * packed() / copy_seconds_});
  }

  double packed() const { return static_cast<double>(target_.bytes()); }

  /// Blocks beside what memory can do: it reads sectors of 32 bytes. A stride has at least two of them.
  void strided(std::int64_t block) {
    constexpr std::int64_t sector = 32;
    const std::int64_t stride = std::max<std::int64_t>(2 * block, 2 * sector);
    const std::int64_t count = static_cast<std::int64_t>(target_.bytes()) / block;
    const double ours = pack(blocks(count, block, stride).get());
    const double read = static_cast<double>(count * std::max(block, sector));
    const double bound = copy_seconds_ * (read + packed()) / (2 * packed());
    figures_.add({fmt::format("blocks of {} B, of the {}", block, block < sector ? "bound by sectors" : "copy's rate"),
                  "ratio", bound / ours, Figure::Target::at_least, block < 64 ? 0.8 : 0.9});
    const double theirs = seconds_of_2d(block, stride, count);
    figures_.add({fmt::format("blocks of {} B, time in cuMemcpy2D's", block), "ratio", ours / theirs,
                  Figure::Target::at_most, 1.1});
  }

  double seconds_of_2d(std::int64_t block, std::int64_t stride, std::int64_t count) {
    const Copy2d copy = packing(source_.address(), count, block, stride, target_.address());
    const auto start = [&] { bench::start(device_, copy); };
    check(blocks(count, block, stride).get(), start);
    return seconds_of(start);
  }

  /// The inner half, along each axis, of a cube of doubles.
  void boxes() {
    const std::int64_t n = tiny_ ? 16 : 512;
    const std::int64_t half = n / 2;
    const std::int64_t sizes[] = {n, n, 8 * n}, part[] = {half, half, 8 * half}, first[] = {n / 4, n / 4, 2 * n};
    const Layout bytes = byte();
    const Layout box = layout_of(
        [&](cw_layout** made) { return cw_layout_subarray(3, sizes, part, first, CW_ORDER_C, bytes.get(), made); });
    const Copy3d copy = packing_inner_half(source_.address(), n, target_.address());
    const auto start = [&] { bench::start(device_, copy); };
    check(box.get(), start);
    const double ours = pack(box.get());
    figures_.add({fmt::format("a box of {}^3 doubles, time in cuMemcpy3D's", half), "ratio", ours / seconds_of(start),
                  Figure::Target::at_most, 1.1});
  }

  /// Blocks of which every other one is moved a little: no loop describes them.
  void lists() {
    for (const std::int64_t block : {64, 256}) {
      const std::int64_t count = static_cast<std::int64_t>(target_.bytes()) / block;
      std::mt19937_64 random(2);
      std::vector<std::int64_t> at;
      for (std::int64_t i = 0; i < count; ++i)
        at.push_back(i * 2 * block + static_cast<std::int64_t>(random() % 2) * block);
      const Layout bytes = byte();
      const Layout list = layout_of(
          [&](cw_layout** made) { return cw_layout_hindexed_block(at.size(), block, at.data(), bytes.get(), made); });
      const double ours = pack(list.get());
      figures_.add({fmt::format("a list of blocks of {} B, time in that of equal strides", block), "ratio",
                    ours / pack(blocks(count, block, 2 * block).get()), Figure::Target::at_most, 1.2});
    }
  }

  /// A launch and a wait, which take longer than the data of small messages.
  void one_launch() {
    const Layout small = blocks(16, 64, 128);
    const double seconds = seconds_of([&] {
      succeed(cw_layout_pack_on(small.get(), source_.data(), 1, target_.data(), nullptr));
      device_.wait();
    });
    figures_.add({"packing of 1 KiB in blocks of 64 B, with a launch and a wait", "us", seconds * 1e6});
  }

  double copy_seconds_ = 0;
};

}  // namespace

int main(int argc, char** argv) { return plain_main("gpu_kernels", argc, argv, run_bench<Kernels>); }
