// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace cartwright::instructions {

using Word = std::uint64_t;
/// In the block of a kernel.
constexpr std::size_t instruction_threads = 256;

/// What a thread loads; `other` is `a` of the thread with the number 255 - its own.
struct Inputs {
  Word a, b, c, other;
};
struct Outputs {
  Word first = 0, second = 0;
  friend bool operator==(const Outputs&, const Outputs&) = default;
};

/// An instruction with operands in %r4 to %r6 and %rd4 to %rd6, and results in %r7, in %rd7 and %rd8, in %p0, or in
/// memory.
struct Form {
  enum class Result : std::uint8_t { narrow, wide, predicate, memory };
  std::string text;
  Result result;
  std::function<Outputs(const Inputs&)> expected;

  std::string name() const { return text.substr(0, text.find(' ')); }
};

/// Every instruction of the kernels, except for jumps, barriers and those that move numbers in floating point.
std::vector<Form> all_forms();

/// A kernel of one block in which each thread runs one instruction: `name(in, out, long_number, number)`, which are the
/// addresses of Inputs, of which each thread has 32 bytes, and of Outputs, and two numbers that it may load.
std::string kernel_of(const Form& form, const std::string& name);

/// What is passed as these numbers.
constexpr Word long_number = 0x0123456789abcdef;
constexpr std::uint32_t number = 4'000'000'007U;

}  // namespace cartwright::instructions
