// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/world.hpp"

#include "base/hash.hpp"
#include "mpi/agreement.hpp"
#include "mpi/discover.hpp"
#include "mpi/job_network.hpp"
#include "mpi/program_world.hpp"
#include "mpi/real.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <unordered_map>

namespace cartwright::preload {

namespace {

std::unique_ptr<const World> the_world;

Nodes number_nodes(const std::vector<int>& ids) {
  Nodes nodes;
  std::unordered_map<int, int> number;
  for (const int id : ids)
    nodes.of_rank.push_back(number.try_emplace(id, static_cast<int>(number.size())).first->second);
  nodes.count = static_cast<int>(number.size());
  return nodes;
}

/// Null if the environment is invalid: MPI_Cart_create reports that when it matters.
std::unique_ptr<World> read_world() try {
  auto made = std::make_unique<World>();
  made->settings = mpi::read_settings();
  return made;
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace

void remember_world() {
  if (mpi::switched_off()) return;
  std::unique_ptr<World> made = read_world();
  const std::uint64_t fingerprint = made ? made->settings.fingerprint() : 0;
  const mpi::Agreement agreement = mpi::agree(MPI_COMM_WORLD, made ? MPI_SUCCESS : MPI_ERR_OTHER, 0, fingerprint);
  if (agreement.error != MPI_SUCCESS || agreement.invalid != MPI_SUCCESS || !agreement.same_settings) return;

  const mpi::Location location = mpi::locate(MPI_COMM_WORLD, made->settings);
  if (location.error != MPI_SUCCESS) return;
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto count = static_cast<int>(location.domains.size());
  std::vector<int> table(location.domains.size() * size);
  if (mpi::real().Allgather(location.domains.data(), count, MPI_INT, table.data(), count, MPI_INT, MPI_COMM_WORLD) !=
      MPI_SUCCESS)
    return;
  made->levels = mpi::levels_of_table(location.levels, table);
  made->nodes = number_nodes(made->levels[location.node_level].domain_of_rank);
  made->location = location;
  the_world = std::move(made);
}

void renumber_world(const std::vector<int>& new_rank) {
  auto made = std::make_unique<World>(*the_world);
  for (std::size_t rank = 0; rank < new_rank.size(); ++rank) {
    for (std::size_t level = 0; level < made->levels.size(); ++level)
      made->levels[level].domain_of_rank[new_rank[rank]] = the_world->levels[level].domain_of_rank[rank];
    made->nodes.of_rank[new_rank[rank]] = the_world->nodes.of_rank[rank];
  }
  the_world = std::move(made);
}

void set_world_files(const std::string& order, const std::string& record) {
  auto made = std::make_unique<World>(*the_world);
  made->settings.order = order;
  if (!record.empty()) made->settings.record.file = record;
  the_world = std::move(made);
}

const World* world() { return the_world.get(); }

std::vector<int> world_ranks(MPI_Comm comm) {
  int inter = 0;
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world_group = MPI_GROUP_NULL;
  PMPI_Comm_test_inter(comm, &inter);
  inter ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(mpi::program_world(), &world_group);
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> translated(ranks.size());
  PMPI_Group_translate_ranks(group, size, ranks.data(), world_group, translated.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world_group);
  return translated;
}

std::vector<int> nodes_of(MPI_Comm comm, const World& world) {
  std::vector<int> nodes = world_ranks(comm);
  for (int& node : nodes) node = node == MPI_UNDEFINED ? -1 : world.nodes.of_rank[node];
  return nodes;
}

std::vector<choose::RankLevel> levels_of(MPI_Comm comm, std::size_t count, const World& world) {
  std::vector<int> ranks = world_ranks(comm);
  if (ranks.size() < count) return {};
  ranks.resize(count);
  if (std::ranges::count(ranks, MPI_UNDEFINED) > 0) return {};
  std::vector<choose::RankLevel> levels;
  for (const choose::RankLevel& level : world.levels) {
    levels.push_back({level.name, {}});
    for (const int rank : ranks) levels.back().domain_of_rank.push_back(level.domain_of_rank[rank]);
  }
  return levels;
}

}  // namespace cartwright::preload
