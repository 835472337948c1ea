// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "instructions.hpp"

#include <fmt/format.h>

#include <bit>

namespace cartwright::instructions {

namespace {

std::uint32_t low(Word value) { return static_cast<std::uint32_t>(value); }
std::int64_t as_signed(Word value) { return std::int64_t{static_cast<std::int32_t>(low(value))}; }

template <typename Number, typename Bits>
Word product(Word a, Word b) {
  return std::bit_cast<Bits>(std::bit_cast<Number>(static_cast<Bits>(a)) * std::bit_cast<Number>(static_cast<Bits>(b)));
}

void add_arithmetic(std::vector<Form>& forms) {
  using enum Form::Result;
  const auto add = [&](const char* text, Form::Result result, auto expected) {
    forms.push_back({text, result, [expected](const Inputs& in) { return Outputs{Word{expected(in)}, 0}; }});
  };
  add("mov.u32 %r7, %r4", narrow, [](const Inputs& in) { return low(in.a); });
  add("mov.u64 %rd7, %rd4", wide, [](const Inputs& in) { return in.a; });
  add("cvt.u64.u32 %rd7, %r4", wide, [](const Inputs& in) { return low(in.a); });
  add("add.u32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return low(in.a + in.b); });
  add("add.s64 %rd7, %rd4, %rd5", wide, [](const Inputs& in) { return in.a + in.b; });
  add("sub.u32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return low(in.a - in.b); });
  add("and.b32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return low(in.a & in.b); });
  // Shifts by more than the width leave nothing.
  add("shr.u32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return low(in.b) > 31 ? 0 : low(in.a) >> low(in.b); });
  add("mul.lo.u32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return low(in.a) * low(in.b); });
  add("mul.hi.u32 %r7, %r4, %r5", narrow, [](const Inputs& in) { return Word{low(in.a)} * low(in.b) >> 32; });
  add("mad.lo.u32 %r7, %r4, %r5, %r6", narrow, [](const Inputs& in) { return low(in.a * in.b + in.c); });
  add("mad.lo.s64 %rd7, %rd4, %rd5, %rd6", wide, [](const Inputs& in) { return in.a * in.b + in.c; });
  add("mad.wide.u32 %rd7, %r4, %r5, %rd6", wide, [](const Inputs& in) { return Word{low(in.a)} * low(in.b) + in.c; });
  add("mad.wide.s32 %rd7, %r4, %r5, %rd6", wide,
      [](const Inputs& in) { return static_cast<Word>(as_signed(in.a) * as_signed(in.b)) + in.c; });
  add("mul.f32 %f7, %f4, %f5", wide, [](const Inputs& in) { return product<float, std::uint32_t>(in.a, in.b); });
  add("mul.f64 %d7, %d4, %d5", wide, [](const Inputs& in) { return product<double, Word>(in.a, in.b); });
  add("setp.eq.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) == low(in.b) ? 1U : 0U; });
  add("setp.ne.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) != low(in.b) ? 1U : 0U; });
  add("setp.lt.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) < low(in.b) ? 1U : 0U; });
  add("setp.le.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) <= low(in.b) ? 1U : 0U; });
  add("setp.gt.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) > low(in.b) ? 1U : 0U; });
  add("setp.ge.u32 %p0, %r4, %r5", predicate, [](const Inputs& in) { return low(in.a) >= low(in.b) ? 1U : 0U; });
  add("setp.ge.u64 %p0, %rd4, %rd5", predicate, [](const Inputs& in) { return in.a >= in.b ? 1U : 0U; });
  add("ld.param.u32 %r7, [number]", narrow, [](const Inputs&) { return number; });
  add("ld.param.u64 %rd7, [long_number]", wide, [](const Inputs&) { return long_number; });
  add("ld.global.s32 %rd7, [%rd2]", wide, [](const Inputs& in) { return static_cast<Word>(as_signed(in.a)); });
  add("ld.global.s64 %rd7, [%rd2]", wide, [](const Inputs& in) { return in.a; });
}

/// Loads and stores of words, in memory of the GPU and in that of a block.
void add_accesses(std::vector<Form>& forms) {
  using enum Form::Result;
  constexpr Word before = 0x5a5a5a5a5a5a5a5a;
  for (const int bytes : {1, 2, 4, 8, 16}) {
    const std::string type = bytes == 16 ? "v2.u64" : fmt::format("u{}", 8 * bytes);
    const std::string to = bytes == 16 ? "{%rd7, %rd8}" : "%rd7";
    const std::string from = bytes == 16 ? "{%rd4, %rd5}" : "%rd4";
    const Word mask = bytes >= 8 ? ~Word{0} : (Word{1} << (8 * bytes)) - 1;
    forms.push_back({fmt::format("ld.global.{} {}, [%rd2]", type, to), wide,
                     [=](const Inputs& in) { return Outputs{in.a & mask, bytes == 16 ? in.b : 0}; }});
    forms.push_back({fmt::format("st.global.{} [%rd3], {}", type, from), memory, [=](const Inputs& in) {
                       return Outputs{(in.a & mask) | (before & ~mask), bytes == 16 ? in.b : before};
                     }});
    // What one thread stores, another loads after the barrier.
    forms.push_back({fmt::format("st.shared.{} [%r8], {}", type, from) + ";\n  bar.sync 0;\n  " +
                         fmt::format("ld.shared.{} {}, [%r9]", type, bytes == 16 ? "{%rd7, %rd9}" : to),
                     wide, [=](const Inputs& in) { return Outputs{in.other & mask, 0}; }});
  }
}

}  // namespace

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  add_arithmetic(forms);
  add_accesses(forms);
  return forms;
}

std::string kernel_of(const Form& form, const std::string& name) {
  std::string text = ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry " + name + R"((
.param .u64 in,
.param .u64 out,
.param .u64 long_number,
.param .u32 number
)
{
  .reg .pred %p<1>;
  .reg .b32 %r<11>;
  .reg .b64 %rd<10>;
  .reg .f32 %f<8>;
  .reg .f64 %d<8>;
  .shared .align 16 .b8 tile[4096];
  mov.u32 %r1, %tid.x;
  ld.param.u64 %rd2, [in];
  ld.param.u64 %rd3, [out];
  mad.wide.u32 %rd2, %r1, 32, %rd2;
  mad.wide.u32 %rd3, %r1, 16, %rd3;
  ld.global.u64 %rd4, [%rd2];
  ld.global.u64 %rd5, [%rd2+8];
  ld.global.u64 %rd6, [%rd2+16];
  ld.global.u32 %r4, [%rd2];
  ld.global.u32 %r5, [%rd2+8];
  ld.global.u32 %r6, [%rd2+16];
  ld.global.f32 %f4, [%rd2];
  ld.global.f32 %f5, [%rd2+8];
  ld.global.f64 %d4, [%rd2];
  ld.global.f64 %d5, [%rd2+8];
  mov.u32 %r8, tile;
  sub.u32 %r9, 255, %r1;
  mad.lo.u32 %r9, %r9, 16, %r8;
  mad.lo.u32 %r8, %r1, 16, %r8;
  mov.u32 %r7, 0;
  mov.u64 %rd7, 0;
  mov.u64 %rd8, 0;
)";
  text += "  " + form.text + ";\n";
  if (form.result == Form::Result::predicate) text += "  @%p0 mov.u64 %rd7, 1;\n";
  if (form.result == Form::Result::narrow) text += "  cvt.u64.u32 %rd7, %r7;\n";
  if (form.result != Form::Result::memory) text += "  st.global.v2.u64 [%rd3], {%rd7, %rd8};\n";
  if (form.name() == "mul.f32") text += "  st.global.f32 [%rd3], %f7;\n";
  if (form.name() == "mul.f64") text += "  st.global.f64 [%rd3], %d7;\n";
  return text + "  ret;\n}\n";
}

}  // namespace cartwright::instructions
