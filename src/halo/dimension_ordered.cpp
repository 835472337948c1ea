// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/dimension_ordered.hpp"

#include "base/hash.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

#include <algorithm>
#include <array>

namespace cartwright::halo {

namespace {

using engine::Side;
using mpi::real;
using mpi::succeed;

/// The neighbor at the low or high face along an axis; null behind a border.
const Neighbor* at_face(const PlanRequest& request, std::size_t axis, int step) {
  Side face(request.fields.front().axes());
  face[axis] = static_cast<std::int8_t>(step);
  const auto found = std::ranges::find(request.neighbors, face, &Neighbor::side);
  return found == request.neighbors.end() ? nullptr : &*found;
}

/// The process behind each side as it is found by going along one axis after the other, which is the way of the ghost
/// points. Sides are numbered by their steps plus 1, as digits of base 3. -1: nobody.
std::vector<int> reached_by_axes(MPI_Comm comm, const PlanRequest& request, int rank) {
  constexpr int tag = 4;
  const std::size_t axes = request.fields.front().axes();
  std::size_t sides = 1;
  for (std::size_t axis = 0; axis < axes; ++axis) sides *= 3;
  std::vector<int> reached(sides, -1);
  reached[sides / 2] = rank;
  std::size_t digit = 1;
  for (std::size_t axis = axes; axis-- > 0; digit *= 3) {
    for (const int step : {-1, 1}) {
      const Neighbor* const from = at_face(request, axis, step);
      const Neighbor* const to = at_face(request, axis, -step);
      std::vector<int> theirs(sides, -1);
      MPI_Status status;
      succeed(real().Sendrecv(reached.data(), static_cast<int>(sides), MPI_INT,
                              to != nullptr ? to->rank : MPI_PROC_NULL, tag + step, theirs.data(),
                              static_cast<int>(sides), MPI_INT, from != nullptr ? from->rank : MPI_PROC_NULL,
                              tag + step, comm, &status));
      for (std::size_t side = 0; side < sides; ++side)
        if (side / digit % 3 == 1 && theirs[side] >= 0) reached[step < 0 ? side - digit : side + digit] = theirs[side];
    }
  }
  return reached;
}

/// Whether these are the neighbors, all of them with ghost points.
bool are_neighbors(const std::vector<int>& reached, const PlanRequest& request) {
  std::vector<int> named(reached.size(), -1);
  named[reached.size() / 2] = reached[reached.size() / 2];
  for (const Neighbor& neighbor : request.neighbors) {
    if (!neighbor.read) return false;
    std::size_t number = 0;
    for (const std::int8_t step : neighbor.side) number = 3 * number + static_cast<std::size_t>(step + 1);
    named[number] = neighbor.rank;
  }
  return named == reached;
}

std::uint64_t hash_of_widths(const PlanRequest& request) {
  base::Hash hash;
  for (const engine::Field& field : request.fields)
    for (const engine::Numbers* widths : {&field.low, &field.high})
      for (const std::int64_t width : *widths) hash.add(static_cast<std::uint64_t>(width));
  return hash.value() >> 1;  // its negative is a number, too
}

/// The request for one axis: ghost points at its two faces. The faces include the ghost points along later axes, which
/// came before, where there are neighbors.
PlanRequest along(const PlanRequest& all, std::size_t axis) {
  PlanRequest one = all;
  one.measure = false;
  one.share = false;
  one.longest_joined = 0;
  one.by_axes = false;
  std::erase_if(one.neighbors, [&](const Neighbor& neighbor) {
    return neighbor.side[axis] == 0 || std::ranges::count(neighbor.side, 0) + 1 != std::ssize(neighbor.side);
  });
  for (std::size_t i = 0; i < one.fields.size(); ++i) {
    engine::Field& field = one.fields[i];
    for (std::size_t other = 0; other < field.axes(); ++other) {
      if (other == axis) continue;
      if (other > axis) {
        const std::int64_t low = at_face(all, other, -1) != nullptr ? field.low[other] : 0;
        const std::int64_t high = at_face(all, other, 1) != nullptr ? field.high[other] : 0;
        field.sizes[other] += low + high;
        one.bases[i] -= low * field.strides[other];
      }
      field.low[other] = field.high[other] = 0;
    }
  }
  return one;
}

}  // namespace

bool DimensionOrdered::possible(MPI_Comm comm, const PlanRequest& request) {
  const int rank = mpi::rank_in(comm);
  const auto widths = static_cast<std::int64_t>(hash_of_widths(request));
  const bool fits = are_neighbors(reached_by_axes(comm, request, rank), request);
  std::array<std::int64_t, 3> most = {fits ? 0 : 1, widths, -widths};
  succeed(real().Allreduce(MPI_IN_PLACE, most.data(), 3, MPI_INT64_T, MPI_MAX, comm));
  return most[0] == 0 && most[1] == -most[2];
}

DimensionOrdered::DimensionOrdered(MPI_Comm comm, const PlanRequest& request) {
  // The last axis first: its faces are the least regular in memory, and get no ghost points of others.
  for (std::size_t axis = request.fields.front().axes(); axis-- > 0;)
    axes_.push_back(std::make_unique<Plan>(comm, along(request, axis)));
}

void DimensionOrdered::start() {
  axis_ = 0;
  open_ = true;
  axes_.front()->start(axes_.front()->whole());
}

void DimensionOrdered::advance() {
  axes_[axis_]->finish();
  if (++axis_ < axes_.size()) axes_[axis_]->start(axes_[axis_]->whole());
}

bool DimensionOrdered::test() {
  while (axis_ < axes_.size()) {
    if (!axes_[axis_]->test()) return false;
    advance();
  }
  return true;
}

void DimensionOrdered::finish_side(const Side& side) {
  const auto first = std::ranges::find_if(side, [](std::int8_t step) { return step != 0; }) - side.begin();
  // It comes with the exchange along its first axis, as axes go from the last to the first.
  const std::size_t needed = axes_.size() - static_cast<std::size_t>(first);
  while (axis_ < needed) advance();
}

void DimensionOrdered::finish() {
  while (axis_ < axes_.size()) advance();
  open_ = false;
}

std::vector<Plan::Sent> DimensionOrdered::sent() const {
  std::vector<Plan::Sent> sent;
  for (const std::unique_ptr<Plan>& axis : axes_) sent.push_back(axis->sent());
  return sent;
}

}  // namespace cartwright::halo
