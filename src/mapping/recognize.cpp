// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/recognize.hpp"

#include "grid/all_dims.hpp"
#include "grid/places.hpp"
#include "grid/prime_factors.hpp"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace cartwright::mapping {

namespace {

constexpr std::size_t usual_dims = 4;
constexpr std::size_t max_dims = 6;
constexpr std::size_t max_offsets = 128;

/// A grid without periods, and offsets on it. This covers periodic dimensions too: an offset that wraps around m cells
/// is two offsets of a line, delta and delta - m. Every offset is visible from one corner of the grid: the corner at
/// the end of the dimensions along which the offset goes down, and at the beginning of the others.
struct Explanation {
  grid::Coords dims;
  std::vector<grid::Offset> offsets;
};

std::int64_t length_of(const std::vector<grid::Offset>& offsets) {
  std::int64_t length = 0;
  for (const grid::Offset& offset : offsets)
    for (const std::int64_t x : offset.delta) length += std::abs(x);
  return length;
}

/// The remaining work, in edges visited.
constexpr std::int64_t sorting_an_offset = 16;
class Work {
 public:
  explicit Work(const Graph& graph) : left_(64 * (graph.edge_count() + graph.size()) + (std::int64_t{1} << 20)) {}
  bool affords(std::int64_t steps) const { return steps <= left_; }
  bool spend(std::int64_t steps) { return (left_ -= steps) >= 0; }

 private:
  std::int64_t left_;
};

/// The offsets seen from the corners, or nothing if they would give another number of edges than the graph has. This
/// rules out nearly all wrong dims after visiting 2^d vertices.
std::optional<Explanation> seen_from_corners(const Graph& graph, const grid::Coords& dims, Work& work) {
  const grid::Grid grid(dims);
  const std::size_t ndims = dims.size();
  Explanation seen{dims, {}};
  std::int64_t explained = 0;
  for (unsigned corner = 0; corner < 1U << ndims; ++corner) {
    grid::Coords here(ndims, 0);
    for (std::size_t i = 0; i < ndims; ++i)
      if (corner >> i & 1U) here[i] = dims[i] - 1;
    const auto edges = graph.edges(static_cast<std::int32_t>(grid.cell(here).number()));
    if (!work.spend(static_cast<std::int64_t>(edges.size()) + 1)) return {};
    for (const Graph::Target& target : edges) {
      grid::Coords delta = grid.coords(grid::Cell(target.to));
      bool at_home = true;
      for (std::size_t i = 0; i < ndims; ++i) {
        delta[i] -= here[i];
        at_home = at_home && (delta[i] < 0) == ((corner >> i & 1U) != 0);
      }
      if (!at_home) continue;
      explained += grid::places(grid, delta);
      if (explained > graph.edge_count() || seen.offsets.size() == max_offsets << ndims) return {};
      seen.offsets.push_back({delta, static_cast<double>(target.weight)});
    }
  }
  if (explained != graph.edge_count()) return {};
  return seen;
}

/// Whether every edge is one of the offsets, with its weight. The number of edges is right, and no two edges of a
/// vertex have the same offset, so no edge is missing then.
bool holds_everywhere(const Graph& graph, const Explanation& explanation, Work& work) {
  const grid::Grid grid(explanation.dims);
  grid::Coords strides(grid.ndims());  // strides that give each difference of coordinates its own number
  for (std::int64_t i = static_cast<std::int64_t>(grid.ndims()) - 1, stride = 1; i >= 0; --i) {
    strides[i] = stride;
    stride *= 2 * grid.dim(i) - 1;
  }
  const auto number = [&](const grid::Coords& to, const grid::Coords& from) {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < grid.ndims(); ++i) sum += (to[i] - from[i]) * strides[i];
    return sum;
  };
  const grid::Coords origin(grid.ndims(), 0);
  std::unordered_map<std::int64_t, double> weights;
  for (const grid::Offset& offset : explanation.offsets) weights.emplace(number(offset.delta, origin), offset.weight);
  for (std::int32_t v = 0; v < graph.size(); ++v) {
    const grid::Coords here = grid.coords(grid::Cell(v));
    if (!work.spend(static_cast<std::int64_t>(graph.edges(v).size()) + 1)) return false;
    for (const Graph::Target& target : graph.edges(v)) {
      const auto found = weights.find(number(grid.coords(grid::Cell(target.to)), here));
      if (found == weights.end() || found->second != static_cast<double>(target.weight)) return false;
    }
  }
  return true;
}

/// Joins the two halves of every offset that wraps around dimension i, if each has its other half.
bool fold(std::vector<grid::Offset>& offsets, std::size_t i, std::int64_t dim) {
  const auto before = [](const grid::Offset& a, const grid::Offset& b) {
    return std::ranges::lexicographical_compare(a.delta, b.delta);
  };
  std::ranges::sort(offsets, before);
  std::vector<grid::Offset> folded;
  bool any = false;
  for (const grid::Offset& offset : offsets) {
    const std::int64_t x = offset.delta[i];
    if (x == 0) {
      folded.push_back(offset);
      continue;
    }
    any = true;
    grid::Offset other = offset;
    other.delta[i] += x > 0 ? -dim : dim;
    const auto found = std::ranges::lower_bound(offsets, other, before);
    if (found == offsets.end() || !(found->delta == other.delta) || found->weight != offset.weight) return false;
    if (2 * std::abs(x) < dim || 2 * x == dim) folded.push_back(offset);
  }
  if (any) offsets = std::move(folded);
  return any;
}

Recognized with_periods(Explanation explanation) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < explanation.dims.size(); ++i)
    periods.push_back(explanation.dims[i] > 2 && fold(explanation.offsets, i, explanation.dims[i]));
  return {grid::Grid(explanation.dims, periods),
          grid::Stencil(explanation.dims.size(), std::move(explanation.offsets))};
}

/// The number of ways to write n as an ordered product of d factors.
std::int64_t factorizations(const std::vector<std::int64_t>& primes, std::size_t d) {
  std::int64_t ways = 1;
  for (auto prime = primes.begin(); prime != primes.end();) {
    const auto last = std::upper_bound(prime, primes.end(), *prime);
    // A prime of exponent e: the number of multisets of e out of d, at most 2 * 10^5 for e = 31 and d = 6.
    std::int64_t multisets = 1;
    for (std::int64_t k = 1; k <= last - prime; ++k) multisets = multisets * (static_cast<std::int64_t>(d) + k - 1) / k;
    ways *= multisets;
    prime = last;
  }
  return ways;
}

struct Candidate {
  Explanation lines;
  Recognized rings;

  /// Candidates of smaller complexity are simpler.
  std::pair<std::size_t, std::int64_t> complexity() const {
    return {rings.stencil.size(), length_of(rings.stencil.offsets())};
  }
};

/// Explanations with `least` to `most` dims that agree with the corners, the simplest first.
std::vector<Candidate> candidates(const Graph& graph, std::size_t least, std::size_t most) {
  const std::vector<std::int64_t> primes = grid::prime_factors(graph.size());
  std::vector<Candidate> found;
  Work work(graph);
  for (std::size_t ndims = least; ndims <= std::min(most, std::max<std::size_t>(primes.size(), 1)); ++ndims) {
    const std::int64_t ways = factorizations(primes, ndims);
    if (!work.affords(ways << ndims)) break;
    for (const grid::Coords& dims : grid::all_dims(graph.size(), grid::Coords(ndims, 0), ways)) {
      if (ndims > 1 && std::ranges::count(dims, 1) > 0) continue;
      std::optional<Explanation> seen = seen_from_corners(graph, dims, work);
      if (!seen || !work.spend(sorting_an_offset * static_cast<std::int64_t>(seen->offsets.size()))) continue;
      Recognized rings = with_periods(*seen);
      if (rings.stencil.size() <= max_offsets) found.push_back({std::move(*seen), std::move(rings)});
    }
  }
  std::ranges::stable_sort(found, {}, &Candidate::complexity);
  return found;
}

}  // namespace

std::optional<Recognized> recognize(const Graph& graph) {
  if (graph.size() == 0) return {};
  for (const auto& [least, most] : {std::pair{std::size_t{1}, usual_dims}, std::pair{usual_dims + 1, max_dims}}) {
    Work work(graph);
    for (Candidate& candidate : candidates(graph, least, most))
      if (holds_everywhere(graph, candidate.lines, work)) return std::move(candidate.rings);
  }
  return {};
}

}  // namespace cartwright::mapping
