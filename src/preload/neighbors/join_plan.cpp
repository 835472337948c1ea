// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/join_plan.hpp"

#include "base/error.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/node.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/base/peers.hpp"
#include "preload/base/world.hpp"
#include "preload/node/node_memory.hpp"
#include "transport/joining.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace cartwright::preload {

namespace {

/// The nodes of ranks; -1 for MPI_PROC_NULL.
std::vector<int> nodes_of_ranks(const std::vector<int>& ranks, const std::vector<int>& nodes) {
  std::vector<int> of;
  for (const int rank : ranks) of.push_back(rank == MPI_PROC_NULL ? -1 : nodes[rank]);
  return of;
}

/// The streams between this process and its neighbors on other nodes. How long they are is known only in each call.
std::vector<transport::Stream> streams_of(const Neighbors& neighbors, int me) {
  std::set<std::pair<int, int>> ends;
  for (const int to : neighbors.destinations) ends.emplace(me, to);
  for (const int from : neighbors.sources) ends.emplace(from, me);
  std::vector<transport::Stream> streams;
  for (const auto& [from, to] : ends)
    if (from != MPI_PROC_NULL && to != MPI_PROC_NULL) streams.push_back({from, to, 1});
  return streams;
}

}  // namespace

std::unique_ptr<JoinPlan> make_join_plan(MPI_Comm comm) try {
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
  MPI_Comm on_node = MPI_COMM_NULL;
  mpi::real().Comm_split(comm, plan->node, me, &on_node);
  const std::vector<transport::Stream> streams = mpi::gather_streams(on_node, streams_of(neighbors, me));
  PMPI_Comm_free(&on_node);

  const auto number_of = [&](int rank) { return plan->numbers.at(ranks[rank]); };
  constexpr transport::Joining all = {std::numeric_limits<std::int64_t>::max(), 1, transport::Joining::Rest::by_sender};
  for (const transport::JoinedMessage& message : transport::join(members, plan->node, streams, all)) {
    const int other = nodes[message.partner()];
    if (!message.leaves) {
      plan->receivers[other] = number_of(message.receiver);
      continue;
    }
    std::set<int> senders;
    for (const transport::Stream& stream : message.streams) senders.insert(number_of(stream.from));
    plan->outgoing[other] = {number_of(message.sender),
                             ranks[message.receiver],
                             senders.contains(plan->me),
                             {senders.begin(), senders.end()}};
  }
  // A process that is alone on its node shares no memory, and writes no packets to itself.
  if (memory == nullptr && std::ranges::find(plan->to_node, plan->node) != plan->to_node.end()) {
    plan->outgoing[plan->node] = {plan->me, plan->rank, true, {plan->me}};
    plan->receivers[plan->node] = plan->me;
  }
  return plan;
} catch (const base::Error&) {
  return nullptr;
}

}  // namespace cartwright::preload
