// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/choose.hpp"

#include "base/error.hpp"
#include "bound/lower_bound.hpp"
#include "choose/local_choice.hpp"
#include "choose/refine_starts.hpp"
#include "cost/cut.hpp"
#include "mapping/divide.hpp"
#include "mapping/oblique.hpp"
#include "mapping/v_cycles.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace cartwright::choose {

Tier parse_tier(std::string_view name) {
  for (const Tier tier : {Tier::fast, Tier::balanced, Tier::best})
    if (name == to_string(tier)) return tier;
  base::fail(base::Status::invalid_argument, "unknown tier '{}': use fast, balanced or best", name);
}

std::string_view to_string(Tier tier) {
  switch (tier) {
    case Tier::fast: return "fast";
    case Tier::balanced: return "balanced";
    case Tier::best: return "best";
  }
  return "unknown";
}

namespace {

/// Above this size, refinement starts only from local orders: constructions would take minutes.
constexpr std::int64_t max_constructed = 100'000;

/// Up to this size, the mapping `refined` is tried too: it refines another construction in another order of steps.
constexpr std::int64_t max_refined_twice = 2'000;

/// Up to this size, annealing can forget its start and still cool down in a tenth of a second. It rarely finds anything
/// where the cut is closer to the bound than by this factor.
constexpr std::int64_t max_annealed = 1'000;
constexpr double worth_annealing = 1.03;

struct Candidate {
  Choice choice;
  std::vector<double> score;           ///< of cost::score()
  double outer_sum = 0, node_sum = 0;  ///< J_sum of the outermost level, and between nodes
};

class Chooser {
 public:
  Chooser(const mapping::Problem& problem, Tier tier, const mapping::MapOptions& options)
      : problem_(problem), tier_(tier), options_(options), outer_(problem.machine().levels().front().sizes) {}

  Choice run() {
    for (const mapping::Algorithm* algorithm : local_algorithms(problem_))
      enter({std::string(algorithm->name), mapping::run_algorithm(*algorithm, problem_, options_)});
    if (tier_ != Tier::fast && outer_.count() > 1) {
      bound_ = options_.proven_bound > 0 ? options_.proven_bound
                                         : bound::lower_bound(problem_.grid(), problem_.stencil(), outer_);
      enter(built(Tier::balanced));
      if (least_cut() > bound_ && problem_.size() <= max_refined_twice)
        enter({"refined", mapping::run_algorithm(mapping::find_algorithm("refined"), problem_, options_)});
      if (least_cut() > worth_annealing * bound_ && problem_.size() <= max_annealed)
        enter(annealed(candidates_.back()));
      // From the candidates of the lower tiers: best is never worse than balanced, nor balanced worse than fast.
      if (tier_ == Tier::best) enter(built(Tier::best));
    }
    const auto blocked =
        std::ranges::find(candidates_, "blocked", [](const Candidate& c) { return c.choice.algorithm; });
    const double limit = blocked->node_sum;
    // With levels above the nodes, fewer edges between groups must not mean more edges between nodes.
    std::erase_if(candidates_, [&](const Candidate& c) { return c.node_sum > limit; });
    Choice best = std::move(std::ranges::min_element(candidates_, {}, &Candidate::score)->choice);
    if (best.algorithm == "blocked")
      best.mapping.notes.emplace_back("no mapping beats blocked here: ranks are not reordered");
    return best;
  }

 private:
  void enter(Choice choice) {
    Candidate candidate{std::move(choice), {}};
    const std::vector<cost::LevelCut> cuts = cost::edge_cut(problem_, candidate.choice.mapping.order);
    candidate.score = cost::score(cuts);
    candidate.outer_sum = cuts.front().j_sum;
    candidate.node_sum = cuts[problem_.machine().node_level()].j_sum;
    candidates_.push_back(std::move(candidate));
  }

  mapping::DivideEffort effort_of(Tier tier) const {
    mapping::DivideEffort effort;
    effort.refine.seed = options_.seed;
    effort.refine.bound = bound_;
    if (problem_.size() > max_constructed / 10) effort.guillotine.max_boxes = 2000;
    if (tier == Tier::balanced) {
      // With parts of several sizes there are many more boxes, and strips of many parts are rarely the best filling.
      if (!outer_.uniform()) effort.guillotine.max_strip_parts = 4;
      effort.moves_per_cell = 300;
      effort.max_moves = 2'000'000;
      effort.refine.rounds = 3;
    } else {
      effort.guillotine.max_strip_parts = std::numeric_limits<std::int64_t>::max();
      effort.moves_per_cell = 300;
      effort.max_moves = 20'000'000;
      effort.max_visits = 400e6;
      effort.refine.rounds = 8;
    }
    return effort;
  }

  /// Constructs and refines at the outermost level, also from the candidates so far, then divides the levels inside.
  Choice built(Tier tier) {
    const mapping::DivideEffort effort = effort_of(tier);
    const mapping::CellGraph graph(problem_.grid(), problem_.stencil());
    const auto parts = static_cast<std::int32_t>(outer_.count());

    std::vector<Start> starts;
    const auto start_from = [&](std::string name, mapping::Labels labels) {
      const double cut = mapping::cut_of(graph, labels);
      starts.push_back({std::move(name), std::move(labels), cut});
    };
    for (const Candidate& candidate : candidates_)
      start_from(candidate.choice.algorithm, labels_of(candidate.choice.mapping.order));
    std::vector<grid::Cell> cells(problem_.size());
    std::iota(cells.begin(), cells.end(), grid::Cell(0));
    if (problem_.size() <= max_constructed && std::ranges::min(starts, {}, &Start::cut).cut > bound_)
      start_from(mapping::oblique_directions(problem_.stencil()).empty() ? "guillotine" : "oblique",
                 mapping::construct(problem_.grid(), problem_.stencil(), cells, outer_, effort));
    const Start best =
        refine_starts(graph, std::move(starts), parts, mapping::refinement(effort, graph), tier, options_, begin_);
    return {refined_name(best), {mapping::order_by_levels(problem_, best.labels, effort), {}}};
  }

  double least_cut() const { return std::ranges::min(candidates_, {}, &Candidate::outer_sum).outer_sum; }

  /// Anneals a candidate from a temperature that forgets it, and moves groups of vertices by V-cycles.
  Choice annealed(const Candidate& from) {
    const mapping::CellGraph graph(problem_.grid(), problem_.stencil());
    const mapping::DivideEffort effort = effort_of(Tier::balanced);
    Start start{from.choice.algorithm, labels_of(from.choice.mapping.order), from.outer_sum};
    mapping::DivideEffort hot = effort;
    hot.moves_per_cell = 4'000;
    hot.max_moves = 300'000;
    hot.max_visits = 4e6;
    hot.refine.rounds = 4;
    hot.refine.hot = 1.3;
    hot.refine.cold = 0.3;
    start.labels = mapping::refine(graph, std::move(start.labels), static_cast<std::int32_t>(outer_.count()),
                                   mapping::refinement(hot, graph));
    start.labels = mapping::v_cycles(graph, std::move(start.labels), outer_,
                                     {.seed = options_.seed, .cycles = 8, .bound = bound_});
    return {refined_name(start), {mapping::order_by_levels(problem_, start.labels, effort), {}}};
  }

  mapping::Labels labels_of(const mapping::Order& order) const {
    mapping::Labels labels(order.size());
    for (std::int64_t part = 0; part < outer_.count(); ++part)
      for (machine::Slot slot(outer_.start(part)); slot.number() < outer_.start(part + 1); ++slot)
        labels[mapping::Vertex(order[slot].number())] = mapping::Part(part);
    return labels;
  }

  const mapping::Problem& problem_;
  Tier tier_;
  const mapping::MapOptions& options_;
  const machine::Sizes& outer_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<Candidate> candidates_;
  double bound_ = 0;  ///< of J_sum at the outermost level
};

}  // namespace

Choice choose(const mapping::Problem& problem, Tier tier, const mapping::MapOptions& options) {
  return Chooser(problem, tier, options).run();
}

}  // namespace cartwright::choose
