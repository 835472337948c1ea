// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/doorbell.hpp"
#include "transport/layout_exchange.hpp"
#include "transport/letterbox.hpp"
#include "transport/outbox.hpp"

#include <cstdint>
#include <vector>

namespace cartwright::preload {

/// The memory that each process of this node shares with the others.
class NodeMemory {
 public:
  /// In `letters`, each process writes letters to each process; then comes its doorbell.
  NodeMemory(std::vector<transport::Arena> arenas, std::vector<transport::Region> letters, std::vector<int> world_ranks,
             std::uint32_t me);

  int processes() const { return static_cast<int>(arenas_.size()); }
  const transport::Arena& of(int process) const { return arenas_[process]; }
  const transport::Arena& mine() const { return arenas_[me_]; }
  std::uint32_t me() const { return me_; }
  int world_rank(int process) const { return world_ranks_[process]; }
  /// Null if the system has no memory for it. Allocates the memory.
  transport::Letterbox* letterbox(std::uint32_t from, std::uint32_t to) const;
  transport::Doorbell& doorbell(int process) const;
  transport::Doorbell& own_doorbell() const { return doorbell(static_cast<int>(me_)); }
  /// Whether it has more processes than cores: a process that waits must sleep, and be woken.
  bool crowded() const { return crowded_; }
  const transport::Nonce& nonce() const { return mine().nonce(); }
  transport::Outbox& outbox() { return outbox_; }
  transport::PublishedLayouts& layouts() { return layouts_; }
  transport::ForeignLayouts& foreign_layouts() { return foreign_layouts_; }

 private:
  std::vector<transport::Arena> arenas_;  ///< by the number of the process on the node
  std::vector<transport::Region> letters_;
  std::vector<int> world_ranks_;
  std::uint32_t me_;
  bool crowded_;
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

}  // namespace cartwright::preload
