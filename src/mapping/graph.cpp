// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/graph.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::mapping {

namespace {

constexpr std::int64_t max_weight = std::int64_t{1} << 53;

void check(std::int64_t size, std::span<const GraphEdge> edges) {
  std::int64_t total = 0;
  for (const GraphEdge& edge : edges) {
    for (const std::int32_t end : {edge.from, edge.to})
      if (end < 0 || end >= size)
        base::fail(base::Status::invalid_argument, "the edge from {} to {} leaves the graph: its vertices are 0 to {}",
                   edge.from, edge.to, size - 1);
    if (edge.weight < 0)
      base::fail(base::Status::invalid_argument, "the edge from {} to {} has the weight {}: use 0 or more", edge.from,
                 edge.to, edge.weight);
    if (edge.weight > max_weight - total)
      base::fail(base::Status::overflow,
                 "the weights of the graph add up to more than 2^53: divide them by a common factor");
    total += edge.weight;
  }
}

bool crosses(const GraphEdge& edge) { return edge.from != edge.to && edge.weight > 0; }

}  // namespace

Graph::Graph(std::int64_t size, std::span<const GraphEdge> edges) {
  if (size < 0 || size >= std::numeric_limits<std::int32_t>::max())
    base::fail(base::Status::unsupported, "a graph of {} vertices: 0 to 2^31 - 2 are supported", size);
  check(size, edges);

  // Sort by `from` by counting, then the edges of each vertex by `to`.
  std::vector<std::size_t> ends(size + 1, 0);
  for (const GraphEdge& edge : edges)
    if (crosses(edge)) ++ends[edge.from + 1];
  for (std::size_t v = 1; v < ends.size(); ++v) ends[v] += ends[v - 1];
  const std::size_t count = ends.back();
  targets_.resize(count);
  for (const GraphEdge& edge : edges)
    if (crosses(edge)) targets_[ends[edge.from]++] = {edge.to, edge.weight};

  starts_.assign(1, 0);
  starts_.reserve(ends.size());
  std::size_t out = 0;
  for (std::size_t v = 0, begin = 0; v < static_cast<std::size_t>(size); begin = ends[v++]) {
    const std::span row(targets_.data() + begin, targets_.data() + ends[v]);
    std::ranges::sort(row, {}, &Target::to);
    for (const Target& target : row) {
      total_weight_ += target.weight;
      if (out > starts_.back() && targets_[out - 1].to == target.to)
        targets_[out - 1].weight += target.weight;
      else
        targets_[out++] = target;
    }
    starts_.push_back(out);
  }
  targets_.resize(out);
}

}  // namespace cartwright::mapping
