// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/join_plan.hpp"

#include "mpi/base/comm.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/base/peers.hpp"
#include "preload/base/world.hpp"
#include "preload/node/node_memory.hpp"
#include "transport/joining.hpp"

#include <algorithm>
#include <set>

namespace cartwright::preload {

namespace {

/// The nodes of ranks; -1 for MPI_PROC_NULL.
std::vector<int> nodes_of_ranks(const std::vector<int>& ranks, const std::vector<int>& nodes) {
  std::vector<int> of;
  for (const int rank : ranks) of.push_back(rank == MPI_PROC_NULL ? -1 : nodes[rank]);
  return of;
}

/// For each process of the node, the nodes among `nodes`, without `by_letters`. Collective over the node.
std::vector<std::set<int>> gather_nodes(const std::vector<int>& nodes, int by_letters, MPI_Comm on_node) {
  std::set<int> others(nodes.begin(), nodes.end());
  others.erase(-1);
  others.erase(by_letters);
  const std::vector<int> mine(others.begin(), others.end());
  const int count = static_cast<int>(mine.size());
  const int size = mpi::size_of(on_node);
  std::vector<int> counts(size);
  std::vector<int> starts(size, 0);
  mpi::real().Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, on_node);
  for (int i = 1; i < size; ++i) starts[i] = starts[i - 1] + counts[i - 1];
  std::vector<int> all(starts.back() + counts.back());
  mpi::real().Allgatherv(mine.data(), count, MPI_INT, all.data(), counts.data(), starts.data(), MPI_INT, on_node);
  std::vector<std::set<int>> gathered;
  for (int i = 0; i < size; ++i) gathered.emplace_back(all.begin() + starts[i], all.begin() + starts[i] + counts[i]);
  return gathered;
}

}  // namespace

std::unique_ptr<JoinPlan> make_join_plan(MPI_Comm comm) {
  auto plan = std::make_unique<JoinPlan>();
  const int me = mpi::rank_in(comm);
  const std::vector<int> nodes = nodes_of(comm, *world());
  const std::vector<int> ranks = world_ranks(comm);
  const NodeMemory* const memory = node_memory();
  plan->node = nodes[me];
  plan->rank = ranks[me];
  plan->me = memory == nullptr ? 0 : static_cast<int>(memory->me());

  const transport::NodeMembers members(nodes);
  std::vector<int> numbers;  // of the processes of this node
  for (const int rank : members.of(plan->node)) {
    const int number = rank == me ? plan->me : peers_of(comm).of(rank);
    numbers.push_back(number);
    plan->numbers[ranks[rank]] = number;
  }
  if (!mpi::everywhere(std::ranges::count(numbers, -1) == 0, comm)) return nullptr;

  const Neighbors neighbors = neighbors_of(comm);
  plan->to_node = nodes_of_ranks(neighbors.destinations, nodes);
  plan->from_node = nodes_of_ranks(neighbors.sources, nodes);
  // A process that is alone on its node shares no memory, and writes no packets to itself.
  const int by_letters = memory == nullptr ? -1 : plan->node;
  MPI_Comm on_node = MPI_COMM_NULL;
  mpi::real().Comm_split(comm, plan->node, me, &on_node);
  const std::vector<std::set<int>> to = gather_nodes(plan->to_node, by_letters, on_node);
  const std::vector<std::set<int>> from = gather_nodes(plan->from_node, by_letters, on_node);
  PMPI_Comm_free(&on_node);

  // Messages between two nodes go through one process of each.
  const auto leader = [&](int node, int other) { return members.dealt(node, members.apart(node, other) - 1); };
  const auto link = [&](int other) -> JoinPlan::Link& {
    const auto [found, added] = plan->links.try_emplace(other);
    if (added) {
      found->second.leader = plan->numbers.at(ranks[leader(plan->node, other)]);
      found->second.partner = ranks[leader(other, plan->node)];
    }
    return found->second;
  };
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    for (const int other : to[i]) {
      if (numbers[i] == plan->me) link(other).sends = true;
      if (link(other).leader == plan->me) link(other).senders.push_back(numbers[i]);
    }
    for (const int other : from[i])
      if (link(other).leader == plan->me) link(other).receives = true;
  }
  return plan;
}

}  // namespace cartwright::preload
