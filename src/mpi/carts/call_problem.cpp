// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/call_problem.hpp"

#include "base/checked.hpp"
#include "grid/lines.hpp"
#include "grid/parse.hpp"

namespace cartwright::mpi {

namespace {

grid::Surface surface_of(const CartRequest& request, const WeightedDims& given) {
  const std::size_t ndims = request.ndims;
  return {ndims, std::span(given.weights, given.weights == nullptr ? 0 : ndims), periods_of(request)};
}

/// Dims to keep, from the call or the info key cartwright_dims; 0 for those to choose.
grid::Coords fixed_dims(const CartRequest& request, const WeightedDims& given, const Settings& settings) {
  const std::size_t ndims = request.ndims;
  grid::Coords dims(ndims, 0);
  if (given.dims != nullptr) dims = grid::Coords(given.dims, given.dims + ndims);
  if (settings.dims.empty()) return dims;
  const grid::Coords named = grid::parse_dims(settings.dims);
  if (named.size() != ndims)
    base::fail(base::Status::invalid_argument, "cartwright_dims={} has {} dims, but the call has {}", settings.dims,
               named.size(), ndims);
  for (std::size_t i = 0; i < ndims; ++i)
    if (named[i] != 0) dims[i] = named[i];
  return dims;
}

}  // namespace

base::FixedVector<bool, grid::max_dims> periods_of(const CartRequest& request) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (int i = 0; i < request.ndims; ++i) periods.push_back(request.periods != nullptr && request.periods[i] != 0);
  return periods;
}

std::optional<choose::DimsChoice> given_dims(const CartRequest& request) {
  const std::size_t ndims = request.ndims;
  if (const auto* given = std::get_if<GivenDims>(&request.given))
    return choose::DimsChoice{grid::Coords(given->dims, given->dims + ndims), std::nullopt};
  const auto* given = std::get_if<GivenCuts>(&request.given);
  if (given == nullptr) return std::nullopt;
  grid::LevelDims cuts(given->nlevels, grid::Coords(ndims, 1));
  for (std::size_t i = 0; i < ndims; ++i)
    for (std::size_t level = 0; level < cuts.size(); ++level) cuts[level][i] = given->cuts[i * cuts.size() + level];
  return choose::DimsChoice{grid::product(cuts), std::move(cuts)};
}

choose::DimsChoice chosen_dims(const CartRequest& request, const Settings& settings, const machine::Machine& machine) {
  const auto& given = std::get<WeightedDims>(request.given);
  return choose::choose_dims(machine, fixed_dims(request, given, settings), surface_of(request, given));
}

Communication communication_of(const CartRequest& request, const Settings& settings, const grid::Grid& grid) {
  const std::size_t ndims = request.ndims;
  if (request.k == CartRequest::no_stencil && !settings.stencil.empty() && settings.stencil != "off") {
    const grid::Stencil stencil = grid::parse_stencil(settings.stencil, grid);
    return {stencil, stencil, settings.stencil};
  }
  if (request.k != CartRequest::no_stencil) {
    std::vector<grid::Offset> offsets;
    for (const int* delta = request.offsets; offsets.size() < static_cast<std::size_t>(request.k); delta += ndims)
      offsets.push_back({grid::Coords(delta, delta + ndims)});
    const grid::Stencil stencil(ndims, std::move(offsets));
    return {stencil, stencil, fmt::format("{} offsets", request.k)};
  }
  const grid::Stencil neighbors = grid::Stencil::nearest_neighbor(ndims);
  const auto* weighted = std::get_if<WeightedDims>(&request.given);
  return {neighbors, weighted ? choose::data_stencil(grid.dims(), surface_of(request, *weighted)) : neighbors, "nn"};
}

std::vector<std::string> notes_on_lines(const std::string& stencil, const grid::Grid& grid) {
  std::vector<std::string> notes;
  const auto dims = grid::line_dims(stencil, grid.ndims());
  if (!dims) return notes;
  for (const std::size_t dim : *dims)
    if (const std::int64_t steps = grid::line_steps(grid, dim, grid::max_line_edges); steps + 1 < grid.dim(dim))
      notes.push_back(fmt::format(
          "stencil {}: a line along dimension {} has {} processes, of which only the nearest {} on each side "
          "count",
          stencil, dim, grid.dim(dim), steps));
  return notes;
}

}  // namespace cartwright::mpi
