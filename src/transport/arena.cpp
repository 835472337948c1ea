// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/arena.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace cartwright::transport {

namespace {

std::uint32_t blocks_in(std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 24;  // 64 GiB
  return static_cast<std::uint32_t>(std::bit_floor(std::clamp(bytes / Arena::block_bytes, std::size_t{1}, most)));
}

}  // namespace

std::size_t Arena::memory_bytes(std::size_t bytes) {
  const std::size_t blocks = blocks_in(bytes);
  const std::size_t slot_blocks = (blocks * sizeof(Slot) + block_bytes - 1) / block_bytes;
  return (1 + slot_blocks + blocks) * block_bytes;
}

Arena::Arena(std::shared_ptr<TaggedRegion> memory, std::size_t bytes)
    : memory_(std::move(memory)), blocks_(blocks_in(bytes)) {}

std::span<Slot> Arena::slots() const { return {reinterpret_cast<Slot*>(at(block_bytes)), blocks_}; }

bool Arena::populate(std::uint32_t first, std::uint32_t last) const {
  const auto page_of_slot = [](std::uint32_t slot) {
    return block_bytes + slot * sizeof(Slot) / block_bytes * block_bytes;
  };
  return memory_->region.populate(page_of_slot(first), page_of_slot(last - 1) + block_bytes) &&
         memory_->region.populate(data_at() + first * block_bytes, data_at() + last * block_bytes);
}

}  // namespace cartwright::transport
