// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/collectives/comm_nodes.hpp"
#include "preload/packing/block_of.hpp"
#include "preload/packing/block_view.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cartwright::preload {

// Collectives in which a node needs or has the same as its processes: they go between nodes once for each node. Each
// says how many bytes it has, by which all processes decide alike, or that MPI does it: because it refuses an argument,
// because there is nothing to do, or because buffers are too small. Then it runs on all processes.

inline BlockView view_of(const Block& block) {
  TypeInfo facts;
  return {block.buffer, block.count, block.type, facts};
}

class BarrierOnNode {
 public:
  static std::int64_t bytes(const CommNodes&) { return 0; }
  static int run(NodeComm& comm);
};

class BcastOnNode {
 public:
  BcastOnNode(const Block& data, int root) : data_(view_of(data)), root_(root) {}
  std::int64_t bytes(const CommNodes& nodes) const;
  int run(NodeComm& comm) const;

 private:
  BlockView data_;
  int root_;
};

/// MPI_Allgather and MPI_Allgatherv.
class AllgatherOnNode {
 public:
  /// `sent` is ignored in place: then each process has its block among the received ones.
  ///     equal: all blocks have one size
  AllgatherOnNode(const Block& sent, bool in_place, BlockOf received, bool equal)
      : sent_(view_of(sent)), received_(std::move(received)), in_place_(in_place), equal_(equal) {}
  std::int64_t bytes(const CommNodes& nodes);
  /// Of a block, after bytes().
  std::int64_t mean_bytes() const { return total_ / std::max<std::int64_t>(1, std::ssize(blocks_)); }
  int run(NodeComm& comm);

 private:
  bool make_blocks(int count);
  int run_on_one_node(NodeComm& comm) const;
  int run_by_leaders(NodeComm& comm) const;
  const BlockView& mine(const CommNodes& nodes) const { return in_place_ ? blocks_[nodes.rank] : sent_; }
  int deliver(int rank, const std::byte* from) const;

  BlockView sent_;
  BlockOf received_;
  bool in_place_, equal_;
  std::vector<BlockView> blocks_;  ///< per rank
  std::int64_t total_ = 0;
  std::int64_t largest_node_ = 0;  ///< bytes of its blocks
};

}  // namespace cartwright::preload
