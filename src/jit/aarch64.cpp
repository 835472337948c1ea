// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifdef CARTWRIGHT_ASMJIT
#include "jit/backends_p.hpp"
#include "jit/emit_errors_p.hpp"

#include <asmjit/arm/a64assembler.h>
#include <asmjit/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace cartwright::jit {

namespace {

namespace a64 = asmjit::a64;

/// The two sides of a copy.
enum Side : std::size_t { from_side, to_side };

/// Two displacements, or two strides.
struct Pair {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t& operator[](Side side) { return side == from_side ? from : to; }
};
Pair operator+(Pair a, Pair b) { return {a.from + b.from, a.to + b.to}; }
Pair operator-(Pair a, Pair b) { return {a.from - b.from, a.to - b.to}; }
Pair operator*(std::int64_t n, Pair a) { return {n * a.from, n * a.to}; }

/// Bytes of code of one kernel.
constexpr std::size_t max_code = 16 * 1024;
/// Up to so many loads and stores are written out without loops.
constexpr std::int64_t max_pieces = 64;
/// A body with few is written out so many times in each turn of its loop. Each entry of a list needs a register.
constexpr std::int64_t turns_at_once(std::int64_t pieces, std::int64_t most = 8) {
  return pieces <= 2 ? most : pieces <= 4 ? 4 : 1;
}
constexpr std::int64_t entries_at_once = 4;
/// Longer blocks are loops over blocks of this size.
constexpr std::int64_t block_turn = 128;
constexpr std::int64_t longest_block = 4 * block_turn;

/// Registers that need not be restored and have no fixed purpose here: for loop counters and addresses.
constexpr std::uint32_t free_registers[] = {4, 5, 6, 7, 8, 12, 13, 14, 15, 16, 17};
constexpr a64::Gp from_anchor = a64::x9;
constexpr a64::Gp to_anchor = a64::x10;
constexpr a64::Gp constant = a64::x11;
/// Vectors that need not be restored either; a group of them is loaded before any is stored.
constexpr std::uint32_t vectors[] = {0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23};

/// The number of loads and stores of a block of `bytes`: units of 16 bytes, the last of which may overlap the one
/// before.
std::int64_t pieces_of(std::int64_t bytes) { return bytes >= 16 ? (bytes + 15) / 16 : bytes == 0 ? 0 : 2; }

/// Writes the body of a Function by the procedure call standard of AArch64: `to` in x0, `from` in x1, n in x2, the
/// table in x3. Running addresses are not reset after a loop: later displacements account for their progress.
class Writer {
 public:
  Writer(a64::Assembler& assembler, const Program& program) : a_(assembler), program_(program) {}

  /// False if the program is too large, or has a form that is left to the precompiled kernels.
  bool write() {
    if (program_.body.bytes > 0) {
      const std::int64_t at_once = program_.table == Program::Table::none
                                       ? turns_at_once(pieces(program_.body))
                                       : turns_at_once(pieces(program_.body), entries_at_once);
      if (at_once > 1) while_left(at_once);
      while_left(1);
    }
    a_.ret(a64::x30);
    return !failed_ && a_.offset() <= max_code;
  }

 private:
  struct Piece {
    Pair at;
    std::int64_t bytes;
    a64::Gp data;  ///< the address on the side of the data
  };

  /// Runs turns of the outermost loop while at least `at_once` are left.
  void while_left(std::int64_t at_once) {
    const asmjit::Label again = a_.newLabel();
    const asmjit::Label done = a_.newLabel();
    forget_anchors();
    a_.subs(a64::x2, a64::x2, asmjit::Imm(at_once));
    a_.b_lt(done);
    a_.bind(again);
    const Pair start = come_;
    const Pair stride{program_.from_stride, program_.to_stride};
    if (program_.table == Program::Table::none)
      for (std::int64_t i = 0; i < at_once; ++i) copy(program_.body, start + i * stride);
    else
      entries(program_.body, start, at_once, a64::x3, program_.table == Program::Table::narrow, packed(stride));
    flush();
    advance_to(start + at_once * stride);
    come_ = start;
    a_.subs(a64::x2, a64::x2, asmjit::Imm(at_once));
    a_.b_ge(again);
    a_.bind(done);
    if (at_once > 1) a_.add(a64::x2, a64::x2, asmjit::Imm(at_once));
    forget_anchors();
  }

  void copy(const Copy& what, Pair at) {
    if (failed_ || a_.offset() > max_code) {
      failed_ = true;
      return;
    }
    switch (what.kind) {
      case Copy::Kind::block: return block(what.bytes, at);
      case Copy::Kind::loop: return loop(what.parts[0].body, what.count, {what.from_stride, what.to_stride}, at);
      case Copy::Kind::list: return list(what, at);
      case Copy::Kind::ragged: return ragged(what, at);
      case Copy::Kind::sequence:
        for (const Copy::Part& part : what.parts) copy(part.body, at + Pair{part.from, part.to});
    }
  }

  void block(std::int64_t bytes, Pair at) {
    if (bytes > longest_block) {
      Copy turn;
      turn.bytes = block_turn;
      loop(turn, bytes / block_turn, {block_turn, block_turn}, at);
      at = at + Pair{bytes - bytes % block_turn, bytes - bytes % block_turn};
      bytes %= block_turn;
    }
    std::int64_t unit = 16;
    while (unit > bytes && unit > 1) unit /= 2;
    for (std::int64_t done = 0; done < bytes; done += unit) {
      const std::int64_t piece = std::min(done, bytes - unit);
      pieces_.push_back({at + Pair{piece, piece}, unit, bases_[data_side()]});
    }
  }

  void loop(const Copy& body, std::int64_t count, Pair stride, Pair at) {
    if (count * pieces(body) <= max_pieces) {
      for (std::int64_t i = 0; i < count; ++i) copy(body, at + i * stride);
      return;
    }
    const std::int64_t at_once = turns_at_once(pieces(body));
    counted(count / at_once, at_once * stride, [&] {
      for (std::int64_t i = 0; i < at_once; ++i) copy(body, at + i * stride);
    });
    for (std::int64_t i = count - count % at_once; i < count; ++i) copy(body, at + i * stride);
  }

  /// Runs `body` `count` times. The addresses advance by `stride` each time.
  template <typename Body>
  void counted(std::int64_t count, Pair stride, Body body) {
    flush();
    const a64::Gp counter = take_register();
    const asmjit::Label again = a_.newLabel();
    a_.mov(counter, asmjit::Imm(count));
    forget_anchors();
    a_.bind(again);
    const Pair start = come_;
    body();
    flush();
    advance_to(start + stride);
    come_ = start;
    a_.subs(counter, counter, asmjit::Imm(1));
    a_.b_ne(again);
    come_ = start + count * stride;
    give_register();
  }

  void list(const Copy& what, Pair at) {
    const Copy& body = what.parts[0].body;
    const datatype::Integers& offsets = what.node->offsets;
    if (what.count * pieces(body) <= max_pieces) {
      for (std::int64_t i = 0; i < what.count; ++i) copy(body, at + data(offsets[i]) + dense(i * body.bytes));
      return;
    }
    flush();
    const a64::Gp table = take_register();
    a_.mov(table, asmjit::Imm(reinterpret_cast<std::intptr_t>(offsets.data())));
    const std::int64_t at_once = turns_at_once(pieces(body), entries_at_once);
    counted(what.count / at_once, dense(at_once * body.bytes),
            [&] { entries(body, at, at_once, table, offsets.narrow(), body.bytes); });
    if (const std::int64_t rest = what.count % at_once; rest > 0)
      entries(body, at + dense((what.count - rest) * body.bytes), rest, table, offsets.narrow(), body.bytes);
    flush();
    give_register();
  }

  /// Runs `body` at each of the next `count` displacements of a table, whose address advances.
  void entries(const Copy& body, Pair at, std::int64_t count, const a64::Gp& table, bool narrow,
               std::int64_t packed_stride) {
    const Side side = data_side();
    const a64::Gp base = bases_[side];
    for (std::int64_t i = 0; i < count; ++i) {
      const a64::Gp entry = take_register();
      narrow ? a_.ldrsw(entry, a64::ptr_post(table, 4)) : a_.ldr(entry, a64::ptr_post(table, 8));
      a_.add(entry, entry, base);
      // Replaces the running address until the body is done.
      bases_[side] = entry;
      forget_anchors();
      const std::int64_t come = come_[side];
      copy(body, at + dense(i * packed_stride));
      if (count == 1) flush();
      come_[side] = come;
      bases_[side] = base;
    }
    flush();
    forget_anchors();
    for (std::int64_t i = 0; i < count; ++i) give_register();
  }

  void ragged(const Copy& what, Pair at) {
    if (what.count > max_pieces || pieces(what) > max_pieces) failed_ = true;
    for (std::size_t i = 0; !failed_ && i < what.node->offsets.size(); ++i)
      block(what.node->lengths[i], at + data(what.node->offsets[i]) + dense(what.node->starts[i]));
  }

  /// The number of loads and stores if everything is written out.
  static std::int64_t pieces(const Copy& what) {
    std::int64_t all = 0;
    switch (what.kind) {
      case Copy::Kind::block: return pieces_of(what.bytes);
      case Copy::Kind::loop:
      case Copy::Kind::list: return saturated(what.count, pieces(what.parts[0].body));
      case Copy::Kind::ragged:
        for (std::size_t i = 0; i < what.node->lengths.size() && all <= max_pieces; ++i)
          all += pieces_of(what.node->lengths[i]);
        return all;
      case Copy::Kind::sequence:
        for (const Copy::Part& part : what.parts) all += pieces(part.body);
    }
    return all;
  }
  static std::int64_t saturated(std::int64_t count, std::int64_t each) {
    return each != 0 && count > (1 << 20) / each ? 1 << 20 : count * each;
  }

  /// Writes the collected pieces, in groups: all loads of a group come before its first store.
  void flush() {
    for (auto first = pieces_.begin(); first != pieces_.end();) {
      const auto last = first + std::min<std::ptrdiff_t>(std::size(vectors), pieces_.end() - first);
      for (const Side side : {from_side, to_side})
        for (auto piece = first; piece < last;) {
          const auto next = piece + 1;
          const bool two = next < last && pairs(side, *piece, *next);
          access(side, *piece, vectors + (piece - first), two);
          piece += two ? 2 : 1;
        }
      first = last;
    }
    pieces_.clear();
  }

  /// Whether the second piece continues the first on a side: one instruction then loads or stores both.
  bool pairs(Side side, Piece a, Piece b) const {
    return a.bytes == b.bytes && a.bytes >= 4 && b.at[side] - a.at[side] == a.bytes &&
           (side != data_side() || a.data.id() == b.data.id());
  }

  /// Loads or stores one piece, or a pair of pieces.
  void access(Side side, Piece piece, const std::uint32_t* vector, bool two) {
    const a64::Gp base = side == data_side() ? piece.data : bases_[side];
    const a64::Mem where = address(side, base, piece.at[side] - come_[side], piece.bytes, two);
    const bool loads = side == from_side;
    const auto move = [&](const auto& a, const auto& b) {
      if (two)
        loads ? a_.ldp(a, b, where) : a_.stp(a, b, where);
      else
        loads ? a_.ldr(a, where) : a_.str(a, where);
    };
    const std::uint32_t one = vector[0], other = vector[two ? 1 : 0];
    switch (piece.bytes) {
      case 16: return move(a64::VecV(one), a64::VecV(other));
      case 8: return move(a64::VecD(one), a64::VecD(other));
      case 4: return move(a64::VecS(one), a64::VecS(other));
      case 2: return move(a64::VecH(one), a64::VecH(other));
      default: return move(a64::VecB(one), a64::VecB(other));
    }
  }

  /// Near displacements go into the instruction. For others an anchor is set, which displacements near it share.
  a64::Mem address(Side side, const a64::Gp& base, std::int64_t displacement, std::int64_t bytes, bool two) {
    if (encodes(displacement, bytes, two)) return a64::ptr(base, static_cast<std::int32_t>(displacement));
    Anchor& anchor = anchors_[side];
    if (anchor.base != base.id() || !encodes(displacement - anchor.displacement, bytes, two)) {
      add(anchor.address, base, displacement);
      anchor.base = base.id();
      anchor.displacement = displacement;
    }
    return a64::ptr(anchor.address, static_cast<std::int32_t>(displacement - anchor.displacement));
  }
  static bool encodes(std::int64_t displacement, std::int64_t bytes, bool two) {
    if (two) return displacement % bytes == 0 && displacement >= -64 * bytes && displacement < 64 * bytes;
    if (displacement >= -256 && displacement <= 255) return true;
    return displacement >= 0 && displacement % bytes == 0 && displacement / bytes <= 4095;
  }

  /// Advances the running addresses to `there`.
  void advance_to(Pair there) {
    Pair by = there - come_;
    for (const Side side : {from_side, to_side})
      if (by[side] != 0) add(bases_[side], bases_[side], by[side]);
    come_ = there;
    forget_anchors();
  }

  void add(const a64::Gp& result, const a64::Gp& base, std::int64_t value) {
    const std::int64_t size = std::abs(value);
    if (size < 4096 || (size % 4096 == 0 && size < 4096 * 4096)) {
      value < 0 ? a_.sub(result, base, asmjit::Imm(size)) : a_.add(result, base, asmjit::Imm(size));
    } else {
      a_.mov(constant, asmjit::Imm(value));
      a_.add(result, base, constant);
    }
  }

  /// Forgets the contents of registers, as they are unknown where control flow joins.
  void forget_anchors() {
    for (Anchor& anchor : anchors_) anchor.base = no_register;
  }

  a64::Gp take_register() {
    if (registers_taken_ == std::size(free_registers)) {
      failed_ = true;
      return constant;
    }
    return a64::x(free_registers[registers_taken_++]);
  }
  void give_register() { registers_taken_ -= registers_taken_ > 0 ? 1 : 0; }

  bool packs() const { return program_.direction == Direction::pack; }
  Side data_side() const { return packs() ? from_side : to_side; }
  Pair data(std::int64_t bytes) const { return packs() ? Pair{bytes, 0} : Pair{0, bytes}; }
  Pair dense(std::int64_t bytes) const { return packs() ? Pair{0, bytes} : Pair{bytes, 0}; }
  std::int64_t packed(Pair stride) const { return packs() ? stride.to : stride.from; }

  static constexpr std::uint32_t no_register = ~0U;
  /// A register with an address at some distance from a running address.
  struct Anchor {
    a64::Gp address;
    std::uint32_t base = no_register;
    std::int64_t displacement = 0;
  };

  a64::Assembler& a_;
  const Program& program_;
  bool failed_ = false;
  Pair come_;  ///< progress of the running addresses since the beginning
  std::array<a64::Gp, 2> bases_{a64::x1, a64::x0};
  std::array<Anchor, 2> anchors_{{{from_anchor}, {to_anchor}}};
  std::size_t registers_taken_ = 0;
  std::vector<Piece> pieces_;  ///< not written yet
};

class AArch64 final : public Backend {
 public:
  const char* name() const override { return "aarch64"; }

  bool native() const override {
#if defined(__aarch64__) && defined(__linux__)
    return true;
#else
    return false;
#endif
  }

  Tuning default_tuning() const override { return {}; }

  bool emit(const Program& program, const Tuning& /*one way for all*/, std::vector<std::byte>& code,
            std::string* listing) const override {
    EmitErrors refusals;
    asmjit::StringLogger text;
    asmjit::CodeHolder holder;
    holder.init(asmjit::Environment(asmjit::Arch::kAArch64));
    holder.setErrorHandler(&refusals);
    if (listing != nullptr) holder.setLogger(&text);
    a64::Assembler assembler(&holder);
    if (!Writer(assembler, program).write() || refusals.any || holder.flatten() != asmjit::kErrorOk) return false;
    const auto* const bytes = reinterpret_cast<const std::byte*>(holder.textSection()->data());
    code.insert(code.end(), bytes, bytes + holder.textSection()->bufferSize());
    if (listing != nullptr) listing->append(text.data());
    return true;
  }
};

}  // namespace

const Backend& aarch64_backend() {
  static const AArch64 backend;
  return backend;
}

}  // namespace cartwright::jit
#endif
