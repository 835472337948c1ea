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

/// The work of a kernel, for code generators: bytes that move from one address to another. Packing, unpacking and
/// moving between two layouts differ only in strides. Displacements are added to two running addresses, `from` and
/// `to`.
struct Copy {
  enum class Kind : std::uint8_t {
    block,     ///< `bytes` adjacent bytes
    loop,      ///< parts[0].body, `count` times, `from_stride` and `to_stride` apart
    list,      ///< parts[0].body at each of node->offsets on the side of the data; the packed side is dense
    ragged,    ///< blocks of node->lengths bytes at node->offsets on the side of the data; the packed side is dense
    sequence,  ///< each part at its displacements
  };
  struct Part;

  Kind kind = Kind::block;
  std::int64_t bytes = 0;  ///< total number of bytes moved
  std::int64_t count = 1;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  const Node* node = nullptr;  ///< list and ragged: has the tables; outlives the copy and all code made from it
  std::vector<Part> parts;
};

struct Copy::Part {
  std::int64_t from = 0;
  std::int64_t to = 0;
  Copy body;
};

/// The input of a code generator: `body` n times, where n is an argument of the kernel.
///  - without `table`: from_stride and to_stride apart;
///  - with `table`: turn k is at entry k of an array of displacements on the side of the data, an argument as well; the
///    packed side is dense. One kernel thus serves all index lists with blocks of one size, and parts of such lists.
struct Program {
  enum class Table : std::uint8_t { none, narrow, wide };  ///< narrow: int32_t, wide: int64_t

  Direction direction = Direction::pack;
  Copy body;
  std::int64_t from_stride = 0;
  std::int64_t to_stride = 0;
  Table table = Table::none;
  NodePtr keep;  ///< keeps the node alive whose tables the body uses
};

/// The compiled form. `to` and `from` do not overlap. `table` is read only by programs that have one. Bytes that the
/// program does not move are never written. On the side of the data, kernels may read such bytes, but only on pages
/// that contain a byte that is moved.
using Function = void (*)(std::byte* to, const std::byte* from, std::int64_t n, const void* table);

/// The program for n times `body`, `stride` apart on the side of the data.
Program repeat(NodePtr body, std::int64_t stride, Direction direction);
/// The program for n entries of a list (Node::Kind::list).
Program over_list(const NodePtr& list, Direction direction);
/// The program that moves `from_count` elements of one layout straight to `to_count` elements of another, n times. None
/// if their loops do not fit together: then bytes go through a small buffer.
std::optional<Program> between(const Layout& from, std::int64_t from_count, const Layout& to, std::int64_t to_count);

}  // namespace cartwright::jit
