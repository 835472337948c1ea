// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/pattern.hpp"
#include "record/structure_p.hpp"

#include "base/error.hpp"
#include "grid/all_dims.hpp"
#include "grid/places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace cartwright::record {

namespace {

constexpr std::size_t max_dims = 4;
constexpr std::size_t max_grids = 4096;       ///< that are tried
constexpr std::size_t first_sampled = 2'000;  ///< pairs, to compare all grids by
constexpr std::size_t best_grids = 24;
constexpr std::int64_t longest = 3;  ///< component of an offset along one dimension
constexpr double nearly = 0.05;      ///< grids that lose so many more bytes than the best are not compared further

/// A grid counts if it loses at most so much of what a random pattern with as many messages would lose: less with few
/// pairs, which some grid describes by chance.
double most_left(const Sample& sample) {
  return std::max(0.05, 0.6 - 1.6 / std::sqrt(static_cast<double>(sample.pairs.size())));
}

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

/// What the grid explains of the pairs.
GridFit explain(const grid::Coords& dims, const Sample& sample) {
  GridFit made;
  made.grid = grid::Grid(dims, periods_of(grid::Grid(dims), sample.pairs));
  std::map<std::vector<std::int64_t>, int> numbers;
  for (const Pair& pair : sample.pairs) {
    const grid::Coords delta = shortest(made.grid, pair.from, pair.to);
    const bool explained =
        is_short(delta) && made.grid.neighbor(made.grid.coords(grid::Cell(pair.from)), delta) == grid::Cell(pair.to);
    int number = -1;
    if (explained) {
      number = numbers.try_emplace({delta.begin(), delta.end()}, static_cast<int>(numbers.size())).first->second;
      if (static_cast<std::size_t>(number) == made.offsets.size()) {
        made.offsets.push_back(delta);
        made.pairs.classes.push_back({.possible = static_cast<double>(grid::places(made.grid, delta))});
      }
    }
    made.pairs.add(pair, number);
  }
  made.fit = fit(made.pairs, sample);
  return made;
}

/// Every grid of these ranks with up to max_dims dimensions, fewest first. Leaves out numbers of dimensions with too
/// many grids to try.
std::vector<grid::Coords> grids_of(std::int64_t ranks) {
  std::vector<grid::Coords> grids;
  for (std::size_t ndims = 1; ndims <= max_dims; ++ndims) try {
      for (const grid::Coords& dims : grid::all_dims(ranks, grid::Coords(ndims, 0), max_grids))
        if (ndims == 1 || std::ranges::count(dims, 1) == 0) grids.push_back(dims);
    } catch (const base::Error&) {
      break;
    }
  return grids;
}

/// The grids that explain most of a small sample, in their order.
std::vector<grid::Coords> best_of(const std::vector<grid::Coords>& grids, const Pairs& pairs, std::size_t max_sampled) {
  const std::size_t sampled = std::min(first_sampled, max_sampled);
  if (grids.size() <= best_grids || pairs.pairs.size() <= sampled) return grids;
  const Sample sample = sample_of(pairs, sampled);
  std::vector<double> lost;
  for (const grid::Coords& dims : grids) lost.push_back(explain(dims, sample).fit.lost);
  std::vector<double> sorted = lost;
  std::ranges::nth_element(sorted, sorted.begin() + best_grids - 1);
  std::vector<grid::Coords> best;
  for (std::size_t i = 0; i < grids.size(); ++i)
    if (lost[i] < 1 && lost[i] <= sorted[best_grids - 1]) best.push_back(grids[i]);
  return best;
}

/// Those that lose about as much as the best one.
std::vector<GridFit> nearly_best(std::vector<GridFit> grids) {
  double least = 1;
  for (const GridFit& one : grids) least = std::min(least, one.fit.lost);
  std::erase_if(grids, [&](const GridFit& one) { return one.fit.lost == 1 || one.fit.lost > 2 * least + nearly; });
  return grids;
}

}  // namespace

double GridFit::on_faces() const {
  double faces = 0;
  double all = 0;
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    all += pairs.classes[i].bytes;
    if (offsets[i].size() - static_cast<std::size_t>(std::ranges::count(offsets[i], 0)) == 1)
      faces += pairs.classes[i].bytes;
  }
  return all > 0 ? faces / all : 0;
}

std::vector<GridFit> fit_grids(const Pairs& pairs, std::size_t max_sampled) {
  // A few pairs tell the good grids from the others, more pairs the best of them, and all pairs those that explain
  // nearly as much, such as a grid with one of its dimensions split in two.
  const Sample sample = sample_of(pairs, max_sampled);
  std::vector<GridFit> good;
  for (const grid::Coords& dims : best_of(grids_of(pairs.ranks), pairs, max_sampled))
    good.push_back(explain(dims, sample));
  good = nearly_best(std::move(good));
  if (sample.share < 1) {
    const Sample all{pairs.ranks, pairs.pairs, 1};
    for (GridFit& one : good) one = explain(one.grid.dims(), all);
    good = nearly_best(std::move(good));
  }
  const double uniform = uniformity(sample);
  std::erase_if(good, [&](const GridFit& one) {
    const double chance = one.fit.covered * uniform;
    return one.fit.explained < 0.5 || one.fit.lost > most_left(sample) * (1 - chance);
  });
  return good;
}

Structure structure_of(const GridFit& fitted) {
  std::vector<grid::Offset> offsets;
  std::vector<grid::Offset> messages;
  std::vector<grid::Offset> least;
  double carrying = 0;
  double complete = 0;
  for (std::size_t i = 0; i < fitted.offsets.size(); ++i) {
    const PairClass& one = fitted.pairs.classes[i];
    if (!one.counts) continue;
    const auto pairs = static_cast<double>(one.pairs);
    offsets.push_back({fitted.offsets[i], one.bytes / pairs});
    messages.push_back({fitted.offsets[i], one.messages / pairs});
    least.push_back({fitted.offsets[i], pairs < one.possible ? 0 : one.least});
    carrying += pairs;
    complete += one.possible;
  }
  const std::size_t ndims = fitted.grid.ndims();
  return {.grid = fitted.grid,
          .stencil = grid::Stencil(ndims, std::move(offsets)),
          .messages = grid::Stencil(ndims, std::move(messages)),
          .least = grid::Stencil(ndims, std::move(least)),
          .explained = fitted.fit.explained,
          .described = 1 - fitted.fit.lost,
          .complete = std::min(1.0, carrying / complete)};
}

std::optional<Structure> find_structure(const Pairs& pairs, std::size_t max_sampled) {
  return find_pattern(pairs, max_sampled).structure;
}

Structure structure_on(const grid::Coords& dims, const Pairs& pairs) {
  return structure_of(explain(dims, {pairs.ranks, pairs.pairs, 1}));
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
