// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cost/least_cut.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::cost {

namespace {

constexpr std::int32_t max_vertices = 64;

/// Gives one vertex after the other to each part that has room. "Kept" is the weight inside parts.
class Search {
 public:
  Search(const mapping::Graph& graph, const machine::Sizes& sizes, std::int64_t known, std::int64_t steps)
      : n_(static_cast<std::size_t>(graph.size())),
        sizes_(sizes.expand()),
        room_(sizes_),
        weights_(n_ * n_),
        heaviest_(n_),
        to_part_(n_ * sizes_.size()),
        part_of_(n_, -1),
        total_(graph.total_weight()),
        least_(known),
        steps_(steps) {
    for (std::int32_t from = 0; from < graph.size(); ++from)
      for (const mapping::Graph::Target& edge : graph.edges(from)) {
        weight(static_cast<std::size_t>(from), static_cast<std::size_t>(edge.to)) += edge.weight;
        weight(static_cast<std::size_t>(edge.to), static_cast<std::size_t>(from)) += edge.weight;
      }
    for (std::size_t v = 0; v < n_; ++v) {
      heaviest_[v].resize(n_);
      std::iota(heaviest_[v].begin(), heaviest_[v].end(), std::size_t{0});
      std::erase(heaviest_[v], v);
      std::ranges::stable_sort(heaviest_[v], std::greater{}, [&](std::size_t u) { return weight(v, u); });
    }
    choose_sequence();
  }

  std::optional<LeastCut> run() {
    extend(0, 0);
    if (steps_ < 0) return std::nullopt;
    return LeastCut{static_cast<double>(least_), best_};
  }

 private:
  std::int64_t& weight(std::size_t v, std::size_t u) { return weights_[v * n_ + u]; }
  std::int64_t& to_part(std::size_t v, std::size_t part) { return to_part_[v * sizes_.size() + part]; }

  /// Each next vertex is the one with the most weight to those before it: bad beginnings show early.
  void choose_sequence() {
    std::vector<std::int64_t> joined(n_);
    for (std::size_t v = 0; v < n_; ++v)
      for (std::size_t u = 0; u < n_; ++u) joined[v] += weight(v, u);
    std::vector<bool> taken(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      std::size_t next = n_;
      for (std::size_t v = 0; v < n_; ++v)
        if (!taken[v] && (next == n_ || joined[v] > joined[next])) next = v;
      taken[next] = true;
      sequence_.push_back(next);
      if (i == 0) std::ranges::fill(joined, 0);
      for (std::size_t v = 0; v < n_; ++v) joined[v] += weight(v, next);
    }
  }

  /// Twice the weight that the vertices from `depth` on can keep at most: each in its best part, together with those
  /// that it sends most to, as many as fit.
  std::int64_t max_kept_twice(std::size_t depth) {
    std::int64_t sum = 0;
    for (std::size_t i = depth; i < n_; ++i) {
      const std::size_t v = sequence_[i];
      std::int64_t beside = 0;
      std::int64_t count = 0;
      with_.assign(1, 0);
      const std::int64_t most = *std::ranges::max_element(room_) - 1;
      for (const std::size_t u : heaviest_[v]) {
        if (count == most) break;
        if (part_of_[u] >= 0) continue;
        beside += weight(v, u);
        ++count;
        with_.push_back(beside);
      }
      std::int64_t best = 0;
      for (std::size_t part = 0; part < room_.size(); ++part) {
        if (room_[part] == 0) continue;
        const auto others = static_cast<std::size_t>(std::min(room_[part] - 1, count));
        best = std::max(best, 2 * to_part(v, part) + with_[others]);
      }
      sum += best;
    }
    return sum;
  }

  void extend(std::size_t depth, std::int64_t kept) {
    steps_ -= static_cast<std::int64_t>(n_ - depth) + 1;
    if (steps_ < 0) return;
    if (depth == n_) {
      least_ = total_ - kept;
      best_ = part_of_;
      return;
    }
    if (total_ - kept - max_kept_twice(depth) / 2 >= least_) return;
    const std::size_t v = sequence_[depth];
    // The parts with the most weight to v first, and only one of several empty parts of a size.
    std::vector<std::size_t> parts;
    for (std::size_t part = 0; part < room_.size(); ++part) {
      const bool is_empty = room_[part] == sizes_[part];
      const bool is_repeated = is_empty && std::ranges::any_of(parts, [&](std::size_t other) {
                                 return room_[other] == sizes_[other] && sizes_[other] == sizes_[part];
                               });
      if (room_[part] > 0 && !is_repeated) parts.push_back(part);
    }
    std::ranges::stable_sort(parts, std::greater{}, [&](std::size_t part) { return to_part(v, part); });
    for (const std::size_t part : parts) {
      const std::int64_t more = to_part(v, part);
      --room_[part];
      part_of_[v] = static_cast<std::int32_t>(part);
      for (std::size_t u = 0; u < n_; ++u) to_part(u, part) += weight(u, v);
      extend(depth + 1, kept + more);
      for (std::size_t u = 0; u < n_; ++u) to_part(u, part) -= weight(u, v);
      part_of_[v] = -1;
      ++room_[part];
      if (steps_ < 0) return;
    }
  }

  std::size_t n_;
  std::vector<std::int64_t> sizes_;
  std::vector<std::int64_t> room_;  ///< left in each part
  std::vector<std::int64_t> weights_;
  std::vector<std::vector<std::size_t>> heaviest_;  ///< the others of each vertex, by their weights to it
  std::vector<std::int64_t> to_part_;               ///< weight of each vertex to the vertices of each part
  std::vector<std::size_t> sequence_;
  std::vector<std::int32_t> part_of_;  ///< -1: none yet
  std::vector<std::int32_t> best_;
  std::vector<std::int64_t> with_;
  std::int64_t total_;
  std::int64_t least_;
  std::int64_t steps_;
};

}  // namespace

std::optional<LeastCut> least_cut(const mapping::Graph& graph, const machine::Sizes& sizes, double known,
                                  std::int64_t steps) {
  if (graph.size() > max_vertices) return std::nullopt;
  return Search(graph, sizes, static_cast<std::int64_t>(known), steps).run();
}

}  // namespace cartwright::cost
