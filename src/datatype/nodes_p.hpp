// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

namespace cartwright::datatype {

/// A node at a displacement. In normal form, the first byte of the packed stream of a node is at displacement 0 of the
/// node. Equal shapes are therefore equal nodes, at whatever displacement.
struct NodeAt {
  NodePtr node;
  std::int64_t at = 0;

  bool empty() const { return node->size == 0; }
};

/// `count` bodies, `stride` bytes apart, in normal form.
NodeAt repeat(std::int64_t count, std::int64_t stride, const NodeAt& body);
/// Equal bodies at `offsets`, in normal form: a loop or nested loops if the offsets are regular, otherwise a list.
NodeAt list_of(Integers offsets, const NodeAt& body);
/// Blocks of `lengths` bytes at `offsets`, in normal form. None of the lengths is zero.
NodeAt blocks_of(Integers offsets, Integers lengths);
/// The parts, one after the other, in normal form.
NodeAt sequence_of(std::vector<NodeAt> parts);

}  // namespace cartwright::datatype
