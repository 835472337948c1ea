// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/batch.hpp"
#include "jit/ptx.hpp"
#include "jit/ptx_text_p.hpp"

#include <cstddef>

namespace cartwright::jit {

namespace {

// %d0 jobs, %d1 this job, %d2 from, %d3 to, %d4 and %d5 the word, %d6 the loop;
// %r0 block, %r1 thread, %r2 index, %r3 loops that are left. @ stands for the space of the jobs.
constexpr const char* body = R"(
  .reg .pred %p<8>;
  .reg .b32 %r<32>;
  .reg .b64 %d<16>;
  ld.param.u32 %r5, [count];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %tid.x;
  ADDRESS
  // the last job whose first block is not after this one
  mov.u32 %r4, 0;
FIND_JOB:
  sub.u32 %r6, %r5, %r4;
  setp.le.u32 %p0, %r6, 1;
  @%p0 bra JOB;
  add.u32 %r6, %r4, %r5;
  shr.u32 %r6, %r6, 1;
  mad.wide.u32 %d1, %r6, JOB_SIZE, %d0;
  ld.@.u32 %r7, [%d1+FIRST_BLOCK];
  setp.le.u32 %p0, %r7, %r0;
  @%p0 mov.u32 %r4, %r6;
  @!%p0 mov.u32 %r5, %r6;
  bra FIND_JOB;
JOB:
  mad.wide.u32 %d1, %r4, JOB_SIZE, %d0;
  ld.@.u32 %r7, [%d1+FIRST_BLOCK];
  sub.u32 %r2, %r0, %r7;
  mad.lo.u32 %r2, %r2, 256, %r1;
  ld.@.u32 %r7, [%d1+INDICES];
  setp.ge.u32 %p0, %r2, %r7;
  @%p0 ret;
  ld.@.u32 %r7, [%d1+BEGIN];
  add.u32 %r2, %r2, %r7;
  ld.@.u64 %d2, [%d1+FROM];
  ld.@.u64 %d3, [%d1+TO];
  ld.@.u32 %r8, [%d1+WORD];
  ld.@.u32 %r7, [%d1+DATA_IS_FROM];
  setp.ne.u32 %p1, %r7, 0;
  ld.@.u32 %r9, [%d1+RAGGED_BLOCKS];
  setp.eq.u32 %p0, %r9, 0;
  @%p0 bra LOOPS;
  // the index is that of a word in a ragged list: %r11
  ld.@.u32 %r10, [%d1+RAGGED_WORDS];
  mov.u32 %r12, %r2;
  setp.eq.u32 %p0, %r10, 1;
  @%p0 bra SPLIT;
  ld.@.u32 %r13, [%d1+RAGGED_FACTOR];
  ld.@.u32 %r14, [%d1+RAGGED_SHIFT];
  mul.hi.u32 %r12, %r2, %r13;
  shr.u32 %r12, %r12, %r14;
SPLIT:
  mul.lo.u32 %r11, %r12, %r10;
  sub.u32 %r11, %r2, %r11;
  mov.u32 %r2, %r12;
  ld.@.u64 %d7, [%d1+STARTS];
  mov.u32 %r4, 0;
FIND_BLOCK:
  sub.u32 %r6, %r9, %r4;
  setp.le.u32 %p0, %r6, 1;
  @%p0 bra BLOCK;
  add.u32 %r6, %r4, %r9;
  shr.u32 %r6, %r6, 1;
  mad.wide.u32 %d8, %r6, 4, %d7;
  ld.global.u32 %r7, [%d8];
  setp.le.u32 %p0, %r7, %r11;
  @%p0 mov.u32 %r4, %r6;
  @!%p0 mov.u32 %r9, %r6;
  bra FIND_BLOCK;
BLOCK:
  mad.wide.u32 %d8, %r4, 4, %d7;
  ld.global.u32 %r7, [%d8];
  sub.u32 %r7, %r11, %r7;
  ld.@.u64 %d7, [%d1+OFFSETS];
  ld.@.u32 %r10, [%d1+WIDE_OFFSETS];
  setp.eq.u32 %p2, %r10, 0;
  mad.wide.u32 %d8, %r4, 4, %d7;
  @%p2 ld.global.s32 %d9, [%d8];
  mad.wide.u32 %d8, %r4, 8, %d7;
  @!%p2 ld.global.s64 %d9, [%d8];
  @%p1 add.s64 %d2, %d2, %d9;
  @!%p1 add.s64 %d3, %d3, %d9;
  @%p1 mad.wide.u32 %d2, %r7, %r8, %d2;
  @%p1 mad.wide.u32 %d3, %r11, %r8, %d3;
  @!%p1 mad.wide.u32 %d2, %r11, %r8, %d2;
  @!%p1 mad.wide.u32 %d3, %r7, %r8, %d3;
LOOPS:
  ld.@.u32 %r3, [%d1+LOOP_COUNT];
  add.s64 %d6, %d1, FIRST_LOOP;
LOOP:
  setp.eq.u32 %p0, %r3, 0;
  @%p0 bra MOVE;
  ld.@.u32 %r10, [%d6];
  ld.@.u32 %r13, [%d6+4];
  ld.@.u32 %r14, [%d6+8];
  ld.@.u32 %r15, [%d6+12];
  mul.hi.u32 %r12, %r2, %r13;
  shr.u32 %r12, %r12, %r14;
  mul.lo.u32 %r11, %r12, %r10;
  sub.u32 %r11, %r2, %r11;
  mov.u32 %r2, %r12;
  cvt.u64.u32 %d7, %r11;
  ld.@.u64 %d8, [%d6+16];
  mad.lo.s64 %d2, %d7, %d8, %d2;
  ld.@.u64 %d8, [%d6+24];
  mad.lo.s64 %d3, %d7, %d8, %d3;
  setp.eq.u32 %p0, %r15, 0;
  @%p0 bra NEXT;
  ld.@.u64 %d7, [%d6+32];
  setp.eq.u32 %p2, %r15, 1;
  mad.wide.u32 %d8, %r11, 4, %d7;
  @%p2 ld.global.s32 %d9, [%d8];
  mad.wide.u32 %d8, %r11, 8, %d7;
  @!%p2 ld.global.s64 %d9, [%d8];
  @%p1 add.s64 %d2, %d2, %d9;
  @!%p1 add.s64 %d3, %d3, %d9;
NEXT:
  add.s64 %d6, %d6, LOOP_SIZE;
  sub.u32 %r3, %r3, 1;
  bra LOOP;
MOVE:
  setp.eq.u32 %p0, %r8, 16;
  @%p0 bra MOVE_16;
  setp.eq.u32 %p0, %r8, 8;
  @%p0 bra MOVE_8;
  setp.eq.u32 %p0, %r8, 4;
  @%p0 bra MOVE_4;
  setp.eq.u32 %p0, %r8, 2;
  @%p0 bra MOVE_2;
  ld.global.u8 %r16, [%d2];
  st.global.u8 [%d3], %r16;
  ret;
MOVE_2:
  ld.global.u16 %r16, [%d2];
  st.global.u16 [%d3], %r16;
  ret;
MOVE_4:
  ld.global.u32 %r16, [%d2];
  st.global.u32 [%d3], %r16;
  ret;
MOVE_8:
  ld.global.u64 %d4, [%d2];
  st.global.u64 [%d3], %d4;
  ret;
MOVE_16:
  ld.global.v2.u64 {%d4, %d5}, [%d2];
  st.global.v2.u64 [%d3], {%d4, %d5};
  ret;
}
)";

void replace(std::string& text, std::string_view name, std::string_view value) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += value.size())
    text.replace(at, name.size(), value);
}

std::string entry(std::string_view name, std::string_view jobs, std::string_view space, std::string_view address) {
  std::string text(body);
  const std::pair<std::string_view, std::size_t> offsets[] = {
      {"JOB_SIZE", sizeof(BatchJob)},
      {"FIRST_BLOCK", offsetof(BatchJob, first_block)},
      {"INDICES", offsetof(BatchJob, indices)},
      {"BEGIN", offsetof(BatchJob, begin)},
      {"+FROM", offsetof(BatchJob, from)},
      {"+TO", offsetof(BatchJob, to)},
      {"+WORD", offsetof(BatchJob, word)},
      {"DATA_IS_FROM", offsetof(BatchJob, data_is_from)},
      {"RAGGED_BLOCKS", offsetof(BatchJob, ragged)},
      {"RAGGED_WORDS", offsetof(BatchJob, ragged_words)},
      {"RAGGED_FACTOR", offsetof(BatchJob, ragged_factor)},
      {"RAGGED_SHIFT", offsetof(BatchJob, ragged_shift)},
      {"STARTS", offsetof(BatchJob, starts)},
      {"WIDE_OFFSETS", offsetof(BatchJob, wide_offsets)},
      {"OFFSETS", offsetof(BatchJob, offsets)},
      {"LOOP_COUNT", offsetof(BatchJob, dims)},
      {"FIRST_LOOP", offsetof(BatchJob, dim)},
      {"LOOP_SIZE", sizeof(BatchJob::Dim)},
  };
  for (const auto& [member, offset] : offsets)
    replace(text, member, fmt::format("{}{}", member[0] == '+' ? "+" : "", offset));
  replace(text, "ADDRESS", address);
  replace(text, ".@.", fmt::format(".{}.", space));
  return fmt::format(".visible .entry {}(\n.param .u32 count,\n{}\n)\n.maxntid 256, 1, 1\n{{{}", name, jobs, text);
}

}  // namespace

std::string batch_ptx() {
  const std::string array = fmt::format(".param .align 8 .b8 jobs[{}]", max_jobs_in_parameters * sizeof(BatchJob));
  return ptx_header + entry("cw_jobs", array, "param", "mov.u64 %d0, jobs;") +
         entry("cw_batch", ".param .u64 jobs", "global", "ld.param.u64 %d0, [jobs];");
}

}  // namespace cartwright::jit
