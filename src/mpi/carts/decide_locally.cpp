// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/decide_locally.hpp"

#include "base/checked.hpp"
#include "bound/lower_bound.hpp"
#include "choose/local_choice.hpp"
#include "choose/outcome.hpp"
#include "grid/stencil.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/carts/call_problem.hpp"
#include "mpi/carts/cart_report.hpp"

#include <functional>
#include <optional>

namespace cartwright::mpi {

namespace {

/// What this process adds to the sums.
struct LocalDecision {
  std::unique_ptr<mapping::Problem> problem;
  std::string stencil;
  std::unique_ptr<choose::LocalChoice> choice;
  std::vector<double> sums;
};

/// None after an error, which process 0 then reports.
std::optional<LocalDecision> local_decision(const CartRequest& request, const Settings& settings,
                                            const PartialRankMap& ranks) try {
  const grid::Grid grid(given_dims(request)->dims, periods_of(request));
  const Communication communication = communication_of(request, settings, grid);
  LocalDecision made{
      std::make_unique<mapping::Problem>(grid, communication.data, ranks.machine()), communication.name, {}, {}};
  made.choice = std::make_unique<choose::LocalChoice>(*made.problem, std::bind_front(&PartialRankMap::slot, &ranks),
                                                      settings.place.mapping);
  made.sums.resize(made.choice->size());
  return made;
} catch (const std::exception&) {
  return std::nullopt;
}

/// The report of process 0. If it fails, all processes keep their ranks.
void report(const CartRequest& request, const Settings& settings, bool pretended, const std::string& weights_note,
            const LocalDecision& mine, double seconds, Decision& decision) try {
  const auto picked = static_cast<std::size_t>(decision.order);
  const grid::Grid& grid = mine.problem->grid();
  const machine::Machine& machine = mine.problem->machine();
  choose::RankPlacement placement;
  placement.mapping = mine.choice->name(picked);
  placement.before = mine.choice->cuts(0, mine.sums);
  placement.after = mine.choice->cuts(picked, mine.sums);
  placement.node_level = machine.node_level();
  placement.lower_bound = bound::lower_bound(grid, mine.problem->stencil(), machine.node_sizes());
  if (!weights_note.empty()) placement.notes.push_back(weights_note);
  for (const std::string& key : settings.unknown_keys)
    placement.notes.push_back(fmt::format("unknown info key {} is ignored", key));
  placement.notes.emplace_back(decision.stays ? choose::no_better_order : "each process found its own rank");
  if (!decision.stays)
    if (const auto caveat = mapping::find_algorithm(placement.mapping).caveat; caveat != nullptr)
      if (std::string text = caveat(*mine.problem); !text.empty()) placement.notes.push_back(std::move(text));
  for (const std::string& note : notes_on_lines(settings.stencil, grid)) placement.notes.push_back(note);
  const double all_data = grid::total_weight(grid, mine.problem->stencil());
  choose::PlaceOptions effort = settings.place;
  effort.tier = choose::Tier::fast;
  decision.report =
      make_report(choose::outcome(machine.node_sizes().count(), all_data, placement), placement, effort, {}, seconds);
  decision.report.reordered = decision.stays ? 0 : 1;
  report_cart({.function = request.function,
               .stencil = mine.stencil,
               .grid = grid,
               .pretended = pretended,
               .placement = placement,
               .summary = decision.report},
              settings);
} catch (const std::exception& error) {
  decision.stays = true;
  say(fmt::format("{}: all processes keep their ranks: {}", request.function, base::as_error(error).what()));
}

}  // namespace

bool may_decide_locally(const CartRequest& request, const Settings& settings, const Location& location) {
  const auto* given = std::get_if<GivenDims>(&request.given);
  const int processes = size_of(request.comm);
  if (given == nullptr || !sizes_known(location)) return false;
  std::int64_t cells = 1;
  for (int i = 0; i < request.ndims; ++i) cells *= given->dims[i];
  const bool off = request.k == CartRequest::no_stencil && settings.stencil == "off";
  const bool moves = settings.reorder && request.reorder && !off && settings.keep_reason.empty();
  const bool quick = settings.place.tier == choose::Tier::fast || processes > max_central_ranks;
  const bool algorithm =
      settings.place.mapping == "auto" ? quick : choose::LocalChoice::possible(settings.place.mapping);
  return cells == processes && moves && algorithm && !settings.place.keep_rank_0;
}

bool decide_locally(const CartRequest& request, const Settings& settings, const Location& location,
                    PartialRankMap ranks, Decision& decision, int& new_rank, int& error) {
  const double start = PMPI_Wtime();
  std::string weights_note = location.speeds_note;
  if (weights_note.empty()) weights_note = ranks.weigh(location.speeds);
  const int rank = rank_in(request.comm);
  std::optional<LocalDecision> mine = local_decision(request, settings, ranks);
  int ready = mine ? 1 : 0;
  error = real().Allreduce(MPI_IN_PLACE, &ready, 1, MPI_INT, MPI_MIN, request.comm);
  if (error != MPI_SUCCESS || ready == 0) return false;
  auto& [problem, name, choice, sums] = *mine;
  error = ranks.exchange_slots(request.comm, problem->grid(), problem->stencil());
  if (error != MPI_SUCCESS) return false;
  choice->add(base::Rank(rank), sums);
  const int count = base::checked_int(static_cast<std::int64_t>(sums.size()), "number of sums");
  error = rank == 0 ? real().Reduce(MPI_IN_PLACE, sums.data(), count, MPI_DOUBLE, MPI_SUM, 0, request.comm)
                    : real().Reduce(sums.data(), nullptr, count, MPI_DOUBLE, MPI_SUM, 0, request.comm);
  if (error != MPI_SUCCESS) return false;
  if (rank == 0) {
    decision.order = static_cast<int>(choice->pick(sums));
    decision.stays = decision.order == 0;
    decision.decided = true;
    for (std::size_t i = 0; i < problem->grid().ndims(); ++i)
      decision.dims[i] = static_cast<int>(problem->grid().dim(i));
    report(request, settings, location.pretended, weights_note, *mine, PMPI_Wtime() - start, decision);
  }
  error = real().Bcast(&decision, sizeof decision, MPI_BYTE, 0, request.comm);
  if (error == MPI_SUCCESS && !decision.stays)
    new_rank = static_cast<int>(choice->new_rank(static_cast<std::size_t>(decision.order), base::Rank(rank)).number());
  return true;
}

}  // namespace cartwright::mpi
