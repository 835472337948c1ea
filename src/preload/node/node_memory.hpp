// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/node.hpp"
#include "mpi/base/shared_memory.hpp"
#include "transport/counter.hpp"
#include "transport/layout_exchange.hpp"
#include "transport/outbox.hpp"
#include "transport/ring_buffer.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::preload {

/// The memory that each process of this node shares with the others.
class NodeMemory {
 public:
  /// The memory of each process holds its arena of so many bytes, its packets to each process, and its doorbell.
  NodeMemory(const mpi::Node& node, mpi::SharedMemory memory, std::size_t arena_bytes, const transport::Nonce& nonce);
  /// The memory of a process.
  static std::size_t bytes(std::size_t arena_bytes, std::size_t processes);

  int processes() const { return static_cast<int>(arenas_.size()); }
  const transport::Arena& of(int process) const { return arenas_[process]; }
  const transport::Arena& mine() const { return arenas_[me_]; }
  std::uint32_t me() const { return me_; }
  int world_rank(int process) const { return world_ranks_[process]; }
  /// Null if the system has no memory for it. Allocates the memory.
  transport::RingBuffer* ring_buffer(std::uint32_t from, std::uint32_t to) const;
  transport::Counter& doorbell(int process) const;
  transport::Counter& own_doorbell() const { return doorbell(static_cast<int>(me_)); }
  /// Random bits that only the processes of MPI_COMM_WORLD know.
  const transport::Nonce& nonce() const { return nonce_; }
  transport::Outbox& outbox() { return outbox_; }
  transport::PublishedLayouts& layouts() { return layouts_; }
  transport::ForeignLayouts& foreign_layouts() { return foreign_layouts_; }

 private:
  mpi::SharedMemory memory_;
  std::vector<transport::Arena> arenas_;  ///< by the number of the process on the node
  std::size_t letters_at_;                ///< in the memory of each process
  std::vector<int> world_ranks_;
  std::uint32_t me_;
  transport::Nonce nonce_;
  transport::Outbox outbox_;
  transport::PublishedLayouts layouts_;
  transport::ForeignLayouts foreign_layouts_;
};

/// Null before start_same_node, after stop_same_node, and on all processes of a node if any of them cannot share memory
/// or must not.
NodeMemory* node_memory();

/// Whether all processes of MPI_COMM_WORLD share memory with the others on their node, if there are any, and some do.
/// The same on all processes.
bool all_nodes_share();
/// Whether the processes of MPI_COMM_WORLD are on one node, and share memory there. The same on all processes. Local.
bool one_node_shares();

}  // namespace cartwright::preload
