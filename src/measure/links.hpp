// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <string>
#include <vector>

namespace cartwright::measure {

struct Pair {
  int first, second;
};

/// The partners of a process in a ring; -1 if it takes no part.
struct Neighbors {
  int previous = -1, next = -1;
};

/// The rings with one number of communicating processes in each domain. All rings of the machine run at once.
struct Ring {
  std::int64_t processes = 0;
  std::vector<Neighbors> of_rank;
  std::int64_t members = 0;  ///< processes that take part
  std::int64_t nodes = 0;    ///< nodes with such processes
};

/// The links at one distance: between domains of a level that are in one domain of the level before.
struct LinkClass {
  std::string between;      ///< the level, or "process" for the links in a domain of the last level
  std::string title;        ///< "between nodes", "in a socket"
  std::vector<Pair> pairs;  ///< at most four, in different places of the machine
  std::vector<Ring> rings;  ///< by the number of processes: powers of two, then as many as there are
};

/// The classes of links of a machine, outermost level first; a level with a single domain in each has none.
///
/// Process i of each domain is in ring i, with process i of the next and of the previous domain. On the last level the
/// domains are processes: there a ring goes through the first 2, 4, ... processes of a domain.
std::vector<LinkClass> link_classes(const choose::RankLocations& locations);

}  // namespace cartwright::measure
