// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/device.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

namespace cartwright::bench {

/// Random bytes on the host and the same in memory of the GPU, to pack from, and memory of the GPU to pack into.
class Buffers {
 public:
  Buffers(const Device& device, std::size_t packed_bytes)
      : device_(device), host_(packed_bytes * 8), source_(device, host_.size()), target_(device, packed_bytes) {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i + 8 <= host_.size(); i += 8) {
      const std::uint64_t word = random();
      std::copy_n(reinterpret_cast<const std::byte*>(&word), 8, host_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    source_.put(host_.data());
  }

  const std::byte* host() const { return host_.data(); }
  const Memory& source() const { return source_; }
  const Memory& target() const { return target_; }
  std::size_t packed_bytes() const { return target_.bytes(); }

  /// Throws unless `pack` writes the expected bytes, which the host has packed, into the target.
  void check(std::span<const std::byte> expected, const std::function<void()>& pack) const {
    std::vector<std::byte> got(packed_bytes(), std::byte{0x5a});
    target_.put(got.data());
    pack();
    device_.wait();
    target_.get(got.data());
    if (!std::ranges::equal(expected, std::span(got).first(expected.size())))
      throw std::runtime_error("the packed bytes are wrong: nothing is timed");
  }

 private:
  const Device& device_;
  std::vector<std::byte> host_;
  const Memory source_;
  const Memory target_;
};

}  // namespace cartwright::bench
