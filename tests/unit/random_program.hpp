// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "guarded.hpp"
#include "jit/kernels.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace cartwright::jit {

/// The displacements that a program touches on one side: [lowest, highest).
struct Span {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::int64_t size() const { return highest - lowest; }
  Span moved(std::int64_t by) const { return {lowest + by, highest + by}; }
  Span joined(Span other) const { return {std::min(lowest, other.lowest), std::max(highest, other.highest)}; }
};

struct Spans {
  Span from;
  Span to;
};

/// Calls visit(to, from, bytes) with the displacements of every block, in order.
template <typename Visit>
void for_each_block(const Copy& copy, Direction direction, std::int64_t to, std::int64_t from, Visit& visit) {
  // The displacements of an entry of a list: `at` on the side of the data, `packed` on the other.
  const auto entry = [&](std::int64_t at, std::int64_t packed) {
    return direction == Direction::pack ? std::pair(to + packed, from + at) : std::pair(to + at, from + packed);
  };
  switch (copy.kind) {
    case Copy::Kind::block: visit(to, from, copy.bytes); break;
    case Copy::Kind::loop:
      for (std::int64_t i = 0; i < copy.count; ++i)
        for_each_block(copy.parts[0].body, direction, to + i * copy.to_stride, from + i * copy.from_stride, visit);
      break;
    case Copy::Kind::list:
      for (std::size_t i = 0; i < copy.node->offsets.size(); ++i) {
        const auto [entry_to, entry_from] =
            entry(copy.node->offsets[i], static_cast<std::int64_t>(i) * copy.parts[0].body.bytes);
        for_each_block(copy.parts[0].body, direction, entry_to, entry_from, visit);
      }
      break;
    case Copy::Kind::ragged:
      for (std::size_t i = 0; i < copy.node->offsets.size(); ++i) {
        const auto [entry_to, entry_from] = entry(copy.node->offsets[i], copy.node->starts[i]);
        visit(entry_to, entry_from, copy.node->lengths[i]);
      }
      break;
    case Copy::Kind::sequence:
      for (const Copy::Part& part : copy.parts)
        for_each_block(part.body, direction, to + part.to, from + part.from, visit);
      break;
  }
}

/// A program with its arguments.
struct Drawn {
  Program program;
  std::int64_t n = 0;
  std::vector<std::int32_t> narrow;  ///< the table, if the program has one
  std::vector<std::int64_t> wide;

  const void* table() const {
    switch (program.table) {
      case Program::Table::narrow: return narrow.data();
      case Program::Table::wide: return wide.data();
      default: return nullptr;
    }
  }

  template <typename Visit>
  void for_each_block(Visit visit) const {
    for (std::int64_t k = 0; k < n; ++k) {
      std::int64_t to = k * program.to_stride;
      std::int64_t from = k * program.from_stride;
      const auto at = static_cast<std::size_t>(k);
      if (program.table != Program::Table::none)
        (program.direction == Direction::pack ? from : to) +=
            program.table == Program::Table::narrow ? narrow[at] : wide[at];
      jit::for_each_block(program.body, program.direction, to, from, visit);
    }
  }

  Spans spans() const {
    Spans all;
    bool first = true;
    for_each_block([&](std::int64_t to, std::int64_t from, std::int64_t bytes) {
      const Spans block{{from, from + bytes}, {to, to + bytes}};
      all = first ? block : Spans{all.from.joined(block.from), all.to.joined(block.to)};
      first = false;
    });
    return all;
  }

  /// Whether a byte is written twice. Receives must not do that, so the result need not be defined.
  bool overlaps() const {
    const Span to = spans().to;
    std::vector<bool> written(to.size());
    bool twice = false;
    for_each_block([&](std::int64_t at, std::int64_t, std::int64_t bytes) {
      for (std::int64_t i = at - to.lowest; i < at - to.lowest + bytes; ++i) {
        twice = twice || written[i];
        written[i] = true;
      }
    });
    return twice;
  }
};

/// Draws programs: all kinds, nests of up to four levels, strides of both signs, loops that interleave.
class RandomPrograms {
 public:
  explicit RandomPrograms(std::uint64_t seed) : random_(seed) {}

  Drawn draw() {
    for (;;) {
      Drawn drawn = draw_any();
      const Spans spans = drawn.spans();
      if (drawn.n * drawn.program.body.bytes > 1 << 16) continue;
      if (spans.from.size() > 1 << 20 || spans.to.size() > 1 << 20) continue;
      if (drawn.program.direction != Direction::pack && drawn.overlaps()) continue;
      return drawn;
    }
  }

  base::Random& random() { return random_; }

 private:
  Drawn draw_any() {
    Drawn drawn;
    Program& program = drawn.program;
    direction_ = static_cast<Direction>(random_.below(3));
    auto tables = std::make_shared<Node>();
    tables_ = tables.get();
    program.direction = direction_;
    program.body = draw_copy(static_cast<int>(random_.below(5)));
    program.keep = std::move(tables);
    drawn.n = random_.below(12) == 0 ? 0 : random_.below(3) == 0 ? 1 : 1 + random_.below(40);
    if (direction_ != Direction::between && random_.below(4) == 0) {
      program.table = random_.below(2) == 0 ? Program::Table::narrow : Program::Table::wide;
      drawn.wide = draw_offsets(drawn.n, data(spans_of(program.body)).size());
      if (program.table == Program::Table::narrow) drawn.narrow.assign(drawn.wide.begin(), drawn.wide.end());
    }
    const auto [from, to] = draw_strides(program.body, false);
    // With a table, only the packed side has a stride.
    const bool table = program.table != Program::Table::none;
    program.from_stride = table && direction_ == Direction::pack ? 0 : from;
    program.to_stride = table && direction_ == Direction::unpack ? 0 : to;
    return drawn;
  }

  Copy draw_copy(int depth) {
    if (depth == 0) return block(draw_bytes());
    switch (random_.below(direction_ == Direction::between ? 4 : 6)) {
      case 0: return draw_nest(depth);
      case 1: return draw_sequence(depth);
      case 4: return draw_list(depth);
      case 5: return draw_ragged();
      default: return loop(1 + random_.below(12), draw_copy(depth - 1), random_.below(2) == 0);
    }
  }

  std::int64_t draw_bytes() {
    static constexpr std::int64_t common[] = {1, 2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 72, 96, 128, 192, 256};
    switch (random_.below(8)) {
      case 0:
      case 1: return 1 + random_.below(300);
      case 2: return random_.below(4) == 0 ? 1 + random_.below(6000) : 1 + random_.below(20);
      default: return common[random_.below(std::size(common))];
    }
  }

  /// The distance of bodies of `size` bytes. With `apart` they do not overlap.
  std::int64_t draw_stride(std::int64_t size, bool apart) {
    std::int64_t stride = size;
    switch (random_.below(7)) {
      case 0: break;
      case 1: stride += 1 + random_.below(16); break;
      case 2: stride *= 2 + random_.below(4); break;
      case 3: stride += 4096 - random_.below(64); break;
      case 4: stride = apart ? size : random_.below(size + 1); break;
      default: stride += 8 * random_.below(40); break;
    }
    return random_.below(4) == 0 ? -stride : stride;
  }

  std::pair<std::int64_t, std::int64_t> draw_strides(const Copy& body, bool apart) {
    const Spans spans = spans_of(body);
    std::int64_t from = draw_stride(spans.from.size(), apart);
    std::int64_t to = draw_stride(spans.to.size(), apart);
    if (direction_ == Direction::pack) to = body.bytes;
    if (direction_ == Direction::unpack) from = body.bytes;
    return {from, to};
  }

  std::vector<std::int64_t> draw_offsets(std::int64_t count, std::int64_t size) {
    std::vector<std::int64_t> offsets;
    std::int64_t at = random_.below(1000) - 500;
    const std::int64_t unit = random_.below(2) == 0 ? 1 : 8;
    for (std::int64_t i = 0; i < count; ++i) {
      offsets.push_back(at);
      at += size + unit * random_.below(random_.below(2) == 0 ? 2 : 40);
    }
    if (random_.below(3) == 0) shuffle(offsets);
    return offsets;
  }

  template <typename T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[random_.below(static_cast<std::int64_t>(i))]);
  }

  static Copy block(std::int64_t bytes) {
    Copy copy;
    copy.bytes = bytes;
    return copy;
  }

  Copy loop(std::int64_t count, Copy body, bool apart) {
    const auto [from, to] = draw_strides(body, apart);
    return loop(count, from, to, std::move(body));
  }

  static Copy loop(std::int64_t count, std::int64_t from_stride, std::int64_t to_stride, Copy body) {
    Copy copy;
    copy.kind = Copy::Kind::loop;
    copy.count = count;
    copy.bytes = count * body.bytes;
    copy.from_stride = from_stride;
    copy.to_stride = to_stride;
    copy.parts.push_back({0, 0, std::move(body)});
    return copy;
  }

  /// The dimensions of an array in any order: transposed if the innermost loop has the longest stride.
  Copy draw_nest(int depth) {
    struct Dim {
      std::int64_t count;
      std::int64_t stride;
    };
    const std::int64_t bytes = draw_bytes();
    std::vector<Dim> dims;
    std::int64_t extent = bytes;
    for (int i = 0; i < depth; ++i) {
      const std::int64_t count = 2 + random_.below(9);
      extent += random_.below(2) == 0 ? 0 : 4 * random_.below(8);
      dims.push_back({count, random_.below(5) == 0 ? -extent : extent});
      extent *= count;
    }
    const std::vector<Dim> packed_order = dims;
    shuffle(dims);
    Copy copy = block(bytes);
    for (std::size_t i = 0; i < dims.size(); ++i) {
      const std::int64_t data = dims[i].stride;
      const std::int64_t dense = copy.bytes;
      // From one array to the other, whose dims have another order.
      const std::int64_t other = packed_order[i].count == dims[i].count ? packed_order[i].stride : dense;
      switch (direction_) {
        case Direction::pack: copy = loop(dims[i].count, data, dense, std::move(copy)); break;
        case Direction::unpack: copy = loop(dims[i].count, dense, data, std::move(copy)); break;
        case Direction::between: copy = loop(dims[i].count, data, other, std::move(copy)); break;
      }
    }
    return copy;
  }

  Copy draw_sequence(int depth) {
    Copy copy;
    copy.kind = Copy::Kind::sequence;
    const std::int64_t count = 2 + random_.below(4);
    std::int64_t from = random_.below(40) - 20;
    std::int64_t to = random_.below(40) - 20;
    for (std::int64_t i = 0; i < count; ++i) {
      Copy body = draw_copy(static_cast<int>(random_.below(depth)));
      const Spans spans = spans_of(body);
      const std::int64_t part_from = direction_ == Direction::unpack ? copy.bytes : from - spans.from.lowest;
      const std::int64_t part_to = direction_ == Direction::pack ? copy.bytes : to - spans.to.lowest;
      from += spans.from.size() + random_.below(30);
      to += spans.to.size() + random_.below(30);
      copy.bytes += body.bytes;
      copy.parts.push_back({part_from, part_to, std::move(body)});
    }
    return copy;
  }

  Copy draw_list(int depth) {
    Copy copy;
    copy.kind = Copy::Kind::list;
    copy.parts.push_back({0, 0, draw_copy(static_cast<int>(random_.below(depth)))});
    const Copy& body = copy.parts[0].body;
    copy.count = 1 + random_.below(30);
    copy.bytes = copy.count * body.bytes;
    const std::vector<std::int64_t> offsets = draw_offsets(copy.count, data(spans_of(body)).size());
    auto node = std::make_shared<Node>();
    node->kind = Node::Kind::list;
    node->offsets = integers(offsets);
    copy.node = keep(std::move(node));
    return copy;
  }

  Copy draw_ragged() {
    Copy copy;
    copy.kind = Copy::Kind::ragged;
    copy.count = 1 + random_.below(20);
    const std::vector<std::int64_t> slots = draw_offsets(copy.count, 64);
    std::vector<std::int64_t> lengths;
    std::vector<std::int64_t> starts{0};
    for (std::int64_t i = 0; i < copy.count; ++i) {
      lengths.push_back(random_.below(3) == 0 ? 8 * (1 + random_.below(8)) : 1 + random_.below(64));
      starts.push_back(starts.back() + lengths.back());
    }
    copy.bytes = starts.back();
    auto node = std::make_shared<Node>();
    node->kind = Node::Kind::ragged;
    node->offsets = integers(slots);
    node->lengths = integers(lengths);
    node->starts = integers(starts);
    copy.node = keep(std::move(node));
    return copy;
  }

  datatype::Integers integers(const std::vector<std::int64_t>& values) {
    if (random_.below(2) == 0) return values;
    return datatype::Integers::fitted(values);
  }

  const Node* keep(std::shared_ptr<const Node> node) {
    tables_->bodies.push_back(node);
    return node.get();
  }

  Span data(Spans spans) const { return direction_ == Direction::pack ? spans.from : spans.to; }

  Spans spans_of(const Copy& body) const {
    Drawn once;
    once.program.direction = direction_;
    once.program.body = body;
    once.n = 1;
    return once.spans();
  }

  base::Random random_;
  Direction direction_ = Direction::pack;
  Node* tables_ = nullptr;
};

/// Calls `run`, which has the arguments of a Function, between guard pages. Expects that it writes the same bytes as
/// the reference and no others.
template <typename Run>
void expect_same_as_reference(const Drawn& drawn, base::Random& random, Run run) {
  const Spans spans = drawn.spans();
  const auto edge = [&] { return random.below(2) == 0 ? Guarded::Edge::begin : Guarded::Edge::end; };
  const Guarded from(spans.from.size(), edge());
  const Guarded::Edge to_edge = edge();
  const Guarded to(spans.to.size(), to_edge);
  const Guarded expected(spans.to.size(), to_edge);
  from.fill(random.next());
  const std::uint64_t before = random.next();
  to.fill(before);
  expected.fill(before);
  const std::byte* const from_base = from.data() - spans.from.lowest;
  run_reference(drawn.program, expected.data() - spans.to.lowest, from_base, drawn.n, drawn.table());
  run(to.data() - spans.to.lowest, from_base, drawn.n, drawn.table());
  const auto got = to.all();
  const auto wanted = expected.all();
  const auto [at, unused] = std::mismatch(got.begin(), got.end(), wanted.begin());
  if (at != got.end())
    ADD_FAILURE() << fmt::format("byte {} of {} differs (the first written is {}, past the last {})", at - got.begin(),
                                 got.size(), to.data() - got.data(), to.data() - got.data() + spans.to.size());
}

/// A short description of a program.
inline std::string describe(const Copy& copy) {
  switch (copy.kind) {
    case Copy::Kind::block: return fmt::format("{} B", copy.bytes);
    case Copy::Kind::loop:
      return fmt::format("{} x (from {} to {}) [{}]", copy.count, copy.from_stride, copy.to_stride,
                         describe(copy.parts[0].body));
    case Copy::Kind::list:
      return fmt::format("list of {}{} [{}]", copy.node->offsets.size(), copy.node->offsets.narrow() ? "" : " wide",
                         describe(copy.parts[0].body));
    case Copy::Kind::ragged: return fmt::format("ragged list of {}", copy.node->offsets.size());
    case Copy::Kind::sequence: {
      std::string text = "{";
      for (const Copy::Part& part : copy.parts)
        text += fmt::format(" from {} to {}: {};", part.from, part.to, describe(part.body));
      return text + " }";
    }
  }
  return "";
}

inline std::string describe(const Drawn& drawn) {
  static constexpr const char* directions[] = {"pack", "unpack", "between"};
  const Program& program = drawn.program;
  return fmt::format("{} {} times{} (from {} to {}) [{}]", directions[static_cast<int>(program.direction)], drawn.n,
                     program.table == Program::Table::none     ? ""
                     : program.table == Program::Table::narrow ? " by a narrow table"
                                                               : " by a wide table",
                     program.from_stride, program.to_stride, describe(program.body));
}

}  // namespace cartwright::jit
