// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/structure.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "grid/all_dims.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>

namespace cartwright::record {

namespace {

constexpr std::size_t most_dims = 4;
constexpr std::size_t most_grids = 4096;      ///< that are tried
constexpr std::size_t first_sampled = 2'000;  ///< pairs, to compare all grids by
constexpr std::size_t best_grids = 24;
constexpr double least_share = 0.001;  ///< of the bytes of an offset, of those of the heaviest
constexpr std::int64_t longest = 3;    ///< component of an offset along one dimension
/// A grid of 2x2x2x2 has offsets between all processes, and explains everything. So a grid with fewer offsets comes
/// first if its quality is nearly the best.
constexpr double nearly = 0.95;

struct Edges {
  std::int64_t pairs = 0;
  double bytes = 0;
  double least = std::numeric_limits<double>::infinity();
};

/// The shortest way from one rank to another, around the ends of the dimensions.
grid::Coords shortest(const grid::Grid& grid, std::int64_t from, std::int64_t to) {
  const grid::Coords a = grid.coords(grid::Cell(from));
  grid::Coords delta = grid.coords(grid::Cell(to));
  for (std::size_t i = 0; i < delta.size(); ++i) {
    const std::int64_t n = grid.dim(i);
    delta[i] -= a[i];
    if (2 * delta[i] > n) delta[i] -= n;
    if (2 * delta[i] < -n || (2 * delta[i] == -n && grid.periodic(i))) delta[i] += n;
  }
  return delta;
}

bool is_short(const grid::Coords& delta) {
  std::size_t nonzero = 0;
  std::int64_t most = 0;
  for (const std::int64_t step : delta) {
    nonzero += step != 0 ? 1 : 0;
    most = std::max(most, std::abs(step));
  }
  return most <= 1 || (nonzero == 1 && most <= longest);
}

/// The dimensions whose ends are neighbors: they exchange at least half as many bytes as other neighbors.
base::FixedVector<bool, grid::max_dims> periods_of(const grid::Grid& grid, const std::vector<Pair>& pairs) {
  std::vector<double> around(grid.ndims());
  std::vector<double> within(grid.ndims());
  for (const Pair& pair : pairs) {
    const grid::Coords delta = shortest(grid, pair.from, pair.to);
    if (!is_short(delta)) continue;
    const grid::Coords from = grid.coords(grid::Cell(pair.from));
    const grid::Coords to = grid.coords(grid::Cell(pair.to));
    for (std::size_t i = 0; i < grid.ndims(); ++i)
      if (delta[i] != 0) (from[i] + delta[i] == to[i] ? within : around)[i] += pair.bytes;
  }
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    periods.push_back(grid.dim(i) > 2 && around[i] * static_cast<double>(grid.dim(i) - 1) >= within[i] / 2 &&
                      around[i] > 0);
  return periods;
}

/// How many ranks have a neighbor at this offset.
double possible(const grid::Grid& grid, const grid::Coords& delta) {
  double count = 1;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    count *= static_cast<double>(grid.periodic(i) ? grid.dim(i)
                                                  : std::max<std::int64_t>(grid.dim(i) - std::abs(delta[i]), 0));
  return count;
}

struct Candidate {
  grid::Grid grid;
  std::map<std::vector<std::int64_t>, Edges> offsets;
  double explained = 0;  ///< bytes
  double edges = 0;      ///< that carry messages
  double complete = 0;   ///< edges of the stencil
  double quality = 0;    ///< `explained`, the bytes of an offset times the part of its edges that carry messages
};

/// Some of the pairs, which are `share` of all.
struct Sample {
  std::vector<Pair> pairs;
  double share = 1;
};

/// About `most` pairs at random. Every n-th pair would be in the same few directions, if each process has about n.
Sample sample_of(const std::vector<Pair>& pairs, std::size_t most) {
  if (pairs.size() <= most) return {pairs, 1};
  Sample made;
  base::Random random(0);
  const auto all = static_cast<std::int64_t>(pairs.size());
  for (const Pair& pair : pairs)
    if (random.below(all) < static_cast<std::int64_t>(most)) made.pairs.push_back(pair);
  made.share = static_cast<double>(made.pairs.size()) / static_cast<double>(all);
  return made;
}

/// What the grid explains of the pairs.
Candidate explain(const grid::Coords& dims, const Sample& sample) {
  const auto& [pairs, share] = sample;
  Candidate made;
  made.grid = grid::Grid(dims, periods_of(grid::Grid(dims), pairs));
  for (const Pair& pair : pairs) {
    const grid::Coords delta = shortest(made.grid, pair.from, pair.to);
    if (!is_short(delta) || made.grid.neighbor(made.grid.coords(grid::Cell(pair.from)), delta) != grid::Cell(pair.to))
      continue;
    Edges& edges = made.offsets[{delta.begin(), delta.end()}];
    ++edges.pairs;
    edges.bytes += pair.bytes;
    edges.least = std::min(edges.least, pair.bytes);
  }
  double most = 0;
  for (const auto& [delta, edges] : made.offsets) most = std::max(most, edges.bytes);
  // An offset of few ranks or few bytes is noise.
  std::erase_if(made.offsets, [&](const auto& one) {
    const grid::Coords delta(one.first.begin(), one.first.end());
    return static_cast<double>(one.second.pairs) < share * possible(made.grid, delta) / 2 ||
           one.second.bytes < least_share * most;
  });
  for (const auto& [delta, edges] : made.offsets) {
    const double complete = share * possible(made.grid, grid::Coords(delta.begin(), delta.end()));
    const auto carrying = static_cast<double>(edges.pairs);
    made.explained += edges.bytes;
    made.edges += carrying;
    made.complete += complete;
    made.quality += edges.bytes * std::min(1.0, carrying / complete);
  }
  // An offset should describe the edges of a quarter of the ranks at least, on average: many offsets of few edges each
  // explain anything.
  const auto offsets = static_cast<double>(made.offsets.size());
  if (made.complete < share * offsets * static_cast<double>(made.grid.size()) / 4) made.quality = 0;
  return made;
}

bool is_simpler(const Candidate& one, const Candidate& other) {
  if (one.offsets.size() != other.offsets.size()) return one.offsets.size() < other.offsets.size();
  return one.quality > other.quality * (1 + 1e-9);
}

/// Every grid of these ranks with up to most_dims dimensions, fewest first. Leaves out numbers of dimensions with too
/// many grids to try.
std::vector<grid::Coords> grids_of(std::int64_t ranks) {
  std::vector<grid::Coords> grids;
  for (std::size_t ndims = 1; ndims <= most_dims; ++ndims) try {
      for (const grid::Coords& dims : grid::all_dims(ranks, grid::Coords(ndims, 0), most_grids))
        if (ndims == 1 || std::ranges::count(dims, 1) == 0) grids.push_back(dims);
    } catch (const base::Error&) {
      break;
    }
  return grids;
}

/// The grids that explain most of a small sample, in their order.
std::vector<grid::Coords> best_of(const std::vector<grid::Coords>& grids, const std::vector<Pair>& pairs,
                                  std::size_t most_sampled) {
  const std::size_t sampled = std::min(first_sampled, most_sampled);
  if (grids.size() <= best_grids || pairs.size() <= sampled) return grids;
  const Sample sample = sample_of(pairs, sampled);
  std::vector<double> qualities;
  for (const grid::Coords& dims : grids) qualities.push_back(explain(dims, sample).quality);
  std::vector<double> sorted = qualities;
  std::ranges::nth_element(sorted, sorted.begin() + best_grids - 1, std::greater());
  std::vector<grid::Coords> best;
  for (std::size_t i = 0; i < grids.size(); ++i)
    if (qualities[i] > 0 && qualities[i] >= sorted[best_grids - 1]) best.push_back(grids[i]);
  return best;
}

/// Those whose quality is nearly the best.
std::vector<Candidate> nearly_best(std::vector<Candidate> candidates) {
  double most = 0;
  for (const Candidate& one : candidates) most = std::max(most, one.quality);
  std::erase_if(candidates, [&](const Candidate& one) { return one.quality == 0 || one.quality < nearly * most; });
  return candidates;
}

}  // namespace

std::optional<Structure> find_structure(const Pairs& pairs, std::size_t most_sampled) {
  if (pairs.pairs.empty() || pairs.ranks < 2) return std::nullopt;
  double sum = 0;
  for (const Pair& pair : pairs.pairs) sum += pair.bytes;
  // A few pairs tell the good grids from the others, more pairs the best of them, and all pairs those that explain nearly
  // as much, such as a grid with one of its dimensions split in two.
  const Sample sample = sample_of(pairs.pairs, most_sampled);
  std::vector<Candidate> good;
  for (const grid::Coords& dims : best_of(grids_of(pairs.ranks), pairs.pairs, most_sampled))
    good.push_back(explain(dims, sample));
  good = nearly_best(std::move(good));
  if (pairs.pairs.size() > most_sampled) {
    const Sample all{pairs.pairs, 1};
    for (Candidate& candidate : good) candidate = explain(candidate.grid.dims(), all);
    good = nearly_best(std::move(good));
  }
  if (good.empty()) return std::nullopt;
  const Candidate& best = *std::ranges::min_element(good, is_simpler);
  if (best.explained < sum / 2) return std::nullopt;

  std::vector<grid::Offset> offsets;
  std::vector<grid::Offset> least;
  for (const auto& [key, edges] : best.offsets) {
    const grid::Coords delta(key.begin(), key.end());
    const auto pairs_of_offset = static_cast<double>(edges.pairs);
    offsets.push_back({delta, edges.bytes / pairs_of_offset});
    least.push_back({delta, pairs_of_offset < possible(best.grid, delta) ? 0 : edges.least});
  }
  return Structure{.grid = best.grid,
                   .stencil = grid::Stencil(best.grid.ndims(), std::move(offsets)),
                   .least = grid::Stencil(best.grid.ndims(), std::move(least)),
                   .explained = best.explained / sum,
                   .complete = std::min(1.0, best.edges / best.complete)};
}

std::vector<std::size_t> dimensions_of(const grid::Grid& grid, const std::vector<RankRun>& members) {
  const std::vector<std::int64_t> ranks = ranks_of(members);
  if (ranks.size() < 2 ||
      std::ranges::any_of(ranks, [&](std::int64_t rank) { return rank < 0 || rank >= grid.size(); }))
    return {};
  const grid::Coords first = grid.coords(grid::Cell(ranks.front()));
  std::vector<std::size_t> dimensions;
  std::int64_t cells = 1;
  for (std::size_t i = 0; i < grid.ndims(); ++i) {
    if (std::ranges::all_of(ranks, [&](std::int64_t rank) { return grid.coords(grid::Cell(rank))[i] == first[i]; }))
      continue;
    dimensions.push_back(i);
    cells *= grid.dim(i);
  }
  if (cells != static_cast<std::int64_t>(ranks.size())) return {};
  return dimensions;
}

}  // namespace cartwright::record
