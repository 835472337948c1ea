// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/grid_choice.hpp"
#include "network/network.hpp"
#include "placement/group.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::bench {

using Json = nlohmann::ordered_json;

/// An FFT of n^3 complex doubles: the cells of its ranks in a process grid. `per_node` consecutive ranks share a node.
struct FftJob {
  fft::choice::GridChoice grid;
  std::int64_t per_node = 1;
  std::int64_t n = 1024;

  std::int64_t nodes() const { return static_cast<std::int64_t>(grid.cells.size()) / per_node; }
  placement::GroupOfRank group_of_cell() const;
};
/// The grid of "slabs" or "pencils" (both dims above 1) that Cartwright chooses for these ranks. It has no dims if
/// every grid leaves processes without data.
FftJob chosen_job(std::string_view kind, std::int64_t nodes, std::int64_t per_node, std::int64_t n);
/// A given grid, in one of the orders of `cw_fft_options`.
FftJob ordered_job(std::vector<int> dims, const std::string& order, std::int64_t per_node, std::int64_t n);

/// Predicted seconds of the transposes of one transform, one after the other. Each takes the time of its busiest link,
/// where links from nodes to routers count, too.
struct Prediction {
  double minimal = 0;  ///< shortest paths
  /// Each transpose uses shortest paths or Valiant's detours, whichever is expected to be quicker: an estimate of
  /// adaptive routers, as in a Cray XC.
  double adaptive = 0;
};
Prediction predict(const network::Network& network, const FftJob& job, const placement::NodeOfGroup& nodes);

/// Seconds that a process needs to send its data at `bandwidth` bytes per second.
double sending_seconds(const FftJob& job, double bandwidth);

struct PredictionOptions {
  std::int64_t n = 1024;
  int draws = 3;
  double budget_seconds = 2;
  std::int64_t most_nodes = 2048;  ///< larger jobs are left out
};

/// The effect of the choice of nodes [Aseeri2019, IV-E, figure 10 and table IV]. One row per job and kind of grid, with
/// medians over draws of the free half of the machine.
Json predict_placements(const network::Network& network, const PredictionOptions& options);
/// Row-major and Morton order on the first nodes of an empty machine [Aseeri2019, IV-C, figure 9 and table III].
Json predict_orders(const network::Network& network, const PredictionOptions& options);

/// The exponent of T = C nodes^-gamma that fits best in logarithms. Times are positive; there are at least two numbers
/// of nodes.
double fitted_gamma(std::span<const std::pair<double, double>> time_of_nodes);

/// Time over nodes [Aseeri2019]: on an empty machine, within a chassis and beyond it (III-C, figure 4), and on nodes of
/// a half empty machine that are contiguous or drawn at random (IV-A, figure 6). Pencils with 32 ranks on each node.
Json predict_scaling(const network::Network& network, const PredictionOptions& options);

/// The tables of a report with "placements" and "orders", or with "scaling".
std::string prediction_text(const Json& report);
std::string scaling_text(const Json& report);

}  // namespace cartwright::bench
