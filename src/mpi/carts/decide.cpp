// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/decide.hpp"

#include "base/checked.hpp"
#include "choose/outcome.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/base/report.hpp"
#include "mpi/carts/call_problem.hpp"
#include "mpi/carts/cart_report.hpp"

#include <algorithm>

namespace cartwright::mpi {

Decision decide(const CartRequest& request, const Settings& settings, const Location& location,
                std::vector<choose::RankLevel> levels, std::vector<int>& new_ranks) {
  Decision decision;
  const double start = PMPI_Wtime();
  try {
    const std::size_t size = levels.front().domain_of_rank.size();
    const std::optional<choose::DimsChoice> given = given_dims(request);
    if (given) {
      // The processes with the highest ranks may be left over.
      const std::size_t cells = grid::Grid(given->dims).size();
      for (choose::RankLevel& level : levels) level.domain_of_rank.resize(cells);
    }
    choose::RankLocations standing(levels);
    std::string weights = standing.weigh(location.speeds);
    if (weights.empty()) weights = location.speeds_note;
    const choose::DimsChoice choice = given ? *given : chosen_dims(request, settings, standing.machine());
    const grid::Grid grid(choice.dims, periods_of(request));
    for (std::size_t i = 0; i < grid.ndims(); ++i) decision.dims[i] = base::checked_int(grid.dim(i), "a dim");
    decision.decided = true;

    choose::PlaceOptions options = settings.place;
    const bool off = request.k == CartRequest::no_stencil && settings.stencil == "off";
    options.reorder = settings.reorder && request.reorder && !off && settings.keep_reason.empty();
    options.cuts = choice.cuts;
    options.only_cuts = std::holds_alternative<GivenCuts>(request.given);
    const Communication communication = communication_of(request, settings, grid);
    placement::LinkTimes links;
    choose::RankPlacement placement = placement::place({levels, location.node_level, location.job.get()}, standing,
                                                       grid, communication.data, options, links);
    if (!weights.empty()) placement.notes.push_back(std::move(weights));
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
    report_cart({.function = request.function,
                 .stencil = communication.name,
                 .grid = grid,
                 .pretended = location.pretended,
                 .placement = placement,
                 .summary = decision.report},
                settings);
  } catch (const std::bad_alloc&) {
    decision.invalid = refused(MPI_ERR_NO_MEM, "out of memory");
  } catch (const std::exception& error) {
    decision.stays = true;
    if (!decision.decided && request.chooses_dims()) {
      decision.invalid = refused(MPI_ERR_DIMS, "{}", base::as_error(error).what());
    } else {
      say(fmt::format("{}: all processes keep their ranks: {}", request.function, base::as_error(error).what()));
    }
  }
  return decision;
}

}  // namespace cartwright::mpi
