// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"
#include "jit/tuning.hpp"

#include <asmjit/x86.h>

#include <array>
#include <span>
#include <vector>

namespace cartwright::jit::x86_64 {

namespace x86 = asmjit::x86;

/// Two displacements, or two strides.
struct Pair {
  std::int64_t from = 0;
  std::int64_t to = 0;
};
/// Arithmetic modulo 2^64, like that of addresses: a displacement beyond the end of a loop may not be representable.
inline std::int64_t wrapped(std::uint64_t value) { return static_cast<std::int64_t>(value); }
inline std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }
inline Pair operator+(Pair a, Pair b) {
  return {wrapped(bits(a.from) + bits(b.from)), wrapped(bits(a.to) + bits(b.to))};
}
inline Pair operator-(Pair a, Pair b) {
  return {wrapped(bits(a.from) - bits(b.from)), wrapped(bits(a.to) - bits(b.to))};
}
inline Pair operator*(std::int64_t n, Pair a) {
  return {wrapped(bits(n) * bits(a.from)), wrapped(bits(n) * bits(a.to))};
}

struct Move {
  Pair at;
  std::int64_t bytes = 0;
};

/// Turns of a loop. If their number is known, it is an argument of functions; otherwise it is in rdx.
struct Loop {
  const Copy* body = nullptr;
  Pair stride;
  Pair at;  ///< of the first turn
};

/// A permutation: for each lane of a vector, the lane of one or two source vectors that it is taken from.
struct Order {
  std::int64_t lane_bytes = 0;
  std::array<std::uint8_t, 16> sources{};
  friend bool operator==(const Order&, const Order&) = default;
};

/// Displacements up to this go into instructions, with room for what is added to them.
constexpr std::int64_t near_enough = std::int64_t{1} << 29;
/// Registers for loop counters and addresses. A program with a table takes the first one.
constexpr x86::Gp counter_registers[] = {x86::rcx, x86::r11, x86::rbx, x86::rbp,
                                         x86::r12, x86::r13, x86::r14, x86::r15};
/// Registers from this index on must be saved and restored.
constexpr unsigned first_saved = 2;
/// Pieces that are written out one after the other, without a loop. Each takes two instructions.
constexpr std::int64_t max_written_out = 64;
/// Source and target of so many bytes do not both fit into the first-level cache.
constexpr std::int64_t beyond_first_cache = 24 * 1024;
/// Blocks from this length on are long, if the data is far.
constexpr std::int64_t least_far_block = 8 * 1024;
/// Masked stores are used up to this many bytes.
constexpr std::int64_t max_masked = 256 * 1024;
/// Bytes of code of one kernel.
constexpr std::size_t max_code = 16 * 1024;

/// Writes the body of a Function. Registers: rdi and rsi are the running addresses `to` and `from`; rdx counts down n;
/// rcx runs along the table of a program that has one; r8, r9, r10, rax and vectors 0 to 15 are free between two moves;
/// the others count loops.
///
/// The running addresses are not reset after a loop. Their progress is known (`come_`), and goes into later
/// displacements or into the next addition, which often becomes zero.
class Writer {
 public:
  Writer(x86::Assembler& assembler, const Program& program, const Tuning& tuning);

  /// Writes all but the prologue. False if code is not worth it: the output is then unusable.
  bool write();
  /// Writes the prologue, which is known only afterwards. It falls through into the rest.
  void write_prologue();

 private:
  // x86_64.cpp: the outermost loop.
  void top();
  void single();
  template <typename Body>
  void while_left(std::int64_t at_once, std::int64_t kept, Pair stride, Body body);

  // x86_64_nest.cpp: loops and sequences.
  void copy(const Copy& what, Pair at);
  void sequence(const Copy& what, Pair at);
  void large_block(std::int64_t bytes, Pair at);
  void string_move(std::int64_t bytes, Pair at);
  void counted(const Loop& loop, std::int64_t count);
  template <typename Body>
  void repeated(std::int64_t count, Pair stride, Body body);
  void turns(const Loop& loop, std::int64_t first, std::int64_t last, bool more);
  std::int64_t turns_at_once(const Loop& loop) const;
  void flatten(const Copy& what, Pair at);
  std::int64_t cost(const Copy& what) const;
  void advance(Pair by);
  void reach(Pair at);
  x86::Gp counter();

  // x86_64_list.cpp: index lists.
  void list(const Copy& what, Pair at);
  void table();
  void entry(const Copy& body, Pair at, const x86::Mem& offset);
  std::int64_t entries_at_once(const Copy& body, bool scattering) const;
  void entries(const Copy& body, Pair at, std::int64_t count, const x86::Mem& first, bool scattering);
  bool scatters(const Copy& body, std::uint32_t offset_bytes) const;
  void scatter_entries(const Copy& body, Pair at, const x86::Mem& first);

  // x86_64_strided.cpp: small strides.
  bool permutes(const Copy& body, Pair stride) const;
  std::int64_t permuted_at_once(const Copy& body) const;
  void permuted(const Loop& loop, std::int64_t count);
  void permuted_group(const Loop& loop, std::int64_t first, bool last);
  void gather(const Loop& loop, Pair at, bool last);
  void gather_second(const Loop& loop, Pair at);
  std::int64_t permuted_bytes() const;
  void scatter(const Loop& loop, Pair at);
  x86::Vec order(const Order& wanted);

  // x86_64_moves.cpp: blocks.
  void moves(std::span<const Move> all, const Move* next = nullptr, const x86::Gp& index = {});
  void joined(const Move& first, const Move& second);
  void block(const Move& move, std::int64_t room, const x86::Gp& index);
  x86::Reg load(const x86::Mem& source, std::int64_t bytes, bool index);
  void store(const x86::Mem& target, const x86::Reg& taken, std::int64_t bytes);
  void masked_piece(Pair at, std::int64_t bytes, const x86::Gp& index);
  bool takes_mask(std::int64_t bytes) const;
  bool wants_room(const Copy& what) const;
  std::int64_t pieces(std::int64_t bytes) const;
  bool by_string(std::int64_t bytes) const;
  std::int64_t unaligned_bytes() const;
  x86::KReg mask(std::uint64_t named);
  x86::Vec vector(std::int64_t bytes);
  x86::Mem from(std::int64_t displacement, const x86::Gp& index = {}) const;
  x86::Mem to(std::int64_t displacement, const x86::Gp& index = {}) const;

  /// Masked stores of less than a line are fast in a cache, but several times slower than others to memory.
  bool may_mask() const { return has_avx512() && program_.body.bytes <= max_masked; }
  bool has_avx512() const { return tuning_.instructions == Tuning::Instructions::avx512; }
  bool packs() const { return program_.direction == Direction::pack; }
  bool unpacks() const { return program_.direction == Direction::unpack; }
  const x86::Gp& data_address() const { return packs() ? x86::rsi : x86::rdi; }
  Pair data(std::int64_t bytes) const { return packs() ? Pair{bytes, 0} : Pair{0, bytes}; }
  /// The advance of the packed side.
  Pair dense(std::int64_t bytes) const { return packs() ? Pair{0, bytes} : Pair{bytes, 0}; }

  x86::Assembler& a_;
  const Program& program_;
  const Tuning& tuning_;
  bool failed_ = false;
  bool upper_halves_ = false;  ///< whether upper halves of vectors 0 to 15 are written somewhere
  Pair come_;
  unsigned next_general_ = 0;
  unsigned next_vector_ = 0;
  unsigned counters_ = 0;
  unsigned max_counters_ = 0;
  unsigned masks_used_ = 0;
  std::array<std::uint64_t, 6> masks_{};  ///< in k1 to k6; k7 is free
  unsigned orders_used_ = 0;
  std::array<Order, 12> orders_{};
  std::vector<Move>& scratch_;
};

}  // namespace cartwright::jit::x86_64
