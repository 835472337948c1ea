// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/decide.hpp"

#include "base/checked.hpp"
#include "choose/choose_dims.hpp"
#include "choose/outcome.hpp"
#include "grid/lines.hpp"
#include "grid/parse.hpp"
#include "mpi/cart_report.hpp"
#include "mpi/network_fit.hpp"
#include "mpi/report.hpp"

#include <algorithm>

namespace cartwright::mpi {

namespace {

base::FixedVector<bool, grid::max_dims> periods_of(const CartCall& call) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (int i = 0; i < call.ndims; ++i) periods.push_back(call.periods != nullptr && call.periods[i] != 0);
  return periods;
}

grid::Surface surface_of(const CartCall& call, const WeightedDims& given) {
  const std::size_t ndims = call.ndims;
  return {ndims, std::span(given.weights, given.weights == nullptr ? 0 : ndims), periods_of(call)};
}

/// Dims to keep, from the call or the info key cartwright_dims; 0 for those to choose.
grid::Coords fixed_dims(const CartCall& call, const WeightedDims& given, const Settings& settings) {
  const std::size_t ndims = call.ndims;
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

/// The dims of a call that leaves nothing to choose; none for other calls.
std::optional<choose::DimsChoice> given_dims(const CartCall& call) {
  const std::size_t ndims = call.ndims;
  if (const auto* given = std::get_if<GivenDims>(&call.given))
    return choose::DimsChoice{grid::Coords(given->dims, given->dims + ndims), std::nullopt};
  const auto* given = std::get_if<GivenCuts>(&call.given);
  if (given == nullptr) return std::nullopt;
  grid::LevelDims cuts(given->nlevels, grid::Coords(ndims, 1));
  for (std::size_t i = 0; i < ndims; ++i)
    for (std::size_t level = 0; level < cuts.size(); ++level) cuts[level][i] = given->cuts[i * cuts.size() + level];
  return choose::DimsChoice{grid::product(cuts), std::move(cuts)};
}

choose::DimsChoice chosen_dims(const CartCall& call, const Settings& settings, const machine::Machine& machine) {
  const auto& given = std::get<WeightedDims>(call.given);
  return choose::choose_dims(machine, fixed_dims(call, given, settings), surface_of(call, given));
}

/// The communication of the processes, and a name for it.
struct Communication {
  grid::Stencil stencil;  ///< weighted by the number of messages
  grid::Stencil data;     ///< weighted by their sizes, for placement
  std::string name;
};

Communication communication_of(const CartCall& call, const Settings& settings, const grid::Grid& grid) {
  const std::size_t ndims = call.ndims;
  if (call.k == CartCall::no_stencil && !settings.stencil.empty() && settings.stencil != "off") {
    const grid::Stencil stencil = grid::parse_stencil(settings.stencil, grid);
    return {stencil, stencil, settings.stencil};
  }
  if (call.k != CartCall::no_stencil) {
    std::vector<grid::Offset> offsets;
    for (const int* delta = call.offsets; offsets.size() < static_cast<std::size_t>(call.k); delta += ndims)
      offsets.push_back({grid::Coords(delta, delta + ndims)});
    const grid::Stencil stencil(ndims, std::move(offsets));
    return {stencil, stencil, fmt::format("{} offsets", call.k)};
  }
  const grid::Stencil neighbors = grid::Stencil::nearest_neighbor(ndims);
  const auto* weighted = std::get_if<WeightedDims>(&call.given);
  return {neighbors, weighted ? choose::data_stencil(grid.dims(), surface_of(call, *weighted)) : neighbors, "nn"};
}

/// A note for each dimension with lines too long for the stencil to reach all of their processes.
std::vector<std::string> notes_on_lines(const std::string& stencil, const grid::Grid& grid) {
  std::vector<std::string> notes;
  const auto dims = grid::line_dims(stencil, grid.ndims());
  if (!dims) return notes;
  for (const std::size_t dim : *dims)
    if (const std::int64_t steps = grid::line_steps(grid, dim, grid::most_line_edges); steps + 1 < grid.dim(dim))
      notes.push_back(fmt::format(
          "stencil {}: a line along dimension {} has {} processes, of which only the nearest {} on each side "
          "count",
          stencil, dim, grid.dim(dim), steps));
  return notes;
}

}  // namespace

Decision decide(const CartCall& call, const Settings& settings, const Location& location,
                std::vector<choose::RankLevel> levels, std::vector<int>& new_ranks) {
  Decision decision;
  const double start = PMPI_Wtime();
  try {
    const std::size_t size = levels.front().domain_of_rank.size();
    const std::optional<choose::DimsChoice> given = given_dims(call);
    if (given) {
      // The processes with the highest ranks may be left over.
      const std::size_t cells = grid::Grid(given->dims).size();
      for (choose::RankLevel& level : levels) level.domain_of_rank.resize(cells);
    }
    const choose::RankLocations standing(levels);
    const choose::DimsChoice choice = given ? *given : chosen_dims(call, settings, standing.machine());
    const grid::Grid grid(choice.dims, periods_of(call));
    for (std::size_t i = 0; i < grid.ndims(); ++i) decision.dims[i] = base::checked_int(grid.dim(i), "a dim");
    decision.decided = true;

    choose::PlaceOptions options = settings.place;
    const bool off = call.k == CartCall::no_stencil && settings.stencil == "off";
    options.reorder = settings.reorder && call.reorder && !off && settings.keep_reason.empty();
    options.cuts = choice.cuts;
    options.only_cuts = std::holds_alternative<GivenCuts>(call.given);
    const Communication communication = communication_of(call, settings, grid);
    choose::RankPlacement placement = choose::place(grid, communication.data, standing, options);
    const LinkTimes links = fit_to_network(
        location, levels, standing, *traffic::stencil_traffic(grid, communication.data),
        without_network(location, levels, standing, grid, communication.data, options), options, placement);
    if (location.job != nullptr)
      placement.after = cost::edge_cut({grid, communication.data, standing.machine()}, placement.order);
    for (const std::string& key : settings.unknown_keys)
      placement.notes.push_back(fmt::format("unknown info key {} is ignored", key));
    if (!settings.keep_reason.empty()) placement.notes.push_back(settings.keep_reason);
    for (const std::string& note : notes_on_lines(settings.stencil, grid)) placement.notes.push_back(note);
    const double seconds = PMPI_Wtime() - start;
    decision.report = make_report(choose::outcome(grid, communication.stencil, communication.data, standing, placement),
                                  placement, options, links, seconds);
    if (!placement.new_rank.empty()) {
      decision.stays = false;
      new_ranks = std::move(placement.new_rank).items();
      new_ranks.resize(size, outside);
    }
    report_cart({.function = call.function,
                 .stencil = communication.name,
                 .grid = grid,
                 .pretended = location.pretended,
                 .placement = placement,
                 .summary = decision.report},
                settings);
  } catch (const std::bad_alloc&) {
    decision.invalid = MPI_ERR_NO_MEM;
  } catch (const std::exception& error) {
    decision.stays = true;
    if (!decision.decided && call.chooses_dims()) {
      decision.invalid = MPI_ERR_DIMS;
    } else {
      say(fmt::format("{}: all processes keep their ranks: {}", call.function, error.what()));
    }
  }
  return decision;
}

}  // namespace cartwright::mpi
