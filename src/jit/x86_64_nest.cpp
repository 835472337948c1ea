// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/tile.hpp"
#include "jit/x86_64_nest_p.h"

#include <algorithm>

namespace cartwright::jit::x86_64 {

namespace {

/// Pieces that one turn of a loop should move: counting turns then costs little in comparison.
constexpr std::int64_t pieces_at_once = 8;

}  // namespace

void Writer::copy(const Copy& what, Pair at) {
  if (a_.offset() > max_code) failed_ = true;
  if (failed_ || what.bytes == 0) return;
  if (cost(what) <= max_written_out) {
    scratch_.clear();
    flatten(what, at);
    return moves(scratch_);
  }
  switch (what.kind) {
    case Copy::Kind::block: return large_block(what.bytes, at);
    case Copy::Kind::loop:
      if (tile_width(what.parts[0].body, what.from_stride, what.to_stride, program_.direction) != 0)
        return copy(tiled(what, program_.direction, max_written_out), at);
      return counted({&what.parts[0].body, {what.from_stride, what.to_stride}, at}, what.count);
    case Copy::Kind::list: return list(what, at);
    case Copy::Kind::sequence: return sequence(what, at);
    case Copy::Kind::ragged: failed_ = true;  // blocks of different lengths need a separate loop, which is precompiled
  }
}

/// Parts that are written out are collected first: each move then knows the next one.
void Writer::sequence(const Copy& what, Pair at) {
  constexpr std::size_t together = 128;
  std::vector<Move> gathered;
  const auto write = [&] {
    moves(gathered);
    gathered.clear();
  };
  for (const Copy::Part& part : what.parts) {
    const Pair part_at = at + Pair{part.from, part.to};
    if (cost(part.body) <= max_written_out) {
      scratch_.clear();
      flatten(part.body, part_at);
      gathered.insert(gathered.end(), scratch_.begin(), scratch_.end());
      if (gathered.size() >= together) write();
    } else {
      write();
      copy(part.body, part_at);
    }
    if (failed_ || a_.offset() > max_code) {
      failed_ = true;
      return;
    }
  }
  write();
}

void Writer::large_block(std::int64_t bytes, Pair at) {
  if (by_string(bytes)) return string_move(bytes, at);
  Copy chunk;
  chunk.bytes = pieces_at_once * tuning_.vector_bytes;
  const std::int64_t chunks = (bytes - tuning_.vector_bytes) / chunk.bytes;
  const std::int64_t done = chunks * chunk.bytes;
  counted({&chunk, {chunk.bytes, chunk.bytes}, at}, chunks);
  const Move rest{at + Pair{done, done}, bytes - done};
  moves({&rest, 1});
}

/// Uses the string move, which does not read lines that it overwrites completely. It advances both running addresses
/// and a counter register.
void Writer::string_move(std::int64_t bytes, Pair at) {
  advance(at - come_);
  a_.mov(x86::r10, x86::rcx);
  a_.mov(x86::rcx, bytes);
  a_.rep().movsb();
  a_.mov(x86::rcx, x86::r10);
  come_ = come_ + Pair{bytes, bytes};
}

void Writer::counted(const Loop& loop, std::int64_t count) {
  reach(loop.at);
  const std::int64_t body_cost = cost(*loop.body);
  if (body_cost > max_written_out) return repeated(count, loop.stride, [&] { copy(*loop.body, loop.at); });
  if (permutes(*loop.body, loop.stride) && count >= permuted_at_once(*loop.body)) return permuted(loop, count);
  const std::int64_t at_once = turns_at_once(loop);
  // If the last block has to be exact and the others need not be, some turns are always left for the end.
  const bool room = wants_room(*loop.body);
  std::int64_t times = (count - (room ? 1 : 0)) / at_once;
  if (times == 1 && (at_once + count % at_once) * body_cost <= max_written_out) times = 0;
  if (times > 0) repeated(times, at_once * loop.stride, [&] { turns(loop, 0, at_once, true); });
  turns(loop, times * at_once, count, false);
}

/// Writes the turns [first, last). `more` says that another turn follows, in the same loop or at the end.
void Writer::turns(const Loop& loop, std::int64_t first, std::int64_t last, bool more) {
  scratch_.clear();
  for (std::int64_t i = first; i < last; ++i) flatten(*loop.body, loop.at + i * loop.stride);
  if (scratch_.empty()) return;
  Move next = scratch_.front();
  next.at = next.at + (last - first) * loop.stride;
  moves(scratch_, more && wants_room(*loop.body) ? &next : nullptr);
}

std::int64_t Writer::turns_at_once(const Loop& loop) const {
  const std::int64_t longest = std::max(std::abs(loop.stride.from), std::abs(loop.stride.to));
  std::int64_t turns = std::max<std::int64_t>(1, pieces_at_once / cost(*loop.body));
  while (turns > 1 && longest > near_enough / turns) turns /= 2;
  return turns;
}

void Writer::flatten(const Copy& what, Pair at) {
  switch (what.kind) {
    case Copy::Kind::block: scratch_.push_back({at, what.bytes}); return;
    case Copy::Kind::loop:
      for (std::int64_t i = 0; i < what.count; ++i)
        flatten(what.parts[0].body, at + i * Pair{what.from_stride, what.to_stride});
      return;
    case Copy::Kind::list:
      for (std::int64_t i = 0; i < what.count; ++i) {
        const std::int64_t offset = what.node->offsets[i];
        flatten(what.parts[0].body, at + data(offset) + dense(i * what.parts[0].body.bytes));
      }
      return;
    case Copy::Kind::ragged: {
      Pair packed = at;
      for (std::size_t i = 0; i < what.node->offsets.size(); ++i) {
        scratch_.push_back({packed + data(what.node->offsets[i]), what.node->lengths[i]});
        packed = packed + dense(what.node->lengths[i]);
      }
      return;
    }
    case Copy::Kind::sequence:
      for (const Copy::Part& part : what.parts) flatten(part.body, at + Pair{part.from, part.to});
      return;
  }
}

/// The number of pieces, or more than max_written_out if the copy should not be written out.
std::int64_t Writer::cost(const Copy& what) const {
  constexpr std::int64_t too_much = max_written_out + 1;
  const auto limited = [=](std::int64_t times, std::int64_t each) {
    return each == 0 ? 0 : times > too_much / each ? too_much : std::min(too_much, times * each);
  };
  switch (what.kind) {
    case Copy::Kind::block: return std::min(too_much, pieces(what.bytes));
    case Copy::Kind::loop: {
      const Copy& body = what.parts[0].body;
      if (permutes(body, {what.from_stride, what.to_stride}) && what.count >= permuted_at_once(body)) return too_much;
      return limited(what.count, cost(body));
    }
    case Copy::Kind::list:
      // Direction::between has no packed side.
      return packs() || unpacks() ? limited(what.count, cost(what.parts[0].body)) : too_much;
    case Copy::Kind::ragged: {
      if (!packs() && !unpacks()) return too_much;
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < what.node->lengths.size() && sum < too_much; ++i)
        sum += pieces(what.node->lengths[i]);
      return std::min(too_much, sum);
    }
    case Copy::Kind::sequence: {
      std::int64_t sum = 0;
      for (const Copy::Part& part : what.parts) {
        sum += cost(part.body);
        if (sum >= too_much) return too_much;
      }
      return sum;
    }
  }
  return too_much;
}

/// Advances the running addresses.
void Writer::advance(Pair by) {
  for (const auto& [address, bytes] : {std::pair(x86::rsi, by.from), std::pair(x86::rdi, by.to)}) {
    if (bytes == 0) continue;
    if (bytes == static_cast<std::int32_t>(bytes)) {
      a_.add(address, bytes);
    } else {
      a_.mov(x86::rax, bytes);
      a_.add(address, x86::rax);
    }
  }
  come_ = come_ + by;
}

/// Advances the running addresses until displacements from them to `at` are small enough.
void Writer::reach(Pair at) {
  const Pair far = at - come_;
  const auto step = [](std::int64_t distance) { return std::abs(distance) < near_enough ? 0 : distance; };
  if (step(far.from) != 0 || step(far.to) != 0) advance({step(far.from), step(far.to)});
}

x86::Gp Writer::counter() {
  const unsigned number = counters_++;
  max_counters_ = std::max(max_counters_, counters_);
  if (number >= std::size(counter_registers)) failed_ = true;
  return counter_registers[std::min<std::size_t>(number, std::size(counter_registers) - 1)];
}

}  // namespace cartwright::jit::x86_64
#endif
