// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::preload {

/// When a collective goes another way than the usual one: never, where that was faster, or always where it is possible.
enum class When : std::uint8_t { off, measured, always };

/// The settings that must be the same on all processes. One reduction in MPI_Init agrees on all of them.
struct Agreed {
  std::int64_t shared_bytes = 0;  ///< memory that each process shares with its node; 0: none, or the processes differ
  When join = When::off;          ///< blocks of neighborhoods; off if the processes differ, or share no memory
  When collectives = When::off;   ///< by the memory of nodes; off if the processes differ, or share no memory
  bool reassociates = false;      ///< sums of floating-point numbers, too, if all processes want it
  std::int64_t part_bytes = 0;    ///< the size of a part of large messages, the least of all; 0: none
  bool may_order = false;         ///< all processes can give the program another MPI_COMM_WORLD
};

/// Collective over MPI_COMM_WORLD, with the settings of this process.
void agree_on(const Agreed& wanted);
/// The result. Before, nothing is agreed on. Local.
const Agreed& agreed();

}  // namespace cartwright::preload
