// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "neighbor_alltoall/exchange.hpp"

#include "machine/readers.hpp"
#include "world.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <numeric>

namespace cartwright::bench {

std::vector<std::int64_t> find_hosts(const std::string& pretended) {
  std::vector<std::int64_t> hosts(world_size());
  if (!pretended.empty()) {
    const machine::Sizes sizes = machine::read_machine(pretended).node_sizes();
    if (sizes.total() != world_size())
      base::fail(base::Status::invalid_argument, "--hosts {} hold {} processes, there are {}", pretended, sizes.total(),
                 world_size());
    for (std::size_t i = 0; i < hosts.size(); ++i) hosts[i] = sizes.part_of(static_cast<std::int64_t>(i));
    return hosts;
  }
  MPI_Comm mates = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &mates);
  std::int64_t first = world_rank();
  MPI_Bcast(&first, 1, MPI_INT64_T, 0, mates);
  MPI_Comm_free(&mates);
  MPI_Allgather(&first, 1, MPI_INT64_T, hosts.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
  std::map<std::int64_t, std::int64_t> index;
  for (const std::int64_t host : hosts) index.emplace(host, 0);
  std::int64_t next = 0;
  for (auto& [host, number] : index) number = next++;
  for (std::int64_t& host : hosts) host = index[host];
  return hosts;
}

std::vector<std::int64_t> processes_by_host(const std::vector<std::int64_t>& hosts) {
  std::vector<std::int64_t> processes(hosts.size());
  std::iota(processes.begin(), processes.end(), 0);
  std::ranges::stable_sort(processes, {}, [&](std::int64_t process) { return hosts[process]; });
  return processes;
}

machine::Machine machine_of(const std::vector<std::int64_t>& hosts) {
  std::vector<std::int64_t> sizes(*std::ranges::max_element(hosts) + 1);
  for (const std::int64_t host : hosts) ++sizes[host];
  return machine::Machine::nodes(machine::Sizes(sizes));
}

std::vector<std::int64_t> cells_of_processes(const mapping::Order& order, const std::vector<std::int64_t>& hosts) {
  const std::vector<std::int64_t> processes = processes_by_host(hosts);
  std::vector<std::int64_t> cells(order.size());
  for (const machine::Slot slot : order.ids()) cells[processes[slot.index()]] = order[slot].number();
  return cells;
}

Traffic traffic_of(const mapping::Problem& problem, const std::vector<std::int64_t>& cells,
                   const std::vector<std::int64_t>& hosts) {
  const grid::Grid& grid = problem.grid();
  std::vector<std::int64_t> host_of_cell(cells.size());
  for (std::size_t process = 0; process < cells.size(); ++process) host_of_cell[cells[process]] = hosts[process];
  std::map<std::int64_t, std::int64_t> out, in;
  Traffic traffic;
  for (const grid::Cell cell : grid.cells())
    for (const grid::Offset& offset : problem.stencil().offsets()) {
      const grid::Cell neighbor = grid.neighbor(grid.coords(cell), offset.delta);
      if (neighbor == grid::no_cell) continue;
      const std::int64_t from = host_of_cell[cell.index()];
      const std::int64_t to = host_of_cell[neighbor.index()];
      if (from == to) continue;
      ++traffic.sum;
      traffic.busiest = std::max({traffic.busiest, ++out[from], ++in[to]});
    }
  return traffic;
}

Exchange::Exchange(const mapping::Problem& problem, const std::vector<std::int64_t>& cells) {
  const grid::Grid& grid = problem.grid();
  const grid::Cell cell(cells[world_rank()]);
  MPI_Comm permuted = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, static_cast<int>(cell.number()), &permuted);
  std::vector<int> sources, targets;
  for (const grid::Offset& offset : problem.stencil().offsets()) {
    grid::Coords back = offset.delta;
    for (std::int64_t& step : back) step = -step;
    if (const grid::Cell to = grid.neighbor(grid.coords(cell), offset.delta); to != grid::no_cell)
      targets.push_back(static_cast<int>(to.number()));
    if (const grid::Cell from = grid.neighbor(grid.coords(cell), back); from != grid::no_cell)
      sources.push_back(static_cast<int>(from.number()));
  }
  MPI_Dist_graph_create_adjacent(permuted, static_cast<int>(sources.size()), sources.data(), MPI_UNWEIGHTED,
                                 static_cast<int>(targets.size()), targets.data(), MPI_UNWEIGHTED, MPI_INFO_NULL,
                                 /* reorder */ 0, &graph_);
  MPI_Comm_free(&permuted);
  neighbors_ = std::max(sources.size(), targets.size());
}

double Exchange::run(std::vector<char>& out, std::vector<char>& in, int bytes) const {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  MPI_Neighbor_alltoall(out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, graph_);
  return MPI_Wtime() - start;
}

void Exchange::check(std::vector<char>& out, std::vector<char>& in, int bytes) const {
  int sources = 0, targets = 0, weighted = 0, rank = 0;
  MPI_Comm_rank(graph_, &rank);
  MPI_Dist_graph_neighbors_count(graph_, &sources, &targets, &weighted);
  std::vector<int> from(sources), to(targets);
  MPI_Dist_graph_neighbors(graph_, sources, from.data(), MPI_UNWEIGHTED, targets, to.data(), MPI_UNWEIGHTED);
  // A block begins with its sender and its receiver.
  using Label = std::array<int, 2>;
  const auto block = [&](std::vector<char>& buffer, std::size_t i) { return buffer.data() + i * bytes; };
  for (std::size_t i = 0; i < to.size(); ++i) {
    const Label label = {rank, to[i]};
    std::memcpy(block(out, i), label.data(), sizeof label);
  }
  run(out, in, bytes);
  for (std::size_t i = 0; i < from.size(); ++i) {
    Label label;
    std::memcpy(label.data(), block(in, i), sizeof label);
    if (label != Label{from[i], rank})
      base::fail(base::Status::internal, "process {} got for process {} what process {} should have sent to process {}",
                 rank, label[1], from[i], rank);
  }
}

}  // namespace cartwright::bench
