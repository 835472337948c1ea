// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_p.h"

#include <algorithm>
#include <bit>

namespace cartwright::jit::x86_64 {

namespace {

constexpr std::int64_t page = 4096;
/// Longer vectors mostly cross a line of the cache, and a half as long one half as often.
constexpr std::int64_t longest_unaligned = 32;
constexpr std::int64_t line = 64;

std::int64_t power_of_two_from(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes)));
}
std::int64_t power_of_two_up_to(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(bytes)));
}
bool is_power_of_two(std::int64_t bytes) { return power_of_two_from(bytes) == bytes; }

/// How many bytes past a block may be read and written, when packing, because of the one that is moved after it: what
/// is written is written again; what is read lies on a page that has a named byte before it or after it.
std::int64_t room(const Move& move, const Move& next) {
  if (next.at.to != move.at.to + move.bytes) return 0;
  const std::int64_t gap = next.at.from - (move.at.from + move.bytes);
  return gap < page ? std::clamp<std::int64_t>(gap + next.bytes, 0, next.bytes) : 0;
}

}  // namespace

/// In order. `next` is what is moved after them, by the next turn of a loop.
void Writer::moves(std::span<const Move> all, const Move* next, const x86::Gp& index) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Move& move = all[i];
    const Move* const after = i + 1 < all.size() ? &all[i + 1] : next;
    const bool joins = packs() && !index.isValid() && i + 1 < all.size() && move.bytes <= 4 && move.bytes != 3 &&
                       after->bytes == move.bytes && after->at.to == move.at.to + move.bytes &&
                       std::abs(after->at.from - move.at.from) < near_enough;
    if (joins) {
      joined(move, *after);
      ++i;
    } else {
      block(move, packs() && after != nullptr ? room(move, *after) : 0, index);
    }
  }
}

/// Two small elements of a strided layout go into one store: there are fewer of these in a cycle than of anything else.
void Writer::joined(const Move& first, const Move& second) {
  reach(first.at);
  const std::int64_t bytes = first.bytes;
  const auto load = [&](const x86::Gp& to_register, std::int64_t displacement) {
    const x86::Mem source = from(displacement).cloneResized(static_cast<std::uint32_t>(bytes));
    bytes == 4 ? a_.mov(to_register.r32(), source) : a_.movzx(to_register.r32(), source);
  };
  const x86::Gp low = x86::rax;
  const x86::Gp high = next_general_++ % 2 == 0 ? x86::r8 : x86::r9;
  load(low, first.at.from);
  load(high, second.at.from);
  a_.shl(high, static_cast<int>(8 * bytes));
  a_.or_(high, low);
  switch (bytes) {
    case 1: a_.mov(to(first.at.to), high.r16()); break;
    case 2: a_.mov(to(first.at.to), high.r32()); break;
    default: a_.mov(to(first.at.to), high); break;
  }
}

/// Whole vectors, and the rest as one move wherever that is possible: a longer one where there is room, one that
/// overlaps the vector before it, a masked one; otherwise two.
void Writer::block(const Move& move, std::int64_t room, const x86::Gp& index) {
  reach(move.at);
  const bool aligned = !index.isValid() && (move.at.from | move.at.to | move.bytes) % line == 0;
  const std::int64_t widest = aligned ? tuning_.vector_bytes : unaligned_bytes();
  std::int64_t done = 0;
  if (takes_mask(move.bytes) && (move.bytes < widest || !index.isValid()))
    return masked_piece(move.at, move.bytes, index);
  for (; move.bytes - done >= widest; done += widest) piece(move.at + Pair{done, done}, widest, index);
  const auto rest = [&] { return move.bytes - done; };
  if (rest() == 0) return;
  if (!is_power_of_two(rest()) && move.bytes < power_of_two_from(rest()) && room < power_of_two_from(rest()) - rest()) {
    const std::int64_t first = power_of_two_up_to(rest());
    piece(move.at, first, index);
    done = first;
  }
  const std::int64_t last = power_of_two_from(rest());
  if (room < last - rest()) done = move.bytes - last;
  piece(move.at + Pair{done, done}, last, index);
}

/// How many pieces block() makes at most.
std::int64_t Writer::pieces(std::int64_t bytes) const {
  const std::int64_t whole = bytes / unaligned_bytes();
  const std::int64_t rest = bytes % unaligned_bytes();
  return whole + (rest == 0 ? 0 : whole > 0 || is_power_of_two(rest) ? 1 : 2);
}

std::int64_t Writer::unaligned_bytes() const {
  return std::min<std::int64_t>(longest_unaligned, tuning_.vector_bytes);
}

/// Whether block() makes a better job of it when there is room behind.
bool Writer::wants_room(const Copy& copy) const {
  if (!packs()) return false;
  if (copy.kind == Copy::Kind::block) {
    return copy.bytes < unaligned_bytes() && !is_power_of_two(copy.bytes) && !takes_mask(copy.bytes);
  }
  return std::ranges::any_of(copy.parts, [&](const Copy::Part& part) { return wants_room(part.body); });
}

/// A masked store beyond half a line is no faster than two others, and a masked load may cross a line.
bool Writer::takes_mask(std::int64_t bytes) const {
  if (!tuning_.masked_blocks || is_power_of_two(bytes)) return false;
  if (bytes > (packs() ? std::int64_t{tuning_.vector_bytes} : unaligned_bytes())) return false;
  const std::uint64_t bits = (std::uint64_t{1} << bytes) - 1;
  const auto used = std::span(masks_).first(masks_used_);
  return masks_used_ < masks_.size() || std::ranges::find(used, bits) != used.end();
}

void Writer::masked_piece(Pair at, std::int64_t bytes, const x86::Gp& index) {
  const x86::Vec taken = vector(std::max<std::int64_t>(16, power_of_two_from(bytes)));
  const x86::KReg named = mask((std::uint64_t{1} << bytes) - 1);
  a_.k(named).z().vmovdqu8(taken, from(at.from, index));
  a_.k(named).vmovdqu8(to(at.to, index), taken);
}

/// 1, 2, 4, 8, 16, 32 or 64 bytes.
void Writer::piece(Pair at, std::int64_t bytes, const x86::Gp& index) {
  const x86::Mem source = from(at.from, index);
  const x86::Mem target = to(at.to, index);
  if (bytes <= 8) {
    static constexpr x86::Gp general[] = {x86::rax, x86::r8, x86::r9, x86::r10};
    const x86::Gp taken = index.isValid() ? x86::rax : general[next_general_++ % 4];
    switch (bytes) {
      case 1: a_.movzx(taken.r32(), source.cloneResized(1)), a_.mov(target, taken.r8()); break;
      case 2: a_.movzx(taken.r32(), source.cloneResized(2)), a_.mov(target, taken.r16()); break;
      case 4: a_.mov(taken.r32(), source), a_.mov(target, taken.r32()); break;
      default: a_.mov(taken, source), a_.mov(target, taken); break;
    }
    return;
  }
  const x86::Vec taken = vector(bytes);
  if (tuning_.instructions == Tuning::Instructions::sse2)
    a_.movups(taken.xmm(), source), a_.movups(target, taken.xmm());
  else
    a_.vmovups(taken, source), a_.vmovups(target, taken);
}

x86::KReg Writer::mask(std::uint64_t bits) {
  const auto found = std::find(masks_.begin(), masks_.begin() + masks_used_, bits);
  const auto at = static_cast<unsigned>(found - masks_.begin());
  if (at == masks_used_) masks_[masks_used_++] = bits;
  return x86::k(at + 1);
}

x86::Vec Writer::vector(std::int64_t bytes) {
  const unsigned number = next_vector_++ % 16;
  upper_halves_ = upper_halves_ || bytes > 16;
  if (bytes == 64) return x86::zmm(number);
  if (bytes == 32) return x86::ymm(number);
  return x86::xmm(number);
}

x86::Mem Writer::from(std::int64_t displacement, const x86::Gp& index) const {
  const auto offset = static_cast<std::int32_t>(displacement - come_.from);
  return index.isValid() && packs() ? x86::ptr(x86::rsi, index, 0, offset) : x86::ptr(x86::rsi, offset);
}

x86::Mem Writer::to(std::int64_t displacement, const x86::Gp& index) const {
  const auto offset = static_cast<std::int32_t>(displacement - come_.to);
  return index.isValid() && !packs() ? x86::ptr(x86::rdi, index, 0, offset) : x86::ptr(x86::rdi, offset);
}

}  // namespace cartwright::jit::x86_64
#endif
