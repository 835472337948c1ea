// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/graph.hpp"

#include "base/hash.hpp"
#include "mpi/base/agreement.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/uncounted.hpp"
#include "mpi/carts/call_settings.hpp"
#include "mpi/carts/cart_report.hpp"
#include "mpi/carts/graph_decide.hpp"
#include "mpi/carts/reordered.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <optional>

namespace cartwright::mpi {

namespace {

/// The state of gathering all edges on process 0, broadcast before the others send theirs.
struct Gathered {
  bool mixed = false;    ///< some edges have weights and some have none, which MPI forbids
  bool possible = true;  ///< the edges fit into the memory of process 0, and their number into an int
  bool weighted = false;
};

/// Counts the edges of all processes and makes room for them on process 0.
Gathered make_room(const std::vector<int>& offers, std::vector<int>& counts, std::vector<int>& starts,
                   std::vector<int>& edges) {
  Gathered gathered;
  std::int64_t total = 0;
  bool some_without = false;
  for (std::size_t i = 0; i < offers.size(); i += 2) {
    some_without = some_without || offers[i + 1] == static_cast<int>(Weights::without);
    gathered.weighted = gathered.weighted || offers[i + 1] == static_cast<int>(Weights::given);
    counts.push_back(offers[i]);
    starts.push_back(static_cast<int>(total));
    total += offers[i];
    gathered.possible = gathered.possible && offers[i] >= 0 && total <= std::numeric_limits<int>::max();
    if (!gathered.possible) total = 0;
  }
  gathered.mixed = some_without && gathered.weighted;
  try {
    edges.resize(3 * static_cast<std::size_t>(total));
  } catch (const std::bad_alloc&) {
    gathered.possible = false;
  }
  return gathered;
}

/// Collective: gathers the edges of all processes on process 0, unless that is impossible.
int gather(const GraphCall& call, Gathered& gathered, std::vector<int>& edges) {
  const int rank = rank_in(call.comm);
  const int size = size_of(call.comm);
  const int count = static_cast<int>(call.edges.size() / 3);
  const int offer[] = {call.complete ? count : -1, static_cast<int>(call.weights)};
  std::vector<int> offers(rank == 0 ? 2 * static_cast<std::size_t>(size) : 0);
  if (const int error = real().Gather(offer, 2, MPI_INT, offers.data(), 2, MPI_INT, 0, call.comm)) return error;
  std::vector<int> counts;
  std::vector<int> starts;
  if (rank == 0) gathered = make_room(offers, counts, starts, edges);
  if (const int error = real().Bcast(&gathered, sizeof gathered, MPI_BYTE, 0, call.comm)) return error;
  if (gathered.mixed || !gathered.possible) return MPI_SUCCESS;
  MPI_Datatype edge = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(3, MPI_INT, &edge);
  real().Type_commit(&edge);
  const int error =
      real().Gatherv(call.edges.data(), count, edge, edges.data(), counts.data(), starts.data(), edge, 0, call.comm);
  real().Type_free(&edge);
  return error;
}

struct Move {
  int new_rank = -1;  ///< -1: outside the graph
  int adjacency_source = -1;
};

/// Collective: process 0 decides and shares the decision.
int share(const GraphCall& call, const Settings& settings, const Gathered& gathered, const std::vector<int>& edges,
          GraphDecision& decision, Move& move) {
  const Location location = locate(call.comm, settings);
  if (location.error != MPI_SUCCESS) return location.error;
  if (!location.remark.empty()) warn_once(location.remark);
  int error = MPI_SUCCESS;
  const std::vector<choose::RankLevel> levels = gather_levels(call.comm, location, error);
  if (error != MPI_SUCCESS) return error;
  std::vector<Move> moves;
  if (!levels.empty()) {
    std::vector<int> new_ranks;
    decision = decide_graph(call, gathered.weighted, edges, settings, location, levels, new_ranks);
    moves.resize(levels.front().domain_of_rank.size());
    for (std::size_t rank = 0; rank < new_ranks.size(); ++rank)
      moves[rank] = {new_ranks[rank], new_ranks[new_ranks[rank]]};
  }
  error = real().Bcast(&decision, sizeof decision, MPI_BYTE, 0, call.comm);
  if (error != MPI_SUCCESS || decision.stays) return error;
  return real().Scatter(moves.data(), 2, MPI_INT, &move, 2, MPI_INT, 0, call.comm);
}

int make_graph(const GraphCall& call, const GraphDecision& decision, const Move& move, bool weighted, MPI_Comm* graph,
               const std::function<int(const GraphSite&, MPI_Comm*)>& make) {
  *graph = MPI_COMM_NULL;
  prepare_topologies();
  int error = MPI_SUCCESS;
  if (decision.stays) {
    error = make({.comm = call.comm}, graph);
  } else {
    MPI_Comm reordered = MPI_COMM_NULL;
    const int color = move.new_rank < 0 ? MPI_UNDEFINED : 0;
    error = split_uncounted(call.comm, color, std::max(move.new_rank, 0), &reordered);
    if (error != MPI_SUCCESS || reordered == MPI_COMM_NULL) return error;
    error = make({.comm = reordered, .moved = true, .weighted = weighted, .adjacency_source = move.adjacency_source},
                 graph);
    PMPI_Comm_free(&reordered);
    if (error == MPI_SUCCESS && *graph != MPI_COMM_NULL) notify_reordered({call.comm, *graph, call.function, {}});
  }
  if (error == MPI_SUCCESS && decision.report.size > 0 && *graph != MPI_COMM_NULL)
    error = attach_report(*graph, decision.report);
  return error;
}

}  // namespace

int check_ranks(const char* name, const int* ranks, std::int64_t count, int size) {
  for (std::int64_t i = 0; i < count; ++i)
    if (ranks[i] < 0 || ranks[i] >= size)
      return refused(MPI_ERR_ARG, "{}[{}] is {}: give 0 to {}", name, i, ranks[i], size - 1);
  return MPI_SUCCESS;
}

Weights kind_of(const int* weights, std::int64_t count, int& invalid) {
  if (count <= 0) return Weights::no_edges;
  if (weights == MPI_UNWEIGHTED) return Weights::without;
  if (weights == nullptr || weights == MPI_WEIGHTS_EMPTY) {
    invalid = refused(MPI_ERR_ARG, "weights are missing, and there are {} edges", count);
    return Weights::given;
  }
  for (std::int64_t i = 0; i < count; ++i)
    if (weights[i] < 0) invalid = refused(MPI_ERR_ARG, "the weight of edge {} is {}: give 0 or more", i, weights[i]);
  return Weights::given;
}

GraphResult create_graph(const GraphCall& call, MPI_Comm* graph,
                         const std::function<int(const GraphSite&, MPI_Comm*)>& make) {
  std::optional<Uncounted> own_messages(std::in_place);
  const int rank = rank_in(call.comm);
  const CallSettings own = settings_of_call(call.info);
  int invalid = call.invalid;
  if (graph == nullptr) invalid = refused(MPI_ERR_ARG, "the pointer to the new communicator is NULL");
  if (invalid == MPI_SUCCESS) invalid = own.invalid;
  base::Hash arguments;
  arguments.add(std::string_view(call.function));
  arguments.add(std::uint64_t{call.reorder});
  arguments.add(call.fingerprint);

  const Agreement agreement =
      agree(call.comm, invalid, invalid == MPI_SUCCESS ? arguments.value() : 0, own.fingerprint);
  if (agreement.error != MPI_SUCCESS) return {Verdict::done, agreement.error};
  if (agreement.invalid != MPI_SUCCESS || !agreement.same_arguments) return refused_together(agreement, invalid);

  GraphDecision decision;
  Gathered gathered;
  Move move;
  std::string remark = own.remark;
  if (!agreement.same_settings) remark = "the variables CARTWRIGHT_*, or info keys, differ between processes";
  if (call.reorder && call.vertices > 0 && remark.empty()) {
    std::vector<int> edges;
    if (const int error = gather(call, gathered, edges)) return {Verdict::done, error};
    if (gathered.mixed)
      return {Verdict::invalid,
              refused(MPI_ERR_ARG, "some processes have weights and some have none: give all or none")};
    if (!gathered.possible)
      remark = fmt::format("{}: process 0 cannot hold the edges of all processes", call.function);
    else if (const int error = share(call, own.settings, gathered, edges, decision, move))
      return {Verdict::done, error};
  }
  if (!remark.empty() && call.reorder && rank == 0)
    warn_once(fmt::format("{}: all processes keep their ranks", remark));
  own_messages.reset();  // what MPI sends to make the graph is the program's
  return {Verdict::done, make_graph(call, decision, move, gathered.weighted, graph, make)};
}

}  // namespace cartwright::mpi
