// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Predicts, from a wiring, what [Aseeri2019] measured for a parallel FFT on a dragonfly: the effect of the choice of
// nodes (section IV-E), of the order of ranks in the process grid (section IV-C), and of the number of nodes (III-C and
// IV-A).
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "fft/prediction_scaling.hpp"
#include "machine_line.hpp"
#include "main.hpp"
#include "network/networks.hpp"
#include "write_report.hpp"

#include <CLI/CLI.hpp>

namespace cartwright::bench {

namespace {

struct Options : PredictionOptions {
  std::string network, again, json;
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

int parse_and_run(int argc, char** argv) {
  Options options;
  CLI::App app("Predict the time of the transposes of an FFT on a network, from its busiest links");
  app.add_option("network", options.network, "A file, or a notation as for cartwright network info");
  app.add_option("--size", options.n, "Complex doubles along each of the three axes")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--draws", options.draws, "Random draws of the free nodes")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--budget", options.budget_seconds, "Seconds for the policy `predicted`, as in cartwright place")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_option("--most-nodes", options.most_nodes, "Leave larger jobs out")->capture_default_str();
  app.add_flag("--scaling", options.scaling, "Predict time over nodes instead, with fitted exponents");
  app.add_option("--again", options.again, "Predict nothing: print an earlier --json file");
  app.add_option("--json", options.json, "Write all predictions to this file");
  CLI11_PARSE(app, argc, argv);
  if (options.network.empty() && options.again.empty())
    base::fail(base::Status::invalid_argument, "no network is given: give a file or a notation, or see --help");
  const Json report = options.again.empty() ? predicted(options) : Json::parse(base::read_file(options.again));
  fmt::print("{}", report.contains("scaling") ? scaling_text(report) : prediction_text(report));
  if (!options.json.empty()) write_report(report, options.json);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::plain_main("bench_fft_predicted", argc, argv, cartwright::bench::parse_and_run);
}
