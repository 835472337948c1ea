// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Predicts, from a wiring, what [Aseeri2019] measured for a parallel FFT on a dragonfly: the effect of the choice of
// nodes (section IV-E), of the order of ranks in the process grid (section IV-C), and of the number of nodes (III-C and
// IV-A).
#include "fft/prediction.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "network/networks.hpp"

namespace cartwright::bench {

namespace {

struct Options : PredictionOptions {
  std::string network, json;
  bool scaling = false;
};

Json predicted(const Options& options) {
  const auto network = network::read_network(options.network);
  if (options.scaling)
    return {{"machine", machine_line()},
            {"network", options.network},
            {"draws", options.draws},
            {"scaling", predict_scaling(*network, options)}};
  return {{"machine", machine_line()},
          {"network", options.network.substr(options.network.rfind('/') + 1)},
          {"network_nodes", network->wiring().nodes()},
          {"n", options.n},
          {"draws", options.draws},
          {"budget_seconds", options.budget_seconds},
          {"orders", predict_orders(*network, options)},
          {"placements", predict_placements(*network, options)}};
}

void parse_and_run(int argc, char** argv) {
  Options options;
  CommandLine line("Predict the time of the transposes of an FFT on a network, from its busiest links");
  line.add_option("network", options.network, "A file, or a notation as for cartwright network info")->required();
  line.add_option("--size", options.n, "Complex doubles along each of the three axes")->check(CLI::Range(1, 1 << 20));
  line.add_option("--draws", options.draws, "Random draws of the free nodes")->check(CLI::Range(1, 1000));
  line.add_option("--budget", options.budget_seconds, "Seconds for the policy `predicted`, as in cartwright place")
      ->check(CLI::Range(0.0, 1e6));
  line.add_option("--most-nodes", options.most_nodes, "Leave larger jobs out");
  line.add_flag("--scaling", options.scaling, "Predict time over nodes instead, with fitted exponents");
  line.add_option("--json", options.json, "Write all predictions to this file");
  line.read(argc, argv);
  const Json report = predicted(options);
  fmt::print("{}", options.scaling ? scaling_text(report) : prediction_text(report));
  if (!options.json.empty()) write_report(report, options.json);
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("bench_fft_predicted", argc, argv, cartwright::bench::parse_and_run);
}
