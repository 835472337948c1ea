// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/choices.hpp"

#include "halo/dimension_ordered.hpp"
#include "halo/learned_thresholds.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/succeed.hpp"

#include <algorithm>
#include <set>

namespace cartwright::halo {

namespace {

using base::Status;

/// A number and its complement: the greatest of each say whether all processes have the same.
struct Setting {
  explicit Setting(std::int64_t value) : most(value), least_complement(~value) {}
  std::int64_t least() const { return ~least_complement; }
  bool differs() const { return most != least(); }
  std::int64_t most, least_complement;
};

/// One reduction finds the greatest of each.
struct Greatest {
  Setting piece, corners, effort, joining;
  std::int64_t corners_up_to = 0, best_piece = 0, sharing = 0, not_sharing = 0;
  std::int64_t few_neighbors = 0, average_message = 0, gpu = 0, gpu_aware = 0;

  explicit Greatest(const PlanRequest& request)
      : piece(request.piece),
        corners(request.by_axes ? (*request.by_axes ? 2 : 1) : 0),
        effort(request.measure ? 1 : 0),
        // Processes that share no memory never join messages.
        joining(request.share ? request.longest_joined.value_or(-1) : 0) {}
};

void check_alike(const Greatest& all) {
  if (all.piece.differs())
    base::fail(Status::invalid_argument, "options.piece is {} on one process and {} on another: give the same on all",
               all.piece.least(), all.piece.most);
  if (all.corners.differs())
    base::fail(Status::invalid_argument, "options.corners differs between processes: give the same on all");
  if (all.effort.differs())
    base::fail(Status::invalid_argument, "options.effort differs between processes: give the same on all");
  if (all.joining.differs())
    base::fail(Status::invalid_argument,
               "options.joining or options.no_sharing differs between processes: give the same on all");
}

/// The neighbors at faces.
std::size_t count_at_faces(const Facts& facts) {
  std::set<int> ranks;
  for (const Neighbor& neighbor : facts.request.neighbors)
    if (neighbor.rank != facts.connections.rank &&
        std::ranges::count(neighbor.side, 0) + 1 == std::ssize(neighbor.side))
      ranks.insert(neighbor.rank);
  return ranks.size();
}

}  // namespace

Agreed agree(const Facts& facts) {
  const std::vector<engine::Peer>& peers = facts.connections.peers;
  const std::optional<OnGpu>& gpu = facts.connections.gpu;
  Greatest all(facts.request);
  if (facts.connections.rank == 0) {
    const Limits limits = LearnedThresholds(facts.request.kept_folder).read();
    all.corners_up_to = limits.corners_up_to();
    all.best_piece = limits.piece_bytes();
  }
  all.sharing = std::ranges::count(peers, true, &engine::Peer::shares);
  all.not_sharing = std::ssize(peers) - all.sharing;
  all.few_neighbors = peers.size() <= 2 * count_at_faces(facts) ? 1 : 0;
  for (const engine::Peer& peer : peers) all.average_message += wire_bytes(peer.theirs, peer.their_sides);
  all.average_message /= std::max<std::int64_t>(std::ssize(peers), 1);
  all.gpu = gpu ? 1 : 0;
  all.gpu_aware = gpu && gpu->aware ? 1 : 0;
  constexpr int words = sizeof all / sizeof all.gpu;
  mpi::succeed(mpi::real().Allreduce(MPI_IN_PLACE, &all, words, MPI_INT64_T, MPI_MAX, facts.comm));
  check_alike(all);
  return {.sharing = all.sharing > 0,
          .messages = all.not_sharing > 0,
          .few_neighbors = all.few_neighbors != 0,
          .any_gpu = all.gpu != 0,
          .apart = all.gpu_aware != 0,
          .average_message = all.average_message,
          .corners_up_to = all.corners_up_to,
          .piece = all.best_piece};
}

bool may_go_by_axes(const Facts& facts) {
  // Where neighbors read each other's memory, there are few messages, and corners need no way of their own.
  const bool needless = facts.agreed.sharing && !facts.request.by_axes;
  return facts.request.fields.front().axes() > 1 && !needless && DimensionOrdered::possible(facts.comm, facts.request);
}

bool estimated_by_axes(const Facts& facts) {
  // Each axis is a wait for messages. That pays if there are many of them, which are short. On a GPU each axis is two
  // launches as well.
  return !facts.agreed.any_gpu && !facts.agreed.few_neighbors &&
         facts.agreed.average_message <= facts.agreed.corners_up_to;
}

bool may_join(const Facts& facts) {
  const int nodes = facts.node ? facts.node->count() : 1;
  return facts.request.share && facts.request.longest_joined != 0 && !facts.agreed.any_gpu && nodes > 1 &&
         nodes < std::ssize(facts.node->nodes());
}

std::int64_t estimated_join(const Facts& facts) {
  if (!may_join(facts)) return 0;
  // A joined message waits for several processes, one after the other. Without a core for each, they wait for each
  // other's time slices, too: it then pays only where it takes the place of many messages.
  const bool cores = mpi::everywhere(!facts.connections.crowd.oversubscribed(), facts.comm);
  constexpr std::int64_t short_message = 64 << 10;
  return cores || !facts.agreed.few_neighbors ? short_message : 0;
}

}  // namespace cartwright::halo
