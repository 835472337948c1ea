// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction_scaling.hpp"

#include "free_nodes.hpp"
#include "grid/dims.hpp"
#include "median.hpp"
#include "placement/policy.hpp"

#include <cmath>

namespace cartwright::bench {

namespace {

constexpr std::int64_t per_node = 32;

struct Line {
  const char *where, *policy;  ///< "" for the first nodes of an empty machine
  std::int64_t n;
  std::vector<std::int64_t> nodes;
  double published;  ///< gamma
};

std::vector<Line> lines() {
  return {{"within a chassis", "", 3072, {4, 8, 16, 32, 60}, 0.84},
          {"beyond a chassis", "", 3072, {128, 256, 512, 1024, 2048}, 0.78},
          {"contiguous", "contiguous", 2048, {4, 8, 16, 32, 64}, 1},
          {"not contiguous", "random-node", 2048, {4, 8, 16, 32, 64}, 0.9},
          {"contiguous", "contiguous", 1536, {3, 6, 12, 24, 48}, 1},
          {"not contiguous", "random-node", 1536, {3, 6, 12, 24, 48}, 1}};
}

/// The median over draws of the free nodes; an empty machine needs one.
Prediction predicted(const network::Network& network, const Line& line, std::int64_t nodes,
                     const PredictionOptions& options) {
  const grid::Coords dims = grid::dims_create(nodes * per_node, 2);
  const FftJob fft = ordered_job({static_cast<int>(dims[0]), static_cast<int>(dims[1])}, "row-major", per_node, line.n);
  std::vector<double> minimal, adaptive;
  const bool empty = *line.policy == '\0';
  for (int draw = 1; draw <= (empty ? 1 : options.draws); ++draw) {
    placement::NodeOfGroup selected(nodes);
    std::iota(selected.begin(), selected.end(), network::Node(0));
    if (!empty) {
      const auto seed = static_cast<std::uint64_t>(draw);
      placement::PolicyOptions how;
      how.seed = seed;
      selected = placement::NodeOfGroup(
          placement::find_policy(line.policy)
              .select(network, draw_free(network.wiring().nodes(), seed), {nodes, nullptr, {}}, how));
    }
    const Prediction found = predict(network, fft, selected);
    minimal.push_back(found.minimal);
    adaptive.push_back(found.adaptive);
  }
  return {median(minimal), median(adaptive)};
}

}  // namespace

double fitted_gamma(std::span<const std::pair<double, double>> time_of_nodes) {
  const auto count = static_cast<double>(time_of_nodes.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [nodes, seconds] : time_of_nodes) {
    x += std::log(nodes) / count;
    y += std::log(seconds) / count;
  }
  for (const auto& [nodes, seconds] : time_of_nodes) {
    xx += (std::log(nodes) - x) * (std::log(nodes) - x);
    xy += (std::log(nodes) - x) * (std::log(seconds) - y);
  }
  return -xy / xx;
}

Json predict_scaling(const network::Network& network, const PredictionOptions& options) {
  Json rows = Json::array();
  for (const Line& line : lines()) {
    Json row = {{"where", line.where}, {"n", line.n}, {"nodes", Json::array()}, {"published_gamma", line.published}};
    std::vector<std::pair<double, double>> minimal, adaptive;
    for (const std::int64_t nodes : line.nodes) {
      if (nodes > std::min<std::int64_t>(network.wiring().nodes() / 2, options.most_nodes)) continue;
      const Prediction found = predicted(network, line, nodes, options);
      row["nodes"].push_back(nodes);
      row["minimal"].push_back(found.minimal);
      row["adaptive"].push_back(found.adaptive);
      minimal.emplace_back(nodes, found.minimal);
      adaptive.emplace_back(nodes, found.adaptive);
    }
    if (minimal.size() < 2) continue;
    row["gamma"] = {{"minimal", fitted_gamma(minimal)}, {"adaptive", fitted_gamma(adaptive)}};
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string scaling_text(const Json& report) {
  std::string text = fmt::format(
      "{}\n{}: ms of the busiest links of the transposes of one transform at each number of nodes, "
      "32 ranks on each; T = C nodes^-gamma\nminimal / adaptive routing\n",
      report["machine"].get<std::string>(), report["network"].get<std::string>());
  for (const Json& row : report["scaling"]) {
    text += fmt::format("\n{}^3, {}: gamma {:.2f} / {:.2f}, published {:.2f}\n", row["n"].dump(),
                        row["where"].get<std::string>(), row["gamma"]["minimal"].get<double>(),
                        row["gamma"]["adaptive"].get<double>(), row["published_gamma"].get<double>());
    for (std::size_t i = 0; i < row["nodes"].size(); ++i)
      text += fmt::format("{:>7} {:>9.1f} / {:.1f}\n", row["nodes"][i].dump(), 1e3 * row["minimal"][i].get<double>(),
                          1e3 * row["adaptive"][i].get<double>());
  }
  return text;
}

}  // namespace cartwright::bench
