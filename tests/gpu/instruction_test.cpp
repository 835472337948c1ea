// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Each instruction of the kernels by itself, with random operands, against what the manual of PTX says of it: so the
// interpreter of the pretended driver does the same as a GPU.
#include "base/random.hpp"
#include "gpu.hpp"
#include "gpu/kernel.hpp"
#include "gpu/module.hpp"
#include "instructions.hpp"
#include "random_program.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <sstream>
#include <string>

namespace cartwright::jit {
namespace {

using namespace instructions;

/// Often near the ends of the ranges of numbers, and equal to the other one.
Word draw(base::Random& random, Word other) {
  const Word some = static_cast<Word>(random.next());
  switch (random.below(6)) {
    case 0: return other;
    case 1: return some % 70;
    case 2: return Word{0} - some % 3;
    case 3: return (Word{1} << 31) - 1 + some % 3;
    case 4: return (some << 32) | (Word{1} << 31);
    default: return some;
  }
}

/// A number whose products are neither infinite nor tiny.
template <typename Number, typename Bits>
Word draw_number(base::Random& random) {
  return std::bit_cast<Bits>(static_cast<Number>(std::ldexp(static_cast<double>(random.below(1 << 20) - (1 << 19)),
                                                            static_cast<int>(random.below(20)) - 10)) /
                             Number{3});
}

class Instructions : public GpuTest {
 protected:
  void check(const Form& form, base::Random& random) {
    std::vector<Inputs> in(instruction_threads);
    for (Inputs& one : in) {
      one.b = draw(random, 1);
      one.a = draw(random, one.b);
      one.c = draw(random, one.a);
      if (form.name() == "mul.f32")
        one.a = draw_number<float, std::uint32_t>(random), one.b = draw_number<float, std::uint32_t>(random);
      if (form.name() == "mul.f64")
        one.a = draw_number<double, Word>(random), one.b = draw_number<double, Word>(random);
    }
    for (std::size_t i = 0; i < instruction_threads; ++i) in[i].other = in[instruction_threads - 1 - i].a;
    const std::vector<std::byte> untouched(instruction_threads * sizeof(Outputs), std::byte{0x5a});
    const OnGpu inputs(gpu(), std::as_bytes(std::span(in)));
    const OnGpu outputs(gpu(), untouched);
    const gpu::Current context(stream_);
    device::Address from = inputs.address(), to = outputs.address();
    Word third = long_number;
    std::uint32_t fourth = number;
    void* parameters[] = {&from, &to, &third, &fourth};
    ASSERT_EQ(gpu::driver().cuLaunchKernel(gpu::load(kernel_of(form, "one"), "one"), 1, 1, 1, instruction_threads, 1, 1,
                                           0, stream_, parameters, nullptr),
              0);
    ASSERT_EQ(gpu().wait(stream_), 0) << form.text;
    const std::vector<std::byte> bytes = outputs.bytes();
    for (std::size_t i = 0; i < instruction_threads; ++i) {
      Outputs got;
      std::memcpy(&got, bytes.data() + i * sizeof got, sizeof got);
      const Outputs expected = form.expected(in[i]);
      ASSERT_TRUE(got == expected) << fmt::format("{}: of {:x}, {:x} and {:x}: {:x} {:x}, not {:x} {:x}", form.text,
                                                  in[i].a, in[i].b, in[i].c, got.first, got.second, expected.first,
                                                  expected.second);
    }
  }
};

TEST_F(Instructions, DoWhatTheManualSays) {
  base::Random random(1);
  for (const Form& form : all_forms()) check(form, random);
}

/// The instructions of a text, without jumps, barriers and what moves floating-point numbers.
std::set<std::string> instructions_of(const std::string& ptx) {
  std::set<std::string> all;
  std::istringstream lines(ptx.substr(ptx.find('{')));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word.starts_with("@")) words >> word;
    const std::string operation = word.substr(0, word.find('.'));
    if (!operation.empty() && std::islower(static_cast<unsigned char>(operation[0])) != 0 && word.back() != ';' &&
        operation != "bra" && operation != "bar")
      all.insert(word);
  }
  return all;
}

TEST(InstructionsOfKernels, AreAllTested) {
  std::set<std::string> tested;
  for (const Form& form : all_forms())
    for (const std::string& one : instructions_of("{\n" + form.text)) tested.insert(one);
  std::set<std::string> used = instructions_of(batch_ptx());
  const auto columns = datatype::make_loop(50, 8, datatype::make_loop(70, 512, datatype::make_block(8)));
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    for (const std::int64_t alignment : {1, 2, 4, 8, 16})
      for (const Program& program : {RandomPrograms(seed).draw().program, repeat(columns, 1 << 20, Direction::pack)})
        if (const auto kernel = emit_ptx(program, alignment)) used.merge(instructions_of(kernel->text));
  EXPECT_GT(used.size(), 20U);
  for (const std::string& one : used) EXPECT_TRUE(tested.contains(one)) << one;
}

}  // namespace
}  // namespace cartwright::jit
