// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/arena.hpp"
#include "transport/waiting.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace cartwright::transport {

/// A message is packed in segments of this size. Each is unpacked while the next is packed [Schneider2013, 2.4]. They
/// stay in the first-level cache.
constexpr std::int64_t segment_bytes = 8 * 1024;

/// Packs `count` elements at `base` into an offered slot of this process's arena, in segments of `segment` bytes at
/// most. Never waits.
void fill(const Arena& arena, std::uint32_t slot, jit::Packer& packer, const std::byte* base, std::int64_t count,
          std::int64_t segment = segment_bytes);

/// The address and the layout of a Source in this process. None if this process cannot read it.
struct Readable {
  std::shared_ptr<jit::Packer> packer;
  const std::byte* base = nullptr;
};
using Resolve = std::function<std::optional<Readable>(const Source&)>;

/// Offers the receiver to read the data directly, and waits `microseconds` for it to begin. True if it has read the
/// data: the message is complete. False if it has not begun, and will not: then the data must be packed, and the sender
/// depends on no other process.
bool offer_direct_read(const Arena& arena, std::uint32_t slot, const Source& source, double microseconds);

/// Unpacks a message from the arena of another process into `count` elements at `base` while the sender packs it, but
/// no more than fits. Unpacks into `count` bytes if `packer` is null. If it may read the data at its source, it moves
/// the data from layout to layout. `crowd`: the processes of this host. Afterwards the slot belongs to the sender
/// again. False if the sender died before it had packed everything.
bool drain(const Arena& arena, std::uint32_t slot, jit::Packer* packer, std::byte* base, std::int64_t count,
           const Resolve& resolve = {}, const Crowd& crowd = {});

}  // namespace cartwright::transport
