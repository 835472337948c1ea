// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

#include <optional>

namespace cartwright::jit {

using datatype::Layout;
using datatype::Node;
using datatype::NodePtr;

enum class Direction : std::uint8_t { pack, unpack, between };

/// What a kernel does, for a generator of code: bytes that move from one address to another. Packing, unpacking and
/// moving from one layout to another differ in nothing but strides. Displacements are added to two running addresses,
/// `from` and `to`.
struct Copy {
  enum class Kind : std::uint8_t {
    block,     ///< `bytes` adjacent bytes
    loop,      ///< parts[0].body, `count` times; each time `from_stride` and `to_stride` further
    list,      ///< parts[0].body for each of node->offsets: added on the side of the data; the packed side is dense
    ragged,    ///< a block of each of node->lengths at each of node->offsets, likewise; the packed side is dense
    sequence,  ///< each part at its displacements
  };
  struct Part;

  Kind kind = Kind::block;
  std::int64_t bytes = 0;  ///< moved by all of it
  std::int64_t count = 1;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  const Node* node = nullptr;  ///< list and ragged: whose tables. It outlives the copy and all code made from it.
  std::vector<Part> parts;
};

struct Copy::Part {
  std::int64_t from = 0;
  std::int64_t to = 0;
  Copy body;
};

/// What is compiled: `body` n times, n known when it is called.
///  - without `table`: each time from_stride and to_stride further;
///  - with `table`: the k-th time at entry k of an array of displacements that is passed along, on the side of the
///  data; the packed
///    side is dense. So one kernel serves all index lists of one block size, and every part of one.
struct Program {
  enum class Table : std::uint8_t { none, narrow, wide };  ///< narrow: int32_t, wide: int64_t

  Direction direction = Direction::pack;
  Copy body;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  Table table = Table::none;
  NodePtr keep;  ///< whose tables the body names
};

/// The compiled form. `to` and `from` do not overlap. `table` is read only by programs that have one.
/// Bytes between those that the program names are never written, and on the side of the data never read past a page
/// that holds no named byte.
using Function = void (*)(std::byte* to, const std::byte* from, std::int64_t n, const void* table);

/// n times `body`, `stride` apart on the side of the data.
Program repeat(NodePtr body, std::int64_t stride, Direction direction);
/// Entries of the list (Node::Kind::list).
Program over_list(const NodePtr& list, Direction direction);
/// From one layout straight to another, `elements` of the first; n counts repetitions of all that.  None when their
/// loops do not fit together: then bytes go through a small buffer.
std::optional<Program> between(const Layout& from, std::int64_t from_count, const Layout& to, std::int64_t to_count);

}  // namespace cartwright::jit
