// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time that process 0 needs in MPI_Cart_create for jobs on a network, and the busiest link as launched, by the
// levels of nodes alone, and by links. The job has the first nodes of the network, with consecutive ranks on each. Its
// stencil is nn in 3 dimensions, or the one given.
// Usage: bench_at_run_time NETWORK RANKS_PER_NODE[,STENCIL,NDIMS] NODES ...
#include "base/error.hpp"
#include "base/text.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "lib/program.hpp"
#include "placement/running_job.hpp"

using namespace cartwright;
using namespace cartwright::bench;

namespace {

/// The levels of the processes: those of the network, and the nodes.
std::vector<choose::RankLevel> levels_of(const inventory::JobNodes& job, int per_node) {
  std::vector<choose::RankLevel> levels;
  for (const inventory::NodeLevel& level : job.levels) levels.push_back({level.name, {}});
  levels.push_back({"node", {}});
  for (std::size_t rank = 0; rank < job.nodes.size() * static_cast<std::size_t>(per_node); ++rank) {
    const std::size_t node = rank / static_cast<std::size_t>(per_node);
    for (std::size_t i = 0; i < job.levels.size(); ++i) levels[i].domain_of_rank.push_back(job.levels[i].domain[node]);
    levels.back().domain_of_rank.push_back(static_cast<int>(node));
  }
  return levels;
}

/// The processes of a node, and what they send.
struct Program {
  int per_node;
  std::string stencil = "nn";
  std::size_t ndims = 3;
};

Program parse_program(std::string_view text) {
  const std::vector<std::string_view> parts = base::split(text, ',');
  Program program{static_cast<int>(base::parse_count(parts[0], "ranks per node"))};
  if (parts.size() == 1) return program;
  if (parts.size() != 3)
    base::fail(base::Status::invalid_argument, "{} is not RANKS_PER_NODE,STENCIL,NDIMS", base::quote(text));
  program.stencil = parts[1];
  program.ndims = static_cast<std::size_t>(base::parse_count(parts[2], "dimensions"));
  return program;
}

void measure(const std::string& network, int nodes, const Program& program, choose::Tier tier) {
  const int per_node = program.per_node;
  inventory::JobNodes job = inventory::pretend_job(network, nodes);
  for (int node = 0; node < nodes; ++node) job.numbers.push_back(node);
  const std::vector<choose::RankLevel> levels = levels_of(job, per_node);
  const grid::Grid grid(grid::dims_create(std::int64_t{nodes} * per_node, program.ndims));
  const grid::Stencil stencil = grid::parse_stencil(program.stencil, grid);
  const choose::PlaceOptions options{.tier = tier};

  const double start = processor_seconds();
  const choose::RankLocations standing(levels);
  placement::LinkTimes links;
  const choose::RankPlacement placed =
      placement::place({levels, levels.size() - 1, &job}, standing, grid, stencil, options, links);
  const double done = processor_seconds();
  // What the levels of the nodes alone give: the same without exchanges and without other orders.
  const choose::RankLocations alone({levels.back()});
  const choose::RankPlacement by_nodes = choose::place(grid, stencil, alone, options);
  const double seconds_alone = processor_seconds() - done;
  placement::LinkTimes before;
  const choose::PlaceOptions keep{.reorder = false};
  placement::place({levels, levels.size() - 1, &job}, standing, grid, stencil, keep, before);
  traffic::NodeOfRank node_of_rank(grid.size());
  for (const machine::Slot slot : by_nodes.order.ids())
    node_of_rank[base::Rank(by_nodes.order[slot].number())] =
        job.nodes[static_cast<std::size_t>(slot.number() / per_node)];
  const auto flows =
      traffic::flows_between(*traffic::stencil_traffic(grid, stencil), node_of_rank, job.network->wiring().nodes());
  const double busiest_alone =
      traffic::bottleneck(job.network->wiring(), traffic::link_loads(*job.network, flows, {})).seconds();
  fmt::print("{:>9} {:>7} {:>12} {:<9} {:>9.3f} {:>9.3f} {:>10.4g} {:>10.4g} {:>10.4g}  {:.0f} -> {:.0f}  {}\n",
             grid.size(), nodes, grid::to_string(grid.dims()), choose::to_string(tier), seconds_alone, done - start,
             1e3 * 0x1p20 * before.before, 1e3 * 0x1p20 * busiest_alone, 1e3 * 0x1p20 * links.after,
             placed.nodes_before().j_sum, placed.nodes_after().j_sum, placed.mapping);
}

void measure_all(int argc, char** argv) {
  if (argc < 4)
    base::fail(base::Status::invalid_argument,
               "usage: bench_at_run_time NETWORK RANKS_PER_NODE[,STENCIL,NDIMS] NODES ...");
  const Program program = parse_program(argv[2]);
  fmt::print("{}\n{}, {}-D halo of {}, messages of 1 MiB\n", machine_line(), argv[1], program.ndims, program.stencil);
  fmt::print("{:>9} {:>7} {:>12} {:<9} {:>9} {:>9} {:>10} {:>10} {:>10}  J_sum of nodes, mapping\n", "processes",
             "nodes", "dims", "tier", "nodes s", "links s", "launched ms", "nodes ms", "links ms");
  for (int i = 3; i < argc; ++i)
    for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced})
      measure(argv[1], static_cast<int>(base::parse_count(argv[i], "nodes")), program, tier);
}

}  // namespace

int main(int argc, char** argv) { return plain_main("bench_at_run_time", argc, argv, measure_all); }
