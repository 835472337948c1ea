// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_p.h"

#include <algorithm>
#include <bit>

namespace cartwright::jit::x86_64 {

namespace {

constexpr std::int64_t page = 4096;
/// Unaligned stores longer than this often cross a cache line; stores half as long do so half as often.
constexpr std::int64_t longest_unaligned = 32;
constexpr std::int64_t line = 64;

std::int64_t power_of_two_from(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes)));
}
std::int64_t power_of_two_up_to(std::int64_t bytes) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(bytes)));
}
bool is_power_of_two(std::int64_t bytes) { return power_of_two_from(bytes) == bytes; }

/// The number of bytes past a block that may be read and written when packing, because another block is moved after it.
/// Bytes written there are written again; bytes read lie on a page with a byte that is moved, before or after them.
std::int64_t room(const Move& move, const Move& next) {
  if (next.at.to != move.at.to + move.bytes) return 0;
  const std::int64_t gap = next.at.from - (move.at.from + move.bytes);
  return gap < page ? std::clamp<std::int64_t>(gap + next.bytes, 0, next.bytes) : 0;
}

}  // namespace

/// Writes moves in order. `next` is the move after them, in the next turn of a loop.
void Writer::moves(std::span<const Move> all, const Move* next, const x86::Gp& index) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Move& move = all[i];
    const Move* const after = i + 1 < all.size() ? &all[i + 1] : next;
    const bool small = move.bytes <= 8 && is_power_of_two(move.bytes);
    const bool joins = packs() && !index.isValid() && i + 1 < all.size() && small && after->bytes == move.bytes &&
                       after->at.to == move.at.to + move.bytes && std::abs(after->at.from - move.at.from) < near_enough;
    if (joins) {
      joined(move, *after);
      ++i;
    } else {
      block(move, packs() && after != nullptr ? room(move, *after) : 0, index);
    }
  }
}

/// Two small elements of a strided layout go into one store, as processors execute fewer stores per cycle than anything
/// else.
void Writer::joined(const Move& first, const Move& second) {
  reach(first.at);
  const std::int64_t bytes = first.bytes;
  if (bytes == 8) {
    const x86::Xmm both = vector(16).xmm();
    const bool sse2 = tuning_.instructions == Tuning::Instructions::sse2;
    sse2 ? a_.movsd(both, from(first.at.from)) : a_.vmovsd(both, from(first.at.from));
    sse2 ? a_.movhps(both, from(second.at.from)) : a_.vmovhps(both, both, from(second.at.from));
    return store(to(first.at.to), both, 16);
  }
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

/// Moves whole vectors, and the rest by one move if possible: a longer move if there is room, a move that overlaps the
/// vector before it, or a masked move. Otherwise the rest takes two moves.
void Writer::block(const Move& move, std::int64_t room, const x86::Gp& index) {
  reach(move.at);
  // Stores are aligned if `to` is, and if every turn of the loop keeps the alignment. A single block mostly has one
  // turn.
  const bool stays = move.bytes % line == 0 || program_.body.kind == Copy::Kind::block;
  const bool aligned = (!index.isValid() || packs()) && move.at.to % line == 0 && stays;
  const std::int64_t widest = aligned ? tuning_.vector_bytes : unaligned_bytes();
  if (takes_mask(move.bytes)) return masked_piece(move.at, move.bytes, index);
  std::int64_t done = 0;
  while (move.bytes - done >= widest) {
    // Loads together and stores together: they do not wait for each other if the low bits of their addresses are equal.
    const std::int64_t together = std::min<std::int64_t>(4, (move.bytes - done) / widest);
    std::array<x86::Reg, 4> taken;
    for (std::int64_t i = 0; i < together; ++i)
      taken[i] = load(from(move.at.from + done + i * widest, index), widest, false);
    for (std::int64_t i = 0; i < together; ++i) store(to(move.at.to + done + i * widest, index), taken[i], widest);
    done += together * widest;
  }
  const auto piece = [&](std::int64_t bytes) {
    store(to(move.at.to + done, index), load(from(move.at.from + done, index), bytes, index.isValid()), bytes);
  };
  const auto rest = [&] { return move.bytes - done; };
  if (rest() == 0) return;
  if (!is_power_of_two(rest()) && move.bytes < power_of_two_from(rest()) && room < power_of_two_from(rest()) - rest()) {
    const std::int64_t first = power_of_two_up_to(rest());
    piece(first);
    done = first;
  }
  const std::int64_t last = power_of_two_from(rest());
  if (room < last - rest()) done = move.bytes - last;
  piece(last);
}

/// The largest number of pieces that block() makes.
std::int64_t Writer::pieces(std::int64_t bytes) const {
  if (by_string(bytes)) return max_written_out + 1;
  const std::int64_t whole = bytes / unaligned_bytes();
  const std::int64_t rest = bytes % unaligned_bytes();
  return whole + (rest == 0 ? 0 : whole > 0 || is_power_of_two(rest) ? 1 : 2);
}

/// Whether a block uses the string move of the processor. It wins for data beyond the first-level cache on some
/// processors, and for long blocks of far data on more: it does not read the lines that it overwrites.
bool Writer::by_string(std::int64_t bytes) const {
  if (tuning_.far_string.value_or(false) && bytes >= least_far_block && program_.body.bytes >= tuning_.far_bytes)
    return true;
  return tuning_.string_bytes != 0 && bytes >= tuning_.string_bytes && program_.body.bytes >= beyond_first_cache;
}

std::int64_t Writer::unaligned_bytes() const { return std::min<std::int64_t>(longest_unaligned, tuning_.vector_bytes); }

/// Whether block() writes better code if there is room behind.
bool Writer::wants_room(const Copy& copy) const {
  if (!packs()) return false;
  if (copy.kind == Copy::Kind::block) {
    return copy.bytes < unaligned_bytes() && !is_power_of_two(copy.bytes) && !takes_mask(copy.bytes);
  }
  return std::ranges::any_of(copy.parts, [&](const Copy::Part& part) { return wants_room(part.body); });
}

/// Above half a line it is not faster than two pieces: mostly it would touch one more line.
bool Writer::takes_mask(std::int64_t bytes) const {
  if (!may_mask() || !tuning_.masked_blocks || is_power_of_two(bytes) || bytes > unaligned_bytes()) return false;
  const std::uint64_t named = (std::uint64_t{1} << bytes) - 1;
  const auto used = std::span(masks_).first(masks_used_);
  return masks_used_ < masks_.size() || std::ranges::find(used, named) != used.end();
}

void Writer::masked_piece(Pair at, std::int64_t bytes, const x86::Gp& index) {
  const x86::Vec taken = vector(std::max<std::int64_t>(16, power_of_two_from(bytes)));
  const x86::KReg named = mask((std::uint64_t{1} << bytes) - 1);
  a_.k(named).z().vmovdqu8(taken, from(at.from, index));
  a_.k(named).vmovdqu8(to(at.to, index), taken);
}

/// Loads 1, 2, 4, 8, 16, 32 or 64 bytes into a register.
x86::Reg Writer::load(const x86::Mem& source, std::int64_t bytes, bool index) {
  if (bytes <= 8) {
    static constexpr x86::Gp general[] = {x86::rax, x86::r8, x86::r9, x86::r10};
    const x86::Gp taken = index ? x86::rax : general[next_general_++ % 4];
    switch (bytes) {
      case 1:
      case 2: a_.movzx(taken.r32(), source.cloneResized(static_cast<std::uint32_t>(bytes))); break;
      case 4: a_.mov(taken.r32(), source); break;
      default: a_.mov(taken, source); break;
    }
    return taken;
  }
  const x86::Vec taken = vector(bytes);
  tuning_.instructions == Tuning::Instructions::sse2 ? a_.movups(taken.xmm(), source) : a_.vmovups(taken, source);
  return taken;
}

void Writer::store(const x86::Mem& target, const x86::Reg& taken, std::int64_t bytes) {
  const auto& general = taken.as<x86::Gp>();
  const auto& wide = taken.as<x86::Vec>();
  switch (bytes) {
    case 1: a_.mov(target, general.r8()); break;
    case 2: a_.mov(target, general.r16()); break;
    case 4: a_.mov(target, general.r32()); break;
    case 8: a_.mov(target, general); break;
    default:
      tuning_.instructions == Tuning::Instructions::sse2 ? a_.movups(target, wide.xmm()) : a_.vmovups(target, wide);
  }
}

x86::KReg Writer::mask(std::uint64_t named) {
  const auto found = std::find(masks_.begin(), masks_.begin() + masks_used_, named);
  const auto at = static_cast<unsigned>(found - masks_.begin());
  if (at == masks_used_) masks_[masks_used_++] = named;
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
