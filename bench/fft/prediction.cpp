// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/prediction.hpp"

#include "free_nodes.hpp"
#include "grid/dims.hpp"
#include "median.hpp"
#include "placement/policy.hpp"

#include <map>

namespace cartwright::bench {

namespace {

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

std::vector<network::Node> FftJob::node_of_cell(const std::vector<network::Node>& of_job) const {
  std::vector<network::Node> made(grid.cells.size());
  for (std::size_t rank = 0; rank < grid.cells.size(); ++rank) made[grid.cells[rank]] = of_job[rank / per_node];
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

Prediction predict(const network::Network& network, const FftJob& job, const std::vector<network::Node>& nodes) {
  const grid::Grid grid = grid_of(job);
  const std::vector<network::Node> node_of_cell = job.node_of_cell(nodes);
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
      std::vector<network::Node> nodes(size.nodes);
      std::iota(nodes.begin(), nodes.end(), 0);
      const placement::Job job{size.nodes, traffic.get(), fft.node_of_cell(nodes)};
      std::map<std::string_view, std::vector<double>> minimal, adaptive;
      for (int draw = 1; draw <= options.draws; ++draw) {
        const std::vector<network::Node> free = draw_free(network.wiring().nodes(), static_cast<std::uint64_t>(draw));
        for (const char* name : policies) {
          placement::PolicyOptions how;
          how.seed = static_cast<std::uint64_t>(draw);
          how.budget_seconds = options.budget_seconds;
          const Prediction found = predict(network, fft, placement::find_policy(name).select(network, free, job, how));
          minimal[name].push_back(found.minimal);
          adaptive[name].push_back(found.adaptive);
        }
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
  constexpr std::int64_t per_node = 32;
  Json rows = Json::array();
  for (const Ordered& ordered : orders) {
    const std::int64_t nodes = ordered.ranks / per_node;
    if (nodes > std::min<std::int64_t>(network.wiring().nodes(), options.most_nodes)) continue;
    const grid::Coords dims = grid::dims_create(ordered.ranks, 2);
    std::vector<network::Node> first(nodes);
    std::iota(first.begin(), first.end(), 0);
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

}  // namespace cartwright::bench
