// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/v_cycles.hpp"

#include "base/random.hpp"
#include "mapping/exact_sizes.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace cartwright::mapping {

namespace {

/// A graph whose vertices stand for several vertices of the finest graph.
struct Level {
  CellGraph graph;
  base::IndexVector<Vertex, std::int32_t> weight;  ///< number of vertices of the finest graph
  base::IndexVector<Vertex, Vertex> coarse;        ///< by the vertex of the next finer level: the one that contains it
};

class Cycles {
 public:
  Cycles(const CellGraph& graph, Labels labels, const machine::Sizes& sizes, const CycleOptions& options)
      : graph_(graph),
        sizes_(sizes),
        options_(options),
        random_(options.seed),
        ones_(graph.size(), 1),
        best_(std::move(labels)),
        least_(cut_of(graph, best_)) {}

  Labels run() {
    if (sizes_.count() < 2 || graph_.edges() == 0) return std::move(best_);
    for (int cycle = 0; cycle < options_.cycles && least_ > options_.bound; ++cycle) {
      const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
      if (options_.budget_seconds > 0 && elapsed > options_.budget_seconds) break;
      if (options_.progress) options_.progress(options_.budget_seconds > 0 ? elapsed / options_.budget_seconds : 0);
      Labels labels = with_exact_sizes(graph_, this->cycle(), sizes_);
      const double cut = cut_of(graph_, labels);
      if (cut > least_) continue;
      least_ = cut;
      best_ = std::move(labels);
    }
    return std::move(best_);
  }

 private:
  static constexpr Vertex none{-1};

  Labels cycle() {
    const std::int64_t vertices_of_part = 3 + random_.below(6);
    const auto heaviest = std::max<std::int64_t>(1, graph_.size() / (sizes_.count() * vertices_of_part));
    double hot = 0.5 + 0.7 * random_.unit();
    const double cooling = 0.6 + 0.3 * random_.unit();
    price_ = 0.3 + 0.7 * random_.unit();

    Labels labels = best_;
    std::vector<Level> levels;
    for (;;) {
      const CellGraph& graph = levels.empty() ? graph_ : levels.back().graph;
      if (graph.size() <= 2 * sizes_.count()) break;
      Level coarser = contracted(graph, levels.empty() ? ones_ : levels.back().weight, labels, heaviest);
      if (coarser.graph.size() > 0.95 * graph.size()) break;
      Labels of_coarser(coarser.graph.size());
      for (const Vertex v : graph.vertices()) of_coarser[coarser.coarse[v]] = labels[v];
      labels = std::move(of_coarser);
      levels.push_back(std::move(coarser));
    }
    for (; !levels.empty(); levels.pop_back()) {
      const Level& level = levels.back();
      anneal(level.graph, level.weight, labels, hot);
      hot = std::max(hot * cooling, 0.25);
      Labels of_finer;
      of_finer.reserve(level.coarse.size());
      for (const Vertex v : level.coarse) of_finer.push_back(labels[v]);
      labels = std::move(of_finer);
    }
    anneal(graph_, ones_, labels, hot);
    return labels;
  }

  /// Contracts a matching of heavy edges within parts, between vertices of at most the weight `heaviest` together.
  Level contracted(const CellGraph& graph, const base::IndexVector<Vertex, std::int32_t>& weight, const Labels& labels,
                   std::int64_t heaviest) {
    std::vector<Vertex> order(graph.vertices().begin(), graph.vertices().end());
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    base::IndexVector<Vertex, Vertex> mate(graph.size(), none);
    for (const Vertex v : order) {
      if (mate[v] != none) continue;
      double most = 0;
      Vertex with = v;
      for (const auto& edge : graph.edges(v)) {
        if (mate[edge.to] != none || labels[edge.to] != labels[v] || weight[v] + weight[edge.to] > heaviest) continue;
        const double rating = static_cast<double>(edge.weight) * edge.weight / weight[edge.to];
        if (rating <= most) continue;
        most = rating;
        with = edge.to;
      }
      mate[v] = with;
      mate[with] = v;
    }

    base::IndexVector<Vertex, Vertex> coarse(graph.size(), none);
    std::vector<Vertex> first;  // by the coarse vertex: one of those that it contains
    for (const Vertex v : graph.vertices()) {
      if (coarse[v] != none) continue;
      coarse[v] = coarse[mate[v]] = Vertex(first.size());
      first.push_back(v);
    }
    std::vector<std::size_t> starts{0};
    std::vector<CellGraph::Edge> edges;
    base::IndexVector<Vertex, std::int32_t> weights;
    base::IndexVector<Vertex, std::size_t> place(first.size(), 0);  // past the edge to this vertex, among `edges`
    for (const Vertex v : first) {
      const auto collect = [&](Vertex from) {
        for (const auto& edge : graph.edges(from)) {
          const Vertex to = coarse[edge.to];
          if (to == coarse[v]) continue;
          if (place[to] > starts.back()) {
            edges[place[to] - 1].weight += edge.weight;
            continue;
          }
          edges.push_back({to, edge.weight});
          place[to] = edges.size();
        }
      };
      collect(v);
      if (mate[v] != v) collect(mate[v]);
      starts.push_back(edges.size());
      weights.push_back(weight[v] + (mate[v] != v ? weight[mate[v]] : 0));
    }
    return {CellGraph(std::move(starts), std::move(edges)), std::move(weights), std::move(coarse)};
  }

  /// Moves vertices while the temperature falls from `hot`, in mean edge weights. The penalty is the price times the
  /// sum of the squares of the deviations from the sizes.
  void anneal(const CellGraph& graph, const base::IndexVector<Vertex, std::int32_t>& weight, Labels& labels,
              double hot) {
    constexpr double cold = 0.15;
    const double unit = graph.mean_weight();
    if (unit == 0) return;
    base::IndexVector<Part, std::int64_t> excess(sizes_.count(), 0);
    for (const Part part : excess.ids()) excess[part] = -sizes_[part.number()];
    for (const Vertex v : graph.vertices()) excess[labels[v]] += weight[v];
    const double coarseness = static_cast<double>(graph_.size()) / graph.size();
    const auto moves = static_cast<std::int64_t>(options_.moves_per_vertex * graph.size());
    const std::int64_t batch = std::clamp<std::int64_t>(moves / 64, 1, 4096);  // between two changes of temperature
    for (std::int64_t done = 0; done < moves; done += batch) {
      const double share = static_cast<double>(done) / static_cast<double>(moves);
      const double temperature = unit * hot * std::pow(cold / hot, share);
      const double price = unit / (coarseness * coarseness) * std::pow(price_, 1 - share);
      for (std::int64_t i = 0; i < batch; ++i) {
        const Vertex v(random_.below(graph.size()));
        const std::span<const CellGraph::Edge> edges = graph.edges(v);
        // To the part of a neighbor, and of any vertex once in 64 moves.
        const std::int64_t drawn = random_.below(64 * std::max<std::int64_t>(1, std::ssize(edges)));
        const Vertex beside =
            drawn % 64 == 0 || edges.empty() ? Vertex(random_.below(graph.size())) : edges[drawn / 64].to;
        const Part from = labels[v], to = labels[beside];
        if (from == to) continue;
        double increase = 0;
        for (const auto& edge : edges) {
          const Part part = labels[edge.to];
          increase += edge.weight * static_cast<float>(int{part == from} - int{part == to});
        }
        const std::int32_t moved = weight[v];
        increase += 2 * price * moved * static_cast<double>(moved - excess[from] + excess[to]);
        if (increase > 0 && (increase > 16 * temperature || random_.unit() >= std::exp(-increase / temperature)))
          continue;
        labels[v] = to;
        excess[from] -= moved;
        excess[to] += moved;
      }
    }
  }

  const CellGraph& graph_;
  const machine::Sizes& sizes_;
  const CycleOptions& options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  base::Random random_;
  double price_ = 1;  ///< at the beginning of annealing; 1 at the end
  base::IndexVector<Vertex, std::int32_t> ones_;
  Labels best_;
  double least_;
};

}  // namespace

Labels v_cycles(const CellGraph& graph, Labels labels, const machine::Sizes& sizes, const CycleOptions& options) {
  return Cycles(graph, std::move(labels), sizes, options).run();
}

}  // namespace cartwright::mapping
