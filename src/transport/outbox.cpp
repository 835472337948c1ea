// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/outbox.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::transport {

namespace {

std::uint64_t blocks_for(std::uint64_t bytes) { return (bytes + Arena::block_bytes - 1) / Arena::block_bytes; }

}  // namespace

std::optional<std::uint32_t> Outbox::reserve(Envelope& envelope, std::shared_ptr<const void> keep) {
  const std::lock_guard lock(mutex_);
  // Checking a few slots each time finds free ones soon enough, and costs little even if many are not free.
  reclaim(4);
  const std::uint64_t wanted = keep ? 1 : blocks_for(envelope.bytes);
  std::optional<std::uint32_t> first = blocks_.take(wanted);
  if (!first) {
    reclaim(offered_.size());
    first = blocks_.take(wanted);
  }
  if (!first) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(*first + wanted);
  if (last > populated_ && !arena_.populate(populated_, last)) {
    blocks_.give_back(*first, wanted);
    return std::nullopt;
  }
  populated_ = std::max(populated_, last);
  envelope.sequence = ++sequence_;
  Slot& slot = arena_.slots()[*first];
  slot.envelope = envelope;
  slot.ready.store(0, std::memory_order_relaxed);
  slot.state.store(Slot::offered, std::memory_order_release);
  offered_.push_back({*first, wanted, std::move(keep)});
  return first;
}

void Outbox::collect() {
  const std::lock_guard lock(mutex_);
  reclaim(offered_.size());
}

void Outbox::withdraw(std::uint32_t slot) { arena_.slots()[slot].state.store(Slot::taken, std::memory_order_release); }

std::uint64_t Outbox::reserved() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t bytes = 0;
  for (const Offered& offered : offered_) {
    const Slot& one = arena_.slots()[offered.slot];
    if (one.state.load(std::memory_order_acquire) == Slot::offered) bytes += one.envelope.bytes;
  }
  return bytes;
}

void Outbox::reclaim(std::size_t most) {
  for (std::size_t looked_at = 0; looked_at < most && !offered_.empty(); ++looked_at) {
    if (next_ >= offered_.size()) next_ = 0;
    Offered& offered = offered_[next_];
    Slot& slot = arena_.slots()[offered.slot];
    if (slot.state.load(std::memory_order_acquire) != Slot::taken) {
      ++next_;
      continue;
    }
    blocks_.give_back(offered.slot, offered.blocks);
    slot.state.store(Slot::unused, std::memory_order_relaxed);
    if (next_ + 1 < offered_.size()) offered = std::move(offered_.back());
    offered_.pop_back();
  }
}

}  // namespace cartwright::transport
