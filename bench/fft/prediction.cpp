// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"

#include "free_nodes.hpp"
#include "grid/dims.hpp"
#include "lib/program.hpp"

#include <cmath>
#include <map>

namespace cartwright::bench {

namespace {

constexpr std::int64_t per_node = 32;  ///< of orders and of scaling

struct Size {
  std::int64_t nodes, per_node;
  double published;  ///< [Aseeri2019, table IV]: percent saved; 0 if it has no row
};
constexpr std::array sizes = {Size{12, 1, 0.9}, Size{24, 1, 3.1},  Size{36, 1, 16.6}, Size{48, 1, 6.6},
                              Size{72, 1, 7.4}, Size{108, 1, 7.6}, Size{144, 1, 5.6}, Size{216, 1, 9.0},
                              Size{12, 32, 0},  Size{36, 32, 0},   Size{72, 32, 0},   Size{144, 32, 0},
                              Size{216, 32, 0}, Size{432, 32, 0},  Size{864, 32, 0}};

struct Ordered {
  std::int64_t ranks;
  double published;  ///< table III: percent by which Morton is quicker than row-major
};
constexpr std::array orders = {Ordered{512, -15.4}, Ordered{1024, -33.6}, Ordered{2048, -25.1},
                               Ordered{4096, 1.8},  Ordered{16384, -5.6}, Ordered{65536, 1.2}};

fft::choice::GridRequest request(std::int64_t ranks, std::int64_t per_node, std::int64_t n) {
  fft::choice::GridRequest made;
  made.n = {n, n, n};
  made.processes = ranks;
  made.levels = {{"node", {}}};
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    made.levels.front().domain_of_rank.push_back(static_cast<int>(rank / per_node));
  return made;
}

grid::Grid grid_of(const FftJob& job) {
  grid::Coords dims;
  for (const std::int64_t dim : job.grid.dims) dims.push_back(dim);
  return grid::Grid(dims);
}

double array_bytes(const FftJob& job) {
  const auto n = static_cast<double>(job.n);
  return 16 * n * n * n / static_cast<double>(job.grid.cells.size());
}

Json saved(double now, double before) { return before > 0 ? 100 * (1 - now / before) : 0.0; }

}  // namespace

placement::GroupOfRank FftJob::group_of_cell() const {
  placement::GroupOfRank made(grid.cells.size());
  for (std::size_t rank = 0; rank < grid.cells.size(); ++rank)
    made[traffic::Rank(grid.cells[rank])] = placement::Group(rank / static_cast<std::size_t>(per_node));
  return made;
}

FftJob chosen_job(std::string_view kind, std::int64_t nodes, std::int64_t per_node, std::int64_t n) {
  const std::int64_t ranks = nodes * per_node;
  fft::choice::GridRequest wanted = request(ranks, per_node, n);
  wanted.grid_ndims = kind == "slabs" ? 1 : 2;
  for (fft::choice::GridChoice& grid : fft::choice::choose_grids(wanted, 1000))
    if (std::ranges::all_of(grid.dims, [&](std::int64_t dim) { return dim > 1 && dim <= n; }))
      return {std::move(grid), per_node, n};
  return {{}, per_node, n};
}

FftJob ordered_job(std::vector<int> dims, const std::string& order, std::int64_t per_node, std::int64_t n) {
  std::int64_t ranks = 1;
  for (const int dim : dims) ranks *= dim;
  fft::choice::GridRequest wanted = request(ranks, per_node, n);
  wanted.grid_ndims = dims.size();
  wanted.grid = std::move(dims);
  wanted.order = order;
  return {std::move(fft::choice::choose_grids(wanted, 1).front()), per_node, n};
}

Prediction predict(const network::Network& network, const FftJob& job, const placement::NodeOfGroup& nodes) {
  const grid::Grid grid = grid_of(job);
  traffic::NodeOfRank node_of_cell;
  for (const placement::Group group : job.group_of_cell()) node_of_cell.push_back(nodes[group]);
  Prediction sum;
  for (std::size_t dim = 0; dim < grid.ndims(); ++dim) {
    const auto traffic = traffic::alltoall_traffic(grid, {dim}, array_bytes(job) / static_cast<double>(grid.dim(dim)));
    const std::vector<traffic::Flow> flows = traffic::flows_between(*traffic, node_of_cell, network.wiring().nodes());
    const auto seconds = [&](traffic::Routing::Kind kind) {
      return traffic::bottleneck(network.wiring(), traffic::link_loads(network, flows, {.kind = kind})).seconds();
    };
    const double minimal = seconds(traffic::Routing::Kind::minimal);
    sum.minimal += minimal;
    sum.adaptive += std::min(minimal, seconds(traffic::Routing::Kind::valiant));
  }
  return sum;
}

double sending_seconds(const FftJob& job, double bandwidth) {
  double seconds = 0;
  for (const std::int64_t dim : job.grid.dims)
    seconds += array_bytes(job) * (1 - 1 / static_cast<double>(dim)) / bandwidth;
  return seconds;
}

Json predict_placements(const network::Network& network, const PredictionOptions& options) {
  constexpr std::array policies = {"contiguous", "level-spread", "predicted"};
  Json rows = Json::array();
  for (const Size& size : sizes)
    for (const std::string_view kind : {"pencils", "slabs"}) {
      if (size.nodes > options.most_nodes) continue;
      const FftJob fft = chosen_job(kind, size.nodes, size.per_node, options.n);
      if (fft.grid.dims.empty()) continue;
      const grid::Grid grid = grid_of(fft);
      const auto traffic = traffic::transpose_traffic(grid, array_bytes(fft));
      const placement::Job job{size.nodes, traffic.get(), fft.group_of_cell()};
      std::map<std::string_view, std::vector<double>> minimal, adaptive;
      placement::PolicyOptions how;
      how.budget_seconds = options.budget_seconds;
      for (int draw = 1; draw <= options.draws; ++draw)
        for (const char* name : policies) {
          const Prediction found =
              predict(network, fft, selected(network, placement::find_policy(name), job, draw, how));
          minimal[name].push_back(found.minimal);
          adaptive[name].push_back(found.adaptive);
        }
      Json row = {
          {"nodes", size.nodes},   {"ranks_per_node", size.per_node}, {"kind", kind},
          {"grid", fft.grid.dims}, {"order", fft.grid.order},         {"sending_2GBs", sending_seconds(fft, 2e9)}};
      for (const char* name : policies)
        row[name] = {{"minimal", median(minimal[name])}, {"adaptive", median(adaptive[name])}};
      for (const char* what : {"minimal", "adaptive"})
        row["saved_percent"][what] = saved(row["predicted"][what], row["contiguous"][what]);
      if (size.published > 0 && kind == "pencils") row["published_percent"] = size.published;
      rows.push_back(std::move(row));
    }
  return rows;
}

Json predict_orders(const network::Network& network, const PredictionOptions& options) {
  Json rows = Json::array();
  for (const Ordered& ordered : orders) {
    const std::int64_t nodes = ordered.ranks / per_node;
    if (nodes > std::min<std::int64_t>(network.wiring().nodes(), options.most_nodes)) continue;
    const grid::Coords dims = grid::dims_create(ordered.ranks, 2);
    placement::NodeOfGroup first(nodes);
    std::iota(first.begin(), first.end(), network::Node(0));
    Json row = {{"ranks", ordered.ranks}, {"nodes", nodes}, {"grid", {dims[0], dims[1]}}};
    for (const char* order : {"row-major", "column-major", "morton", "auto"}) {
      const FftJob job =
          ordered_job({static_cast<int>(dims[0]), static_cast<int>(dims[1])}, order, per_node, options.n);
      const Prediction found = predict(network, job, first);
      row[order] = {{"minimal", found.minimal}, {"adaptive", found.adaptive}, {"taken", job.grid.order}};
    }
    for (const char* what : {"minimal", "adaptive"})
      row["morton_percent"][what] = saved(row["morton"][what], row["row-major"][what]);
    row["published_percent"] = ordered.published;
    rows.push_back(std::move(row));
  }
  return rows;
}

namespace {

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
    placement::NodeOfGroup taken(nodes);
    std::iota(taken.begin(), taken.end(), network::Node(0));
    if (!empty) taken = selected(network, placement::find_policy(line.policy), {nodes, nullptr, {}}, draw);
    const Prediction found = predict(network, fft, taken);
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

}  // namespace cartwright::bench
