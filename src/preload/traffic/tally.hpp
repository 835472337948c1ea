// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace cartwright::preload {

/// Sums over the messages of this process.
enum Tally {
  messages,
  messages_between,  ///< to other nodes
  bytes,
  bytes_between,         ///< to other nodes
  bytes_between_before,  ///< to other nodes in the original rank order
  bytes_in_collectives,  ///< as traffic_collectives.hpp has them
  bytes_in_rows,         ///< by all-to-alls along the last dimension of a reordered Cartesian communicator
  bytes_in_columns,      ///< along the first dimension
  bytes_in_other_lines,  ///< along another dimension
  bytes_to_neighbors,    ///< between two processes, over reordered communicators and those made from them
  bytes_to_corners,      ///< of those, to processes whose coordinates differ in several dimensions
  tallies
};

/// Thread safe.
void add(Tally tally, std::int64_t amount);

/// Whether a report is requested, for which all messages are counted.
bool is_reporting();

}  // namespace cartwright::preload
