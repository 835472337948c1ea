// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/place.hpp"

#include "base/checked.hpp"
#include "bind_p.hpp"
#include "choose/choose_dims.hpp"
#include "choose/outcome.hpp"
#include "mapping.hpp"

#include <chrono>
#include <cmath>

namespace cartwright::python {

namespace {

using RankArray = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// A request of `cartwright.mpi`, as the functions in src/mpi make it.
struct Question {
  std::vector<choose::RankLevel> levels;
  Integers dims;  ///< 0: chosen
  base::FixedVector<bool, grid::max_dims> periods;
  std::optional<std::vector<double>> weights;
  bool weighted;  ///< dims are chosen by weights, and data is counted; otherwise messages are
  std::optional<StencilArgument> stencil;
  choose::PlaceOptions options;
};

struct Answer {
  grid::Coords dims;
  choose::RankPlacement placement;
  choose::Outcome outcome;
  std::string tier;
  double seconds = 0;
};

Answer answer(Question question) {
  const auto start = std::chrono::steady_clock::now();
  grid::Coords dims = coords_of(question.dims);
  const grid::Surface surface(dims.size(),
                              question.weights ? std::span<const double>(*question.weights) : std::span<const double>{},
                              question.periods);
  if (!question.weighted) {
    // The processes with the highest ranks may be left over.
    const std::size_t places = grid::Grid(dims).size();
    if (places > question.levels.front().domain_of_rank.size())
      base::fail(base::Status::invalid_argument, "dims {} hold {} processes, the communicator has {}",
                 grid::to_string(dims), places, question.levels.front().domain_of_rank.size());
    for (choose::RankLevel& level : question.levels) level.domain_of_rank.resize(places);
  }
  const choose::RankLocations standing(question.levels);
  if (question.weighted) {
    choose::DimsChoice choice = choose::choose_dims(standing.machine(), dims, surface);
    dims = choice.dims;
    question.options.cuts = std::move(choice.cuts);
  }
  const grid::Grid grid(dims, question.periods);
  const grid::Stencil stencil = question.stencil ? stencil_from(*question.stencil, dims.size()).stencil
                                                 : grid::Stencil::nearest_neighbor(dims.size());
  const grid::Stencil data = question.weighted && !question.stencil ? choose::data_stencil(dims, surface) : stencil;

  Answer answer;
  answer.placement = choose::place(grid, data, standing, question.options);
  answer.dims = dims;
  answer.outcome = choose::outcome(grid, stencil, data, standing, answer.placement);
  if (question.options.mapping == "auto") answer.tier = choose::to_string(question.options.tier);
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answer;
}

nb::dict report_of(const Answer& answer) {
  const choose::Outcome& outcome = answer.outcome;
  nb::dict report;
  report["nodes"] = outcome.nodes;
  report["reordered"] = !answer.placement.new_rank.empty();
  report["j_sum"] = outcome.j_sum;
  report["j_max"] = outcome.j_max;
  report["j_sum_before"] = outcome.j_sum_before;
  report["j_max_before"] = outcome.j_max_before;
  report["lower_bound"] = outcome.lower_bound;
  report["data_share"] = outcome.data_share;
  report["data_share_before"] = outcome.data_share_before;
  report["data_share_bound"] = outcome.data_share_bound;
  report["gap"] = std::isinf(outcome.gap) ? nb::none() : nb::cast(outcome.gap);
  report["seconds"] = answer.seconds;
  report["tier"] = answer.tier;
  report["mapping"] = answer.placement.mapping;
  report["notes"] = tuple_of(answer.placement.notes);
  return report;
}

/// A level of `cartwright.mpi`: a name and the domain of every rank.
using LevelArrays = std::vector<std::pair<std::string, RankArray>>;

std::vector<choose::RankLevel> levels_from(const LevelArrays& arrays) {
  if (arrays.empty()) base::fail(base::Status::invalid_argument, "no level is given: give at least that of nodes");
  std::vector<choose::RankLevel> levels;
  for (const auto& [name, domains] : arrays)
    levels.push_back({name, {domains.data(), domains.data() + domains.size()}});
  return levels;
}

choose::PlaceOptions options_from(const choose::Request& request, bool reorder) {
  return {.mapping = request.mapping,
          .tier = request.tier,
          .budget_seconds = request.options.budget_seconds,
          .seed = request.options.seed,
          .reorder = reorder,
          .cuts = std::nullopt};
}

/// The new ranks; None when all ranks are kept.
nb::object array_of_ranks(std::vector<int> new_ranks) {
  return new_ranks.empty() ? nb::none() : nb::cast(array_of(std::move(new_ranks)));
}

nb::tuple place_ranks(const LevelArrays& levels, const Integers& dims, const Integers& periods,
                      const std::optional<std::vector<double>>& weights, bool weighted,
                      const std::optional<StencilArgument>& stencil, bool reorder, const std::string& mapping,
                      const std::optional<std::string>& tier, std::optional<double> budget, std::uint64_t seed) {
  const choose::PlaceOptions options = options_from(request_for(mapping, {tier, budget, seed}), reorder);
  Question question{levels_from(levels), dims, periods_from(periods, dims.size()), weights, weighted, stencil, options};
  const std::size_t processes = question.levels.front().domain_of_rank.size();
  Answer found;
  {
    const nb::gil_scoped_release unlocked;
    found = answer(std::move(question));
  }
  const nb::dict report = report_of(found);
  std::vector<int> new_ranks = std::move(found.placement.new_rank).items();
  if (!new_ranks.empty()) new_ranks.resize(processes, -1);
  return nb::make_tuple(tuple_of(found.dims), array_of_ranks(std::move(new_ranks)), report);
}

using EdgeArray = nb::ndarray<const std::int64_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;

nb::tuple place_graph(const LevelArrays& levels, const EdgeArray& edges, bool reorder, const std::string& mapping,
                      const std::optional<std::string>& tier, std::optional<double> budget, std::uint64_t seed) {
  const choose::PlaceOptions options = options_from(request_for(mapping, {tier, budget, seed}), reorder);
  const std::vector<choose::RankLevel> standing = levels_from(levels);
  Answer found;
  {
    const nb::gil_scoped_release unlocked;
    const auto start = std::chrono::steady_clock::now();
    std::vector<mapping::GraphEdge> list;
    for (const std::int64_t* edge = edges.data(); list.size() < edges.shape(0); edge += 3)
      list.push_back({base::checked_int(edge[0], "a source"), base::checked_int(edge[1], "a destination"), edge[2]});
    const mapping::Graph graph(static_cast<std::int64_t>(standing.front().domain_of_rank.size()), list);
    const choose::RankLocations where(standing);
    found.placement = choose::place(graph, where, options).placement;
    found.outcome = choose::outcome(graph, where, found.placement);
    if (options.mapping == "auto") found.tier = choose::to_string(options.tier);
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  const nb::dict report = report_of(found);
  return nb::make_tuple(array_of_ranks(std::move(found.placement.new_rank).items()), report);
}

constexpr const char* doc =
    R"(Places the processes of a communicator, for `cartwright.mpi.cart_create`.

Args:
    levels: outermost first, a name and for each rank the number (int32) of its domain. Domains of one level may have
        equal numbers when the level before separates them.
    dims: zeros are chosen when `weighted` is set. Otherwise dims may hold fewer processes than the communicator.
    periods, weights: a value for each dimension.
    weighted: choose dims, and place by the data that the weights describe.
    stencil: None is the nearest neighbors.

Returns:
    The dims, the new rank of every rank (-1: no cell in the grid; None: all ranks are kept), and the report.
)";

constexpr const char* graph_doc =
    R"(Places the vertices of a graph, for `cartwright.mpi.dist_graph_create_adjacent`.

Args:
    levels: as for `place_ranks`.
    edges: int64 of shape (m, 3): source, destination and weight of every edge.

Returns:
    The new rank of every rank (None: all ranks are kept), and the report.
)";

}  // namespace

void bind_place(nb::module_& module) {
  module.def("place_ranks", place_ranks, "levels"_a, "dims"_a, "periods"_a, "weights"_a = nb::none(), nb::kw_only(),
             "weighted"_a = false, "stencil"_a = nb::none(), "reorder"_a = true, "mapping"_a = "auto",
             "tier"_a = nb::none(), "budget"_a = nb::none(), "seed"_a = 0,
             nb::sig("def place_ranks(levels: collections.abc.Sequence[tuple[str, numpy.typing.NDArray[numpy.int32]]], "
                     "dims: collections.abc.Sequence[int], periods: collections.abc.Sequence[int], "
                     "weights: collections.abc.Sequence[float] | None = None, *, weighted: bool = False, "
                     "stencil: Stencil | None = None, reorder: bool = True, mapping: str = 'auto', "
                     "tier: str | None = None, budget: float | None = None, seed: int = 0) "
                     "-> tuple[tuple[int, ...], numpy.typing.NDArray[numpy.int32] | None, dict[str, typing.Any]]"),
             doc);
  module.def("place_graph", place_graph, "levels"_a, "edges"_a, nb::kw_only(), "reorder"_a = true, "mapping"_a = "auto",
             "tier"_a = nb::none(), "budget"_a = nb::none(), "seed"_a = 0,
             nb::sig("def place_graph(levels: collections.abc.Sequence[tuple[str, numpy.typing.NDArray[numpy.int32]]], "
                     "edges: numpy.typing.NDArray[numpy.int64], *, reorder: bool = True, mapping: str = 'auto', "
                     "tier: str | None = None, budget: float | None = None, seed: int = 0) "
                     "-> tuple[numpy.typing.NDArray[numpy.int32] | None, dict[str, typing.Any]]"),
             graph_doc);
}

}  // namespace cartwright::python
