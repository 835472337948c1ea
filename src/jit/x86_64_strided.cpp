// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_nest_p.h"

#include <algorithm>

namespace cartwright::jit::x86_64 {

namespace {

constexpr unsigned longest_step = 4;
constexpr std::int64_t groups_at_once = 4;

/// The stride in elements on the side of the data.
std::int64_t step(const Loop& loop) { return std::max(loop.stride.from, loop.stride.to) / loop.body->bytes; }

}  // namespace

/// Whether one of every 2 to 4 elements of 4 or 8 bytes is moved: then whole vectors are read, or written under a mask.
/// AVX2 has no general masks: with it only every second element is read.
bool Writer::permutes(const Copy& body, Pair stride) const {
  if (body.kind != Copy::Kind::block || (body.bytes != 4 && body.bytes != 8)) return false;
  const bool unpacks_so = unpacks() && tuning_.masked_stores && may_mask();
  if (packs() ? !tuning_.permute : !unpacks_so) return false;
  if (orders_used_ + longest_step > orders_.size() || masks_used_ + longest_step > masks_.size()) return false;
  const std::int64_t data = packs() ? stride.from : stride.to;
  const std::int64_t packed = packs() ? stride.to : stride.from;
  const std::int64_t longest = (has_avx512() ? longest_step : 2) * body.bytes;
  return packed == body.bytes && data % body.bytes == 0 && data >= 2 * body.bytes && data <= longest;
}

std::int64_t Writer::permuted_bytes() const { return has_avx512() ? 64 : 32; }

/// The number of elements in a vector.
std::int64_t Writer::permuted_at_once(const Copy& body) const { return permuted_bytes() / body.bytes; }

/// Moves all turns, at least as many as fill a vector. The last vector may move elements of the one before it again.
void Writer::permuted(const Loop& loop, std::int64_t count) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t groups = (count - 1) / elements;
  const std::int64_t times = groups <= groups_at_once ? 0 : groups / groups_at_once;
  const auto write = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) permuted_group(loop, i * elements, false);
  };
  if (times > 0) repeated(times, groups_at_once * elements * loop.stride, [&] { write(0, groups_at_once); });
  write(times * groups_at_once, groups);
  if (has_avx512())
    permuted_group(loop, count - elements, true);
  else
    turns(loop, groups * elements, count, false);
}

/// Moves a vector of elements, from turn `first` on. With `last`, no bytes behind them may be read.
void Writer::permuted_group(const Loop& loop, std::int64_t first, bool last) {
  const Pair at = loop.at + first * loop.stride;
  reach(at);
  if (!has_avx512())
    gather_second(loop, at);
  else
    packs() ? gather(loop, at, last) : scatter(loop, at);
}

/// Gathers every second element with AVX2.
void Writer::gather_second(const Loop& loop, Pair at) {
  const x86::Vec packed = vector(32);
  const x86::Mem next = from(at.from + 32);
  a_.vmovups(packed, from(at.from));
  loop.body->bytes == 4 ? a_.vshufps(packed, packed, next, 0x88) : a_.vshufpd(packed, packed, next, 0);
  a_.vpermpd(packed, packed, 0xd8);  // the halves of both are interleaved
  a_.vmovups(to(at.to), packed);
}

/// Gathers with AVX-512.
void Writer::gather(const Loop& loop, Pair at, bool last) {
  const std::int64_t elements = permuted_at_once(*loop.body);
  const std::int64_t n = step(loop);
  const bool words = loop.body->bytes == 4;
  const x86::Vec packed = vector(64);
  a_.vmovdqu64(packed, from(at.from));
  for (std::int64_t i = 1; i < n; ++i) {
    // Elements of earlier vectors are kept; the first step has to sort them, too.
    Order wanted{loop.body->bytes, {}};
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      const std::int64_t source = lane * n - (i - 1) * elements;
      wanted.sources[lane] = static_cast<std::uint8_t>(i > 1 && source < elements ? lane
                                                       : source < 2 * elements    ? source
                                                                                  : 0);
    }
    x86::Mem next = from(at.from + i * 64);
    const x86::Vec sorted = order(wanted);
    if (last && i == n - 1) {
      const x86::Vec rest = vector(64);
      const std::int64_t named = 64 - (n - 1) * loop.body->bytes;
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
  const x86::Vec packed = vector(64);
  a_.vmovdqu64(packed, from(at.from));
  for (std::int64_t i = 0; i < n; ++i) {
    Order wanted{loop.body->bytes, {}};
    std::uint64_t named = 0;
    for (std::int64_t lane = 0; lane < elements; ++lane) {
      const std::int64_t place = i * elements + lane;
      wanted.sources[lane] = static_cast<std::uint8_t>(place / n);
      if (place % n == 0) named |= std::uint64_t{1} << lane;
    }
    const x86::Vec sorted = order(wanted);
    const x86::Vec spread = vector(64);
    words ? a_.vpermd(spread, sorted, packed) : a_.vpermq(spread, sorted, packed);
    const x86::Mem target = to(at.to + i * 64);
    const x86::KReg wanted_lanes = mask(named);
    words ? a_.k(wanted_lanes).vmovdqu32(target, spread) : a_.k(wanted_lanes).vmovdqu64(target, spread);
  }
}

/// The vector, from 16 on, that the prologue sets to this permutation.
x86::Vec Writer::order(const Order& wanted) {
  const auto found = std::find(orders_.begin(), orders_.begin() + orders_used_, wanted);
  const auto at = static_cast<unsigned>(found - orders_.begin());
  if (at == orders_used_) orders_[orders_used_++] = wanted;
  return x86::zmm(16 + at);
}

}  // namespace cartwright::jit::x86_64
#endif
