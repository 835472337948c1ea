// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/arena.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <new>

namespace cartwright::transport {

namespace {

std::uint32_t blocks_in(std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 24;  // 64 GiB
  return static_cast<std::uint32_t>(std::bit_floor(std::clamp(bytes / Arena::block_bytes, std::size_t{1}, most)));
}

std::size_t region_bytes(std::uint32_t blocks) {
  const std::size_t slot_blocks = (blocks * sizeof(Slot) + Arena::block_bytes - 1) / Arena::block_bytes;
  return (1 + slot_blocks + blocks) * Arena::block_bytes;
}

}  // namespace

std::optional<Arena> Arena::create(std::size_t bytes, const Nonce& nonce) {
  const std::uint32_t blocks = blocks_in(bytes);
  std::optional<Region> region = Region::create(region_bytes(blocks));
  if (!region || !region->populate(0, block_bytes)) return std::nullopt;
  new (region->data()) Header{nonce, getpid(), false, false, {}};
  return Arena(std::move(*region), blocks);
}

std::optional<Arena> Arena::open(int pid, int file, std::size_t bytes, const Nonce& nonce) {
  const std::uint32_t blocks = blocks_in(bytes);
  std::optional<Region> region = Region::open(pid, file, region_bytes(blocks));
  if (!region) return std::nullopt;
  Arena arena(std::move(*region), blocks);
  if (arena.nonce() != nonce || arena.pid() != pid) return std::nullopt;
  return arena;
}

std::span<Slot> Arena::slots() const { return {reinterpret_cast<Slot*>(region_.data() + block_bytes), blocks_}; }

bool Arena::populate(std::uint32_t first, std::uint32_t last) const {
  const auto page_of_slot = [](std::uint32_t slot) {
    return block_bytes + slot * sizeof(Slot) / block_bytes * block_bytes;
  };
  return region_.populate(page_of_slot(first), page_of_slot(last - 1) + block_bytes) &&
         region_.populate(data_at() + first * block_bytes, data_at() + last * block_bytes);
}

}  // namespace cartwright::transport
