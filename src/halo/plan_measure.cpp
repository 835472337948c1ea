// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
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

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
/// From this length on, runs of bytes are read in place: from any, from one to four cache lines, or never.
constexpr std::array<std::int64_t, 5> read_candidates = {1, 64, 128, 256, unlimited};
/// Up to this length, messages between nodes are joined: none, short ones, or all.
constexpr std::array<std::int64_t, 3> join_candidates = {0, 64 << 10, unlimited};
constexpr int rounds = 5;
/// Exchanges are repeated until a round takes this long.
constexpr double seconds_a_round = 0.002;

std::string length_of(std::int64_t bytes) { return bytes == unlimited ? "any length" : fmt::format("{} bytes", bytes); }

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

void Plan::measure() {
  // All processes take the same way, or streams would not fit.
  std::array<std::int64_t, 2> any = {std::ranges::count(mine_.shared, true), 0};
  for (const engine::Peer& peer : peers_) any[1] += peer.shares ? 1 : 0;
  succeed(real().Allreduce(MPI_IN_PLACE, any.data(), 2, MPI_INT64_T, MPI_MAX, comm_));
  const auto told = [&](double seconds, const std::string& how) {
    measured_ += fmt::format("{} {:.3g} us if {}", measured_.empty() ? "measured:" : ",", 1e6 * seconds, how);
  };
  if (any[0] > 0 && any[1] > 0) {
    const std::vector<double> times = time_candidates(read_candidates.size(), [&](std::size_t i) {
      shortest_read_ = read_candidates[i];
      prepared_.clear();
    });
    for (std::size_t i = 0; i < times.size(); ++i)
      told(times[i], read_candidates[i] == unlimited
                         ? "nothing is read in place"
                         : fmt::format("runs from {} on are read in place", length_of(read_candidates[i])));
  }
  if (mates_ && mates_->may_join() && request_.longest_joined != unlimited) {
    const std::vector<double> times =
        time_candidates(join_candidates.size(), [&](std::size_t i) { join(join_candidates[i]); });
    for (std::size_t i = 0; i < times.size(); ++i)
      told(times[i], join_candidates[i] == 0
                         ? "no messages are joined"
                         : fmt::format("messages up to {} are joined", length_of(join_candidates[i])));
  }
}

std::string Plan::explanation() const {
  const engine::Pass fill(whole(), mine_, request_.types, peers_, self_, shortest_read_,
                          const_cast<Plan*>(this)->moves_);
  std::string text = fmt::format("rank {}: {} field{}, {} side{}, halo up to {} wide\n", rank_, mine_.fields.size(),
                                 mine_.fields.size() == 1 ? "" : "s", request_.neighbors.size(),
                                 request_.neighbors.size() == 1 ? "" : "s", widest_);
  if (self_) text += fmt::format("  this process: {} sides, copied\n", self_->sides.size());
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const engine::Pass::Totals out = fill.totals(i);
    text += fmt::format("  rank {}: {} side{}, ", peers_[i].rank, peers_[i].sides.size(),
                        peers_[i].sides.size() == 1 ? "" : "s");
    if (!peers_[i].shares)
      text +=
          fmt::format("{} of {} bytes\n", joined_ && joined_->sends_to(i) ? "a part of a joined message," : "a message",
                      out.stream_bytes);
    else
      text += fmt::format(
          "same node: it reads {} bytes in place ({} boxes), and {} bytes that are packed for it ({} boxes)\n",
          out.read_bytes, out.read_boxes, out.stream_bytes, out.stream_boxes);
  }
  if (joined_) text += joined_->describe();
  if (!measured_.empty()) text += "  " + measured_ + "\n";
  return text;
}

}  // namespace cartwright::halo
