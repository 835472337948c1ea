// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/arena.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace cartwright::transport {

/// A message is packed in segments of this size, each unpacked while the next is packed [Schneider2013, 2.4]. They
/// stay in the first cache.
constexpr std::int64_t segment_bytes = 8 * 1024;

/// Packs `count` elements at `base` into an offered slot of this process's arena, in segments of that size or less.
/// Never waits.
void fill(const Arena& arena, std::uint32_t slot, jit::Packer& packer, const std::byte* base, std::int64_t count,
          std::int64_t segment = segment_bytes);

/// Where a Source is in this process, and how it is laid out. None when this process cannot read it.
struct Readable {
  std::shared_ptr<jit::Packer> packer;
  const std::byte* base = nullptr;
};
using Resolve = std::function<std::optional<Readable>(const Source&)>;

/// Offers the receiver to read the data where it lies, and waits `microseconds` for it to begin. True when it has read
/// it: the message is done. False when it has not begun, and will not: then the data is to be packed, so that the
/// sender depends on nobody.
bool let_read(const Arena& arena, std::uint32_t slot, const Source& source, double microseconds);

/// Unpacks a message out of another's arena into `count` elements at `base`, as the sender packs it, and no more than
/// fits; into `count` bytes where `packer` is null. Where it may read the data at its source, it moves it from layout
/// to layout. Then the slot is the sender's again. False when the sender died before it had packed all.
bool drain(const Arena& arena, std::uint32_t slot, jit::Packer* packer, std::byte* base, std::int64_t count,
           const Resolve& resolve = {});

}  // namespace cartwright::transport
