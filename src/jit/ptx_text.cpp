// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/ptx_text_p.hpp"

#include "jit/flat_nest.hpp"

#include <bit>

namespace cartwright::jit {

PtxText::R PtxText::divide(R& x, std::int64_t count) {
  const R quotient = r();
  const R remainder = r();
  if (std::has_single_bit(static_cast<std::uint64_t>(count))) {
    line("shr.u32 {}, {}, {}", quotient, x, std::countr_zero(static_cast<std::uint64_t>(count)));
    line("and.b32 {}, {}, {}", remainder, x, count - 1);
  } else {
    const Reciprocal reciprocal(count);
    line("mul.hi.u32 {}, {}, {}", quotient, x, reciprocal.factor);
    line("shr.u32 {0}, {0}, {1}", quotient, reciprocal.shift);
    line("mul.lo.u32 {}, {}, {}", remainder, quotient, count);
    line("sub.u32 {0}, {1}, {0}", remainder, x);
  }
  x = quotient;
  return remainder;
}

void PtxText::advance(D address, R index, std::int64_t stride) {
  if (stride == 0) return;
  if (stride == static_cast<std::int32_t>(stride)) {
    line("mad.wide.s32 {0}, {1}, {2}, {0}", address, index, stride);
  } else {
    const D wide = d();
    line("cvt.u64.u32 {}, {}", wide, index);
    line("mad.lo.s64 {0}, {1}, {2}, {0}", address, wide, stride);
  }
}

PtxText::D PtxText::plus(D address, std::int64_t displacement) {
  const D sum = d();
  line("add.s64 {}, {}, {}", sum, address, displacement);
  return sum;
}

void PtxText::look_up(D address, D list, R index, bool narrow) {
  const D at = d();
  const D value = d();
  line("mad.wide.u32 {}, {}, {}, {}", at, index, narrow ? 4 : 8, list);
  line("ld.global.{} {}, [{}]", narrow ? "s32" : "s64", value, at);
  line("add.s64 {0}, {0}, {1}", address, value);
}

}  // namespace cartwright::jit
