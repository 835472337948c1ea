// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/rank_table.hpp"
#include "grid/grid.hpp"
#include "grid/stencil.hpp"
#include "mpi/base/discover.hpp"

#include <optional>
#include <unordered_map>

namespace cartwright::mpi {

/// A partial map from the ranks of a communicator to slots: what this process knows. Its memory grows with the number
/// of domains.
class PartialRankMap {
 public:
  explicit PartialRankMap(choose::DistributedRanks nodes) : nodes_(std::move(nodes)), dealt_(true) {}
  /// Ranks in any order, of which this process knows its own slot.
  PartialRankMap(machine::Machine machine, base::Rank rank, machine::Slot slot)
      : nodes_{.machine = std::move(machine)}, dealt_(false), known_{{rank.number(), slot}} {}

  const machine::Machine& machine() const { return nodes_.machine; }
  /// Gives the levels of the machine weights (machine::weigh), and returns the note.
  std::string weigh(const machine::LinkSpeeds& speeds) { return machine::weigh(nodes_.machine, speeds); }

  /// The slot of any rank if the ranks are dealt. Otherwise, that of this process, and after exchange_slots() those of
  /// its neighbors.
  machine::Slot slot(base::Rank rank) const { return dealt_ ? nodes_.slot(rank) : known_.at(rank.number()); }

  /// Unless the ranks are dealt, each process tells its slot to its neighbors, in a communicator of their own. Returns
  /// an MPI error. Collective.
  int exchange_slots(MPI_Comm comm, const grid::Grid& grid, const grid::Stencil& stencil);

 private:
  choose::DistributedRanks nodes_;
  bool dealt_;
  std::unordered_map<std::int64_t, machine::Slot> known_;
};

/// Whether the sizes of the domains at all levels are known, and the nodes are the outermost level. The same on all
/// processes.
bool sizes_known(const Location& location);

/// The nodes of the communicator and the levels inside them, if the ranks are dealt to them in order: found by one
/// reduction if all domains of a level are equal. Otherwise, the first process of each domain tells its size, so each
/// process gets an entry for each domain. Call it only if sizes_known(). Collective.
std::optional<choose::DistributedRanks> find_distributed(MPI_Comm comm, const Location& location, int& error);

/// The same for ranks in any order. The processes of a node gather their domains, and the first one of each node tells
/// all others how many processes are in each. None after an error. Call it only if sizes_known(). Collective.
std::optional<PartialRankMap> find_rank_map(MPI_Comm comm, const Location& location, int& error);

}  // namespace cartwright::mpi
