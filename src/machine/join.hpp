// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

namespace cartwright::machine {

/// `count` copies of a machine, for instance of a node.
struct Copies {
  std::int64_t count;
  Machine machine;
};

/// One machine made of all these, in this order. A level that only some of them have is added to the others as
/// undivided parts of the level above: a node without sockets is one socket. Host names are kept if every machine has
/// them and none is copied. Throws Error: levels in different orders, overflow.
Machine join(const std::vector<Copies>& all);

}  // namespace cartwright::machine
