// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/peers.hpp"

#include "base/hash.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/world.hpp"

#include <memory>
#include <utility>

namespace cartwright::preload {

namespace {

std::unordered_map<int, int> world_on_node;

std::unique_ptr<Peers> find_peers(MPI_Comm comm) {
  auto peers = std::make_unique<Peers>();
  if (!is_intracommunicator(comm)) return peers;
  const int me = mpi::rank_in(comm);
  base::Hash hash;
  int own_rank = 0;
  for (const int rank : world_ranks(comm)) {
    const auto found = world_on_node.find(rank);
    if (found != world_on_node.end() && own_rank != me) peers->on_node.emplace(own_rank, found->second);
    ++own_rank;
    hash.add(static_cast<std::uint64_t>(rank));
  }
  peers->group = hash.value();
  return peers;
}

}  // namespace

void set_peers_of_world(std::unordered_map<int, int> on_node) { world_on_node = std::move(on_node); }

const Peers& peers_of(MPI_Comm comm) {
  static const Peers none;
  if (world_on_node.empty() || comm == MPI_COMM_NULL) return none;
  return mpi::attached_to<Peers>(comm, [comm] { return find_peers(comm); });
}

}  // namespace cartwright::preload
