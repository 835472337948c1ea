// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

#include <string>
#include <vector>

namespace cartwright::machine {

/// One kind of hardware of a node: the domain of each slot, -1 for none. Slots of a domain follow each other.
struct Kind {
  std::string name;
  std::vector<int> of_slot;
};

/// A machine of one node with `slots` slots and a level for each kind that divides the level above it, fewest domains
/// first. If two kinds have equal domains, the first one is kept. Throws Error as Machine does.
Machine node_of_domains(std::size_t slots, std::vector<Kind> kinds, std::vector<std::string> hosts = {});

}  // namespace cartwright::machine
