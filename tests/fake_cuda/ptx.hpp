// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fake_cuda {

enum class Op : std::uint8_t { ld, st, mov, cvt, add, sub, mul, mad, shr, shl, bit_and, setp, bra, bar, ret };
enum class Part : std::uint8_t { low, high, wide };
enum class Space : std::uint8_t { param, global, shared };
enum class Compare : std::uint8_t { eq, ne, lt, le, gt, ge };

/// u8 to u64, s32, s64, b32, b64, f32, f64, or a predicate.
struct Type {
  std::uint8_t bytes = 0;  ///< 0: a predicate
  bool is_signed = false;
  bool is_float = false;
};

struct Operand {
  enum class Kind : std::uint8_t { none, reg, immediate, tid, ctaid };
  Kind kind = Kind::none;
  std::uint32_t reg = 0;
  std::int64_t value = 0;  ///< of an immediate; of an address, what is added to the register
};

struct Instruction {
  Op op = Op::ret;
  Type type;
  Type from;  ///< of cvt
  Part part = Part::low;
  Space space = Space::global;
  Compare compare = Compare::eq;
  std::uint8_t vector = 1;
  bool guarded = false;
  bool if_not = false;
  std::uint32_t guard = 0;
  std::vector<Operand> operands;
  std::size_t target = 0;  ///< of bra
};

struct Parameter {
  std::size_t offset = 0;
  std::size_t bytes = 0;
};

/// A kernel of a module, parsed.
struct Kernel {
  std::string name;
  std::vector<Parameter> parameters;
  std::size_t parameter_bytes = 0;
  std::size_t shared_bytes = 0;
  std::vector<std::uint8_t> register_bytes;  ///< of each register; 0: a predicate
  std::vector<Instruction> code;
};

/// Parses the PTX that Cartwright emits. Throws std::runtime_error with the line that it does not know.
std::map<std::string, Kernel> parse(std::string_view text);

/// Runs blocks of threads in turn. Throws std::runtime_error for an access outside the memory of the driver, for a
/// misaligned one, and for a barrier that not all threads reach.
void run(const Kernel& kernel, const std::vector<std::byte>& parameters, std::uint32_t blocks, std::uint32_t threads);

}  // namespace fake_cuda
