// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.hpp"
#include "halo/cached_choices.hpp"
#include "halo/dimension_ordered.hpp"
#include "halo/plan.hpp"
#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

namespace cartwright::halo {

namespace {

using mpi::real;
using mpi::succeed;

/// From this length on, runs of bytes are read in place: from any, from one cache line, and so on, to never.
constexpr std::array<std::int64_t, 7> read_candidates = {1, 64, 128, 256, 1024, 4096, unlimited};
/// Up to this length, messages between nodes are joined: none, short ones, or all.
constexpr std::array<std::int64_t, 3> join_candidates = {0, 64 << 10, unlimited};
/// Longer messages between nodes leave in pieces: none, short ones, or long ones.
constexpr std::array<std::int64_t, 3> piece_candidates = {unlimited, 256 << 10, 1 << 20};
constexpr int rounds = 5;
/// Exchanges are repeated until a round takes this long.
constexpr double seconds_a_round = 0.002;

}  // namespace

double Plan::time_exchanges(int count, const engine::Pass& packed) {
  std::vector<std::byte> buffer;
  // Programs write their own points between exchanges. Otherwise those would stay in the caches of neighbors that read
  // them in place, which would look too fast.
  const auto rewrite = [&](std::size_t peer) {
    if (gpu_ || !peers_[peer].shares) return;
    buffer.resize(static_cast<std::size_t>(packed.bytes_out(peer)));
    packed.rewrite(peer, buffer.data());
  };
  succeed(real().Barrier(comm_));
  std::vector<double> seconds;
  for (int i = 0; i < count; ++i) {
    for (std::size_t peer = 0; peer < peers_.size(); ++peer) rewrite(peer);
    const double begin = PMPI_Wtime();
    start(whole());
    finish();
    seconds.push_back(PMPI_Wtime() - begin);
  }
  const auto middle = seconds.begin() + count / 2;
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

std::vector<double> Plan::time_candidates(std::size_t candidates, const std::function<void(std::size_t)>& choose) {
  const engine::Pass packed(whole(), mine_, request_.types, peers_, std::nullopt, unlimited, moves_);
  double slowest = time_exchanges(3, packed);
  succeed(real().Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, comm_));
  const int count = std::clamp(static_cast<int>(seconds_a_round / std::max(slowest, 1e-7)), 1, 1000);
  std::vector<double> best(candidates, std::numeric_limits<double>::max());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates; ++i) {
      choose(i);
      time_exchanges(2, packed);  // generates kernels
      best[i] = std::min(best[i], time_exchanges(count, packed));
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
  const auto add_sides = [&](const std::vector<engine::Side>& sides) {
    add(std::ssize(sides));
    for (const engine::Side& side : sides)
      for (const std::int8_t way : side) add(way);
  };
  for (const engine::Peer& peer : peers_) {
    add(peer.rank);
    add(peer.shares);
    add_sides(peer.sides);
    add_sides(peer.their_sides);
  }
  if (self_) add_sides(self_->sides);
  add(request_.buffered);
  add(gpu_.has_value());
  add(agreed_.any_gpu);
  add(request_.longest_joined.value_or(-1));
  add(request_.piece);
  add(request_.by_axes ? *request_.by_axes : 2);
  return hash.value();
}

void Plan::measure() {
  const CachedChoices kept(comm_, hash(), request_.kept_folder);
  if (const std::optional<Choices> choices = kept.read()) {
    kept_ = true;
    shortest_read_ = choices->shortest_read;
    join(choices->longest_joined);
    cut(choices->piece);
    return go_by_axes(choices->by_axes && may_go_by_axes());
  }
  measure_choices();
  const bool between_nodes = std::ranges::none_of(peers_, &engine::Peer::shares);
  if (rank_ == 0 && request_.share && request_.pretended.empty()) record_thresholds(between_nodes);
  if (!measured_.empty()) kept.write({shortest_read_, longest_joined_, piece_, by_axes_ != nullptr});
}

void Plan::record_thresholds(bool between_nodes) const {
  const auto measured = [&](Measured::Of of) {
    return std::ranges::find(measured_, of, &Measured::of) != measured_.end();
  };
  const bool corners = between_nodes && agreed_.average_message > 0 && measured(Measured::Of::by_axes);
  if (!corners && !measured(Measured::Of::piece)) return;
  const LearnedThresholds kept(request_.kept_folder);
  Limits limits = kept.read();
  if (corners) limits.learn_corners(agreed_.average_message, by_axes_ != nullptr);
  if (measured(Measured::Of::piece)) limits.piece = piece_;
  kept.write(limits);
}

std::vector<std::int64_t> Plan::distinct_reads() {
  std::array<std::int64_t, read_candidates.size()> read{};
  for (std::size_t i = 0; i < read.size(); ++i) {
    const engine::Pass pass(whole(), mine_, request_.types, peers_, std::nullopt, read_candidates[i], moves_);
    for (std::size_t peer = 0; peer < peers_.size(); ++peer) read[i] += pass.totals(peer).read_bytes;
  }
  succeed(real().Allreduce(MPI_IN_PLACE, read.data(), static_cast<int>(read.size()), MPI_INT64_T, MPI_SUM, comm_));
  std::vector<std::int64_t> distinct;
  for (std::size_t i = 0; i < read.size(); ++i)
    if (i + 1 == read.size() || read[i] != read[i + 1]) distinct.push_back(read_candidates[i]);
  return distinct;
}

void Plan::measure_choices() {
  // All processes take the same way, or streams would not fit.
  std::array<std::int64_t, 3> any = {std::ranges::count(mine_.shared, true), 0, 0};
  for (const engine::Peer& peer : peers_) {
    any[1] += peer.shares ? 1 : 0;
    if (!peer.shares) any[2] = std::max(any[2], wire_bytes(peer.theirs, peer.their_sides));
  }
  succeed(real().Allreduce(MPI_IN_PLACE, any.data(), 3, MPI_INT64_T, MPI_MAX, comm_));
  const auto time = [&](Measured::Of of, const auto& candidates, const std::function<void(std::int64_t)>& choose) {
    const std::vector<double> times = time_candidates(candidates.size(), [&](std::size_t i) { choose(candidates[i]); });
    for (std::size_t i = 0; i < times.size(); ++i) measured_.push_back({of, candidates[i], times[i]});
  };
  by_axes_.reset();
  if (any[0] > 0 && any[1] > 0)
    time(Measured::Of::read, distinct_reads(), [&](std::int64_t shortest) {
      shortest_read_ = shortest;
      prepared_.clear();
    });
  if (may_join() && !request_.longest_joined)
    time(Measured::Of::joined, join_candidates, [&](std::int64_t longest) { join(longest); });
  if (any[2] > piece_candidates[1] && request_.piece == 0)
    time(Measured::Of::piece, piece_candidates, [&](std::int64_t piece) { cut(piece); });
  const bool may_choose = !request_.by_axes && may_go_by_axes();
  if (may_choose || request_.by_axes.value_or(false)) go_by_axes(may_go_by_axes());
  if (may_choose) {
    std::unique_ptr<DimensionOrdered> made = std::move(by_axes_);
    time(Measured::Of::by_axes, std::array<std::int64_t, 2>{0, 1}, [&](std::int64_t by_axes) {
      std::unique_ptr<DimensionOrdered>& from = by_axes != 0 ? made : by_axes_;
      std::unique_ptr<DimensionOrdered>& to = by_axes != 0 ? by_axes_ : made;
      if (from) to = std::move(from);
    });
  }
}

}  // namespace cartwright::halo
