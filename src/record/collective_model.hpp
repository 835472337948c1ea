// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/collective_algorithms.hpp"
#include "record/record.hpp"

namespace cartwright::record {

/// A model of the algorithms of MPI libraries. An MPI may use others:
///  - bcast, reduce: a binomial tree;
///  - allreduce: recursive doubling up to 10,000 bytes a call, and above that a ring;
///  - allgather(v): Bruck's algorithm up to 80,000 bytes a call in all, and above that a ring;
///  - reduce_scatter: a ring;
///  - alltoall: a message to each other process;
///  - scan: a message to the next rank;
///  - others: nothing.
/// Appends what member `me` of `size` sends. `one.bytes` are, in all calls together: of an alltoall, the bytes to all
/// members; of a reduce_scatter, the bytes of the whole vector; of all others, the bytes of one process.
void model_sends(const Collective& one, std::int64_t me, std::int64_t size, std::vector<ModelSend>& out);

/// Whether each process sends to all others, so that a group of n has n^2 pairs.
bool is_alltoall(const Collective& one);

}  // namespace cartwright::record
