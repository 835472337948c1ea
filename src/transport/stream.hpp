// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/packer.hpp"
#include "transport/arena.hpp"

namespace cartwright::transport {

/// A message is packed in segments of this size, each unpacked while the next is packed (seed 002, section 2.4).
constexpr std::int64_t segment_bytes = 32 * 1024;

/// Packs `count` elements at `base` into an offered slot of this process's arena, segment by segment. Never waits.
void fill(const Arena& arena, std::uint32_t slot, jit::Packer& packer, const std::byte* base, std::int64_t count,
          std::int64_t segment = segment_bytes);

/// Unpacks a message out of another's arena into `count` elements at `base`, as the sender packs it, and no more than
/// fits; into `count` bytes where `packer` is null. Then the slot is the sender's again. False when the sender died
/// before it had packed all.
bool drain(const Arena& arena, std::uint32_t slot, jit::Packer* packer, std::byte* base, std::int64_t count);

}  // namespace cartwright::transport
