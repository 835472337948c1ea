// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_nest_p.h"

#include <algorithm>

namespace cartwright::jit::x86_64 {

namespace {

constexpr std::int64_t max_at_once = 8;
/// A body with at most so many pieces is written out for several entries per turn.
constexpr std::int64_t small_body = 8;
constexpr std::int64_t vector_bytes = 64;

}  // namespace

/// A counter runs from minus the size of the table up to 0: a turn advances nothing else on that side.
void Writer::list(const Copy& what, Pair at) {
  if (!packs() && !unpacks()) {
    failed_ = true;
    return;
  }
  const Copy& body = what.parts[0].body;
  const datatype::Integers& offsets = what.node->offsets;
  const std::uint32_t size = offsets.narrow() ? 4 : 8;
  const bool scattering = what.node->highest - what.node->lowest > beyond_first_cache && scatters(body, size);
  const std::int64_t at_once = entries_at_once(body, scattering);
  const std::int64_t in_loop = what.count / at_once * at_once;
  reach(at);
  if (in_loop > 0) {
    const Pair before = come_;
    const x86::Gp place = counter();
    const auto* const end = static_cast<const std::byte*>(offsets.data()) + in_loop * size;
    const asmjit::Label again = a_.newLabel();
    a_.mov(place, -in_loop * size);
    a_.bind(again);
    a_.mov(x86::r10, reinterpret_cast<std::uintptr_t>(end));
    entries(body, at, at_once, x86::ptr(x86::r10, place, 0, 0, size), scattering);
    advance(dense(at_once * body.bytes) + before - come_);
    a_.add(place, at_once * size);
    a_.jnz(again);
    --counters_;
    come_ = before + dense(in_loop * body.bytes);
  }
  scratch_.clear();
  for (std::int64_t i = in_loop; i < what.count; ++i) flatten(body, at + data(offsets[i]) + dense(i * body.bytes));
  moves(scratch_);
}

/// The outermost loop of a program whose displacements are an argument.
void Writer::table() {
  const Copy& body = program_.body;
  const std::uint32_t size = program_.table == Program::Table::narrow ? 4 : 8;
  const auto take = [&](std::int64_t at_once, bool scattering) {
    while_left(at_once, 0, dense(at_once * body.bytes), [&] {
      entries(body, {}, at_once, x86::ptr(x86::rcx, 0, size), scattering);
      a_.add(x86::rcx, at_once * size);
    });
  };
  for (const bool scattering : {true, false})
    if (const std::int64_t at_once = entries_at_once(body, scattering); at_once > 1)
      if (!scattering || scatters(body, size)) take(at_once, scattering);
  take(1, false);
}

std::int64_t Writer::entries_at_once(const Copy& body, bool scattering) const {
  if (scattering) return 2 * vector_bytes / body.bytes;
  return std::max<std::int64_t>(1, max_at_once / cost(body));
}

void Writer::entries(const Copy& body, Pair at, std::int64_t count, const x86::Mem& first, bool scattering) {
  const std::int64_t step = scattering ? vector_bytes / body.bytes : 1;
  for (std::int64_t i = 0; i < count; i += step) {
    const Pair entry_at = at + dense(i * body.bytes);
    const x86::Mem offset = first.cloneAdjusted(i * first.size());
    scattering ? scatter_entries(body, entry_at, offset) : entry(body, entry_at, offset);
  }
}

bool Writer::scatters(const Copy& body, std::uint32_t offset_bytes) const {
  const bool element = body.kind == Copy::Kind::block && (body.bytes == 4 || body.bytes == 8);
  return has_avx512() && tuning_.scatter && unpacks() && element && offset_bytes == 4;
}

/// Scatters a vector of elements to a vector of displacements. In the first-level cache single stores are as fast;
/// beyond it, each single store waits for the line of the one before.
void Writer::scatter_entries(const Copy& body, Pair at, const x86::Mem& first) {
  const x86::KReg all = x86::k7;
  const x86::Vec elements = vector(vector_bytes);
  const x86::Vec offsets = vector(vector_bytes);
  a_.kxnorw(all, all, all);
  a_.vmovdqu64(elements, from(at.from));
  const auto displacement = static_cast<std::int32_t>(at.to - come_.to);
  if (body.bytes == 4) {
    a_.vmovdqu32(offsets, first.cloneResized(64));
    a_.k(all).vpscatterdd(x86::ptr(x86::rdi, offsets, 0, displacement), elements);
  } else {
    a_.vmovdqu32(offsets.ymm(), first.cloneResized(32));
    a_.k(all).vpscatterdq(x86::ptr(x86::rdi, offsets.ymm(), 0, displacement), elements);
  }
}

/// Writes the body at a displacement that is read from a table.
void Writer::entry(const Copy& body, Pair at, const x86::Mem& offset) {
  const auto load = [&](const x86::Gp& index) {
    offset.size() == 4 ? a_.movsxd(index, offset) : a_.mov(index, offset);
  };
  if (cost(body) <= small_body) {
    const x86::Gp index = next_general_++ % 2 == 0 ? x86::r8 : x86::r9;
    load(index);
    scratch_.clear();
    flatten(body, at);
    return moves(scratch_, nullptr, index);
  }
  const Pair before = come_;
  const x86::Gp base = counter();
  load(x86::r10);
  a_.mov(base, data_address());
  a_.add(data_address(), x86::r10);
  copy(body, at);
  a_.mov(data_address(), base);
  (packs() ? come_.from : come_.to) = packs() ? before.from : before.to;
  --counters_;
}

}  // namespace cartwright::jit::x86_64
#endif
