// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/partial_rank_map.hpp"

#include "base/checked.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace cartwright::mpi {

namespace {

/// Whether the ranks of the domains of this process could be consecutive. They are, if this holds for all processes.
bool in_blocks(const Location& location, int rank, int processes) {
  for (std::size_t level = 0; level < location.domains.size(); ++level) {
    const int first = location.domains[level];
    const int size = location.sizes[level];
    if (rank < first || rank - first >= size || first > processes - size) return false;
  }
  return true;
}

/// Whether this process is where ranks that are dealt in turn to equal domains would put it.
bool in_turn(const Location& location, int rank, int processes) {
  const int size = location.sizes.front();
  if (processes % size != 0) return false;
  const auto slot_of = [&](int other) {
    return choose::slot_in_turn(processes / size, size, base::Rank(other)).number();
  };
  for (std::size_t level = 0; level < location.domains.size(); ++level) {
    const int part = location.sizes[level];
    if (size % part != 0) return false;
    const std::int64_t first = location.pretended ? location.domains[level] : slot_of(location.domains[level]);
    if (first != slot_of(rank) / part * part) return false;
  }
  return true;
}

/// The sizes of all domains of a level where the ranks of each are consecutive. The first process of each domain tells
/// its size. Collective.
machine::Sizes sizes_of_blocks(MPI_Comm comm, int first, int size, int& error) {
  const int rank = rank_in(comm);
  const int processes = size_of(comm);
  int begun = rank == first ? 1 : 0;  // the domains up to this process
  error = real().Scan(MPI_IN_PLACE, &begun, 1, MPI_INT, MPI_SUM, comm);
  if (error != MPI_SUCCESS) return {};
  int domains = begun;
  error = real().Bcast(&domains, 1, MPI_INT, processes - 1, comm);
  if (error != MPI_SUCCESS) return {};
  std::vector<std::int64_t> sizes(domains, 0);
  if (rank == first) sizes[begun - 1] = size;
  error = real().Allreduce(MPI_IN_PLACE, sizes.data(), domains, MPI_INT64_T, MPI_SUM, comm);
  return error == MPI_SUCCESS ? machine::Sizes(sizes) : machine::Sizes();
}

/// Leaves out the levels inside nodes that RankLocations leaves out.
machine::Machine machine_of(const std::vector<std::string>& names, const std::vector<machine::Sizes>& sizes) {
  std::vector<machine::Level> levels;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::int64_t count = sizes[i].count();
    const bool says_nothing = i > 0 && (count == sizes[i].total() || count == sizes[i - 1].count());
    if (!says_nothing) levels.push_back({names[i], sizes[i]});
  }
  return machine::Machine(std::move(levels));
}

/// The slots of a node. Its domains are in the order of their lowest ranks, processes of a domain in that of their
/// ranks.
struct NodeSlots {
  std::vector<int> process;                      ///< by slot
  std::vector<std::vector<std::int64_t>> sizes;  ///< of the domains at each level
};

/// `table` has the domains of each process of a node at all levels, in the order of ranks.
NodeSlots slots_of_node(const std::vector<int>& table, std::size_t levels) {
  const std::size_t processes = table.size() / levels;
  // A domain is named by its first process: inside another one, or inside none.
  std::map<std::vector<int>, int> first_process;
  std::vector<std::vector<int>> path(processes);
  for (std::size_t i = 0; i < processes; ++i) {
    std::vector<int> domains;
    for (std::size_t level = 0; level < levels; ++level) {
      domains.push_back(table[i * levels + level]);
      path[i].push_back(first_process.try_emplace(domains, static_cast<int>(i)).first->second);
    }
  }
  NodeSlots node;
  node.process.resize(processes);
  std::iota(node.process.begin(), node.process.end(), 0);
  std::ranges::stable_sort(node.process, [&](int a, int b) { return path[a] < path[b]; });
  node.sizes.resize(levels);
  for (std::size_t level = 0; level < levels; ++level) {
    int last = -1;
    for (const int process : node.process) {
      if (path[process][level] != last) node.sizes[level].push_back(0);
      ++node.sizes[level].back();
      last = path[process][level];
    }
  }
  return node;
}

/// The slots of the node of this process. `node` holds the processes of the node. Collective over it.
NodeSlots find_node_slots(MPI_Comm node, const Location& location, int& error) {
  const std::size_t levels = location.domains.size();
  const int count = static_cast<int>(levels);
  const int processes = size_of(node);
  std::vector<int> table(levels * processes);
  error = real().Allgather(location.domains.data(), count, MPI_INT, table.data(), count, MPI_INT, node);
  return error == MPI_SUCCESS ? slots_of_node(table, levels) : NodeSlots{};
}

/// Nodes are in the order of their lowest ranks. The process with this rank adds the sizes of all domains of its node
/// to those of the others. `slot`, the one inside the node, becomes that of all nodes. Collective.
std::vector<machine::Sizes> join_nodes(MPI_Comm comm, MPI_Comm node, const NodeSlots& slots, std::int64_t& slot,
                                       int& error) {
  const int processes = size_of(comm);
  const int rank_in_node = rank_in(node);
  const bool first = rank_in_node == 0;
  // How many processes, and domains at each level, are in this node; then in all nodes up to this one.
  std::vector<std::int64_t> here = {std::ssize(slots.process)};
  for (const std::vector<std::int64_t>& sizes : slots.sizes) here.push_back(std::ssize(sizes));
  std::vector<std::int64_t> up_to = first ? here : std::vector<std::int64_t>(here.size(), 0);
  const int count = static_cast<int>(here.size());
  error = real().Scan(MPI_IN_PLACE, up_to.data(), count, MPI_INT64_T, MPI_SUM, comm);
  if (error != MPI_SUCCESS) return {};
  std::vector<std::int64_t> total = up_to;
  error = real().Bcast(total.data(), count, MPI_INT64_T, processes - 1, comm);
  if (error == MPI_SUCCESS) error = real().Bcast(up_to.data(), count, MPI_INT64_T, 0, node);
  if (error != MPI_SUCCESS) return {};
  slot += up_to[0] - here[0];

  std::vector<machine::Sizes> made;
  for (std::size_t level = 0; level < slots.sizes.size(); ++level) {
    std::vector<std::int64_t> sizes(total[level + 1], 0);
    if (first) std::ranges::copy(slots.sizes[level], sizes.begin() + (up_to[level + 1] - here[level + 1]));
    error = real().Allreduce(MPI_IN_PLACE, sizes.data(), base::checked_int(std::ssize(sizes), "number of domains"),
                             MPI_INT64_T, MPI_SUM, comm);
    if (error != MPI_SUCCESS) return {};
    made.emplace_back(sizes);
  }
  return made;
}

/// The neighbor in the opposite direction.
grid::Cell opposite(const grid::Grid& grid, const grid::Coords& cell, grid::Coords delta) {
  for (std::int64_t& step : delta) step = -step;
  return grid.neighbor(cell, delta);
}

}  // namespace

bool sizes_known(const Location& location) {
  return !location.wired && location.node_level == 0 && location.sizes.size() == location.levels.size();
}

std::optional<choose::DistributedRanks> find_distributed(MPI_Comm comm, const Location& location, int& error) {
  const int rank = rank_in(comm);
  const int processes = size_of(comm);
  // Minimum and maximum of the sizes, and whether all processes are where a deal puts them, in one reduction.
  std::vector<int> least = {in_blocks(location, rank, processes) ? 1 : 0, in_turn(location, rank, processes) ? 1 : 0};
  for (const int size : location.sizes) least.insert(least.end(), {size, -size});
  error = real().Allreduce(MPI_IN_PLACE, least.data(), static_cast<int>(least.size()), MPI_INT, MPI_MIN, comm);
  if (error != MPI_SUCCESS) return std::nullopt;
  const bool blocks = least[0] != 0;
  if (!blocks && least[1] == 0) return std::nullopt;
  std::vector<machine::Sizes> sizes;
  for (std::size_t level = 0; level < location.sizes.size(); ++level) {
    const int size = location.sizes[level];
    const bool equal = least[2 + 2 * level] == -least[3 + 2 * level];
    if (!equal && !blocks) return std::nullopt;
    sizes.push_back(equal ? machine::Sizes::equal(processes / size, size)
                          : sizes_of_blocks(comm, location.domains[level], size, error));
    if (error != MPI_SUCCESS) return std::nullopt;
  }
  return choose::DistributedRanks{machine_of(location.levels, sizes),
                                  blocks ? choose::Distribution::blocks : choose::Distribution::turns};
}

std::optional<PartialRankMap> find_rank_map(MPI_Comm comm, const Location& location, int& error) {
  std::optional<choose::DistributedRanks> dealt = find_distributed(comm, location, error);
  if (error != MPI_SUCCESS) return std::nullopt;
  if (dealt) return PartialRankMap(std::move(*dealt));
  const int rank = rank_in(comm);
  MPI_Comm node = MPI_COMM_NULL;
  error = real().Comm_split(comm, location.domains.front(), rank, &node);
  if (error != MPI_SUCCESS) return std::nullopt;
  std::vector<machine::Sizes> sizes;
  std::int64_t slot = 0;
  const NodeSlots slots = find_node_slots(node, location, error);
  if (error == MPI_SUCCESS) {
    const int rank_in_node = rank_in(node);
    slot = std::ranges::find(slots.process, rank_in_node) - slots.process.begin();
    sizes = join_nodes(comm, node, slots, slot, error);
  }
  PMPI_Comm_free(&node);
  if (error != MPI_SUCCESS) return std::nullopt;
  return PartialRankMap(machine_of(location.levels, sizes), base::Rank(rank), machine::Slot(slot));
}

int PartialRankMap::exchange_slots(MPI_Comm comm, const grid::Grid& grid, const grid::Stencil& stencil) {
  if (dealt_) return MPI_SUCCESS;
  const int rank = rank_in(comm);
  MPI_Comm own = MPI_COMM_NULL;
  int error = real().Comm_split(comm, 0, rank, &own);
  if (error != MPI_SUCCESS) return error;
  const grid::Coords cell = grid.coords(grid::Cell(rank));
  const std::int64_t slot = known_.at(rank).number();
  const std::size_t count = stencil.offsets().size();
  std::vector<std::int64_t> slots(count);
  std::vector<int> neighbors(count, MPI_PROC_NULL);
  std::vector<MPI_Request> requests(2 * count, MPI_REQUEST_NULL);
  const auto process = [](grid::Cell of) {
    return of == grid::no_cell ? MPI_PROC_NULL : static_cast<int>(of.number());
  };
  for (std::size_t i = 0; i < count && error == MPI_SUCCESS; ++i) {
    const grid::Coords& delta = stencil.offsets()[i].delta;
    neighbors[i] = process(grid.neighbor(cell, delta));
    error = real().Irecv(&slots[i], 1, MPI_INT64_T, neighbors[i], 0, own, &requests[2 * i]);
    if (error == MPI_SUCCESS)
      error = real().Isend(&slot, 1, MPI_INT64_T, process(opposite(grid, cell, delta)), 0, own, &requests[2 * i + 1]);
  }
  if (error == MPI_SUCCESS)
    error = real().Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  PMPI_Comm_free(&own);
  for (std::size_t i = 0; i < count; ++i)
    if (neighbors[i] != MPI_PROC_NULL) known_.emplace(neighbors[i], machine::Slot(slots[i]));
  return error;
}

}  // namespace cartwright::mpi
