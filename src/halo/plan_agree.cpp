// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// What processes must know of each other to make the same choices.
#include "base/error.hpp"
#include "halo/dimension_ordered.hpp"
#include "halo/plan.hpp"
#include "mpi/comm.hpp"
#include "mpi/succeed.hpp"

#include <algorithm>
#include <set>

namespace cartwright::halo {

namespace {

using base::Status;
using mpi::real;
using mpi::succeed;

}  // namespace

void Plan::agree() {
  const Limits limits = rank_ == 0 ? LearnedThresholds(request_.kept_folder).read() : Limits{};
  const std::int64_t corners = request_.by_axes ? (*request_.by_axes ? 2 : 1) : 0;
  // Processes that share no memory never join messages.
  const std::int64_t joining = request_.share ? request_.longest_joined.value_or(-1) : 0;
  std::set<int> at_faces;
  for (const Neighbor& neighbor : request_.neighbors)
    if (neighbor.rank != rank_ && std::ranges::count(neighbor.side, 0) + 1 == std::ssize(neighbor.side))
      at_faces.insert(neighbor.rank);
  const std::int64_t sharing = std::ranges::count(peers_, true, &engine::Peer::shares);
  std::int64_t bytes = 0;
  for (const engine::Peer& peer : peers_) bytes += wire_bytes(peer.theirs, peer.their_sides);

  // One reduction finds the greatest of each. A number and its complement say whether all processes have the same.
  struct {
    std::int64_t piece, piece_back, corners, corners_back, effort, effort_back, joining, joining_back;
    std::int64_t corners_up_to, best_piece, sharing, not_sharing, few_neighbors, average_message, gpu, gpu_aware;
  } most = {.piece = request_.piece,
            .piece_back = ~request_.piece,
            .corners = corners,
            .corners_back = ~corners,
            .effort = request_.measure ? 1 : 0,
            .effort_back = ~std::int64_t{request_.measure ? 1 : 0},
            .joining = joining,
            .joining_back = ~joining,
            .corners_up_to = rank_ == 0 ? limits.corners_up_to() : 0,
            .best_piece = rank_ == 0 ? limits.piece_bytes() : 0,
            .sharing = sharing,
            .not_sharing = std::ssize(peers_) - sharing,
            .few_neighbors = peers_.size() <= 2 * at_faces.size() ? 1 : 0,
            .average_message = bytes / std::max<std::int64_t>(std::ssize(peers_), 1),
            .gpu = gpu_ ? 1 : 0,
            .gpu_aware = gpu_ && gpu_->aware ? 1 : 0};
  succeed(real().Allreduce(MPI_IN_PLACE, &most, sizeof most / sizeof most.piece, MPI_INT64_T, MPI_MAX, comm_));
  if (most.piece != ~most.piece_back)
    base::fail(Status::invalid_argument, "options.piece is {} on one process and {} on another: give the same on all",
               ~most.piece_back, most.piece);
  if (most.corners != ~most.corners_back)
    base::fail(Status::invalid_argument, "options.corners differs between processes: give the same on all");
  if (most.effort != ~most.effort_back)
    base::fail(Status::invalid_argument, "options.effort differs between processes: give the same on all");
  if (most.joining != ~most.joining_back)
    base::fail(Status::invalid_argument,
               "options.joining or options.no_sharing differs between processes: give the same on all");
  agreed_ = {.sharing = most.sharing > 0,
             .messages = most.not_sharing > 0,
             .few_neighbors = most.few_neighbors != 0,
             .any_gpu = most.gpu != 0,
             .apart = most.gpu_aware != 0,
             .average_message = most.average_message,
             .corners_up_to = most.corners_up_to,
             .piece = most.best_piece};
}

bool Plan::may_go_by_axes() const {
  // Where neighbors read each other's memory, there are few messages, and corners need no way of their own.
  const bool needless = agreed_.sharing && !request_.by_axes;
  return axes() > 1 && !needless && DimensionOrdered::possible(comm_, request_);
}

bool Plan::estimated_by_axes() const {
  // Each axis is a wait for messages. That pays if there are many of them, which are short. On a GPU each axis is two
  // launches as well.
  return !agreed_.any_gpu && !agreed_.few_neighbors && agreed_.average_message <= agreed_.corners_up_to;
}

bool Plan::may_join() const {
  const int nodes = node_ ? node_->count() : 1;
  return request_.share && request_.longest_joined != 0 && !agreed_.any_gpu && nodes > 1 &&
         nodes < std::ssize(node_->nodes());
}

std::int64_t Plan::estimated_join() const {
  if (!may_join()) return 0;
  // A joined message waits for several processes, one after the other. Without a core for each, they wait for each
  // other's time slices, too: it then pays only where it takes the place of many messages.
  const bool cores = mpi::everywhere(!crowd_.oversubscribed(), comm_);
  constexpr std::int64_t short_message = 64 << 10;
  return cores || !agreed_.few_neighbors ? short_message : 0;
}

}  // namespace cartwright::halo
