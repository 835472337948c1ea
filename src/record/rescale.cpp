// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rescale.hpp"

#include "base/error.hpp"
#include "grid/all_dims.hpp"
#include "grid/dims.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace cartwright::record {

namespace {

constexpr std::size_t most_scaled_grids = 1'000'000;
constexpr std::int64_t most_messages = std::int64_t{1} << 28;

/// How much the shapes of two grids differ: 0 if one is the other with all dims multiplied by one factor.
double difference(const grid::Coords& from, const grid::Coords& to) {
  double sum = 0;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < from.size(); ++i) {
    ratios.push_back(std::log(static_cast<double>(to[i]) / static_cast<double>(from[i])));
    sum += ratios.back();
  }
  double squares = 0;
  for (const double ratio : ratios) squares += std::pow(ratio - sum / static_cast<double>(ratios.size()), 2);
  return squares;
}

grid::Coords scaled_dims(const grid::Coords& recorded, std::int64_t recorded_size, std::int64_t processes) {
  const std::size_t ndims = recorded.size();
  const grid::Coords by_rule = grid::dims_create(recorded_size, ndims);
  grid::Coords dims = grid::dims_create(processes, ndims);
  if (recorded == by_rule) return dims;
  grid::Coords reversed = by_rule;
  std::ranges::reverse(reversed);
  if (recorded == reversed) {
    std::ranges::reverse(dims);
    return dims;
  }
  double least = INFINITY;
  for (const grid::Coords& one : grid::all_dims(processes, grid::Coords(ndims, 0), most_scaled_grids))
    if (const double distance = difference(recorded, one); distance < least - 1e-12) {
      least = distance;
      dims = one;
    }
  return dims;
}

Pairs pairs_on(const grid::Grid& grid, const grid::Stencil& stencil) {
  if (grid.size() > most_messages / static_cast<std::int64_t>(std::max<std::size_t>(stencil.size(), 1)))
    base::fail(base::Status::unsupported,
               "{} processes with {} neighbors are too many messages: at most 2^28 can be ordered", grid.size(),
               stencil.size());
  Pairs made;
  made.derived = true;
  made.ranks = grid.size();
  for (std::int64_t rank = 0; rank < grid.size(); ++rank) {
    // Around a short dimension, several offsets may lead to one neighbor.
    std::map<std::int64_t, Pair> to;
    for (const grid::Offset& offset : stencil.offsets()) {
      const grid::Cell neighbor = grid.neighbor(grid.coords(grid::Cell(rank)), offset.delta);
      if (neighbor == grid::no_cell || neighbor == grid::Cell(rank)) continue;
      Pair& pair = to[neighbor.number()];
      pair = {rank, neighbor.number(), pair.messages + 1, pair.bytes + offset.weight};
    }
    for (const auto& [number, pair] : to) {
      made.pairs.push_back(pair);
      Amount& calls = made.amounts[static_cast<std::size_t>(Source::calls)];
      calls.messages += pair.messages;
      calls.bytes += pair.bytes;
    }
  }
  return made;
}

}  // namespace

Rescaled rescale(const Structure& recorded, std::int64_t processes, const grid::Coords& dims) {
  const grid::Coords& old = recorded.grid.dims();
  if (!dims.empty() && dims.size() != old.size())
    base::fail(base::Status::invalid_argument, "the dims {} have {} dimensions, the grid {} of the record has {}",
               grid::to_string(dims), dims.size(), grid::to_string(old), old.size());
  const grid::Coords chosen =
      dims.empty() ? scaled_dims(old, recorded.grid.size(), processes) : grid::dims_create(processes, dims);
  base::FixedVector<bool, grid::max_dims> periods;
  std::vector<std::size_t> unseen;
  for (std::size_t i = 0; i < old.size(); ++i) {
    periods.push_back(recorded.grid.periodic(i));
    if (old[i] <= 2 && chosen[i] > 2) unseen.push_back(i);
  }
  Rescaled made;
  if (!unseen.empty())
    made.notes.push_back(fmt::format(
        "the record has too few processes along dimension {} to see whether it is periodic: the new grid is "
        "not periodic there",
        fmt::join(unseen, ", ")));
  made.structure = recorded;
  made.structure.grid = grid::Grid(chosen, periods);
  made.structure.least = recorded.stencil;
  made.structure.complete = 1;
  made.pairs = pairs_on(made.structure.grid, recorded.stencil);
  return made;
}

}  // namespace cartwright::record
