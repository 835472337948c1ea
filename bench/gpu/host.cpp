// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Packing between a GPU and pinned memory of the host beside copies of the driver, as the interposer packs messages
// that go through the host: `gpu_host [--tiny]`. Results are compared with those of the host first: what packs wrongly
// is not timed. tools/gpu-check.py runs it and prints the figures beside their targets.
#include "gpu/copies.hpp"
#include "gpu/device.hpp"
#include "gpu/element.hpp"
#include "gpu/figures.hpp"
#include "gpu/tiny_main.hpp"
#include "gpu/transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace cartwright;
using namespace cartwright::bench;

/// Elements on the GPU and packed data in pinned memory, both as long as the largest case needs.
class Bench {
 public:
  explicit Bench(bool tiny)
      : tiny_(tiny),
        host_(tiny ? 2 << 20 : 128 << 20),
        elements_(device_, host_.size()),
        packed_(device_, host_.size() / 2, Memory::Kind::pinned),
        figures_(device_.pretended()) {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i + 8 <= host_.size(); i += 8) {
      const std::uint64_t word = random();
      std::memcpy(host_.data() + i, &word, 8);
    }
    fmt::print("GPU: {}\n", device_.name());
  }

  void run() const {
    // Kernels reach pinned memory up to 256 KiB, and segments are copied above.
    const std::int64_t most = tiny_ ? 1 << 20 : 64 << 20;
    for (const std::int64_t bytes : {std::int64_t{1} << 10, std::int64_t{256} << 10, most})
      for (const std::int64_t block : {64, 1024}) blocks(bytes, block);
    box(tiny_ ? 64 : 256);
    for (const std::int64_t bytes : {1 << 10, 8 << 10, 64 << 10, 256 << 10, tiny_ ? 1 << 20 : 16 << 20})
      for (const std::int64_t block : {8, 64, 512, 4096}) copy_or_kernel(bytes, std::min(block, bytes / 2));
  }

 private:
  void blocks(std::int64_t bytes, std::int64_t block) const {
    const std::int64_t count = bytes / block;
    const Element element(fmt::format("hvec({} {} {})[char]", count, block, 2 * block));
    compare(fmt::format("{} KiB in blocks of {} B", bytes >> 10, block), element,
            packing(elements_.address(), count, block, 2 * block, packed_.address()), "cuMemcpy2D");
  }

  /// Blocks by a kernel, over the bus or in segments, beside a copy of the driver: which is faster?
  void copy_or_kernel(std::int64_t bytes, std::int64_t block) const {
    const std::int64_t count = bytes / block;
    const Element element(fmt::format("hvec({} {} {})[char]", count, block, 2 * block));
    const gpu::Current context(static_cast<device::Stream*>(nullptr));
    const gpu::Part part{&element.kernels, elements_.data(), 1, 0};
    const auto over_the_bus = [&] {
      std::vector<jit::BatchJob> jobs;
      if (!element.kernels.append(jit::Direction::pack, elements_.data(), 1, packed_.data(), nullptr, jobs))
        gpu::fail_too_deep();
      gpu::run_jobs(context, jobs, nullptr);
      device_.wait();
    };
    const auto in_segments = [&] {
      const auto staging = gpu::Staging::of(jit::Direction::pack, {&part, 1}, gpu::segment_bytes);
      for (std::int64_t first = 0; first < bytes; first += gpu::segment_bytes)
        staging->start(first, std::min(bytes, first + gpu::segment_bytes), packed_.data() + first);
      staging->wait_for_all();
    };
    const std::function<void()> by_kernel =
        bytes <= gpu::max_over_the_bus ? std::function<void()>(over_the_bus) : in_segments;
    const Copy2d copy = packing(elements_.address(), count, block, 2 * block, packed_.address());
    const auto by_copy = [&] {
      bench::start(device_, copy);
      device_.wait();
    };
    elements_.put(host_.data());
    check_packing(element, by_kernel);
    check_packing(element, by_copy);
    const int most = tiny_ ? 1 : 200;
    figures_.add(
        {fmt::format("{} KiB in blocks of {} B to the host, time of a kernel in cuMemcpy2D's", bytes >> 10, block),
         "ratio", device_.seconds_of(by_kernel, most) / device_.seconds_of(by_copy, most)});
  }

  void box(std::int64_t n) const {
    const Element element(fmt::format("sub({0} {0} {0}; {1} {1} {1}; {2} {2} {2}; c)[double]", n, n / 2, n / 4));
    compare(fmt::format("a box of {}^3 doubles", n / 2), element,
            packing_inner_half(elements_.address(), n, packed_.address()), "cuMemcpy3D");
  }

  /// Both directions: the time to pack and to wait for it, in that of a copy of the driver.
  template <typename Copy>
  void compare(const std::string& what, const Element& element, const Copy& copy, const char* name) const {
    const auto copy_and_wait = [&](const Copy& one) {
      bench::start(device_, one);
      device_.wait();
    };
    const auto pack = [&] { gpu::pack_and_wait(element.kernels, elements_.data(), 1, packed_.data()); };
    const auto unpack = [&] {
      gpu::unpack_and_wait(element.kernels, packed_.data(), static_cast<std::int64_t>(element.bytes()),
                           elements_.data());
    };
    elements_.put(host_.data());
    check_packing(element, pack);
    check_packing(element, [&] { copy_and_wait(copy); });
    add(what + " to the host", name, pack, [&] { copy_and_wait(copy); });
    check_unpacking(element, unpack);
    check_unpacking(element, [&] { copy_and_wait(reversed(copy)); });
    add(what + " from the host", name, unpack, [&] { copy_and_wait(reversed(copy)); });
  }

  void add(const std::string& what, const char* name, const std::function<void()>& ours,
           const std::function<void()>& theirs) const {
    const int most = tiny_ ? 1 : 200;
    const double seconds = device_.seconds_of(ours, most);
    figures_.add({fmt::format("{}, time in {}'s", what, name), "ratio", seconds / device_.seconds_of(theirs, most),
                  Figure::Target::at_most, 1.1});
  }

  /// Throws unless `pack` writes what the host packs.
  void check_packing(const Element& element, const std::function<void()>& pack) const {
    std::vector<std::byte> expected(element.bytes());
    element.packer->pack(expected.data(), host_.data(), 1);
    std::fill_n(packed_.data(), packed_.bytes(), std::byte{0x5a});
    pack();
    if (!std::equal(expected.begin(), expected.end(), packed_.data()))
      throw std::runtime_error("the packed bytes are wrong: nothing is timed");
  }

  /// Throws unless `unpack` changes the elements as unpacking on the host does. They then have their old values.
  void check_unpacking(const Element& element, const std::function<void()>& unpack) const {
    std::vector<std::byte> expected = host_;
    std::vector<std::byte> got(host_.size());
    std::mt19937_64 random(2);
    for (std::size_t i = 0; i < element.bytes(); ++i) packed_.data()[i] = static_cast<std::byte>(random());
    element.packer->unpack(expected.data(), packed_.data(), 1);
    unpack();
    elements_.get(got.data());
    elements_.put(host_.data());
    if (got != expected) throw std::runtime_error("the unpacked elements are wrong: nothing is timed");
  }

  const bool tiny_;
  const Device device_;
  std::vector<std::byte> host_;  ///< what the elements on the GPU are
  const Memory elements_;
  const Memory packed_;
  const Figures figures_;
};

}  // namespace

int main(int argc, char** argv) {
  return tiny_main<Bench>("gpu_host", "Packing between a GPU and the host beside copies of the driver", argc, argv);
}
