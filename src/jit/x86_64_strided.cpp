// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_nest_p.h"

#include <algorithm>

namespace cartwright::jit::x86_64 {

namespace {

constexpr std::int64_t vector_bytes = 64;
constexpr unsigned longest_step = 4;
constexpr std::int64_t groups_at_once = 4;

/// In elements, on the side of the data.
std::int64_t step(const Loop& loop) { return std::max(loop.stride.from, loop.stride.to) / loop.body->bytes; }

}  // namespace

/// Elements of 4 or 8 bytes, of every 2 to 4 one: whole vectors are read, or written under a mask.
bool Writer::permutes(const Copy& body, Pair stride) const {
  if (body.kind != Copy::Kind::block || (body.bytes != 4 && body.bytes != 8)) return false;
  if (packs() ? !tuning_.permute : !unpacks() || !tuning_.masked_stores) return false;
  if (orders_used_ + longest_step > orders_.size() || masks_used_ + longest_step > masks_.size()) return false;
  const std::int64_t data = packs() ? stride.from : stride.to;
  const std::int64_t packed = packs() ? stride.to : stride.from;
  return packed == body.bytes && data % body.bytes == 0 && data >= 2 * body.bytes && data <= longest_step * body.bytes;
}

/// Elements that fill a vector.
std::int64_t Writer::permuted_at_once(const Copy& body) const { return vector_bytes / body.bytes; }

/// Moves the first turns of the loop; how many is what it returns. The last one is left: what is read with an element
/// reaches up to the next.
std::int64_t Writer::permuted(const Loop& loop, std::int64_t count) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t groups = (count - (packs() ? 1 : 0)) / elements;
  const std::int64_t times = groups <= groups_at_once ? 0 : groups / groups_at_once;
  const auto write = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) permuted_group(loop, i * elements);
  };
  if (times > 0)
    repeated(times, groups_at_once * elements * loop.stride, [&] { write(0, groups_at_once); });
  write(times * groups_at_once, groups);
  return groups * elements;
}

void Writer::permuted_group(const Loop& loop, std::int64_t first) {
  const Pair at = loop.at + first * loop.stride;
  const std::int64_t element = loop.body->bytes;
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t n = step(loop);
  const bool words = element == 4;
  reach(at);
  const x86::Vec packed = vector(vector_bytes);
  Order order_of_lanes{element, {}};
  auto& sources = order_of_lanes.sources;
  if (packs()) {
    a_.vmovdqu64(packed, from(at.from));
    for (std::int64_t i = 1; i < n; ++i) {
      // What the vectors before have brought stays; in the first step that has to be sorted too.
      for (std::int64_t lane = 0; lane < elements; ++lane) {
        const std::int64_t source = lane * n - (i - 1) * elements;
        sources[static_cast<std::size_t>(lane)] =
            static_cast<std::uint8_t>(i > 1 && source < elements ? lane : source < 2 * elements ? source : 0);
      }
      const x86::Vec taken = order(order_of_lanes);
      const x86::Mem next = from(at.from + i * vector_bytes);
      words ? a_.vpermt2d(packed, taken, next) : a_.vpermt2q(packed, taken, next);
    }
    a_.vmovdqu64(to(at.to), packed);
    return;
  }
  a_.vmovdqu64(packed, from(at.from));
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint64_t named = 0;
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      const std::int64_t place = i * elements + lane;
      sources[static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(place / n);
      if (place % n == 0) named |= std::uint64_t{1} << lane;
    }
    const x86::Vec taken = order(order_of_lanes);
    const x86::Vec spread = vector(vector_bytes);
    words ? a_.vpermd(spread, taken, packed) : a_.vpermq(spread, taken, packed);
    const x86::Mem target = to(at.to + i * vector_bytes);
    const x86::KReg wanted = mask(named);
    words ? a_.k(wanted).vmovdqu32(target, spread) : a_.k(wanted).vmovdqu64(target, spread);
  }
}

/// The vector, from 16 on, that the prologue sets to this.
x86::Vec Writer::order(const Order& wanted) {
  const auto found = std::find(orders_.begin(), orders_.begin() + orders_used_, wanted);
  const auto at = static_cast<unsigned>(found - orders_.begin());
  if (at == orders_used_) orders_[orders_used_++] = wanted;
  return x86::zmm(16 + at);
}

}  // namespace cartwright::jit::x86_64
#endif
