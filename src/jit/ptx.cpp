// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/ptx.hpp"

#include "jit/ptx_text_p.hpp"
#include "jit/ptx_tile_p.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace cartwright::jit {

namespace {

using R = PtxText::R;
using D = PtxText::D;
using P = PtxText::P;
using Dim = FlatNest::Dim;

/// More nests make the kernel longer than it is worth.
constexpr std::size_t max_nests = 32;

class PtxEmitter {
 public:
  PtxEmitter(const Program& program, PtxKernel& kernel) : program_(program), kernel_(kernel) {}

  void emit(const std::vector<FlatNest>& nests) {
    begin();
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < nests.size(); ++i) {
      const auto tile = tile_of(nests[i], kernel_.word);
      kernel_.per_turn.push_back(tile ? tile->tiles : indices(nests[i], kernel_.word));
      kernel_.per_block.push_back(tile ? 1 : block_threads);
      shared_ = shared_ || tile.has_value();
      labels.push_back(text_.label());
    }
    for (std::size_t i = 0; i + 1 < nests.size(); ++i) choose(i, labels[i]);
    for (std::size_t i = nests.size(); i-- > 0;) {
      if (i + 1 < nests.size()) text_.place(labels[i]);
      if (const auto tile = tile_of(nests[i], kernel_.word))
        move_tile(nests[i], *tile);
      else
        move_words(nests[i], kernel_.per_turn[i]);
      text_.line("ret");
    }
    kernel_.tables = tables_.bytes();
  }

  std::string finish() const {
    std::string text = ptx_header;
    text +=
        ".visible .entry cw_move(\n.param .u64 to,\n.param .u64 from,\n.param .u32 turns,\n.param .u64 table,\n"
        ".param .u64 tables\n)\n.maxntid 256, 1, 1\n{\n";
    if (shared_) text += fmt::format("  .shared .align 16 .b8 tile[{}];\n", tile_side * (tile_side + 1) * kernel_.word);
    return text + text_.finish() + "}\n";
  }

 private:
  void begin() {
    text_.line("ld.param.u64 {}, [to]", to_);
    text_.line("ld.param.u64 {}, [from]", from_);
    text_.line("ld.param.u32 {}, [turns]", turns_);
    text_.line("ld.param.u64 {}, [table]", list_);
    text_.line("ld.param.u64 {}, [tables]", lists_);
    text_.line("mov.u32 {}, %ctaid.x", block_);
    text_.line("mov.u32 {}, %tid.x", thread_);
  }

  /// The blocks of the nests lie one after the other: those of nest i jump to its code.
  void choose(std::size_t i, const std::string& label) {
    const R blocks = text_.r();
    const P mine = text_.p();
    text_.line("mul.lo.u32 {}, {}, {}", blocks, turns_, kernel_.per_turn[i]);
    if (kernel_.per_block[i] > 1) {
      text_.line("add.u32 {0}, {0}, {1}", blocks, kernel_.per_block[i] - 1);
      text_.line("shr.u32 {0}, {0}, {1}", blocks, std::countr_zero(static_cast<std::uint64_t>(kernel_.per_block[i])));
    }
    text_.line("setp.lt.u32 {}, {}, {}", mine, block_, blocks);
    text_.line("@{} bra {}", mine, label);
    text_.line("sub.u32 {0}, {0}, {1}", block_, blocks);
  }

  struct Sides {
    D from;
    D to;
    D data;
  };

  Sides sides_of(const FlatNest& nest) {
    const D from = text_.plus(from_, nest.from);
    const D to = text_.plus(to_, nest.to);
    return {from, to, nest.data_is_from ? from : to};
  }

  void turn(const Sides& sides, const Dim& dim, R index) {
    text_.advance(sides.from, index, dim.from);
    text_.advance(sides.to, index, dim.to);
    if (dim.table == nullptr) return;
    const bool narrow = dim.table->narrow();
    text_.look_up(sides.data, text_.plus(lists_, tables_.add(*dim.table) + dim.first * (narrow ? 4 : 8)), index,
                  narrow);
  }

  /// The outermost loop, whose count is an argument.
  void turn_of_program(const Sides& sides, R index) {
    text_.advance(sides.from, index, program_.from_stride);
    text_.advance(sides.to, index, program_.to_stride);
    if (program_.table != Program::Table::none)
      text_.look_up(sides.data, list_, index, program_.table == Program::Table::narrow);
  }

  void move_words(const FlatNest& nest, std::int64_t per_turn) {
    R index = text_.r();
    const R end = text_.r();
    const P outside = text_.p();
    text_.line("mad.lo.u32 {}, {}, {}, {}", index, block_, block_threads, thread_);
    text_.line("mul.lo.u32 {}, {}, {}", end, turns_, per_turn);
    text_.line("setp.ge.u32 {}, {}, {}", outside, index, end);
    text_.line("@{} ret", outside);
    const Sides sides = sides_of(nest);
    if (nest.ragged != nullptr) find_block(nest, sides, text_.divide(index, nest.bytes / kernel_.word));
    for (const Dim& dim : nest.dims) turn(sides, dim, text_.divide(index, dim.count));
    turn_of_program(sides, index);
    load(sides.from);
    store(sides.to);
  }

  /// The block of a ragged list that has a word: bisection in the numbers of words before each block.
  void find_block(const FlatNest& nest, const Sides& sides, R word) {
    const std::int64_t blocks = static_cast<std::int64_t>(nest.ragged->offsets.size());
    const D starts = text_.plus(lists_, tables_.add_starts(*nest.ragged, kernel_.word));
    const R low = text_.r();
    const R high = text_.r();
    const R middle = text_.r();
    const R gap = text_.r();
    const R start = text_.r();
    const D at = text_.d();
    const P more = text_.p();
    const P left = text_.p();
    const std::string again = text_.label();
    const std::string found = text_.label();
    text_.line("mov.u32 {}, 0", low);
    text_.line("mov.u32 {}, {}", high, blocks);
    text_.place(again);
    text_.line("sub.u32 {}, {}, {}", gap, high, low);
    text_.line("setp.gt.u32 {}, {}, 1", more, gap);
    text_.line("@!{} bra {}", more, found);
    text_.line("add.u32 {}, {}, {}", middle, low, high);
    text_.line("shr.u32 {0}, {0}, 1", middle);
    text_.line("mad.wide.u32 {}, {}, 4, {}", at, middle, starts);
    text_.line("ld.global.u32 {}, [{}]", start, at);
    text_.line("setp.le.u32 {}, {}, {}", left, start, word);
    text_.line("@{} mov.u32 {}, {}", left, low, middle);
    text_.line("@!{} mov.u32 {}, {}", left, high, middle);
    text_.line("bra {}", again);
    text_.place(found);
    text_.line("mad.wide.u32 {}, {}, 4, {}", at, low, starts);
    text_.line("ld.global.u32 {}, [{}]", start, at);
    text_.line("sub.u32 {}, {}, {}", middle, word, start);
    text_.advance(sides.data, middle, kernel_.word);
    text_.advance(nest.data_is_from ? sides.to : sides.from, word, kernel_.word);
    const Integers& offsets = nest.ragged->offsets;
    text_.look_up(sides.data, text_.plus(lists_, tables_.add(offsets)), low, offsets.narrow());
  }

  /// A square of blocks: a row of threads reads where the source is dense, and writes where the target is.
  void move_tile(const FlatNest& nest, const Tile& tile) {
    R index = text_.r();
    text_.line("mov.u32 {}, {}", index, block_);
    const R tile_along = text_.divide(index, tile.tiles_along);
    const R tile_across = text_.divide(index, tile.tiles_across);
    const Sides sides = sides_of(nest);
    for (std::size_t i = 0; i < nest.dims.size(); ++i)
      if (i != tile.along && i != tile.across) turn(sides, nest.dims[i], text_.divide(index, nest.dims[i].count));
    turn_of_program(sides, index);

    const R column = text_.r();
    const R row = text_.r();
    text_.line("and.b32 {}, {}, {}", column, thread_, tile_side - 1);
    text_.line("shr.u32 {}, {}, 5", row, thread_);
    for (int rows = 0; rows < tile_side; rows += tile_rows) {
      // `across` is dense in the source.
      const R along = position(tile_along, row, rows);
      const R across = position(tile_across, column, 0);
      const std::string skip = leave(nest, tile, along, across);
      const D from = text_.plus(sides.from, 0);
      text_.advance(from, along, nest.dims[tile.along].from);
      text_.advance(from, across, nest.dims[tile.across].from);
      load(from);
      move_shared("st", row, rows, column);
      text_.place(skip);
    }
    text_.line("bar.sync 0");
    for (int rows = 0; rows < tile_side; rows += tile_rows) {
      const R along = position(tile_along, column, 0);
      const R across = position(tile_across, row, rows);
      const std::string skip = leave(nest, tile, along, across);
      const D to = text_.plus(sides.to, 0);
      text_.advance(to, along, nest.dims[tile.along].to);
      text_.advance(to, across, nest.dims[tile.across].to);
      move_transposed(column, row, rows);
      store(to);
      text_.place(skip);
    }
  }

  /// The turn of a loop: tile * tile_side + inside + added.
  R position(R tile, R inside, int added) {
    const R made = text_.r();
    text_.line("mad.lo.u32 {}, {}, {}, {}", made, tile, tile_side, inside);
    if (added > 0) text_.line("add.u32 {0}, {0}, {1}", made, added);
    return made;
  }

  /// Jumps to the returned label where a tile ends early.
  std::string leave(const FlatNest& nest, const Tile& tile, R along, R across) {
    std::string skip = text_.label();
    for (const auto& [index, dim] : {std::pair{along, tile.along}, std::pair{across, tile.across}}) {
      const P outside = text_.p();
      text_.line("setp.ge.u32 {}, {}, {}", outside, index, nest.dims[dim].count);
      text_.line("@{} bra {}", outside, skip);
    }
    return skip;
  }

  /// The address of a word in shared memory. One more column keeps its banks apart.
  R in_tile(R row, int rows, R column) {
    const R at = text_.r();
    const R start = text_.r();
    text_.line("mov.u32 {}, tile", start);
    text_.line("mad.lo.u32 {}, {}, {}, {}", at, row, tile_side + 1, column);
    if (rows > 0) text_.line("add.u32 {0}, {0}, {1}", at, rows * (tile_side + 1));
    text_.line("mad.lo.u32 {0}, {0}, {1}, {2}", at, kernel_.word, start);
    return at;
  }

  void move_shared(const char* how, R row, int rows, R column) {
    const R at = in_tile(row, rows, column);
    text_.line("{}.shared.{} [{}], {}", how, suffix(), at, words());
  }
  void move_transposed(R row, R column, int columns) {
    const R moved = text_.r();
    text_.line("add.u32 {}, {}, {}", moved, column, columns);
    text_.line("ld.shared.{} {}, [{}]", suffix(), words(), in_tile(row, 0, moved));
  }

  void load(D address) { text_.line("ld.global.{} {}, [{}]", suffix(), words(), address); }
  void store(D address) { text_.line("st.global.{} [{}], {}", suffix(), address, words()); }

  const char* suffix() const {
    switch (kernel_.word) {
      case 1: return "u8";
      case 2: return "u16";
      case 4: return "u32";
      case 8: return "u64";
      default: return "v2.u64";
    }
  }
  /// The registers that hold a word.
  std::string words() const {
    if (kernel_.word <= 4) return fmt::format("{}", word_);
    return kernel_.word == 8 ? fmt::format("{}", low_) : fmt::format("{{{}, {}}}", low_, high_);
  }

  using Integers = datatype::Integers;
  const Program& program_;
  PtxKernel& kernel_;
  PtxText text_;
  Tables tables_;
  bool shared_ = false;
  const D to_ = text_.d();
  const D from_ = text_.d();
  const D list_ = text_.d();
  const D lists_ = text_.d();
  const D low_ = text_.d();
  const D high_ = text_.d();
  const R turns_ = text_.r();
  const R block_ = text_.r();
  const R thread_ = text_.r();
  const R word_ = text_.r();
};

}  // namespace

std::int64_t PtxKernel::blocks(std::int64_t turns) const {
  std::int64_t all = 0;
  for (std::size_t i = 0; i < per_turn.size(); ++i) all += (turns * per_turn[i] + per_block[i] - 1) / per_block[i];
  return all;
}

std::optional<PtxKernel> emit_ptx(const Program& program, std::int64_t alignment, std::int64_t most) {
  const FlatProgram flat = flatten(program);
  PtxKernel kernel;
  kernel.word = std::gcd(flat.word, alignment);
  std::vector<FlatNest> nests;
  for (const FlatNest& nest : flat.nests) {
    with_words(nest, kernel.word, most, nests);
    if (nests.size() > max_nests) return std::nullopt;
  }
  if (nests.empty()) return std::nullopt;
  std::int64_t longest = 1;
  for (const FlatNest& nest : nests) longest = std::max(longest, indices(nest, kernel.word));
  kernel.max_turns = std::max<std::int64_t>(1, most / longest);
  PtxEmitter emitter(program, kernel);
  emitter.emit(nests);
  kernel.text = emitter.finish();
  return kernel;
}

}  // namespace cartwright::jit
