// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/neighbor_ways.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/world.hpp"
#include "preload/packing/choice.hpp"

#include <atomic>
#include <iterator>
#include <utility>

namespace cartwright::preload {

namespace {

/// What this process adds to the report.
struct Counts {
  std::atomic<std::int64_t> calls = 0, joined = 0, messages = 0, blocks = 0, bytes = 0;
} counted;

}  // namespace

void count_joined(std::int64_t blocks, std::int64_t bytes) {
  ++counted.messages;
  counted.blocks += blocks;
  counted.bytes += bytes;
}

void report_all_neighbors() {
  if (world() == nullptr || world()->settings.report.empty()) return;
  std::int64_t sums[] = {counted.calls, counted.joined, counted.messages, counted.blocks, counted.bytes};
  if (mpi::real().Allreduce(MPI_IN_PLACE, sums, std::size(sums), MPI_INT64_T, MPI_SUM, mpi::program_world()) !=
      MPI_SUCCESS)
    return;
  const int rank = mpi::rank_in(mpi::program_world());
  const auto& [calls, joined, messages, blocks, bytes] = sums;
  if (rank == 0 && calls > 0) mpi::report_neighbors({calls, joined, messages, blocks, bytes}, world()->settings);
}

bool NeighborWays::mpi_is_right(MPI_Comm comm, NeighborForm form, bool even) {
  if (form != NeighborForm::alltoallw) return true;
  if (!all_even_) {
    int all = even ? 1 : 0;
    const int error = mpi::real().Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm);
    all_even_ = error == MPI_SUCCESS && all != 0;
  }
  return *all_even_;
}

NeighborWays::Next NeighborWays::next(MPI_Comm comm, NeighborForm form, bool alone, bool even) {
  const Trials& trials = trials_[static_cast<std::size_t>(form)];
  const When join = alone ? When::off : agreed().join;
  const bool tries_to_join = join == When::measured && trials.joined.in_trial();
  Next next;
  next.timed = tries_to_join;
  if (datatypes() == mpi::Datatypes::measured && join != When::always && !tries_to_join) {
    next.by_mpi = trials.by_mpi.other() && mpi_is_right(comm, form, even);
    next.timed = trials.by_mpi.in_trial();
  }
  const bool joins = join == When::always || (join == When::measured && trials.joined.other());
  if (joins && !next.by_mpi) {
    if (!std::exchange(made_, true)) plan_ = make_join_plan(comm);
    next.plan = plan_.get();
  }
  return next;
}

void NeighborWays::count(MPI_Comm comm, NeighborForm form, bool alone, const Next& way, std::chrono::nanoseconds time) {
  if (!alone) ++counted.calls;
  if (way.plan != nullptr) ++counted.joined;
  Trials& trials = trials_[static_cast<std::size_t>(form)];
  for (WayTrial* const trial : {&trials.joined, &trials.by_mpi}) {
    if (!trial->count(time.count()) || !way.timed) continue;
    WayTrial::Times& times = trial->times();
    mpi::real().Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()), MPI_INT64_T, MPI_SUM, comm);
    trial->decide();
  }
}

}  // namespace cartwright::preload
