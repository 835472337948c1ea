// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/world.hpp"

#include "mpi/agreement.hpp"
#include "mpi/discover.hpp"
#include "mpi/hash.hpp"

#include <memory>
#include <numeric>

namespace cartwright::mpi {

namespace {

std::unique_ptr<const World> the_world;

/// Null when the environment cannot be understood: MPI_Cart_create says so when it matters.
std::unique_ptr<World> read_world() try {
  auto made = std::make_unique<World>();
  made->settings = read_settings();
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  made->nodes.of_rank.resize(static_cast<std::size_t>(size));
  return made;
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace

void remember_world() {
  if (switched_off()) return;
  std::unique_ptr<World> made = read_world();
  const std::uint64_t fingerprint = made ? made->settings.fingerprint() : 0;
  const Agreement agreement = agree(MPI_COMM_WORLD, made ? MPI_SUCCESS : MPI_ERR_OTHER, 0, fingerprint);
  if (agreement.error != MPI_SUCCESS || agreement.invalid != MPI_SUCCESS || !agreement.same_settings) return;

  const NodeId node = discover_node(MPI_COMM_WORLD, made->settings.nodes);
  std::vector<int>& table = made->nodes.of_rank;
  if (node.error != MPI_SUCCESS) return;
  if (PMPI_Allgather(&node.id, 1, MPI_INT, table.data(), 1, MPI_INT, MPI_COMM_WORLD) != MPI_SUCCESS) return;
  made->pretended = node.pretended;
  made->nodes = number_nodes(table);
  the_world = std::move(made);
}

const World* world() { return the_world.get(); }

std::vector<int> nodes_of(MPI_Comm comm, const World& world) {
  int inter = 0;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world_group = MPI_GROUP_NULL;
  PMPI_Comm_test_inter(comm, &inter);
  inter ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> nodes(ranks.size());
  PMPI_Group_translate_ranks(group, size, ranks.data(), world_group, nodes.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world_group);
  for (int& node : nodes) node = node == MPI_UNDEFINED ? -1 : world.nodes.of_rank[static_cast<std::size_t>(node)];
  return nodes;
}

}  // namespace cartwright::mpi
