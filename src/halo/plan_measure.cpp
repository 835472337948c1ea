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

/// From this length on, runs of bytes are read in place: from any, from one to four cache lines, or never.
constexpr std::array<std::int64_t, 5> candidates = {1, 64, 128, 256, std::numeric_limits<std::int64_t>::max()};
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

void Plan::measure() {
  // All processes take the same way, or streams would not fit.
  std::array<std::int64_t, 2> any = {std::ranges::count(mine_.shared, true), 0};
  for (const engine::Peer& peer : peers_) any[1] += peer.shares ? 1 : 0;
  succeed(real().Allreduce(MPI_IN_PLACE, any.data(), 2, MPI_INT64_T, MPI_MAX, comm_));
  if (any[0] == 0 || any[1] == 0) return;

  double slowest = time_exchanges(1);
  succeed(real().Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm_));
  const int count = std::clamp(static_cast<int>(seconds_a_round / std::max(slowest, 1e-7)), 1, 1000);
  std::array<double, candidates.size()> best{};
  best.fill(std::numeric_limits<double>::max());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      shortest_read_ = candidates[i];
      prepared_.clear();
      time_exchanges(2);  // generates kernels
      best[i] = std::min(best[i], time_exchanges(count));
    }
  succeed(real().Allreduce(MPI_IN_PLACE, best.data(), best.size(), MPI_DOUBLE, MPI_MAX, comm_));
  shortest_read_ = candidates[std::ranges::min_element(best) - best.begin()];
  prepared_.clear();
  measured_ = "measured:";
  for (std::size_t i = 0; i < candidates.size(); ++i)
    measured_ += fmt::format("{} {:.3g} us if runs {} are read in place", i == 0 ? "" : ",", 1e6 * best[i],
                             i + 1 == candidates.size() ? "of no length"
                             : i == 0                   ? "of any length"
                                                        : fmt::format("from {} bytes on", candidates[i]));
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
      text += fmt::format("a message of {} bytes\n", out.stream_bytes);
    else
      text += fmt::format(
          "same node: it reads {} bytes in place ({} boxes), and {} bytes that are packed for it ({} boxes)\n",
          out.read_bytes, out.read_boxes, out.stream_bytes, out.stream_boxes);
  }
  if (!measured_.empty()) text += "  " + measured_ + "\n";
  return text;
}

}  // namespace cartwright::halo
