// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/partition.hpp"

#include "base/error.hpp"
#include "choose/choose.hpp"
#include "choose/graph_bound.hpp"
#include "choose/keep_first.hpp"
#include "choose/refine_starts.hpp"
#include "choose/relaxed_bound.hpp"
#include "cost/graph_cut.hpp"
#include "cost/least_cut.hpp"
#include "mapping/divide.hpp"
#include "mapping/exact_sizes.hpp"
#include "mapping/grow_parts.hpp"
#include "mapping/product_grid.hpp"
#include "mapping/scotch_parts.hpp"
#include "mapping/v_cycles.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace cartwright::choose {

namespace {

/// The work of a tier, in counts: the result is the same on every machine. Only `best` also looks at the clock.
struct Effort {
  int cycles;
  double moves_per_vertex;
  double max_moves;   ///< of a cycle, all levels together
  double max_visits;  ///< of edges: a move visits those of a vertex
};

Effort effort_of(Tier tier) {
  switch (tier) {
    case Tier::fast: return {1, 100, 2e6, 10e6};
    case Tier::balanced: return {4, 200, 2.4e6, 30e6};
    default: return {std::numeric_limits<int>::max(), 200, 40e6, 400e6};
  }
}

class Partitioner {
 public:
  Partitioner(const mapping::Graph& graph, const machine::Machine& machine, const mapping::MapOptions& options)
      : machine_(machine),
        options_(options),
        graph_(graph),
        whole_(graph),
        bound_(graph_bound(graph, machine.levels().front().sizes).cut) {}

  /// A lower bound of the cut at the outermost level.
  double bound() const { return bound_; }

  /// The choice of a tier. It goes on from the division of the tier before.
  Choice run(Tier tier) {
    const machine::Sizes& outer = machine_.levels().front().sizes;
    if (tier == Tier::best) raise_bound();
    std::vector<Start> starts = this->starts(whole_, outer, tier);
    if (found_) starts.push_back(std::move(*found_));
    found_ = refined(whole_, std::move(starts), outer, tier, bound_);
    if (tier != Tier::fast) search_all(*found_, tier);
    std::vector<mapping::Vertex> vertices(machine_.size());
    std::iota(vertices.begin(), vertices.end(), mapping::Vertex(0));
    place(vertices, found_->labels, 0, 0, std::min(tier, Tier::balanced));
    Choice choice;
    choice.mapping.order.reserve(vertices.size());
    for (const mapping::Vertex vertex : vertices) choice.mapping.order.push_back(grid::Cell(vertex.number()));
    choice.algorithm = refined_name(*found_);
    if (!mapping::have_scotch())
      choice.mapping.notes.emplace_back("Scotch is not available: Cartwright bisected the graph itself");
    return choice;
  }

 private:
  /// A bound that is reached ends the search. Where there is time, a better one than that of the graph's structure is
  /// worth a quarter of it.
  void raise_bound() {
    constexpr double least_budget = 1;
    if (!found_ || found_->cut <= bound_ || options_.budget_seconds < least_budget) return;
    const machine::Sizes& outer = machine_.levels().front().sizes;
    bound_ = std::max(bound_, relaxed_bound(graph_, outer, found_->cut, Tier::best, options_.budget_seconds / 4));
  }

  /// Seconds of the budget that are left.
  double left() const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    return std::max(0.01, options_.budget_seconds - elapsed.count());
  }

  /// Divisions into parts of exactly these sizes, as starts for the refinement.
  std::vector<Start> starts(const mapping::CellGraph& graph, const machine::Sizes& sizes, Tier tier) const {
    std::vector<Start> starts;
    const auto enter = [&](std::string name, mapping::Labels labels) {
      const double cut = mapping::cut_of(graph, labels);
      starts.push_back({std::move(name), std::move(labels), cut});
    };
    mapping::Labels blocked;
    blocked.reserve(sizes.total());
    for (std::int64_t part = 0; part < sizes.count(); ++part)
      for (std::int64_t i = 0; i < sizes[part]; ++i) blocked.push_back(mapping::Part(part));
    enter("blocked", std::move(blocked));
    if (sizes.count() == 1 || starts.front().cut == 0) return starts;
    const auto by_scotch = [&](mapping::ScotchEffort effort, std::uint64_t seed) {
      std::optional<mapping::Labels> labels = mapping::scotch_parts(graph, sizes, effort, seed);
      if (labels) enter("scotch", mapping::with_exact_sizes(graph, std::move(*labels), sizes));
      return labels.has_value();
    };
    const bool scotch =
        by_scotch(tier == Tier::fast ? mapping::ScotchEffort::speed : mapping::ScotchEffort::quality, options_.seed);
    // Scotch draws the same numbers from a seed and the next one.
    for (std::uint64_t i = 1; scotch && tier == Tier::best && i < 8 && left() > 0.75 * options_.budget_seconds; ++i)
      if (by_scotch(mapping::ScotchEffort::quality, options_.seed + 2 * i) && starts.back().cut < starts[1].cut)
        std::swap(starts.back(), starts[1]);
    starts.resize(std::min<std::size_t>(starts.size(), 2));  // the best of Scotch
    if (tier == Tier::best || !scotch) enter("bisection", mapping::grow_parts(graph, sizes, options_.seed));
    return starts;
  }

  /// Refines the starts with the smallest cuts, then the best result for the rest of the work: in Tier::balanced two
  /// starts with two cycles each, in Tier::best three for an eighth of the time each.
  Start refined(const mapping::CellGraph& graph, std::vector<Start> starts, const machine::Sizes& sizes, Tier tier,
                double bound) const {
    const Effort effort = effort_of(tier);
    const double vertices = graph.size();
    const double edges = std::max(vertices, static_cast<double>(graph.edges()));
    const double moves = std::min(effort.max_moves, effort.max_visits * vertices / edges);
    mapping::CycleOptions cycles{.seed = options_.seed, .cycles = effort.cycles, .bound = bound};
    cycles.moves_per_vertex = std::min(effort.moves_per_vertex, moves / (2 * vertices));  // all levels: about twice
    const auto refine = [&](Start& start) {
      start.labels = mapping::v_cycles(graph, std::move(start.labels), sizes, cycles);
      start.cut = mapping::cut_of(graph, start.labels);
    };
    std::ranges::stable_sort(starts, {}, &Start::cut);
    starts.resize(std::min<std::size_t>(starts.size(), tier == Tier::fast ? 1 : tier == Tier::balanced ? 2 : 3));
    if (starts.size() > 1) {
      if (tier == Tier::balanced) cycles.cycles = 2;
      if (tier == Tier::best) cycles.budget_seconds = left() / 8;
      std::ranges::for_each(starts, refine);
      std::ranges::stable_sort(starts, {}, &Start::cut);
      cycles.cycles = effort.cycles;
      cycles.seed += 1;
    }
    if (tier == Tier::best) {
      cycles.budget_seconds = left();
      cycles.progress = options_.progress;
    }
    Start& best = starts.front();
    refine(best);
    best.labels = mapping::refine(graph, std::move(best.labels), static_cast<std::int32_t>(sizes.count()),
                                  {.seed = options_.seed, .rounds = 0, .bound = bound});
    return std::move(best);
  }

  /// Replaces the division if a search of all others finds a better one, which takes few vertices.
  void search_all(Start& best, Tier tier) const {
    std::int64_t cut = 0;
    for (const mapping::Vertex v : whole_.vertices())
      for (const mapping::Graph::Target& edge : graph_.edges(v.number()))
        if (best.labels[v] != best.labels[mapping::Vertex(edge.to)]) cut += edge.weight;
    const auto least = cost::least_cut(graph_, machine_.levels().front().sizes, static_cast<double>(cut),
                                       tier == Tier::best ? 8'000'000 : 1'000'000);
    if (!least || least->part_of.empty()) return;
    for (const mapping::Vertex v : whole_.vertices()) best.labels[v] = mapping::Part(least->part_of[v.index()]);
    best.name = "search";
  }

  /// Sorts `vertices`, which fill the slots from `first` on, by their domains of `level` in `labels`, and then each
  /// domain by the levels inside it.
  void place(std::span<mapping::Vertex> vertices, const mapping::Labels& labels, std::size_t level, std::int64_t first,
             Tier tier) const {
    std::vector<mapping::Vertex> order(vertices.size());
    std::iota(order.begin(), order.end(), mapping::Vertex(0));
    std::ranges::stable_sort(order, {}, [&](mapping::Vertex v) { return labels[v]; });
    std::vector<mapping::Vertex> sorted;
    for (const mapping::Vertex v : order) sorted.push_back(vertices[v.index()]);
    std::ranges::copy(sorted, vertices.begin());
    if (level + 1 == machine_.levels().size()) return;
    const machine::Sizes& inner = machine_.levels()[level + 1].sizes;
    for (std::size_t begin = 0; begin < order.size();) {
      std::size_t end = begin;
      while (end < order.size() && labels[order[end]] == labels[order[begin]]) ++end;
      const std::span<mapping::Vertex> domain = vertices.subspan(begin, end - begin);
      const std::int64_t slot = first + static_cast<std::int64_t>(begin);
      place(domain, divided(domain, mapping::sizes_within(inner, slot, first + static_cast<std::int64_t>(end)), tier),
            level + 1, slot, tier);
      begin = end;
    }
  }

  /// Divides an inner level. These are small, and their result must not depend on the clock.
  mapping::Labels divided(std::span<const mapping::Vertex> vertices, const machine::Sizes& sizes, Tier tier) const {
    const mapping::CellGraph part(whole_, vertices);
    return refined(part, starts(part, sizes, tier), sizes, tier, 0).labels;
  }

  const machine::Machine& machine_;
  const mapping::MapOptions& options_;
  const mapping::Graph& graph_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  mapping::CellGraph whole_;
  double bound_;
  std::optional<Start> found_;  ///< by the tiers so far
};

/// The choice for a graph with the edges of a grid. Weights that differ count as their means.
Choice on_grid(const mapping::ProductGrid& product, const machine::Machine& machine, Tier tier,
               const mapping::MapOptions& options) {
  mapping::MapOptions half = options;  // the rest of the time is for graphs whose weights differ
  half.budget_seconds /= 2;
  Choice choice = choose(mapping::Problem(product.grid, product.stencil, machine), tier, half);
  std::vector<grid::Cell> vertex_of(product.cell_of.size());
  for (std::size_t v = 0; v < vertex_of.size(); ++v)
    vertex_of[product.cell_of[v].number()] = grid::Cell(static_cast<std::int64_t>(v));
  for (const machine::Slot slot : choice.mapping.order.ids())
    choice.mapping.order[slot] = vertex_of[choice.mapping.order[slot].number()];
  choice.algorithm = "grid+" + choice.algorithm;
  choice.mapping.notes.clear();
  return choice;
}

Choice blocked(std::int64_t size) {
  mapping::Order order(size);
  std::iota(order.begin(), order.end(), grid::Cell(0));
  return {"blocked", {std::move(order), {}}};
}

}  // namespace

Choice partition(const mapping::Graph& graph, const machine::Machine& machine, Tier tier,
                 const mapping::MapOptions& options, bool keep_vertex_0) {
  if (graph.size() != machine.size())
    base::fail(base::Status::invalid_argument, "a graph of {} vertices does not fit a machine of {} slots",
               graph.size(), machine.size());
  Choice best = blocked(machine.size());
  const std::vector<cost::LevelCut> before = cost::edge_cut(graph, machine, best.mapping.order);
  const std::size_t node = machine.node_level();
  std::vector<double> least = cost::score(before);
  Partitioner partitioner(graph, machine, options);
  const std::optional<mapping::ProductGrid> product = mapping::product_grid(graph);
  const auto enter = [&](Choice placed) {
    std::vector<cost::LevelCut> after = cost::edge_cut(graph, machine, placed.mapping.order);
    if (keep_vertex_0) {
      KeptFirst kept = keep_first(graph, machine, placed.mapping.order);
      placed.mapping.order = std::move(kept.order);
      const double free_sum = after.front().j_sum;
      after = cost::edge_cut(graph, machine, placed.mapping.order);
      if (!kept.free) placed.mapping.notes.push_back(kept_at_a_cost(free_sum, after.front().j_sum));
    }
    std::vector<double> score = cost::score(after);
    if (after[node].j_sum > before[node].j_sum || score >= least) return;
    best = std::move(placed);
    least = std::move(score);
  };
  // With those of the lower tiers, so a tier is never worse than them.
  for (const Tier each : {Tier::fast, Tier::balanced, Tier::best}) {
    if (each > tier) break;
    if (product) {
      Choice placed = on_grid(*product, machine, each, options);
      const double cut = cost::edge_cut(graph, machine, placed.mapping.order).front().j_sum;
      enter(std::move(placed));
      if (machine.levels().size() == 1 && cut <= partitioner.bound()) continue;
    }
    enter(partitioner.run(each));
  }
  if (best.algorithm == "blocked")
    best.mapping.notes.emplace_back("no mapping beats blocked here: ranks are not reordered");
  return best;
}

}  // namespace cartwright::choose
