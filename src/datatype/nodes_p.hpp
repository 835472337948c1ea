// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/layout.hpp"

namespace cartwright::datatype {

/// A node and where it is put. In normal form the first byte of a node's packed stream lies at its displacement 0, so
/// that equal shapes are equal nodes wherever they are.
struct Placed {
  NodePtr node;
  std::int64_t at = 0;

  bool empty() const { return node->size == 0; }
};

/// `count` bodies, `stride` bytes apart, in normal form.
Placed repeat(std::int64_t count, std::int64_t stride, const Placed& body);
/// Bodies alike at `offsets`, in normal form: a loop or nested loops where the offsets are regular, otherwise a list.
Placed list_of(Integers offsets, const Placed& body);
/// Blocks of `lengths` bytes at `offsets`, in normal form. None of the lengths is zero.
Placed blocks_of(Integers offsets, Integers lengths);
/// One after the other, in normal form.
Placed sequence_of(std::vector<Placed> parts);

}  // namespace cartwright::datatype
