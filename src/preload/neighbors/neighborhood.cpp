// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/neighborhood.hpp"

#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/neighbors.hpp"
#include "preload/base/peers.hpp"
#include "preload/base/world.hpp"
#include "preload/neighbors/neighbor_ways.hpp"
#include "preload/neighbors/node_channel.hpp"
#include "preload/node/node_memory.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace cartwright::preload {

namespace {

using Edge = Neighborhood::Edge;

/// Kept with a communicator.
template <bool whole>
struct Kept {
  std::shared_ptr<const Neighborhood> neighborhood;
};

std::vector<Edge> edges_to(const std::vector<int>& neighbors, MPI_Comm comm, const std::vector<int>& ranks,
                           const std::vector<int>& nodes) {
  int me = 0;
  mpi::real().Comm_rank(comm, &me);
  const Peers& peers = peers_of(comm);
  const NodeMemory* const memory = node_memory();
  std::vector<Edge> edges;
  std::map<int, std::uint64_t> seen;
  for (const int neighbor : neighbors) {
    Edge& edge = edges.emplace_back();
    if (neighbor == MPI_PROC_NULL) continue;
    edge.rank = ranks[neighbor];
    edge.peer = neighbor == me ? memory ? static_cast<int>(memory->me()) : Neighborhood::by_mpi : peers.of(neighbor);
    // Nodes may be pretended.
    if (nodes[neighbor] != nodes[me]) edge.peer = Neighborhood::by_mpi;
    edge.number = seen[neighbor]++;
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (neighbors[i] == MPI_PROC_NULL) continue;
    edges[i].same = seen[neighbors[i]];
    const std::size_t other = i ^ 1;
    if (other < edges.size() && neighbors[other] == neighbors[i]) edges[i].opposite = edges[other].number;
  }
  return edges;
}

/// With the neighbors of the topology, or all.
std::shared_ptr<const Neighborhood> find_neighborhood(MPI_Comm comm, bool whole) {
  const std::uint64_t number = number_of(comm);
  if (number == 0 || world() == nullptr || !is_intracommunicator(comm)) return nullptr;
  auto made = std::make_shared<Neighborhood>();
  if (!whole) PMPI_Topo_test(comm, &made->topology);
  if (!whole && made->topology == MPI_UNDEFINED) return nullptr;
  const std::vector<int> ranks = world_ranks(comm);
  if (std::ranges::count(ranks, MPI_UNDEFINED) > 0) return nullptr;
  const std::vector<int> nodes = nodes_of(comm, *world());
  const std::size_t different = std::set<int>(nodes.begin(), nodes.end()).size();
  if (different == nodes.size()) return nullptr;
  made->alone = different == 1 && peers_of(comm).on_node.size() + 1 == ranks.size();
  if (whole && !made->alone) return nullptr;
  made->channel = whole ? ~number : number;
  Neighbors neighbors;
  if (whole) {
    neighbors.destinations.resize(ranks.size());
    std::iota(neighbors.destinations.begin(), neighbors.destinations.end(), 0);
    neighbors.sources = neighbors.destinations;
  } else {
    neighbors = neighbors_of(comm);
  }
  made->destinations = edges_to(neighbors.destinations, comm, ranks, nodes);
  made->sources = edges_to(neighbors.sources, comm, ranks, nodes);
  return made;
}

template <bool whole>
std::shared_ptr<const Neighborhood> kept_with(MPI_Comm comm) {
  if (!has_node_channel() || comm == MPI_COMM_NULL) return nullptr;
  const auto make = [comm] { return std::make_unique<Kept<whole>>(Kept<whole>{find_neighborhood(comm, whole)}); };
  return mpi::attached_to<Kept<whole>>(comm, make).neighborhood;
}

}  // namespace

Neighborhood::Neighborhood() : ways(std::make_unique<NeighborWays>()) {}
Neighborhood::~Neighborhood() = default;

std::uint64_t Neighborhood::number_of_source(std::size_t i, Pairing pairing) const {
  const Edge& edge = sources[i];
  if (edge.same == 1) return 0;
  if (pairing == Pairing::reversed) return edge.same - 1 - edge.number;
  return pairing == Pairing::opposite ? edge.opposite : edge.number;
}

std::shared_ptr<const Neighborhood> neighborhood_of(MPI_Comm comm) { return kept_with<false>(comm); }
std::shared_ptr<const Neighborhood> whole_node_of(MPI_Comm comm) { return kept_with<true>(comm); }

}  // namespace cartwright::preload
