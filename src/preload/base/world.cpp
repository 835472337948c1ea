// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/world.hpp"

#include "base/hash.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/partial_rank_map.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace cartwright::preload {

namespace {

std::unique_ptr<const World> the_world;

/// The table of all ranks: without an entry for each, if the nodes are regular. None if MPI fails. Collective.
std::optional<choose::RankTable> find_ranks(const mpi::Location& location) {
  int error = MPI_SUCCESS;
  if (mpi::sizes_known(location)) {
    std::optional<choose::DistributedRanks> dealt = mpi::find_distributed(MPI_COMM_WORLD, location, error);
    if (error != MPI_SUCCESS) return std::nullopt;
    if (dealt) return choose::RankTable(std::move(*dealt));
  }
  const int size = mpi::size_of(MPI_COMM_WORLD);
  const auto count = static_cast<int>(location.domains.size());
  std::vector<int> table(location.domains.size() * size);
  error = mpi::real().Allgather(location.domains.data(), count, MPI_INT, table.data(), count, MPI_INT, MPI_COMM_WORLD);
  if (error != MPI_SUCCESS) return std::nullopt;
  return choose::RankTable(mpi::levels_of_table(location.levels, table), location.node_level);
}

/// Null if the environment is invalid: MPI_Cart_create reports that when it matters.
std::unique_ptr<World> read_world() try {
  auto made = std::make_unique<World>();
  made->settings = mpi::read_settings();
  if (mpi::is_spawned()) {  // they would write their record over that of the processes that started them
    made->settings.record.file.clear();
    made->settings.learn.clear();
  }
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
  if (agreement.error != MPI_SUCCESS || agreement.invalid != MPI_SUCCESS) return;
  if (!agreement.same_settings) {
    const int rank = mpi::rank_in(MPI_COMM_WORLD);
    if (rank == 0)
      mpi::say(
          "the variables CARTWRIGHT_* differ between processes: nothing is recorded or reported, and all keep their "
          "ranks. Set them for all processes alike");
    return;
  }

  const mpi::Location location = mpi::locate(MPI_COMM_WORLD, made->settings);
  if (location.error != MPI_SUCCESS) return;
  if (!made->settings.nodes.empty() && !location.pretended && !location.remark.empty()) mpi::warn_once(location.remark);
  std::optional<choose::RankTable> ranks = find_ranks(location);
  if (!ranks) return;
  made->ranks = std::move(*ranks);
  made->location = location;
  the_world = std::move(made);
}

void renumber_world(const std::vector<int>& new_rank) {
  auto made = std::make_unique<World>(*the_world);
  std::vector<int> old_rank(new_rank.size());
  for (std::size_t rank = 0; rank < new_rank.size(); ++rank) old_rank[new_rank[rank]] = static_cast<int>(rank);
  made->ranks = choose::RankTable(the_world->ranks.levels_of(old_rank), made->location.node_level);
  the_world = std::move(made);
}

void set_world_files(const std::string& order, const std::string& record) {
  auto made = std::make_unique<World>(*the_world);
  made->settings.order = order;
  if (!record.empty()) made->settings.record.file = record;
  the_world = std::move(made);
}

void reread_settings() {
  if (!the_world) return;
  const std::unique_ptr<World> read = read_world();
  if (!read) return;
  auto made = std::make_unique<World>(*the_world);
  made->settings = read->settings;
  the_world = std::move(made);
}

const World* world() { return the_world.get(); }

namespace {

/// Frees the group.
std::vector<int> ranks_in_program_world(MPI_Group group) {
  MPI_Group world_group = MPI_GROUP_NULL;
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

}  // namespace

std::vector<int> world_ranks(MPI_Comm comm) {
  int inter = 0;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_test_inter(comm, &inter);
  inter ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group);
  return ranks_in_program_world(group);
}

std::vector<int> world_ranks_of_launched() {
  MPI_Group group = MPI_GROUP_NULL;
  mpi::real().Comm_group(MPI_COMM_WORLD, &group);  // PMPI_Comm_group would exchange the communicator
  return ranks_in_program_world(group);
}

std::vector<int> nodes_of(MPI_Comm comm, const World& world) {
  std::vector<int> nodes = world_ranks(comm);
  for (int& node : nodes) node = node == MPI_UNDEFINED ? -1 : world.ranks.node(choose::Rank(node));
  return nodes;
}

std::vector<choose::RankLevel> levels_of(MPI_Comm comm, std::size_t count, const World& world) {
  std::vector<int> ranks = world_ranks(comm);
  if (ranks.size() < count) return {};
  ranks.resize(count);
  if (std::ranges::count(ranks, MPI_UNDEFINED) > 0) return {};
  return world.ranks.levels_of(ranks);
}

}  // namespace cartwright::preload
