// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/collective_ways.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/comm_attribute.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/variables.hpp"
#include "preload/base/world.hpp"
#include "preload/node/measured_links.hpp"

#include <algorithm>
#include <atomic>

namespace cartwright::preload {

namespace {

/// Kept with a communicator.
struct KeptWays {
  std::unique_ptr<CollectiveWays> ways;
  ~KeptWays() { ++freed_comms; }
};

std::unique_ptr<CollectiveWays> find_ways(MPI_Comm comm) {
  if (world() == nullptr || !is_intracommunicator(comm)) return nullptr;
  const std::vector<int> ranks = world_ranks(comm);
  if (std::ranges::count(ranks, MPI_UNDEFINED) > 0) return nullptr;
  std::vector<std::vector<int>> above;
  if (const std::size_t outer = world()->location.node_level; outer > 0) {
    std::vector<choose::RankLevel> levels = world()->ranks.levels_of(ranks);
    for (std::size_t level = 0; level < outer; ++level) above.push_back(std::move(levels[level].domain_of_rank));
  }
  CommNodes nodes(comm, nodes_of(comm, *world()), above);
  if (nodes.most == 1) return nullptr;
  return std::make_unique<CollectiveWays>(nodes);
}

/// What this process adds to the report.
struct CollectiveCounts {
  std::atomic<std::int64_t> calls = 0, by_node = 0, nanoseconds = 0, blocks = 0, messages = 0;
};
std::array<CollectiveCounts, collective_count> collective_counts;

constexpr std::array<const char*, collective_count> names = {
    "MPI_Barrier",   "MPI_Bcast",     "MPI_Gather",     "MPI_Gatherv",        "MPI_Scatter",
    "MPI_Scatterv",  "MPI_Allgather", "MPI_Allgatherv", "MPI_Alltoall",       "MPI_Alltoallv",
    "MPI_Alltoallw", "MPI_Reduce",    "MPI_Allreduce",  "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
    "MPI_Scan",      "MPI_Exscan"};

/// Bytes in the middle of a range.
std::int64_t middle_of(std::size_t range) { return range == 0 ? 0 : std::int64_t{1} << (2 * range - 1); }

/// A few calls take milliseconds if they have more bytes than fit in a buffer.
WayTrial::Shape shape_for(Collective called, std::int64_t bytes) {
  constexpr std::int64_t few = 1024;
  if (bytes > NodeGroup::capacity) return WayTrial::of_long;
  const bool is_short = called == Collective::barrier || (bytes > 0 && bytes <= few);  // 0: not known to all
  return is_short ? WayTrial::of_short : WayTrial::medium;
}

}  // namespace

When collectives_setting() {
  // A record is of the messages that the MPI sends.
  const bool records = !variable("CARTWRIGHT_RECORD").empty() || !variable("CARTWRIGHT_LEARN").empty();
  return records ? When::off : when_setting("CARTWRIGHT_COLLECTIVES");
}

WayTrial& CollectiveWays::trial_of(Collective called, std::int64_t bytes) {
  // Many programs call a collective fewer times than those before the first trial.
  constexpr int before = 64;
  constexpr int growth = 4;
  const std::size_t of_call = static_cast<std::size_t>(called);
  const std::size_t range = sizes_differ(called) ? range_[of_call] : range_of(bytes);
  std::unique_ptr<WayTrial>& trial = trials_[of_call][range];
  if (!trial) {
    const WayTrial::Shape shape = shape_for(called, sizes_differ(called) ? middle_of(range) : bytes);
    // An estimate knows neither the MPI's algorithm nor the load of the machine.
    constexpr double clear = 1.5;
    const std::optional<double> gain =
        estimated_gain(called, bytes, nodes_.count(), static_cast<int>(nodes_.most), measured_links());
    trial = std::make_unique<WayTrial>(before, growth, gain.value_or(0) > clear, shape);
    if (sizes_differ(called) && agreed().collectives == When::measured) trial->look_after(before / 2);
  }
  return *trial;
}

void CollectiveWays::agree_on_range(MPI_Comm comm, Collective called, std::int64_t bytes) {
  trial_of(called, 0).looked();
  mpi::real().Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_INT64_T, MPI_MAX, comm);
  const std::size_t of_call = static_cast<std::size_t>(called), range = range_of(bytes);
  if (range == range_[of_call]) return;
  range_[of_call] = range;
  seen_[of_call] = {};
}

void CollectiveWays::note(Collective called, const CallKey& key, std::int64_t bytes) {
  if (agreed().collectives == When::always) return;
  seen_at(called, key) = {key, bytes < 0 ? &never_ : &trial_of(called, bytes)};
}

bool CollectiveWays::tries(const WayTrial& trial) { return agreed().collectives == When::measured && trial.in_trial(); }

bool CollectiveWays::by_node(const WayTrial& trial) const {
  return !fails_ && (trial.other() || agreed().collectives == When::always);
}

NodeComm* CollectiveWays::node_comm(MPI_Comm comm) {
  if (!made_) made_ = NodeComm::make(comm, nodes_);
  fails_ = !made_;
  return made_.get();
}

void CollectiveWays::progress_windows() {
  // The MPI takes a few messages each time.
  constexpr int times = 16;
  for (int i = 0; i < times; ++i) progress_node_channel();
}

void CollectiveWays::decide(MPI_Comm comm, Collective called, WayTrial& trial) {
  // Where not all wait for all, the MPI lets processes run ahead. That helps them in ways that a trial does not see,
  // since in it the shared memory stops them now and then.
  using enum Collective;
  const bool one_way = called == bcast || called == reduce || called == gather || called == gatherv ||
                       called == scatter || called == scatterv || called == scan || called == exscan;
  WayTrial::Times& times = trial.times();
  mpi::real().Allreduce(MPI_IN_PLACE, times.data(), static_cast<int>(times.size()), MPI_INT64_T, MPI_SUM, comm);
  trial.decide(one_way ? 2 : 1);
}

void CollectiveWays::count(Collective called, bool by_node, std::chrono::nanoseconds tried) {
  static const bool reports = !world()->settings.report.empty();
  if (!reports) return;
  CollectiveCounts& counts = collective_counts[static_cast<std::size_t>(called)];
  counts.calls.fetch_add(1, std::memory_order_relaxed);
  if (by_node) counts.by_node.fetch_add(1, std::memory_order_relaxed);
  if (tried.count() != 0) counts.nanoseconds.fetch_add(tried.count(), std::memory_order_relaxed);
}

void count_exchange(Collective called, std::int64_t blocks, std::int64_t messages) {
  CollectiveCounts& counts = collective_counts[static_cast<std::size_t>(called)];
  counts.blocks.fetch_add(blocks, std::memory_order_relaxed);
  counts.messages.fetch_add(messages, std::memory_order_relaxed);
}

void report_all_collectives() {
  if (world() == nullptr || world()->settings.report.empty()) return;
  constexpr std::size_t numbers = 5;
  std::array<std::int64_t, numbers * collective_count> sums{};
  std::int64_t* next = sums.data();
  for (const CollectiveCounts& counts : collective_counts)
    for (const auto* const number :
         {&counts.calls, &counts.by_node, &counts.nanoseconds, &counts.blocks, &counts.messages})
      *next++ = *number;
  if (mpi::real().Allreduce(MPI_IN_PLACE, sums.data(), sums.size(), MPI_INT64_T, MPI_SUM, mpi::program_world()) !=
          MPI_SUCCESS ||
      mpi::rank_in(mpi::program_world()) != 0)
    return;
  for (std::size_t i = 0; i < collective_count; ++i) {
    const std::int64_t* const sum = &sums[numbers * i];
    if (sum[1] > 0 || sum[2] > 0)  // others are as without Cartwright
      mpi::report_collective({names[i], sum[0], sum[1], static_cast<double>(sum[2]) * 1e-9, sum[3], sum[4]},
                             world()->settings);
  }
}

constinit thread_local LastWays last_ways;

CollectiveWays* collectives_of(MPI_Comm comm) {
  if (agreed().collectives == When::off || !has_node_channel() || comm == MPI_COMM_NULL) return nullptr;
  const std::uint64_t now = freed_comms;
  if (last_ways.comm != comm || last_ways.freed != now) {
    const auto make = [comm] {
      auto kept = std::make_unique<KeptWays>();
      kept->ways = find_ways(comm);
      return kept;
    };
    last_ways = {comm, now, mpi::attached_to<KeptWays>(comm, make).ways.get()};
  }
  return last_ways.ways;
}

}  // namespace cartwright::preload
