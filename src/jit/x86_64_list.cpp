// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/x86_64_nest_p.h"

#include <algorithm>

namespace cartwright::jit::x86_64 {

namespace {

constexpr std::int64_t entries_at_once = 8;
/// Pieces of a body that is written out for each of several entries.
constexpr std::int64_t small_body = 8;

}  // namespace

/// A counter runs from minus the size of the table up to 0, so that it is all that a turn has to advance on that side.
void Writer::list(const Copy& what, Pair at) {
  if (!packs() && !unpacks()) {
    failed_ = true;
    return;
  }
  const Copy& body = what.parts[0].body;
  const datatype::Integers& offsets = what.node->offsets;
  const std::int64_t size = offsets.narrow() ? 4 : 8;
  const std::int64_t at_once = cost(body) <= small_body ? std::max<std::int64_t>(1, entries_at_once / cost(body)) : 1;
  const std::int64_t times = what.count / at_once;
  const std::int64_t in_loop = times * at_once;
  reach(at);

  const Pair before = come_;
  const x86::Gp place = counter();
  const auto* const end = static_cast<const std::byte*>(offsets.data()) + in_loop * size;
  const asmjit::Label again = a_.newLabel();
  a_.mov(place, -in_loop * size);
  a_.bind(again);
  for (std::int64_t i = 0; i < at_once; ++i) {
    if (i == 0) a_.mov(x86::r10, reinterpret_cast<std::uintptr_t>(end));
    const auto offset = x86::ptr(x86::r10, place, 0, static_cast<std::int32_t>(i * size), static_cast<std::uint32_t>(size));
    entry(body, at + dense(i * body.bytes), offset);
  }
  advance(dense(at_once * body.bytes) + before - come_);
  a_.add(place, at_once * size);
  a_.jnz(again);
  --counters_;
  come_ = before + dense(in_loop * body.bytes);

  scratch_.clear();
  for (std::int64_t i = in_loop; i < what.count; ++i)
    flatten(body, at + data(offsets[static_cast<std::size_t>(i)]) + dense(i * body.bytes));
  moves(scratch_);
}

/// The outermost loop of a program whose displacements are passed along.
void Writer::table() {
  const Copy& body = program_.body;
  const std::int64_t size = program_.table == Program::Table::narrow ? 4 : 8;
  const auto take = [&](std::int64_t at_once) {
    while_left(at_once, 0, dense(at_once * body.bytes), [&] {
      for (std::int64_t i = 0; i < at_once; ++i)
        entry(body, dense(i * body.bytes),
              x86::ptr(x86::rcx, static_cast<std::int32_t>(i * size), static_cast<std::uint32_t>(size)));
      a_.add(x86::rcx, at_once * size);
    });
  };
  if (cost(body) <= small_body / 2) take(std::max<std::int64_t>(1, entries_at_once / cost(body)));
  take(1);
}

/// The body at the displacement that is read from a table.
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
