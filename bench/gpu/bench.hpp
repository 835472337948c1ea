// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/device.hpp"
#include "lib/options.hpp"

#include <functional>
#include <random>
#include <span>

namespace cartwright::bench {

inline std::vector<std::byte> random_bytes(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i + 8 <= count; i += 8) {
    const std::uint64_t word = random();
    std::copy_n(reinterpret_cast<const std::byte*>(&word), 8, bytes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return bytes;
}

/// A benchmark of one process: random bytes on the host and the same in memory of the GPU, to pack from, and memory to
/// pack into.
class Bench {
 public:
  virtual ~Bench() = default;
  virtual void run() = 0;

 protected:
  Bench(bool tiny, std::size_t source_bytes, std::size_t target_bytes, Memory::Kind target)
      : tiny_(tiny),
        host_(random_bytes(source_bytes, 1)),
        source_(device_, source_bytes),
        target_(device_, target_bytes, target),
        figures_(device_.pretended()) {
    source_.put(host_.data());
    fmt::print("GPU: {}\n", device_.name());
  }

  double seconds_of(const std::function<void()>& run) const { return device_.seconds_of(run, tiny_ ? 1 : 200); }

  /// Throws unless `pack` writes the expected bytes, which the host has packed, into the target.
  void check(std::span<const std::byte> expected, const std::function<void()>& pack) const {
    std::vector<std::byte> got(target_.bytes(), std::byte{0x5a});
    target_.put(got.data());
    pack();
    device_.wait();
    target_.get(got.data());
    if (!std::ranges::equal(expected, std::span(got).first(expected.size())))
      throw std::runtime_error("the packed bytes are wrong: nothing is timed");
  }

  const bool tiny_;
  const Device device_;
  const std::vector<std::byte> host_;
  const Memory source_, target_;
  const Figures figures_;
};

/// The run() of a program whose only option is --tiny.
template <typename Made>
void run_bench(int argc, char** argv) {
  CommandLine line(Made::title);
  bool tiny = false;
  line.add_flag("--tiny", tiny, "Little data, each once: shows that it works");
  line.read(argc, argv);
  Made(tiny).run();
}

}  // namespace cartwright::bench
