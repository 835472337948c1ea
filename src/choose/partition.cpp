// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/partition.hpp"

#include "base/error.hpp"
#include "choose/refine_starts.hpp"
#include "cost/graph_cut.hpp"
#include "cost/least_cut.hpp"
#include "mapping/divide.hpp"
#include "mapping/exact_sizes.hpp"
#include "mapping/grow_parts.hpp"
#include "mapping/scotch_parts.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::choose {

namespace {

class Partitioner {
 public:
  Partitioner(const mapping::Graph& graph, const machine::Machine& machine, const mapping::MapOptions& options)
      : machine_(machine), options_(options), graph_(graph), whole_(graph) {
    effort_.refine.seed = options.seed;
    outer_bound_ = cost::degree_bound(graph, machine.levels().front().sizes);
  }

  /// The choice of a tier, also from the divisions that the tiers before it found.
  Choice run(Tier tier) {
    tier_ = tier;
    effort_.refine.rounds = tier == Tier::fast ? 1 : tier == Tier::balanced ? 3 : 8;
    effort_.moves_per_cell = tier == Tier::fast ? 50 : 300;
    effort_.max_moves = tier == Tier::best ? 20'000'000 : 2'000'000;
    if (tier == Tier::best) effort_.max_visits = 400e6;
    const machine::Sizes& outer = machine_.levels().front().sizes;
    std::vector<Start> starts = this->starts(whole_, outer);
    starts.insert(starts.end(), found_.begin(), found_.end());
    mapping::RefineOptions effort = mapping::refinement(effort_, whole_);
    effort.bound = outer_bound_;
    Start best = refine_starts(whole_, std::move(starts), static_cast<std::int32_t>(outer.count()), effort, tier_,
                               options_, begin_);
    if (tier_ != Tier::fast) search_all(best);
    best.name = refined_name(best);
    std::vector<mapping::Vertex> vertices(machine_.size());
    std::iota(vertices.begin(), vertices.end(), mapping::Vertex(0));
    place(vertices, best.labels, 0, 0);
    Choice choice;
    choice.mapping.order.reserve(vertices.size());
    for (const mapping::Vertex vertex : vertices) choice.mapping.order.push_back(grid::Cell(vertex.number()));
    choice.algorithm = best.name;
    found_.push_back(std::move(best));
    if (!mapping::have_scotch())
      choice.mapping.notes.emplace_back("Scotch is not available: Cartwright bisected the graph itself");
    return choice;
  }

 private:
  /// Divisions into parts of exactly these sizes, as starts for the refinement.
  std::vector<Start> starts(const mapping::CellGraph& graph, const machine::Sizes& sizes) const {
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
    bool scotch = false;
    const auto ask_scotch = [&](mapping::ScotchEffort effort) {
      std::optional<mapping::Labels> labels = mapping::scotch_parts(graph, sizes, effort, options_.seed);
      if (!labels) return;
      scotch = true;
      enter("scotch", mapping::with_exact_sizes(graph, std::move(*labels), sizes));
    };
    if (tier_ != Tier::balanced) ask_scotch(mapping::ScotchEffort::speed);
    if (tier_ != Tier::fast) ask_scotch(mapping::ScotchEffort::quality);
    if (tier_ == Tier::best || !scotch) enter("bisection", mapping::grow_parts(graph, sizes, options_.seed));
    return starts;
  }

  /// Replaces the division if a search of all others finds a better one, which takes few vertices.
  void search_all(Start& best) const {
    std::int64_t cut = 0;
    for (const mapping::Vertex v : whole_.vertices())
      for (const mapping::Graph::Target& edge : graph_.edges(v.number()))
        if (best.labels[v] != best.labels[mapping::Vertex(edge.to)]) cut += edge.weight;
    const auto least = cost::least_cut(graph_, machine_.levels().front().sizes, static_cast<double>(cut),
                                       tier_ == Tier::best ? 8'000'000 : 1'000'000);
    if (!least || least->part_of.empty()) return;
    for (const mapping::Vertex v : whole_.vertices()) best.labels[v] = mapping::Part(least->part_of[v.index()]);
    best.name = "search";
  }

  /// Sorts `vertices`, which fill the slots from `first` on, by their domains of `level` in `labels`, and then each
  /// domain by the levels inside it.
  void place(std::span<mapping::Vertex> vertices, const mapping::Labels& labels, std::size_t level,
             std::int64_t first) {
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
      place(domain, divided(domain, mapping::sizes_within(inner, slot, first + static_cast<std::int64_t>(end))),
            level + 1, slot);
      begin = end;
    }
  }

  /// Divides an inner level. These are small, and their result must not depend on the clock.
  mapping::Labels divided(std::span<const mapping::Vertex> vertices, const machine::Sizes& sizes) const {
    const mapping::CellGraph part(whole_, vertices);
    return refine_starts(part, starts(part, sizes), static_cast<std::int32_t>(sizes.count()),
                         mapping::refinement(effort_, part), std::min(tier_, Tier::balanced), options_, begin_)
        .labels;
  }

  const machine::Machine& machine_;
  Tier tier_ = Tier::fast;
  const mapping::MapOptions& options_;
  const mapping::Graph& graph_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  mapping::CellGraph whole_;
  mapping::DivideEffort effort_;
  double outer_bound_ = 0;
  std::vector<Start> found_;  ///< by the tiers so far
};

Choice blocked(std::int64_t size) {
  mapping::Order order(size);
  std::iota(order.begin(), order.end(), grid::Cell(0));
  return {"blocked", {std::move(order), {}}};
}

}  // namespace

Choice partition(const mapping::Graph& graph, const machine::Machine& machine, Tier tier,
                 const mapping::MapOptions& options) {
  if (graph.size() != machine.size())
    base::fail(base::Status::invalid_argument, "a graph of {} vertices does not fit a machine of {} slots",
               graph.size(), machine.size());
  Choice best = blocked(machine.size());
  const std::vector<cost::LevelCut> before = cost::edge_cut(graph, machine, best.mapping.order);
  const std::size_t node = machine.node_level();
  std::vector<double> least = cost::score(before);
  Partitioner partitioner(graph, machine, options);
  // With those of the lower tiers, so a tier is never worse than them.
  for (const Tier each : {Tier::fast, Tier::balanced, Tier::best}) {
    if (each > tier) break;
    Choice placed = partitioner.run(each);
    const std::vector<cost::LevelCut> after = cost::edge_cut(graph, machine, placed.mapping.order);
    std::vector<double> score = cost::score(after);
    if (after[node].j_sum > before[node].j_sum || score >= least) continue;
    best = std::move(placed);
    least = std::move(score);
  }
  if (best.algorithm == "blocked")
    best.mapping.notes.emplace_back("no mapping beats blocked here: ranks are not reordered");
  return best;
}

}  // namespace cartwright::choose
