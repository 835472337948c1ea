// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Packing between a GPU and pinned memory of the host beside copies of the driver, as the interposer packs messages
// that go through the host: `gpu_host [--tiny]`. Results are compared with those of the host first: what packs wrongly
// is not timed. tools/gpu-check.py runs it and prints the figures beside their targets.
#include "gpu/bench.hpp"
#include "gpu/copies.hpp"
#include "gpu/element.hpp"
#include "gpu/transfer.hpp"

namespace {

using namespace cartwright;
using namespace cartwright::bench;

/// The target is in pinned memory.
class Host : public Bench {
 public:
  static constexpr auto title = "Packing between a GPU and the host beside copies of the driver";
  explicit Host(bool tiny) : Host(tiny, tiny ? 1 << 20 : 64 << 20) {}

  void run() override {
    // Kernels reach pinned memory up to 256 KiB, and segments are copied above.
    const std::int64_t most = tiny_ ? 1 << 20 : 64 << 20;
    for (const std::int64_t bytes : {std::int64_t{1} << 10, std::int64_t{256} << 10, most})
      for (const std::int64_t block : {64, 1024}) blocks(bytes, block);
    box(tiny_ ? 64 : 256);
    for (const std::int64_t bytes : {1 << 10, 8 << 10, 64 << 10, 256 << 10, tiny_ ? 1 << 20 : 16 << 20})
      for (const std::int64_t block : {8, 64, 512, 4096}) copy_or_kernel(bytes, std::min(block, bytes / 2));
  }

 private:
  Host(bool tiny, std::size_t bytes) : Bench(tiny, 2 * bytes, bytes, Memory::Kind::pinned) {}

  void blocks(std::int64_t bytes, std::int64_t block) const {
    const std::int64_t count = bytes / block;
    const Element element(fmt::format("hvec({} {} {})[char]", count, block, 2 * block));
    compare(fmt::format("{} KiB in blocks of {} B", bytes >> 10, block), element,
            packing(source_.address(), count, block, 2 * block, target_.address()), "cuMemcpy2D");
  }

  /// Blocks by a kernel, over the bus or in segments, beside a copy of the driver: which is faster?
  void copy_or_kernel(std::int64_t bytes, std::int64_t block) const {
    const std::int64_t count = bytes / block;
    const Element element(fmt::format("hvec({} {} {})[char]", count, block, 2 * block));
    const gpu::Current context(static_cast<device::Stream*>(nullptr));
    const gpu::Part part{&element.kernels, source_.data(), 1, 0};
    const auto over_the_bus = [&] {
      std::vector<jit::BatchJob> jobs;
      if (!element.kernels.append(jit::Direction::pack, source_.data(), 1, target_.data(), nullptr, jobs))
        gpu::fail_too_deep();
      gpu::run_jobs(context, jobs, nullptr);
      device_.wait();
    };
    const auto in_segments = [&] {
      const auto staging = gpu::Staging::of(jit::Direction::pack, {&part, 1}, gpu::segment_bytes);
      for (std::int64_t first = 0; first < bytes; first += gpu::segment_bytes)
        staging->start(first, std::min(bytes, first + gpu::segment_bytes), target_.data() + first);
      staging->wait_for_all();
    };
    const std::function<void()> by_kernel =
        bytes <= gpu::max_over_the_bus ? std::function<void()>(over_the_bus) : in_segments;
    const Copy2d copy = packing(source_.address(), count, block, 2 * block, target_.address());
    const auto by_copy = [&] {
      bench::start(device_, copy);
      device_.wait();
    };
    source_.put(host_.data());  // which unpacking has changed
    const std::vector<std::byte> expected = element.packed(host_.data());
    check(expected, by_kernel);
    check(expected, by_copy);
    figures_.add(
        {fmt::format("{} KiB in blocks of {} B to the host, time of a kernel in cuMemcpy2D's", bytes >> 10, block),
         "ratio", seconds_of(by_kernel) / seconds_of(by_copy)});
  }

  void box(std::int64_t n) const {
    const Element element(fmt::format("sub({0} {0} {0}; {1} {1} {1}; {2} {2} {2}; c)[double]", n, n / 2, n / 4));
    compare(fmt::format("a box of {}^3 doubles", n / 2), element,
            packing_inner_half(source_.address(), n, target_.address()), "cuMemcpy3D");
  }

  /// Both directions: the time to pack and to wait for it, in that of a copy of the driver.
  template <typename Copy>
  void compare(const std::string& what, const Element& element, const Copy& copy, const char* name) const {
    const auto copy_and_wait = [&](const Copy& one) {
      bench::start(device_, one);
      device_.wait();
    };
    const auto pack = [&] { gpu::pack_and_wait(element.kernels, source_.data(), 1, target_.data()); };
    const auto unpack = [&] {
      gpu::unpack_and_wait(element.kernels, target_.data(), static_cast<std::int64_t>(element.bytes()), source_.data());
    };
    source_.put(host_.data());  // which unpacking has changed
    const std::vector<std::byte> expected = element.packed(host_.data());
    check(expected, pack);
    check(expected, [&] { copy_and_wait(copy); });
    add(what + " to the host", name, pack, [&] { copy_and_wait(copy); });
    check_unpacking(element, unpack);
    check_unpacking(element, [&] { copy_and_wait(reversed(copy)); });
    add(what + " from the host", name, unpack, [&] { copy_and_wait(reversed(copy)); });
  }

  void add(const std::string& what, const char* name, const std::function<void()>& ours,
           const std::function<void()>& theirs) const {
    const double seconds = seconds_of(ours);
    figures_.add({fmt::format("{}, time in {}'s", what, name), "ratio", seconds / seconds_of(theirs),
                  Figure::Target::at_most, 1.1});
  }

  /// Throws unless `unpack` changes the elements as unpacking on the host does. They then have their old values.
  void check_unpacking(const Element& element, const std::function<void()>& unpack) const {
    std::vector<std::byte> expected = host_;
    std::vector<std::byte> got(host_.size());
    target_.put(random_bytes(target_.bytes(), 2).data());
    element.packer->unpack(expected.data(), target_.data(), 1);
    unpack();
    source_.get(got.data());
    source_.put(host_.data());
    if (got != expected) throw std::runtime_error("the unpacked elements are wrong: nothing is timed");
  }
};

}  // namespace

int main(int argc, char** argv) { return plain_main("gpu_host", argc, argv, run_bench<Host>); }
