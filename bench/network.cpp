// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time to compute the links that every message of a job crosses. The network is made, and the ranks are mapped,
// before the clock starts; each figure is the least of several runs.
#include "base/random.hpp"
#include "lib/program.hpp"
#include "network/networks.hpp"
#include "traffic/link_loads.hpp"

#include <sys/resource.h>

namespace cartwright {
namespace {

double peak_gibibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 0x1p20;
}

struct Case {
  const char* network;
  grid::Coords dims;
  std::int64_t ranks_per_node;
  traffic::Routing::Kind routing;
  double target;          ///< seconds
  bool shuffled = false;  ///< ranks are on random nodes: nearly every message is a separate flow
};

/// Ranks fill node after node in row-major order, or at random. The quality of the mapping does not matter here.
void run(const Case& one) {
  const auto network = network::read_network(one.network);
  const grid::Grid grid(one.dims, base::FixedVector<bool, grid::max_dims>(one.dims.size(), true));
  const auto traffic = traffic::stencil_traffic(grid, grid::Stencil::nearest_neighbor(grid.ndims()));
  traffic::NodeOfRank node_of_rank(grid.size());
  for (const traffic::Rank rank : node_of_rank.ids())
    node_of_rank[rank] = network::Node(rank.number() / one.ranks_per_node);
  base::Random random(1);
  for (std::int64_t i = grid.size(); one.shuffled && i > 1; --i)
    std::swap(node_of_rank[traffic::Rank(i - 1)], node_of_rank[traffic::Rank(random.below(i))]);
  double flows_seconds = INFINITY;
  double loads_seconds = INFINITY;
  double first = 0;
  std::size_t pairs = 0;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const double start = bench::wall_seconds();
    const auto flows = traffic::flows_between(*traffic, node_of_rank, network->wiring().nodes());
    const double middle = bench::wall_seconds();
    const traffic::LinkLoads loads = traffic::link_loads(*network, flows, {one.routing});
    const double end = bench::wall_seconds();
    flows_seconds = std::min(flows_seconds, middle - start);
    loads_seconds = std::min(loads_seconds, end - middle);
    if (repetition == 0) first = end - start;
    pairs = flows.size();
  }
  fmt::print("{:<38} {:>8} {:>9} {:>8} {:>9} {:>9.4f} {:>9.4f} {:>9.4f} {:>9.4f} {:>8g} {:>9.2f}\n", one.network,
             grid.size(), one.shuffled ? "at random" : "in order", traffic::to_string(one.routing), pairs,
             flows_seconds, loads_seconds, flows_seconds + loads_seconds, first, one.target, peak_gibibytes());
}

}  // namespace
}  // namespace cartwright

int main() {
  using namespace cartwright;
  fmt::print("{}\nseconds, the least of 5 runs; the first run also finds the paths for later ones\n\n",
             bench::machine_line());
  fmt::print("{:<38} {:>8} {:>9} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>9}\n", "network", "ranks", "placed",
             "routing", "flows", "of ranks", "of links", "both", "first", "target", "peak GiB");
  using Kind = traffic::Routing::Kind;
  for (const Case& one : {Case{"percs:supernodes=64", {16, 16, 16, 16}, 32, Kind::minimal, 0.1},
                          Case{"percs:supernodes=64", {16, 16, 16, 16}, 32, Kind::valiant, 1},
                          Case{"percs:supernodes=300", {32, 24, 20, 20}, 32, Kind::minimal, 1},
                          Case{"percs:supernodes=300", {32, 24, 20, 20}, 32, Kind::valiant, 10},
                          Case{"dragonfly:routers=16,global=8,nodes=8", {100, 100, 100}, 64, Kind::minimal, 10},
                          Case{"dragonfly:routers=16,global=8,nodes=8", {100, 100, 100}, 64, Kind::valiant, 10},
                          Case{"dragonfly:routers=16,global=8,nodes=8", {100, 100, 100}, 64, Kind::minimal, 10, true},
                          Case{"dragonfly:routers=16,global=8,nodes=8", {100, 100, 100}, 64, Kind::valiant, 10, true}})
    run(one);
  return 0;
}
