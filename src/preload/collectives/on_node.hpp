// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/collectives/collective_ways.hpp"
#include "preload/collectives/exact.hpp"
#include "preload/collectives/exchange_on_node.hpp"
#include "preload/collectives/reductions.hpp"
#include "preload/collectives/whole_node.hpp"
#include "preload/packing/block_arguments.hpp"

// The arguments of collectives for shared memory: agreed_bytes() is quick, and make() is called if it is used.

namespace cartwright::preload {

/// The bytes of a block, which all processes know. Negative if there are none, or the MPI refuses the arguments.
inline std::int64_t agreed_bytes(std::int64_t count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return by_mpi_only;
  TypeInfo facts;
  facts.learn(type);
  return facts.size > 0 ? count * facts.size : by_mpi_only;
}
/// The same for a reduction.
inline std::int64_t agreed_bytes(std::int64_t count, MPI_Datatype type, MPI_Op op) {
  return any_order(op, type) ? agreed_bytes(count, type) : by_mpi_only;
}

}  // namespace cartwright::preload
