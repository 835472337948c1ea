// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <string>

namespace cartwright::datatype {

struct Node;
using NodePtr = std::shared_ptr<const Node>;

/// A node of a normal form: the positions of bytes, and nothing else. Displacements count from the address of the node.
/// The packed stream of a node is that of its parts, one after the other, so typemap order is kept.
struct Node {
  enum class Kind : std::uint8_t {
    block,     ///< `size` adjacent bytes at displacement 0
    loop,      ///< bodies[0], `count` times, `stride` bytes apart
    list,      ///< bodies[0] at each of `offsets`
    ragged,    ///< blocks of `lengths` bytes at `offsets`
    sequence,  ///< bodies[i] at offsets[i]
  };

  static constexpr std::size_t blocks_per_start = 64;

  Kind kind = Kind::block;
  std::int64_t size = 0;     ///< packed bytes
  std::int64_t lowest = 0;   ///< displacement of the first byte touched
  std::int64_t highest = 0;  ///< displacement past the last byte touched
  std::int64_t count = 1;
  std::int64_t stride = 0;
  Integers offsets;
  Integers lengths;
  Integers
      starts;  ///< positions of parts in the packed stream: of all parts of a sequence, followed by `size`; of every
               ///< blocks_per_start-th block of a ragged list
  std::vector<NodePtr> bodies;
  std::uint64_t hash = 0;
};

bool operator==(const Node& a, const Node& b);

/// A datatype in normal form. The root of element k lies at base + k * extent + origin.
struct Layout {
  NodePtr root;
  std::int64_t origin = 0;
  std::int64_t extent = 0;
  std::int64_t size = 0;     ///< packed bytes of one element
  std::int64_t true_lb = 0;  ///< first byte touched by element 0
  std::int64_t true_ub = 0;  ///< past the last byte touched by element 0
  std::uint64_t hash = 0;    ///< equal layouts have equal hashes
  friend bool operator==(const Layout& a, const Layout& b) {
    return a.hash == b.hash && a.origin == b.origin && a.extent == b.extent && *a.root == *b.root;
  }
};

/// The normal form. Two types that touch the same bytes in the same order mostly have the same normal form:
///  - it has no empty parts, no loops of one turn, and no sequences of one part;
///  - adjacent blocks are one block, a loop over adjacent blocks is a block, and loops that continue each other are one
///    loop;
///  - parts at equal distances are a loop, at every level of an index list;
///  - equal bodies at unequal distances are a list, and blocks of unequal lengths are a ragged list.
Layout normalize(const Type& type);

/// The layout of `count` elements as one element. It is compiled when the count is fixed.
Layout repeated(const Layout& layout, std::int64_t count);

/// The normal form in words: "2 x 8192 B [8 x 32 B [24 B]]". Long lists are cut off with "...".
std::string describe(const Layout& layout);

/// Makes nodes without normalizing them. For tests, and for code that builds layouts.
NodePtr make_block(std::int64_t bytes);
NodePtr make_loop(std::int64_t count, std::int64_t stride, NodePtr body);
NodePtr make_list(Integers offsets, NodePtr body);
NodePtr make_ragged(Integers offsets, Integers lengths);
NodePtr make_sequence(std::vector<std::int64_t> offsets, std::vector<NodePtr> bodies);

}  // namespace cartwright::datatype
