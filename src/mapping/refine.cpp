// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/refine.hpp"

#include "base/random.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <span>

namespace cartwright::mapping {

namespace {

/// Weights are sums of floats in double. Integers stay exact; others are compared with this tolerance.
constexpr double slack = 1e-6;

/// Number of moves between two checks of the clock, and between two changes of temperature.
constexpr std::int64_t batch = 4096;

constexpr Vertex no_vertex{-1};

class Annealer {
 public:
  Annealer(const CellGraph& graph, Labels labels, std::int32_t parts, const RefineOptions& options)
      : graph_(graph),
        options_(options),
        random_(options.seed),
        unit_(graph.mean_weight()),
        labels_(std::move(labels)),
        best_labels_(labels_),
        sizes_(parts, 0),
        members_(sizes_.size()),
        position_(labels_.size()) {
    for (const Part part : labels_) ++sizes_[part];
    best_ = cut_ = cut_of(graph_, labels_);
    const auto equal = [&](Vertex v) {
      return std::ranges::all_of(graph_.edges(v), [&](const auto& edge) { return edge.weight == unit_; });
    };
    if (!std::ranges::all_of(graph_.vertices(), equal)) return;
    equal_weights_ = true;
    starts_.reserve(labels_.size() + 1);
    starts_.push_back(0);
    neighbors_.reserve(graph_.edges());
    for (const Vertex v : graph_.vertices()) {
      for (const auto& edge : graph_.edges(v)) neighbors_.push_back(edge.to);
      starts_.push_back(neighbors_.size());
    }
  }

  Labels run() {
    static constexpr std::array temperatures = {0.75, 0.5, 0.35, 1.0, 1.5};  // in mean edge weights
    std::int64_t moves = options_.moves;
    for (int round = 0; round < options_.rounds && !done(); ++round) {
      const std::size_t step = round % (2 * temperatures.size());
      const double hot = (options_.hot > 0 ? options_.hot : temperatures[step / 2]) * unit_;
      labels_ = best_labels_;
      cut_ = best_;
      if (step % 2 == 0)
        swaps(hot, moves);
      else
        drifts(hot, moves);
      if (step + 1 == 2 * temperatures.size()) moves *= 2;
      report(static_cast<double>(round + 1) / options_.rounds);
    }
    even_out();
    return std::move(best_labels_);
  }

 private:
  bool done() {
    if (best_ <= options_.bound + slack || sizes_.size() < 2 || unit_ == 0) return true;
    return options_.budget_seconds > 0 && elapsed() > options_.budget_seconds;
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

  void report(double share) const {
    if (!options_.progress) return;
    if (options_.budget_seconds > 0) share = std::max(share, elapsed() / options_.budget_seconds);
    options_.progress(std::min(share, 1.0));
  }

  /// Calls `move` many times while the temperature falls geometrically from `hot` to that of the options, and `cooled`
  /// with the share of the moves made so far whenever it falls.
  template <typename Cooled, typename Move>
  void cool(double hot, std::int64_t moves, Cooled&& cooled, Move&& move) {
    const double cold = std::min(hot, options_.cold * unit_);
    for (std::int64_t done_moves = 0; done_moves < moves && !done(); done_moves += batch) {
      const double share = static_cast<double>(done_moves) / static_cast<double>(moves);
      temperature_ = hot * std::pow(cold / hot, share);
      cooled(share);
      for (std::int64_t i = 0; i < batch; ++i) move();
      if ((done_moves / batch) % 64 == 63) report(0);
    }
  }

  bool accept(double increase) {
    if (increase <= 0) return true;
    if (increase > 16 * temperature_) return false;
    return random_.unit() < std::exp(-increase / temperature_);
  }

  /// Picks a random vertex, and another one whose part it may move to. That is usually a neighbor, but sometimes any
  /// vertex, which lets distant pieces of a part exchange vertices. False when both are in one part.
  bool pick(Vertex& vertex, Vertex& neighbor) {
    vertex = any_vertex();
    if (random_.below(64) == 0) {
      neighbor = any_vertex();
      return label(vertex) != label(neighbor);
    }
    const std::size_t edges = equal_weights_ ? neighbors(vertex).size() : graph_.edges(vertex).size();
    if (edges == 0) return false;
    const auto picked = static_cast<std::size_t>(random_.below(static_cast<std::int64_t>(edges)));
    neighbor = equal_weights_ ? neighbors(vertex)[picked] : graph_.edges(vertex)[picked].to;
    return label(vertex) != label(neighbor);
  }

  Vertex any_vertex() { return Vertex(random_.below(graph_.size())); }

  Part& label(Vertex vertex) { return labels_[vertex]; }

  /// Increase of the cut when a vertex moves from part `from` to part `to`; an edge to vertex `apart` stays cut.
  double growth(Vertex vertex, Part from, Part to, Vertex apart = no_vertex) {
    if (equal_weights_) return unit_ * gained(vertex, from, to, apart);
    double growth = 0;
    for (const auto& edge : graph_.edges(vertex)) {
      const Part part = label(edge.to);
      if (part == from)
        growth += edge.weight;
      else if (part == to)
        growth -= edge.to == apart ? -static_cast<double>(edge.weight) : static_cast<double>(edge.weight);
    }
    return growth;
  }

  /// The same as a number of edges of equal weight. Without branches: which labels come cannot be predicted.
  std::int32_t gained(Vertex vertex, Part from, Part to, Vertex apart) {
    std::int32_t gained = 0;
    for (const Vertex neighbor : neighbors(vertex)) {
      const Part part = label(neighbor);
      gained += std::int32_t{part == from} - std::int32_t{part == to} +
                2 * (std::int32_t{part == to} & std::int32_t{neighbor == apart});
    }
    return gained;
  }

  std::span<const Vertex> neighbors(Vertex vertex) const {
    return {neighbors_.data() + starts_[vertex.index()], neighbors_.data() + starts_[vertex.index() + 1]};
  }

  void keep_if_best() {
    if (cut_ < best_ - slack) {
      best_ = cut_;
      best_labels_ = labels_;
    }
  }

  // --- swaps

  void list_members() {
    for (auto& list : members_) list.clear();
    for (const Vertex v : graph_.vertices()) {
      auto& list = members_[label(v)];
      position_[v] = static_cast<std::int32_t>(list.size());
      list.push_back(v);
    }
  }

  /// A vertex of part `in` that borders on part `on`: tries a few random ones, then takes `fallback`.
  Vertex bordering(Part in, Part on, Vertex fallback) {
    const auto& list = members_[in];
    for (int attempt = 0; attempt < 3; ++attempt) {
      const Vertex v = list[random_.below(static_cast<std::int64_t>(list.size()))];
      if (borders(v, on)) return v;
    }
    return fallback;
  }

  bool borders(Vertex v, Part on) {
    if (equal_weights_)
      return std::ranges::any_of(neighbors(v), [&](Vertex neighbor) { return label(neighbor) == on; });
    return std::ranges::any_of(graph_.edges(v), [&](const auto& edge) { return label(edge.to) == on; });
  }

  void exchange(Vertex v, Vertex u, double increase) {
    std::swap(position_[v], position_[u]);
    std::swap(label(v), label(u));
    for (const Vertex x : {v, u}) members_[label(x)][position_[x]] = x;
    cut_ += increase;
  }

  void swaps(double hot, std::int64_t moves) {
    list_members();
    const auto cooled = [](double) {};
    cool(hot, moves, cooled, [this] {
      Vertex v, beside;
      if (!pick(v, beside)) return;
      const Part from = label(v), to = label(beside);
      const Vertex u = bordering(to, from, beside);
      const double increase = growth(v, from, to, u) + growth(u, to, from);
      if (!accept(increase)) return;
      exchange(v, u, increase);
      if (increase < 0) keep_if_best();
    });
  }

  // --- drifts

  void drifts(double hot, std::int64_t moves) {
    base::IndexVector<Part, std::int32_t> excess(sizes_.size(), 0);
    std::int64_t misplaced = 0;  // sum of |excess|
    const double cheap = std::min(hot, unit_), dear = unit_;
    double price = cheap;  // rises during cooling
    const auto cooled = [&](double share) { price = cheap * std::pow(dear / cheap, share); };
    cool(hot, moves, cooled, [&] {
      Vertex v, beside;
      if (!pick(v, beside)) return;
      const Part from = label(v), to = label(beside);
      std::int32_t &here = excess[from], &there = excess[to];
      // The penalty for wrong sizes is price times the sum of excess^2.
      const double increase = growth(v, from, to);
      if (!accept(increase + price * (2.0 - 2.0 * here + 2.0 * there))) return;
      misplaced -= std::abs(here) + std::abs(there);
      misplaced += std::abs(--here) + std::abs(++there);
      label(v) = to;
      cut_ += increase;
      if (misplaced == 0) keep_if_best();
    });
  }

  // --- J_max

  /// Makes swaps that do not increase the cut and do not increase the larger of the two parts' shares.
  void even_out() {
    if (sizes_.size() < 2 || unit_ == 0) return;
    labels_ = best_labels_;
    cut_ = best_;
    list_members();
    base::IndexVector<Part, double> share(sizes_.size(), 0.0);
    for (const Vertex v : graph_.vertices())
      for (const auto& edge : graph_.edges(v))
        if (label(edge.to) != label(v)) share[label(v)] += edge.weight;
    for (std::int64_t i = 0; i < std::min<std::int64_t>(options_.moves, 64LL * graph_.size()); ++i) {
      Vertex v, beside;
      if (!pick(v, beside)) continue;
      const Part from = label(v), to = label(beside);
      const Vertex u = bordering(to, from, beside);
      const double increase = growth(v, from, to, u) + growth(u, to, from);
      if (std::abs(increase) > slack && increase > 0) continue;
      double &here = share[from], &there = share[to];
      const double before_here = here, before_there = there;
      for (const auto& edge : graph_.edges(v)) count(edge, from, to, u, here, there);
      for (const auto& edge : graph_.edges(u)) count(edge, to, from, v, there, here);
      if (std::max(here, there) > std::max(before_here, before_there) + slack) {
        here = before_here;
        there = before_there;
        continue;
      }
      exchange(v, u, increase);
    }
    best_labels_ = labels_;
    best_ = cut_;
  }

  /// Updates the shares of both parts for one edge of a vertex that moves between them. The edge to its partner in the
  /// swap stays cut between the same two parts.
  void count(const CellGraph::Edge& edge, Part from, Part to, Vertex partner, double& old_share, double& new_share) {
    if (edge.to == partner) return;
    const Part part = label(edge.to);
    const double weight = edge.weight;
    if (part == from) {
      old_share += weight;  // the other end stays: the edge is now cut, which counts for both parts
      new_share += weight;
    } else if (part == to) {
      old_share -= weight;
      new_share -= weight;
    } else {
      old_share -= weight;
      new_share += weight;
    }
  }

  const CellGraph& graph_;
  const RefineOptions& options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  base::Random random_;
  double unit_;
  double temperature_ = 0;
  Labels labels_, best_labels_;
  double cut_ = 0, best_ = 0;
  base::IndexVector<Part, std::int64_t> sizes_;
  base::IndexVector<Part, std::vector<Vertex>> members_;
  base::IndexVector<Vertex, std::int32_t> position_;  ///< within the members of its part
  // If all edges have one weight: only where they go, in half of the memory.
  bool equal_weights_ = false;
  std::vector<std::size_t> starts_;
  std::vector<Vertex> neighbors_;
};

}  // namespace

double cut_of(const CellGraph& graph, const Labels& labels) {
  double cut = 0;
  for (const Vertex v : graph.vertices())
    for (const auto& edge : graph.edges(v))
      if (v < edge.to && labels[v] != labels[edge.to]) cut += edge.weight;
  return cut;
}

Labels refine(const CellGraph& graph, Labels labels, std::int32_t parts, const RefineOptions& options) {
  return Annealer(graph, std::move(labels), parts, options).run();
}

}  // namespace cartwright::mapping
