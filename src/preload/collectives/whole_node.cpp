// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/whole_node.hpp"

#include "base/buffer.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>
#include <cstring>

namespace cartwright::preload {

using mpi::real;

int BarrierOnNode::run(NodeComm& comm) {
  NodeGroup& group = comm.group;
  group.next();
  group.arrive();
  if (comm.nodes.alone()) {
    group.await_all();
    return MPI_SUCCESS;
  }
  int error = MPI_SUCCESS;
  group.first_work(1, [&] { error = comm.gather(nullptr, 0); });
  group.await(0);
  return error;
}

// Broadcast.

std::int64_t BcastOnNode::bytes(const CommNodes& nodes) const {
  const bool good = data_.valid() && data_.bytes() > 0 && root_ >= 0 && root_ < nodes.size;
  return good && data_.bytes() <= CommNodes::most_in_rounds ? data_.bytes() : by_mpi_only;
}

int BcastOnNode::run(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  const int root_node = nodes.node_of[root_];
  const bool from_here = nodes.node() == root_node;
  // On each node one process has the data first.
  const int first = from_here ? nodes.number_of[root_] : 0;
  const bool is_root = nodes.rank == root_;
  const bool by_parts = data_.bytes() > NodeGroup::capacity;
  base::Buffer whole(by_parts ? static_cast<std::size_t>(data_.bytes()) : 0);
  int error = MPI_SUCCESS;
  const auto check = [&](bool good) {
    if (!good) error = MPI_ERR_INTERN;
  };
  if (by_parts && is_root) check(data_.pack(whole.data()));
  for (std::int64_t done = 0; done < data_.bytes(); done += NodeGroup::capacity) {
    const std::int64_t bytes = std::min(NodeGroup::capacity, data_.bytes() - done);
    std::byte* const mine = group.next();
    const auto between_nodes = [&](std::byte* data) {
      const int sent = real().Bcast(data, static_cast<int>(bytes), MPI_BYTE, root_node, comm.across);
      if (sent != MPI_SUCCESS) error = sent;
    };
    if (is_root && by_parts) std::memcpy(mine, whole.data() + done, bytes);
    if (is_root && !by_parts) check(data_.pack(mine));
    if (!from_here && comm.leads()) between_nodes(mine);
    group.arrive();
    if (group.me() != first) group.await(first);
    if (from_here && comm.leads() && !nodes.alone()) between_nodes(group.buffer(first));
    if (is_root) continue;
    if (by_parts)
      std::memcpy(whole.data() + done, group.buffer(first), bytes);
    else
      check(data_.unpack(group.buffer(first), bytes));
  }
  if (by_parts && !is_root) check(data_.unpack(whole.data(), data_.bytes()));
  return error;
}

// Allgather.

/// The first blocks, up to `count`. False if MPI refuses one.
bool AllgatherOnNode::make_blocks(int count) {
  TypeInfo facts;
  blocks_.reserve(count);
  for (int rank = static_cast<int>(blocks_.size()); rank < count; ++rank) {
    const Block block = received_(rank);
    if (!blocks_.emplace_back(block.buffer, block.count, block.type, facts).valid()) return false;
  }
  return true;
}

std::int64_t AllgatherOnNode::bytes(const CommNodes& nodes) {
  if (!make_blocks(equal_ ? 1 : nodes.size)) return by_mpi_only;
  const auto bytes_of = [&](int rank) { return blocks_[equal_ ? 0 : rank].bytes(); };
  std::int64_t most_led = 0;  // by one leader, of all nodes
  if (equal_) {
    total_ = nodes.size * bytes_of(0);
    largest_node_ = nodes.most * bytes_of(0);
    most_led = nodes.most_led * bytes_of(0);
  } else {
    std::vector<std::int64_t> of_node(nodes.count(), 0);
    std::vector<std::int64_t> of_leader(nodes.fewest, 0);
    for (int rank = 0; rank < nodes.size; ++rank) {
      total_ += bytes_of(rank);
      of_node[nodes.node_of[rank]] += bytes_of(rank);
      of_leader[nodes.leader_of(rank)] += bytes_of(rank);
    }
    largest_node_ = std::ranges::max(of_node);
    most_led = std::ranges::max(of_leader);
  }
  const bool gives = in_place_ || (sent_.valid() && sent_.bytes() == bytes_of(nodes.rank));
  if (!gives || total_ == 0) return by_mpi_only;
  return (largest_node_ <= CommNodes::most_by_one ? total_ : most_led) <= NodeGroup::capacity ? total_ : by_mpi_only;
}

int AllgatherOnNode::deliver(int rank, const std::byte* from) const {
  const BlockView& block = blocks_[rank];
  return block.unpack(from, block.bytes()) ? MPI_SUCCESS : MPI_ERR_INTERN;
}

int AllgatherOnNode::run(NodeComm& comm) {
  make_blocks(comm.nodes.size);
  return comm.nodes.alone() ? run_on_one_node(comm) : run_by_leaders(comm);
}

int AllgatherOnNode::run_on_one_node(NodeComm& comm) const {
  NodeGroup& group = comm.group;
  int error = mine(comm.nodes).pack(group.next()) ? MPI_SUCCESS : MPI_ERR_INTERN;
  group.arrive();
  for (int rank = 0; rank < group.size(); ++rank) {
    group.await(rank);
    if (!in_place_ || rank != comm.nodes.rank) error = std::max(error, deliver(rank, group.buffer(rank)));
  }
  return error;
}

int AllgatherOnNode::run_by_leaders(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  const int leaders = nodes.leaders(largest_node_, CommNodes::most_by_one);
  const auto leader_of = [&](int rank) { return leaders == 1 ? 0 : nodes.leader_of(rank); };
  std::vector<int> order(nodes.count());  // of nodes in the buffer of a leader
  for (int node = 0; node < nodes.count(); ++node) order[comm.distance(node, nodes.node())] = node;
  std::vector<std::int64_t> starts;          // of nodes in the buffer of my leader
  std::vector<std::int64_t> at(nodes.size);  // of blocks in the buffer of their leader
  std::vector<std::int64_t> ends(leaders, 0);
  for (const int node : order) {
    starts.push_back(ends[leader_of(nodes.rank)]);
    for (const int rank : nodes.ranks_of[node]) {
      at[rank] = ends[leader_of(rank)];
      ends[leader_of(rank)] += blocks_[rank].bytes();
    }
  }
  starts.push_back(ends[leader_of(nodes.rank)]);
  group.next();
  std::byte* const gathered = group.buffer(leader_of(nodes.rank));
  int error = mine(nodes).pack(gathered + at[nodes.rank]) ? MPI_SUCCESS : MPI_ERR_INTERN;
  const auto between_nodes = [&] { error = std::max(error, comm.gather(group.buffer(group.me()), starts)); };
  if (leaders == 1) {
    group.arrive();
    group.first_work(1, [&] {
      std::memcpy(group.buffer(0), group.last_buffer(0), starts[1]);
      between_nodes();
    });
    group.await(0);
  } else {
    // The others of the node have arrived when their blocks are packed, and leaders when they have all blocks.
    if (group.me() < leaders) {
      for (int number = group.me() + leaders; number < group.size(); number += leaders) group.await(number);
      between_nodes();
    }
    group.arrive();
    group.await_all();
  }
  for (int rank = 0; rank < nodes.size; ++rank)
    if (!in_place_ || rank != nodes.rank)
      error = std::max(error, deliver(rank, group.buffer(leader_of(rank)) + at[rank]));
  return error;
}

}  // namespace cartwright::preload
