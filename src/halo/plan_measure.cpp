// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.hpp"
#include "halo/kept_choices.hpp"
#include "halo/plan.hpp"
#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace cartwright::halo {

namespace {

using mpi::real;
using mpi::succeed;

/// From this length on, runs of bytes are read in place: from any, from one to four cache lines, or never.
constexpr std::array<std::int64_t, 5> read_candidates = {1, 64, 128, 256, unlimited};
/// Up to this length, messages between nodes are joined: none, short ones, or all.
constexpr std::array<std::int64_t, 3> join_candidates = {0, 64 << 10, unlimited};
constexpr int rounds = 5;
/// Exchanges are repeated until a round takes this long.
constexpr double seconds_a_round = 0.002;

}  // namespace

double Plan::time_exchanges(int count) {
  succeed(real().Barrier(comm_));
  const double begin = PMPI_Wtime();
  for (int i = 0; i < count; ++i) {
    start(whole());
    finish();
  }
  return (PMPI_Wtime() - begin) / count;
}

std::vector<double> Plan::time_candidates(std::size_t candidates, const std::function<void(std::size_t)>& choose) {
  double slowest = time_exchanges(1);
  succeed(real().Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm_));
  const int count = std::clamp(static_cast<int>(seconds_a_round / std::max(slowest, 1e-7)), 1, 1000);
  std::vector<double> best(candidates, std::numeric_limits<double>::max());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates; ++i) {
      choose(i);
      time_exchanges(2);  // generates kernels
      best[i] = std::min(best[i], time_exchanges(count));
    }
  succeed(real().Allreduce(MPI_IN_PLACE, best.data(), static_cast<int>(candidates), MPI_DOUBLE, MPI_MAX, comm_));
  choose(std::ranges::min_element(best) - best.begin());
  return best;
}

std::uint64_t Plan::hash() const {
  base::Hash hash;
  const auto add = [&](std::int64_t value) { hash.add(static_cast<std::uint64_t>(value)); };
  const auto add_all = [&](const engine::Numbers& numbers) {
    for (const std::int64_t number : numbers) add(number);
  };
  for (std::size_t i = 0; i < mine_.fields.size(); ++i) {
    const engine::Field& field = mine_.fields[i];
    for (const engine::Numbers* numbers : {&field.sizes, &field.strides, &field.low, &field.high}) add_all(*numbers);
    for (const std::int64_t number : {field.element, field.components, field.component_stride}) add(number);
    add(field.narrow);
    add(mine_.shared[i]);
  }
  for (const engine::Peer& peer : peers_) {
    add(peer.rank);
    add(peer.shares);
    add(std::ssize(peer.sides));
    add(std::ssize(peer.their_sides));
  }
  add(request_.buffered);
  add(request_.longest_joined.value_or(-1));
  return hash.value();
}

void Plan::measure() {
  const KeptChoices kept(comm_, hash(), request_.kept_folder);
  if (const std::optional<Choices> choices = kept.read()) {
    kept_ = true;
    shortest_read_ = choices->shortest_read;
    return join(choices->longest_joined);
  }
  measure_choices();
  if (!measured_.empty()) kept.write({shortest_read_, longest_joined_});
}

void Plan::measure_choices() {
  // All processes take the same way, or streams would not fit.
  std::array<std::int64_t, 2> any = {std::ranges::count(mine_.shared, true), 0};
  for (const engine::Peer& peer : peers_) any[1] += peer.shares ? 1 : 0;
  succeed(real().Allreduce(MPI_IN_PLACE, any.data(), 2, MPI_INT64_T, MPI_MAX, comm_));
  if (any[0] > 0 && any[1] > 0) {
    const std::vector<double> times = time_candidates(read_candidates.size(), [&](std::size_t i) {
      shortest_read_ = read_candidates[i];
      prepared_.clear();
    });
    for (std::size_t i = 0; i < times.size(); ++i) measured_.push_back({false, read_candidates[i], times[i]});
  }
  if (mates_ && mates_->may_join() && !request_.longest_joined) {
    const std::vector<double> times =
        time_candidates(join_candidates.size(), [&](std::size_t i) { join(join_candidates[i]); });
    for (std::size_t i = 0; i < times.size(); ++i) measured_.push_back({true, join_candidates[i], times[i]});
  }
}

}  // namespace cartwright::halo
