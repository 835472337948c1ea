// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Selecting nodes for a parallel FFT, as in [Aseeri2019, IV-E]: every policy selects among the free nodes, half of the
// machine, drawn at random. The wiring gives a prediction for the row and column all-to-alls: the time of the busiest
// link between switches, and of the busiest link of all, including the links between nodes and switches, which do not
// depend on the selection.
#include "base/text.hpp"
#include "free_nodes.hpp"
#include "grid/dims.hpp"
#include "lib/program.hpp"
#include "network/networks.hpp"

#include <map>

namespace cartwright {
namespace {

using bench::median;

void run(const network::Network& network, std::int64_t nodes, std::int64_t ranks_per_node, int draws) {
  const network::Wiring& wiring = network.wiring();
  const grid::Grid grid(grid::dims_create(nodes * ranks_per_node, 2));
  // 1024^3 complex numbers of 16 bytes.
  const auto traffic = traffic::transpose_traffic(grid, 16.0 * 1024 * 1024 * 1024 / static_cast<double>(grid.size()));
  placement::Job job{nodes, traffic.get(), {}};
  for (std::int64_t rank = 0; rank < grid.size(); ++rank)
    job.group_of_rank.push_back(placement::Group(rank / ranks_per_node));
  std::map<std::string_view, std::vector<double>> between;
  std::map<std::string_view, std::vector<double>> all;
  for (int draw = 1; draw <= draws; ++draw)
    for (const placement::Policy& policy : placement::policies()) {
      const placement::NodeOfGroup chosen = bench::selected(network, policy, job, draw);
      traffic::NodeOfRank node_of_rank;
      for (const placement::Group group : job.group_of_rank) node_of_rank.push_back(chosen[group]);
      const auto flows = traffic::flows_between(*traffic, node_of_rank, wiring.nodes());
      const traffic::Bottleneck found = traffic::bottleneck(wiring, traffic::link_loads(network, flows, {}));
      between[policy.name].push_back(found.network);
      all[policy.name].push_back(found.seconds());
    }
  fmt::print("{:>6} {:>5} {:>9}", nodes, ranks_per_node, grid::to_string(grid.dims()));
  for (const placement::Policy& policy : placement::policies())
    fmt::print(" {:>13.3f}", 1e3 * median(between[policy.name]));
  const auto saved = [&](const auto& times) {
    std::vector<double> parts;
    for (std::size_t i = 0; i < times.at("predicted").size(); ++i)
      parts.push_back(100 * (1 - times.at("predicted")[i] / times.at("level-spread")[i]));
    return parts;
  };
  const std::vector<double> parts = saved(between);
  fmt::print("  {:5.1f} % ({:.1f} to {:.1f})  {:5.1f} %\n", median(parts), *std::ranges::min_element(parts),
             *std::ranges::max_element(parts), median(saved(all)));
  std::fflush(stdout);
}

void run_all(int argc, char** argv) {
  if (argc != 2 && argc != 3)
    throw std::invalid_argument("usage: bench_placement NETWORK [DRAWS]: a network as for cartwright network info");
  const auto network = network::read_network(argv[1]);
  const int draws = argc == 3 ? static_cast<int>(base::parse_int(argv[2], "draws")) : 5;
  fmt::print(
      "{}\n{} nodes, half of them free, {} draws; medians, ms of the busiest link between switches; saved against "
      "level-spread: median (least to most), "
      "and with the links of nodes\n\n nodes ranks      grid",
      bench::machine_line(), network->wiring().nodes(), draws);
  for (const placement::Policy& policy : placement::policies()) fmt::print(" {:>13}", policy.name);
  fmt::print("  saved\n");
  for (const std::int64_t nodes : {12, 24, 36, 48, 72, 108, 144, 216}) run(*network, nodes, 1, draws);
  for (const std::int64_t nodes : {16, 64, 256, 864}) run(*network, nodes, 32, draws);
}

}  // namespace
}  // namespace cartwright

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("bench_placement", argc, argv, cartwright::run_all);
}
