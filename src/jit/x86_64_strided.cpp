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

/// Moves all turns, at least as many as fill a vector. The last vector may move again what the one before it has moved.
void Writer::permuted(const Loop& loop, std::int64_t count) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t groups = (count - 1) / elements;
  const std::int64_t times = groups <= groups_at_once ? 0 : groups / groups_at_once;
  const auto write = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) permuted_group(loop, i * elements, false);
  };
  if (times > 0) repeated(times, groups_at_once * elements * loop.stride, [&] { write(0, groups_at_once); });
  write(times * groups_at_once, groups);
  permuted_group(loop, count - elements, true);
}

/// A vector of elements, from turn `first` on. `last`: nothing behind them may be read.
void Writer::permuted_group(const Loop& loop, std::int64_t first, bool last) {
  const Pair at = loop.at + first * loop.stride;
  reach(at);
  packs() ? gather(loop, at, last) : scatter(loop, at);
}

void Writer::gather(const Loop& loop, Pair at, bool last) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t n = step(loop);
  const bool words = loop.body->bytes == 4;
  const x86::Vec packed = vector(vector_bytes);
  a_.vmovdqu64(packed, from(at.from));
  for (std::int64_t i = 1; i < n; ++i) {
    // What the vectors before have brought stays; in the first step that has to be sorted too.
    Order wanted{loop.body->bytes, {}};
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      const std::int64_t source = lane * n - (i - 1) * elements;
      wanted.sources[static_cast<std::size_t>(lane)] =
          static_cast<std::uint8_t>(i > 1 && source < elements ? lane : source < 2 * elements ? source : 0);
    }
    x86::Mem next = from(at.from + i * vector_bytes);
    const x86::Vec sorted = order(wanted);
    if (last && i == n - 1) {
      const x86::Vec rest = vector(vector_bytes);
      const std::int64_t named = vector_bytes - (n - 1) * loop.body->bytes;
      a_.k(mask((std::uint64_t{1} << named) - 1)).z().vmovdqu8(rest, next);
      words ? a_.vpermt2d(packed, sorted, rest) : a_.vpermt2q(packed, sorted, rest);
    } else {
      words ? a_.vpermt2d(packed, sorted, next) : a_.vpermt2q(packed, sorted, next);
    }
  }
  a_.vmovdqu64(to(at.to), packed);
}

void Writer::scatter(const Loop& loop, Pair at) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t n = step(loop);
  const bool words = loop.body->bytes == 4;
  const x86::Vec packed = vector(vector_bytes);
  a_.vmovdqu64(packed, from(at.from));
  for (std::int64_t i = 0; i < n; ++i) {
    Order wanted{loop.body->bytes, {}};
    std::uint64_t named = 0;
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      const std::int64_t place = i * elements + lane;
      wanted.sources[static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(place / n);
      if (place % n == 0) named |= std::uint64_t{1} << lane;
    }
    const x86::Vec sorted = order(wanted);
    const x86::Vec spread = vector(vector_bytes);
    words ? a_.vpermd(spread, sorted, packed) : a_.vpermq(spread, sorted, packed);
    const x86::Mem target = to(at.to + i * vector_bytes);
    const x86::KReg wanted_lanes = mask(named);
    words ? a_.k(wanted_lanes).vmovdqu32(target, spread) : a_.k(wanted_lanes).vmovdqu64(target, spread);
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
