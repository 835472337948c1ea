// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace cartwright::record {

/// What one member of a group sends in a collective, to a member by its rank in the group.
struct ModelSend {
  std::int64_t to = 0;
  std::int64_t messages = 0;
  double bytes = 0;
};

/// A member of a group in `calls` equal calls of a collective. All bytes below are those of these calls together.
struct Member {
  std::int64_t me = 0, size = 1, root = 0;
  std::int64_t calls = 1;
  std::vector<ModelSend>& out;

  /// `messages` in each call, which carry `bytes` in all calls.
  void send(std::int64_t to, double bytes, std::int64_t messages = 1) const {
    out.push_back({to, calls * messages, bytes});
  }
};

/// The bytes of the blocks first, ..., last - 1 of a buffer with a block for each member. Block 0 belongs to member 0,
/// or, if there is a root, to the root.
using Blocks = std::function<double(std::int64_t first, std::int64_t last)>;
Blocks equal_blocks(double bytes);

// The algorithms append what one member sends. R. Thakur, R. Rabenseifner and W. Gropp describe them: Optimization of
// Collective Communication Operations in MPICH, IJHPCA 19(1), 2005.

void binomial_bcast(const Member& member, double bytes);
void binomial_reduce(const Member& member, double bytes);
/// With `to_the_end`, a member does not know where its blocks end, and sends all after them to its first child.
void binomial_scatter(const Member& member, const Blocks& blocks, bool to_the_end = false);
void binomial_gather(const Member& member, const Blocks& blocks);

void ring_allgather(const Member& member, const Blocks& blocks);
void bruck_allgather(const Member& member, const Blocks& blocks);
/// For a power of 2.
void doubling_allgather(const Member& member, const Blocks& blocks);

void pairwise_alltoall(const Member& member, const Blocks& blocks);
void bruck_alltoall(const Member& member, double bytes);

void doubling_allreduce(const Member& member, double bytes);
/// The blocks are as many as the highest power of 2 that is not above the size.
void halving_allreduce(const Member& member, const Blocks& blocks);
void halving_reduce(const Member& member, const Blocks& blocks);
void halving_reduce_scatter(const Member& member, const Blocks& blocks);

void doubling_scan(const Member& member, double bytes);

}  // namespace cartwright::record
