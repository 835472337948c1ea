// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"
#include "fft/choice/grid_choice.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::bench {

using Json = nlohmann::ordered_json;

/// Where the ranks of an FFT of n^3 complex doubles stand in a process grid, and the node of the job of each:
/// `per_node` follow each other on one.
struct FftJob {
  fft::choice::GridChoice grid;
  std::int64_t per_node = 1;
  std::int64_t n = 1024;

  std::int64_t nodes() const { return static_cast<std::int64_t>(grid.cells.size()) / per_node; }
  std::vector<network::Node> node_of_cell(const std::vector<network::Node>& nodes) const;
};
/// "slabs" or "pencils" (both dims above 1) of the grid that Cartwright chooses for these ranks. No dims where there is
/// none whose processes all hold data.
FftJob chosen_job(std::string_view kind, std::int64_t nodes, std::int64_t per_node, std::int64_t n);
/// A grid that is given, in one of the orders of `cw_fft_options`.
FftJob ordered_job(std::vector<int> dims, const std::string& order, std::int64_t per_node, std::int64_t n);

/// The transposes of one transform, one after the other. Each lasts as long as its busiest link needs, those of nodes
/// to their routers included.
struct Prediction {
  double minimal = 0;   ///< shortest paths
  double adaptive = 0;  ///< each transpose by the quicker of shortest paths and Valiant's detours, by what is expected
                        ///< of them: what routers that choose, as those of a Cray XC do, may come to
};
Prediction predict(const network::Network& network, const FftJob& job, const std::vector<network::Node>& nodes);

/// Seconds that a process needs for what it sends when it sends `bandwidth` bytes per second.
double sending_seconds(const FftJob& job, double bandwidth);

struct PredictionOptions {
  std::int64_t n = 1024;
  int draws = 3;
  double budget_seconds = 2;
  std::int64_t most_nodes = 2048;  ///< larger jobs are left out
};

/// Seed 003, section IV-E, figure 10 and table IV: which nodes. One row per job and kind of grid, medians over draws of
/// the half of the machine that is free.
Json predict_placements(const network::Network& network, const PredictionOptions& options);
/// Section IV-C, figure 9 and table III: row-major and Morton, on the first nodes of an empty machine.
Json predict_orders(const network::Network& network, const PredictionOptions& options);

std::string prediction_text(const Json& report);
std::string prediction_svg(const Json& report);

}  // namespace cartwright::bench
