// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/torus_embedding.hpp"

#include "network/torus.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::placement {

namespace {

/// A factor of a dimension of the grid. A step of its digit is `weight` steps along `axis` of the torus.
struct Digit {
  std::size_t axis;
  std::int64_t radix;
  std::int64_t weight;
};
/// The digits of each dimension of the grid, the fastest first.
using Embedding = std::vector<std::vector<Digit>>;

constexpr std::size_t max_searched = 20'000;

/// All ways to divide the dims of the grid into factors that fill the axes of the torus. Where several dims share an
/// axis, the first of them has the larger weight.
class Search {
 public:
  Search(const grid::Coords& dims, std::vector<std::int64_t> axes)
      : rest_(dims.begin(), dims.end()), axes_(std::move(axes)), now_(dims.size()) {
    divide(0, 0);
  }
  std::vector<Embedding> take() { return std::move(found_); }

 private:
  void divide(std::size_t dim, std::size_t axis) {
    if (found_.size() == max_searched) return;
    if (dim == rest_.size()) {
      if (std::ranges::all_of(axes_, [](std::int64_t left) { return left == 1; })) found_.push_back(ordered());
      return;
    }
    if (axis == axes_.size()) {
      if (rest_[dim] == 1) divide(dim + 1, 0);
      return;
    }
    for (std::int64_t factor = 1; factor <= std::min(rest_[dim], axes_[axis]); ++factor) {
      if (rest_[dim] % factor != 0 || axes_[axis] % factor != 0) continue;
      rest_[dim] /= factor;
      axes_[axis] /= factor;
      if (factor > 1) now_[dim].push_back({axis, factor, axes_[axis]});
      divide(dim, axis + 1);
      if (factor > 1) now_[dim].pop_back();
      rest_[dim] *= factor;
      axes_[axis] *= factor;
    }
  }
  Embedding ordered() const {
    Embedding embedding = now_;
    for (std::vector<Digit>& digits : embedding) std::ranges::stable_sort(digits, {}, &Digit::weight);
    return embedding;
  }

  std::vector<std::int64_t> rest_;
  std::vector<std::int64_t> axes_;
  Embedding now_;
  std::vector<Embedding> found_;
};

/// The mean number of links of a step along every dimension, weighed by the traffic along it.
double mean_way(const NetworkProblem& problem, const Embedding& embedding) {
  double sum = 0;
  for (const grid::Offset& offset : problem.stencil.offsets())
    for (std::size_t dim = 0; dim < embedding.size(); ++dim) {
      double faster = 1;
      double way = 0;
      for (const Digit& digit : embedding[dim]) {
        const auto radix = static_cast<double>(digit.radix);
        way += static_cast<double>(digit.weight) * (1 - 1 / radix) / faster;
        faster *= radix;
      }
      sum += offset.weight * std::abs(static_cast<double>(offset.delta[dim])) * way;
    }
  return sum;
}

traffic::NodeOfRank placed(const NetworkProblem& problem, const std::vector<std::int64_t>& axes,
                           const Embedding& embedding) {
  std::vector<std::int64_t> stride(axes.size(), 1);
  for (std::size_t axis = axes.size(); axis-- > 1;) stride[axis - 1] = stride[axis] * axes[axis];
  traffic::NodeOfRank node_of_rank(problem.grid.size());
  for (const traffic::Rank rank : node_of_rank.ids()) {
    const grid::Coords cell = problem.grid.coords(grid::Cell(rank.number()));
    std::int64_t node = 0;
    for (std::size_t dim = 0; dim < cell.size(); ++dim) {
      std::int64_t rest = cell[dim];
      for (const Digit& digit : embedding[dim]) {
        const std::int64_t at = rest % digit.radix;
        rest /= digit.radix;
        node += (rest % 2 == 0 ? at : digit.radix - 1 - at) * digit.weight * stride[digit.axis];
      }
    }
    node_of_rank[rank] = network::Node(node);
  }
  return node_of_rank;
}

}  // namespace

std::vector<traffic::NodeOfRank> torus_embeddings(const NetworkProblem& problem, std::size_t most) {
  const std::vector<std::int64_t> axes = network::torus_dims(*problem.network);
  const auto nodes = static_cast<std::int64_t>(problem.nodes.size());
  if (axes.empty() || problem.ranks_per_node != 1 || nodes != problem.network->wiring().nodes() ||
      nodes != problem.grid.size())
    return {};
  std::vector<std::pair<double, Embedding>> ranked;
  for (Embedding& embedding : Search(problem.grid.dims(), axes).take())
    ranked.emplace_back(mean_way(problem, embedding), std::move(embedding));
  std::ranges::stable_sort(ranked, {}, [](const auto& one) { return one.first; });
  std::vector<traffic::NodeOfRank> found;
  for (const auto& [way, embedding] : ranked)
    if (found.size() < most) found.push_back(placed(problem, axes, embedding));
  return found;
}

}  // namespace cartwright::placement
