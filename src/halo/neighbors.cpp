// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/neighbors.hpp"

#include "base/error.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"
#include "transport/waiting.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace cartwright::halo {

namespace {

using base::Status;
using engine::Field;
using engine::Numbers;
using engine::Side;
using mpi::real;
using mpi::succeed;

/// Calls visit() for all numbers of an info, in their order in messages.
template <typename Visit>
void for_all_numbers(NeighborInfo& info, Visit visit) {
  visit(info.node);
  visit(info.pid);
  for (Neighbor& neighbor : info.neighbors) {
    visit(neighbor.rank);
    visit(neighbor.read);
    for (std::int8_t& step : neighbor.side) visit(step);
  }
  for (Field& field : info.fields) {
    for (Numbers* const numbers : {&field.sizes, &field.strides, &field.low, &field.high})
      for (std::int64_t& number : *numbers) visit(number);
    for (std::int64_t* const number : {&field.element, &field.components, &field.component_stride}) visit(*number);
    visit(field.narrow);
  }
  for (transport::SharedPlace& place : info.places)
    for (std::int64_t* const number : {&place.pid, &place.file, &place.bytes, &place.tag, &place.offset})
      visit(*number);
}

/// Behind the numbers of axes, neighbors and fields.
std::vector<std::int64_t> words_of(NeighborInfo mine) {
  const std::size_t axes = mine.fields.empty() ? 0 : mine.fields.front().axes();
  std::vector<std::int64_t> words;
  for (const std::size_t count : {axes, mine.neighbors.size(), mine.fields.size()})
    words.push_back(static_cast<std::int64_t>(count));
  for_all_numbers(mine, [&](auto number) { words.push_back(number); });
  return words;
}

NeighborInfo read(const std::vector<std::int64_t>& words) {
  const auto axes = static_cast<std::size_t>(words.at(0));
  const Numbers none(axes);
  NeighborInfo read;
  read.neighbors.resize(words.at(1), {Side(axes)});
  read.fields.resize(words.at(2), {none, none, none, none});
  read.places.resize(read.fields.size());
  std::size_t next = 3;
  for_all_numbers(read, [&]<typename Number>(Number& number) { number = static_cast<Number>(words.at(next++)); });
  return read;
}

const Neighbor* at_side(const std::vector<Neighbor>& neighbors, const Side& side) {
  const auto found = std::ranges::find(neighbors, side, &Neighbor::side);
  return found == neighbors.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Neighbor> cart_neighbors(MPI_Comm comm, const std::vector<Side>& sides) {
  int ndims = 0;
  succeed(PMPI_Cartdim_get(comm, &ndims));
  std::vector<int> dims(ndims);
  std::vector<int> periods(ndims);
  std::vector<int> coords(ndims);
  succeed(real().Cart_get(comm, ndims, dims.data(), periods.data(), coords.data()));
  std::vector<Neighbor> neighbors;
  std::vector<Side> both = sides;
  for (const Side& side : sides)
    if (std::ranges::find(sides, engine::opposite(side)) == sides.end()) both.push_back(engine::opposite(side));
  for (const Side& side : both) {
    std::vector<int> there = coords;
    bool inside = true;
    for (int axis = 0; axis < ndims; ++axis) {
      there[axis] += side[axis];
      inside = inside && (periods[axis] != 0 || (there[axis] >= 0 && there[axis] < dims[axis]));
    }
    if (!inside) continue;
    Neighbor& neighbor = neighbors.emplace_back(side);
    neighbor.read = std::ranges::find(sides, side) != sides.end();
    succeed(real().Cart_rank(comm, there.data(), &neighbor.rank));
  }
  return neighbors;
}

std::vector<NeighborInfo> exchange_info(MPI_Comm comm, const NeighborInfo& mine, const std::vector<int>& ranks,
                                        const transport::Crowd& crowd) {
  constexpr int tag = 0;
  const std::vector<std::int64_t> words = words_of(mine);
  std::vector<MPI_Request> sends(ranks.size(), MPI_REQUEST_NULL);
  std::vector<MPI_Status> statuses(ranks.size());
  for (std::size_t i = 0; i < ranks.size(); ++i)
    succeed(real().Issend(words.data(), static_cast<int>(words.size()), MPI_INT64_T, ranks[i], tag, comm, &sends[i]));
  // A process enters the barrier when all its neighbors have received its message. When all are there, no message is on
  // its way any more (Hoefler, Siebert, Lumsdaine 2010).
  std::map<int, NeighborInfo> received;
  MPI_Request barrier = MPI_REQUEST_NULL;
  int all_there = 0;
  for (transport::Backoff backoff(crowd); all_there == 0; backoff.wait(transport::yield)) {
    int arrived = 0;
    MPI_Status status;
    succeed(real().Iprobe(MPI_ANY_SOURCE, tag, comm, &arrived, &status));
    if (arrived != 0) {
      int count = 0;
      PMPI_Get_count(&status, MPI_INT64_T, &count);
      std::vector<std::int64_t> theirs(count);
      succeed(real().Recv(theirs.data(), count, MPI_INT64_T, status.MPI_SOURCE, tag, comm, &status));
      received.emplace(status.MPI_SOURCE, read(theirs));
    }
    if (barrier != MPI_REQUEST_NULL) {
      succeed(real().Test(&barrier, &all_there, &status));
      continue;
    }
    int sent = 1;
    if (!sends.empty()) succeed(real().Testall(static_cast<int>(sends.size()), sends.data(), &sent, statuses.data()));
    if (sent != 0) succeed(real().Ibarrier(comm, &barrier));
  }
  std::vector<NeighborInfo> answers;
  for (const int rank : ranks) {
    const auto found = received.find(rank);
    if (found == received.end())
      base::fail(Status::invalid_argument, "this process names rank {} as a neighbor, but is not named by it", rank);
    answers.push_back(std::move(found->second));
    received.erase(found);
  }
  if (!received.empty())
    base::fail(Status::invalid_argument, "rank {} names this process as a neighbor, but is not named by it",
               received.begin()->first);
  return answers;
}

/// Whether a process is its own neighbor along an axis: the only one there.
bool alone_along(std::size_t axis, const std::vector<Neighbor>& neighbors, int rank) {
  return std::ranges::any_of(neighbors, [&](const Neighbor& one) {
    const auto zeros = std::ranges::count(one.side, 0);
    return one.rank == rank && one.side[axis] != 0 && zeros + 1 == std::ranges::ssize(one.side);
  });
}

void check_fit(int rank, const NeighborInfo& mine, int their_rank, const NeighborInfo& theirs) {
  if (mine.fields.size() != theirs.fields.size())
    base::fail(Status::invalid_argument, "rank {} has {} fields and its neighbor rank {} has {}", rank,
               mine.fields.size(), their_rank, theirs.fields.size());
  for (const Neighbor& neighbor : mine.neighbors) {
    if (neighbor.rank != their_rank) continue;
    const Neighbor* back = at_side(theirs.neighbors, engine::opposite(neighbor.side));
    if (back == nullptr || back->rank != rank)
      base::fail(Status::invalid_argument, "rank {} has rank {} at side {}, but rank {} has {} at the opposite side",
                 rank, their_rank, engine::describe(neighbor.side), their_rank,
                 back == nullptr ? "nobody" : fmt::format("rank {}", back->rank));
    for (std::size_t i = 0; i < mine.fields.size(); ++i) {
      const Field& holder = mine.fields[i];
      const Field& owner = theirs.fields[i];
      if (holder.axes() != owner.axes() || holder.element != owner.element || holder.components != owner.components)
        base::fail(
            Status::invalid_argument,
            "field {}: rank {} has {} axes, values of {} bytes and {} components, its neighbor rank {} has {}, {} "
            "and {}",
            i, rank, holder.axes(), holder.element, holder.components, their_rank, owner.axes(), owner.element,
            owner.components);
      if (holder.narrow != owner.narrow)
        base::fail(Status::invalid_argument,
                   "field {}: ranks {} and {} give it different types between nodes: set wire_type on all processes or "
                   "on none",
                   i, rank, their_rank);
      for (std::size_t axis = 0; axis < holder.axes(); ++axis) {
        const std::int8_t step = neighbor.side[axis];
        if (step == 0 && holder.sizes[axis] != owner.sizes[axis])
          base::fail(Status::invalid_argument,
                     "field {}: rank {} has {} points along axis {}, its neighbor rank {} at side {} has {}", i, rank,
                     holder.sizes[axis], axis, their_rank, engine::describe(neighbor.side), owner.sizes[axis]);
        const std::int64_t width = step == 0 || !neighbor.read ? 0 : step < 0 ? holder.low[axis] : holder.high[axis];
        if (width > owner.sizes[axis])
          base::fail(
              Status::invalid_argument,
              "field {}: the halo of rank {} is {} points wide along axis {}, but its neighbor rank {} has only {}: "
              "{}, or a narrower halo",
              i, rank, width, axis, their_rank, owner.sizes[axis],
              alone_along(axis, mine.neighbors, rank) ? "use more points along this axis"
                                                      : "use fewer processes along this axis");
      }
    }
  }
}

}  // namespace cartwright::halo
