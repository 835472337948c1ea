// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/packing/send_policy.hpp"

#include <cstdint>

namespace cartwright::preload {

/// The neighborhood collectives in which each neighbor gets other data.
enum class NeighborForm : std::uint8_t { gather, alltoall, alltoallv, alltoallw };
constexpr int neighbor_forms = 4;

/// The block that a process receives from a neighbor which sends it several, because it is its neighbor several times:
/// in a periodic grid with one or two processes along an axis, or in a graph.
enum class Pairing : std::uint8_t {
  in_order,  ///< the n-th block sent is the n-th received
  reversed,  ///< the first block sent is the last received
  opposite,  ///< in a grid, the block sent down an axis comes from above
  other,
};

/// The pairing of this MPI, found by a collective of this process with itself, because MPIs differ, and their blocking,
/// nonblocking and persistent collectives, too. `topology` is the result of MPI_Topo_test, or MPI_UNDEFINED where each
/// process is a neighbor once. `kind` is one of these three.
/// Remembered. Thread safe.
Pairing pairing_of(int topology, NeighborForm form, CallKind kind);

/// Whether this MPI reports a block that is longer than its receiver expects: MPICH 4.0 does not. Found in the same
/// way.
bool reports_truncation();

}  // namespace cartwright::preload
