// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "memory.hpp"
#include "ptx.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>

namespace fake_cuda {

namespace {

using Value = std::uint64_t;

std::int64_t extended(Value value, Type type) {
  if (!type.is_signed || type.bytes == 8) return static_cast<std::int64_t>(value);
  return static_cast<std::int32_t>(value);
}

/// The product of two numbers as the registers hold them.
template <typename Number, typename Bits>
Value product(Value a, Value b) {
  const Number made = std::bit_cast<Number>(static_cast<Bits>(a)) * std::bit_cast<Number>(static_cast<Bits>(b));
  return std::bit_cast<Bits>(made);
}

Value truncated(Value value, std::size_t bytes) { return bytes >= 8 ? value : value & ((Value{1} << (8 * bytes)) - 1); }

struct Thread {
  std::vector<Value> registers;
  std::size_t at = 0;  ///< the next instruction
  bool done = false;
};

/// The threads of one block, which share memory.
class Block {
 public:
  Block(const Kernel& kernel, const std::vector<std::byte>& parameters, std::uint32_t index, std::uint32_t threads)
      : kernel_(kernel), parameters_(parameters), index_(index), shared_(kernel.shared_bytes), threads_(threads) {
    for (Thread& thread : threads_) thread.registers.assign(kernel.register_bytes.size(), 0xdeadbeefdeadbeef);
  }

  /// Every thread runs to the next barrier before any thread passes it.
  void run() {
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < threads_.size(); ++i)
        if (!threads_[i].done) more = run(threads_[i], static_cast<std::uint32_t>(i)) || more;
    }
  }

 private:
  /// Returns whether the thread waits at a barrier.
  bool run(Thread& thread, std::uint32_t index) {
    for (;;) {
      const Instruction& one = kernel_.code[thread.at++];
      if (one.guarded && (thread.registers[one.guard] != 0) == one.if_not) continue;
      if (one.op == Op::bar) return true;
      if (one.op == Op::ret) {
        thread.done = true;
        return false;
      }
      if (one.op == Op::bra)
        thread.at = one.target;
      else if (one.op == Op::ld || one.op == Op::st)
        access(thread, one);
      else
        compute(thread, one, index);
    }
  }

  Value read(const Thread& thread, const Operand& operand, std::uint32_t index) const {
    switch (operand.kind) {
      case Operand::Kind::reg: return thread.registers[operand.reg] + static_cast<Value>(operand.value);
      case Operand::Kind::tid: return index;
      case Operand::Kind::ctaid: return index_;
      default: return static_cast<Value>(operand.value);
    }
  }

  void write(Thread& thread, const Operand& operand, Value value) const {
    thread.registers[operand.reg] = truncated(value, kernel_.register_bytes[operand.reg]);
  }

  void compute(Thread& thread, const Instruction& one, std::uint32_t index) const {
    const auto get = [&](std::size_t i) { return read(thread, one.operands[i], index); };
    const auto wide = [&](std::size_t i) { return extended(truncated(get(i), one.type.bytes), one.type); };
    const Value a = truncated(get(1), one.op == Op::cvt ? one.from.bytes : one.type.bytes);
    const Value b = one.operands.size() > 2 ? get(2) : 0;
    if (one.type.is_float) {
      if (one.op != Op::mul) throw std::runtime_error("PTX: floating-point arithmetic that is not run");
      return write(thread, one.operands[0],
                   one.type.bytes == 4 ? product<float, std::uint32_t>(a, b) : product<double, std::uint64_t>(a, b));
    }
    switch (one.op) {
      case Op::mov: return write(thread, one.operands[0], a);
      case Op::cvt: return write(thread, one.operands[0], static_cast<Value>(extended(a, one.from)));
      case Op::add: return write(thread, one.operands[0], a + b);
      case Op::sub: return write(thread, one.operands[0], a - b);
      case Op::shr:
      case Op::shl: {
        if (one.type.is_signed) break;
        const Value by = truncated(b, 4);  // more than the width leaves nothing
        const Value shifted = by >= 64 ? 0 : one.op == Op::shr ? a >> by : a << by;
        return write(thread, one.operands[0], truncated(shifted, one.type.bytes));
      }
      case Op::bit_and: return write(thread, one.operands[0], a & b);
      case Op::mul:
      case Op::mad: {
        if (one.part != Part::low && one.type.bytes == 8) break;
        const Value product = one.part == Part::wide || one.part == Part::high ? static_cast<Value>(wide(1) * wide(2))
                                                                               : truncated(a * b, one.type.bytes);
        const Value kept = one.part == Part::high ? product >> (8 * one.type.bytes) : product;
        return write(thread, one.operands[0], kept + (one.op == Op::mad ? get(3) : 0));
      }
      case Op::setp: {
        thread.registers[one.operands[0].reg] = compare(one.compare, wide(1), wide(2), one.type) ? 1 : 0;
        return;
      }
      default: break;
    }
    throw std::runtime_error("PTX: an instruction that is not run");
  }

  static bool compare(Compare how, std::int64_t a, std::int64_t b, Type type) {
    const auto x = static_cast<Value>(a);
    const auto y = static_cast<Value>(b);
    const bool less = type.is_signed ? a < b : x < y;
    switch (how) {
      case Compare::eq: return a == b;
      case Compare::ne: return a != b;
      case Compare::lt: return less;
      case Compare::le: return less || a == b;
      case Compare::gt: return !less && a != b;
      case Compare::ge: return !less;
    }
    return false;
  }

  /// ld: registers, then the address. st: the address, then registers.
  void access(Thread& thread, const Instruction& one) {
    const bool loads = one.op == Op::ld;
    const Value address = read(thread, one.operands[loads ? one.vector : 0], 0);
    const std::size_t bytes = std::size_t{one.type.bytes} * one.vector;
    if (address % bytes != 0) throw std::runtime_error("PTX: a misaligned access");
    std::byte* memory = at(one.space, address, bytes);
    for (std::size_t i = 0; i < one.vector; ++i, memory += one.type.bytes) {
      const Operand& reg = one.operands[loads ? i : i + 1];
      Value value = 0;
      if (loads) {
        std::memcpy(&value, memory, one.type.bytes);
        write(thread, reg, static_cast<Value>(extended(value, one.type)));
      } else {
        value = read(thread, reg, 0);
        std::memcpy(memory, &value, one.type.bytes);
      }
    }
  }

  std::byte* at(Space space, Value address, std::size_t bytes) {
    if (space == Space::global) {
      if (std::byte* const reached = recall(address, bytes)) return reached;
      throw std::runtime_error("PTX: an access outside the memory of the GPU");
    }
    const bool shared = space == Space::shared;
    if (address + bytes > (shared ? shared_.size() : parameters_.size()))
      throw std::runtime_error("PTX: an access outside the shared memory or the parameters");
    return shared ? shared_.data() + address : const_cast<std::byte*>(parameters_.data()) + address;
  }

  /// The last ranges of memory are kept: most accesses are to these.
  std::byte* recall(Value address, std::size_t bytes) {
    for (Range& range : recent_)
      if (address - range.begin < range.bytes && bytes <= range.bytes - (address - range.begin))
        return range.reached + (address - range.begin);
    const std::optional<Range> range = memory().find(address);
    if (!range || bytes > range->bytes - (address - range->begin)) return nullptr;
    recent_[next_++ % 3] = *range;
    return range->reached + (address - range->begin);
  }

  const Kernel& kernel_;
  const std::vector<std::byte>& parameters_;
  std::uint32_t index_;
  std::vector<std::byte> shared_;
  std::vector<Thread> threads_;
  Range recent_[3];
  std::size_t next_ = 0;
};

}  // namespace

void run(const Kernel& kernel, const std::vector<std::byte>& parameters, std::uint32_t blocks, std::uint32_t threads) {
  for (std::uint32_t block = 0; block < blocks; ++block) Block(kernel, parameters, block, threads).run();
}

}  // namespace fake_cuda
