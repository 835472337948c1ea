// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/choice/grid_choice.hpp"

#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "fft/choice/grid_cost.hpp"
#include "fft/choice/grid_orders.hpp"
#include "grid/all_dims.hpp"
#include "grid/dims.hpp"
#include "traffic/link_loads.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace cartwright::fft::choice {

namespace {

/// Bounds of the search: grids that are enumerated, and visits of processes over all grids, orders and dims. The second
/// bound takes two to three seconds.
constexpr std::size_t max_grids = 50'000;
constexpr std::size_t max_visits = 100'000'000;

/// Links are followed for so many processes at most: that takes a second.
constexpr std::int64_t max_on_links = 20'000;

using Dims = std::vector<std::int64_t>;

constexpr std::array<std::string_view, 4> orders = {"auto", "row-major", "column-major", "morton"};

void check(const GridRequest& request) {
  const std::size_t ndims = request.n.size();
  if (ndims < 2 || ndims > grid::max_dims)
    base::fail(base::Status::invalid_argument, "an array of {} dimensions: give 2 to {}", ndims, grid::max_dims);
  for (const std::int64_t length : request.n)
    if (length < 1)
      base::fail(base::Status::invalid_argument, "an array with {} entries along an axis: give at least 1", length);
  if (request.processes < 1)
    base::fail(base::Status::invalid_argument, "{} processes: there must be at least 1", request.processes);
  if (request.grid_ndims >= ndims)
    base::fail(
        base::Status::invalid_argument,
        "a process grid of {} dims for an array of {} dimensions: give 1 (slabs) to {}, or 0 to let it be chosen",
        request.grid_ndims, ndims, ndims - 1);
  if (!request.grid.empty() && request.grid.size() != request.grid_ndims)
    base::fail(base::Status::invalid_argument, "the process grid has {} dims, but grid_ndims is {}: make them equal",
               request.grid.size(), request.grid_ndims);
  if (std::ranges::find(orders, request.order) == orders.end())
    base::fail(base::Status::invalid_argument, "unknown order '{}': use {}", request.order, fmt::join(orders, ", "));
}

std::string text(const auto& dims) { return fmt::format("{}", fmt::join(dims, "x")); }

void check_grid(const GridRequest& request) {
  std::int64_t rest = request.processes;
  bool open = false, divides = true;
  for (const int dim : request.grid) {
    if (dim < 0)
      base::fail(base::Status::invalid_argument, "process grid {}: {} is negative; pass 0 to let a dim be chosen",
                 text(request.grid), dim);
    open = open || dim == 0;
    divides = divides && (dim == 0 || rest % dim == 0);
    if (dim != 0 && divides) rest /= dim;
  }
  if (!request.grid.empty() && (!divides || (!open && rest != 1)))
    base::fail(base::Status::invalid_argument,
               "process grid {} does not fit {} processes: its dims must multiply to {}; pass 0 to let a dim be chosen",
               text(request.grid), request.processes, request.processes);
}

/// All grids that the request leaves open.
std::vector<Dims> all_grids(const GridRequest& request) {
  std::vector<std::size_t> ndims = {request.grid_ndims};
  if (request.grid_ndims == 0)
    ndims = request.n.size() > 2 ? std::vector<std::size_t>{1, 2} : std::vector<std::size_t>{1};
  std::vector<Dims> grids;
  for (const std::size_t k : ndims) {
    grid::Coords fixed(k, 0);
    for (std::size_t i = 0; i < request.grid.size(); ++i) fixed[i] = request.grid[i];
    try {
      for (const grid::Coords& dims : grid::all_dims(request.processes, fixed, max_grids))
        grids.emplace_back(dims.begin(), dims.end());
    } catch (const base::Error& error) {
      if (error.status() != base::Status::unsupported) throw;
      const grid::Coords dims =
          grid::dims_create(request.processes, fixed);  // too many to enumerate: take the most even
      grids.emplace_back(dims.begin(), dims.end());
    }
  }
  return grids;
}

struct Candidate {
  GridChoice choice;
  std::vector<TransposeLoad> loads;
  double busiest_link = 0;  ///< seconds, in one transpose
};

class Chooser {
 public:
  Chooser(const GridRequest& request, std::size_t most)
      : request_(request),
        most_(most),
        array_{request.n, request.element_bytes},
        domains_(request.processes, request.levels) {}

  std::vector<GridChoice> run() {
    for (const Dims& dims : promising(all_grids(request_))) {
      Candidate best = best_order(dims);
      const auto worse = [&](const Candidate& known) { return known.choice.seconds > best.choice.seconds; };
      best_.insert(std::ranges::find_if(best_, worse), std::move(best));
      if (best_.size() > most_) best_.pop_back();
    }
    std::vector<GridChoice> choices;
    for (Candidate& candidate : best_) {
      candidate.choice.why = why(candidate);
      choices.push_back(std::move(candidate.choice));
    }
    return choices;
  }

 private:
  /// As many grids as can be examined in bounded time. Those are preferred whose busiest process has least to do, and
  /// then those with the fewest partners.
  std::vector<Dims> promising(std::vector<Dims> grids) const {
    const std::size_t ndims = grids.back().size();
    const std::size_t visits = domains_.slots().size() * ndims * (ndims <= 2 ? 5 : 9);
    const std::size_t enough = std::max<std::size_t>(max_visits / visits, 16);
    if (grids.size() <= enough) return grids;
    std::ranges::stable_sort(grids, {}, [&](const Dims& dims) {
      return std::pair(transforms_seconds(request_.model, array_, dims),
                       std::accumulate(dims.begin(), dims.end(), std::int64_t{0}));
    });
    grids.resize(enough);
    return grids;
  }

  /// Seconds that the busiest link needs for the transpose of each dim; 0 if the wiring is not known.
  std::vector<double> links_seconds(const Dims& dims, const Cells& cells,
                                    const std::vector<TransposeLoad>& loads) const {
    std::vector<double> seconds(loads.size(), 0);
    if (request_.network == nullptr || request_.processes > max_on_links) return seconds;
    traffic::NodeOfRank node_of_cell(cells.size());
    for (std::size_t rank = 0; rank < cells.size(); ++rank)
      node_of_cell[base::Rank(cells[rank])] = request_.node_of_rank[rank];
    const network::Wiring& wiring = request_.network->wiring();
    const grid::Grid grid(grid::Coords(dims.begin(), dims.end()));
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const auto traffic = traffic::alltoall_traffic(grid, {i}, loads[i].bytes / static_cast<double>(dims[i]));
      const auto flows = traffic::flows_between(*traffic, node_of_cell, wiring.nodes());
      seconds[i] = traffic::bottleneck(wiring, traffic::link_loads(*request_.network, flows, {})).seconds();
    }
    return seconds;
  }

  Candidate costed(const Dims& dims, std::string order, Cells cells) const {
    std::vector<TransposeLoad> loads = grid_loads(array_, dims, cells, domains_);
    double seconds = transposes_seconds(request_.model, loads) + transforms_seconds(request_.model, array_, dims);
    const std::vector<double> links = links_seconds(dims, cells, loads);
    for (std::size_t i = 0; i < loads.size(); ++i)
      seconds += std::max(0.0, links[i] - quickest(request_.model, loads[i]).seconds);
    return {{dims, std::move(order), std::move(cells), seconds, {}}, std::move(loads), std::ranges::max(links)};
  }

  Candidate best_order(const Dims& dims) const {
    if (request_.order == "column-major") return costed(dims, request_.order, column_major(dims));
    if (request_.order == "morton") return costed(dims, request_.order, morton(dims));
    Candidate best = costed(dims, "row-major", row_major(dims));
    if (request_.order == "row-major" || std::ranges::all_of(best.loads, [](const TransposeLoad& load) {
          return load.messages == 0 && load.inner_out == 0;  // nothing can be saved
        }))
      return best;
    const auto try_order = [&](std::string order, Cells cells) {
      if (cells.empty() || cells == best.choice.cells) return;
      Candidate candidate = costed(dims, std::move(order), std::move(cells));
      if (candidate.choice.seconds < best.choice.seconds) best = std::move(candidate);
    };
    try_order("column-major", column_major(dims));
    // The lines along the first axis of a sequence are inside nodes. Tries all sequences of up to three axes; for more,
    // each axis comes first once.
    std::vector<std::size_t> axes(dims.size());
    std::iota(axes.begin(), axes.end(), 0);
    if (axes.size() <= 3) {
      do try_order("mapped", gathered_lines(dims, axes, domains_));
      while (std::ranges::next_permutation(axes).found);
    } else {
      for (std::size_t i = 0; i < axes.size(); ++i) {
        try_order("mapped", gathered_lines(dims, axes, domains_));
        std::ranges::rotate(axes, axes.begin() + 1);
      }
    }
    try_order("mapped", level_boxes(dims, domains_));
    return best;
  }

  std::string why(const Candidate& candidate) const {
    const Dims& dims = candidate.choice.dims;
    const std::int64_t idle = processes_without_data(array_, dims);
    if (std::ranges::all_of(candidate.loads, [](const TransposeLoad& load) { return load.messages == 0; })) {
      double bytes = 0;
      for (const TransposeLoad& load : candidate.loads) bytes += load.bytes;
      const std::string text =
          fmt::format("{} on one node: {} {} {} of a process", request_.processes == 1 ? "1 process" : "all lines",
                      dims.size(), dims.size() == 1 ? "transpose moves" : "transposes move", base::format_bytes(bytes));
      return text + idle_text(idle);
    }
    return across(candidate) + idle_text(idle);
  }

  static std::string idle_text(std::int64_t idle) {
    return idle == 0 ? "" : fmt::format("; {} processes are without data at times", idle);
  }

  std::string across(const Candidate& candidate) const {
    std::vector<std::string> inside, outside;
    for (std::size_t i = 0; i < candidate.loads.size(); ++i) {
      const std::int64_t length = candidate.choice.dims[i];
      if (length > 1)
        (candidate.loads[i].messages > 0 ? outside : inside).push_back(fmt::format("{} along dim {}", length, i));
    }
    double process = 0, node = 0, messages = 0;
    bool paired = false;
    for (const TransposeLoad& load : candidate.loads) {
      const bool by_nodes = load.messages > 0 && quickest(request_.model, load).method == "node-aware";
      process += load.remote;
      node += load.node_out;
      messages += by_nodes ? load.pairs : load.messages;
      paired = paired || by_nodes;
    }
    std::string text = inside.empty() ? "" : fmt::format("lines of {} lie inside nodes; ", fmt::join(inside, " and "));
    text += fmt::format("lines of {} cross nodes with {} of a process and {} of a node, in {} message{} {}",
                        fmt::join(outside, " and "), base::format_bytes(process), base::format_bytes(node), messages,
                        messages == 1 ? "" : "s", paired ? "a line and node" : "a process");
    if (candidate.busiest_link > 0)
      text += fmt::format("; the busiest link needs {:.3g} ms", 1e3 * candidate.busiest_link);
    if (candidate.choice.order != "row-major") {
      double plain = 0;
      for (const TransposeLoad& load :
           grid_loads(array_, candidate.choice.dims, row_major(candidate.choice.dims), domains_))
        plain += load.node_out;
      text += fmt::format(" (row-major: {} of a node)", base::format_bytes(plain));
    }
    return text;
  }

  const GridRequest& request_;
  std::size_t most_;
  GridArray array_;
  RankDomains domains_;
  std::vector<Candidate> best_;  ///< the best first
};

}  // namespace

std::vector<GridChoice> choose_grids(const GridRequest& request, std::size_t most) {
  check(request);
  check_grid(request);
  return Chooser(request, most).run();
}

}  // namespace cartwright::fft::choice
