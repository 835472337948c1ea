// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/x86_64_p.h"

namespace cartwright::jit::x86_64 {

/// Writes a loop. Displacements in `body` belong to the first turn.
template <typename Body>
void Writer::repeated(std::int64_t count, Pair stride, Body body) {
  const Pair before = come_;
  const x86::Gp left = counter();
  const asmjit::Label again = a_.newLabel();
  a_.mov(left, count);
  a_.bind(again);
  body();
  advance(stride + before - come_);
  a_.dec(left);
  a_.jnz(again);
  --counters_;
  come_ = before + count * stride;
}

/// Runs `at_once` turns of the outermost loop as long as at least `kept` turns are left afterwards.
template <typename Body>
void Writer::while_left(std::int64_t at_once, std::int64_t kept, Pair stride, Body body) {
  const Pair before = come_;
  const asmjit::Label again = a_.newLabel();
  const asmjit::Label done = a_.newLabel();
  a_.cmp(x86::rdx, at_once + kept);
  a_.jl(done);
  a_.bind(again);
  body();
  advance(stride + before - come_);
  a_.sub(x86::rdx, at_once);
  a_.cmp(x86::rdx, at_once + kept);
  a_.jge(again);
  a_.bind(done);
  come_ = before;
}

}  // namespace cartwright::jit::x86_64
