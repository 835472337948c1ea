// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/joining.hpp"

#include "mpi/program_world.hpp"
#include "mpi/real.hpp"
#include "mpi/report.hpp"
#include "preload/world.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace cartwright::preload {

namespace {

Join the_join = Join::off;

/// Of this process, in the order of NeighborsReport.
struct Counts {
  std::atomic<std::int64_t> calls = 0, joined = 0, messages = 0, blocks = 0, bytes = 0;
} counted;

}  // namespace

Join join_setting() {
  const char* const set = std::getenv("CARTWRIGHT_JOIN");
  const std::string_view value = set == nullptr ? "" : set;
  if (value == "off") return Join::off;
  if (value == "always") return Join::always;
  if (!value.empty() && value != "measured")
    mpi::say_once(fmt::format("CARTWRIGHT_JOIN={}: unknown: use measured, always or off", value));
  return Join::measured;
}

void set_join(Join join) { the_join = join; }

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
  int rank = 0;
  PMPI_Comm_rank(mpi::program_world(), &rank);
  const auto& [calls, joined, messages, blocks, bytes] = sums;
  if (rank == 0 && calls > 0) mpi::report_neighbors({calls, joined, messages, blocks, bytes}, world()->settings);
}

const JoinPlan* Joining::plan(MPI_Comm comm) {
  if (the_join == Join::off || (the_join == Join::measured && !trial_.tries_or_joins())) return nullptr;
  if (!std::exchange(made_, true)) plan_ = make_join_plan(comm);
  return the_join == Join::always || trial_.joins() ? plan_.get() : nullptr;
}

void Joining::count(MPI_Comm comm, bool joined, std::chrono::nanoseconds time) {
  ++counted.calls;
  if (joined) ++counted.joined;
  if (the_join != Join::measured || (made_ && !plan_) || !trial_.count(time.count())) return;
  JoinTrial::Times& times = trial_.times();
  mpi::real().Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()), MPI_INT64_T, MPI_SUM, comm);
  trial_.decide();
}

}  // namespace cartwright::preload
