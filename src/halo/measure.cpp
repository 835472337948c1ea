// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/hash.hpp"
#include "halo/learned_thresholds.hpp"
#include "halo/plan.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <vector>

namespace cartwright::halo {

namespace {

using mpi::real;
using mpi::succeed;

/// From this length on, runs of bytes are read in place: from any, from one cache line, and so on, to never.
constexpr std::array<std::int64_t, 7> read_candidates = {1, 64, 128, 256, 1024, 4096, unlimited};
/// Up to this length, messages between nodes are joined: none, short ones, or all.
constexpr std::array<std::int64_t, 3> join_candidates = {0, 64 << 10, unlimited};
constexpr std::int64_t short_piece = 256 << 10;
/// Longer messages between nodes leave in pieces: none, short ones, or long ones.
constexpr std::array<std::int64_t, 3> piece_candidates = {unlimited, short_piece, 1 << 20};
/// Whether corners are forwarded with faces.
constexpr std::array<std::int64_t, 2> by_axes_candidates = {0, 1};
constexpr int rounds = 5;
/// Exchanges are repeated until a round takes this long.
constexpr double seconds_a_round = 0.002;

using Of = Measured::Of;

/// The median of the seconds of some exchanges. `packed` reads nothing in place: it knows the points that are written
/// before each.
double time_exchanges(Plan& plan, const Facts& facts, int count, const engine::Pass& packed) {
  std::vector<std::byte> buffer;
  // Programs write their own points between exchanges. Otherwise those would stay in the caches of neighbors that read
  // them in place, which would look too fast.
  const auto rewrite = [&](std::size_t peer) {
    if (facts.connections.gpu || !facts.connections.peers[peer].shares) return;
    buffer.resize(static_cast<std::size_t>(packed.bytes_out(peer)));
    packed.rewrite(peer, buffer.data());
  };
  succeed(real().Barrier(facts.comm));
  std::vector<double> seconds;
  for (int i = 0; i < count; ++i) {
    for (std::size_t peer = 0; peer < facts.connections.peers.size(); ++peer) rewrite(peer);
    const double begin = PMPI_Wtime();
    plan.start(plan.whole());
    plan.finish();
    seconds.push_back(PMPI_Wtime() - begin);
  }
  const auto middle = seconds.begin() + count / 2;
  std::ranges::nth_element(seconds, middle);
  return *middle;
}

/// Adds the seconds of an exchange with each candidate, on the slowest process. Makes the best choice. Collective.
void time_candidates(Plan& plan, const Facts& facts, Of of, std::span<const std::int64_t> candidates,
                     std::vector<Measured>& measured) {
  const engine::Pass packed = plan.pass(unlimited);
  double slowest = time_exchanges(plan, facts, 3, packed);
  succeed(real().Allreduce(MPI_IN_PLACE, &slowest, 1, MPI_DOUBLE, MPI_MAX, facts.comm));
  const int count = std::clamp(static_cast<int>(seconds_a_round / std::max(slowest, 1e-7)), 1, 1000);
  std::vector<double> best(candidates.size(), std::numeric_limits<double>::max());
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      plan.choose(of, candidates[i]);
      time_exchanges(plan, facts, 2, packed);  // generates kernels
      best[i] = std::min(best[i], time_exchanges(plan, facts, count, packed));
    }
  succeed(real().Allreduce(MPI_IN_PLACE, best.data(), static_cast<int>(best.size()), MPI_DOUBLE, MPI_MAX, facts.comm));
  plan.choose(of, candidates[std::ranges::min_element(best) - best.begin()]);
  for (std::size_t i = 0; i < best.size(); ++i) measured.push_back({of, candidates[i], best[i]});
}

/// Limits from which on boxes are read in place, one for each set of boxes that some limit reads. Collective.
std::vector<std::int64_t> distinct_reads(Plan& plan, const Facts& facts) {
  std::array<std::int64_t, read_candidates.size()> read{};
  for (std::size_t i = 0; i < read.size(); ++i) {
    const engine::Pass pass = plan.pass(read_candidates[i]);
    for (std::size_t peer = 0; peer < facts.connections.peers.size(); ++peer) read[i] += pass.totals(peer).read_bytes;
  }
  succeed(real().Allreduce(MPI_IN_PLACE, read.data(), static_cast<int>(read.size()), MPI_INT64_T, MPI_SUM, facts.comm));
  std::vector<std::int64_t> distinct;
  for (std::size_t i = 0; i < read.size(); ++i)
    if (i + 1 == read.size() || read[i] != read[i + 1]) distinct.push_back(read_candidates[i]);
  return distinct;
}

/// What some process has.
struct Present {
  std::int64_t shared_fields = 0, sharing_peers = 0;
  std::int64_t longest_message = 0;  ///< bytes
};

Present find_present(const Facts& facts) {
  Present any = {.shared_fields = std::ranges::count(facts.connections.mine.shared, true)};
  for (const engine::Peer& peer : facts.connections.peers) {
    any.sharing_peers += peer.shares ? 1 : 0;
    if (!peer.shares) any.longest_message = std::max(any.longest_message, wire_bytes(peer.theirs, peer.their_sides));
  }
  succeed(real().Allreduce(MPI_IN_PLACE, &any, 3, MPI_INT64_T, MPI_MAX, facts.comm));
  return any;
}

}  // namespace

std::vector<Measured> measure(Plan& plan, const Facts& facts) {
  std::vector<Measured> measured;
  const PlanRequest& request = facts.request;
  // All processes take the same way, or streams would not fit.
  const Present any = find_present(facts);
  plan.go_by_axes(false);
  if (any.shared_fields > 0 && any.sharing_peers > 0)
    time_candidates(plan, facts, Of::read, distinct_reads(plan, facts), measured);
  if (may_join(facts) && !request.longest_joined) time_candidates(plan, facts, Of::joined, join_candidates, measured);
  if (any.longest_message > short_piece && request.piece == 0)
    time_candidates(plan, facts, Of::piece, piece_candidates, measured);
  const bool may_choose = !request.by_axes && may_go_by_axes(facts);
  if (may_choose || request.by_axes.value_or(false)) plan.go_by_axes(may_go_by_axes(facts));
  if (may_choose) time_candidates(plan, facts, Of::by_axes, by_axes_candidates, measured);
  return measured;
}

void record_thresholds(const Facts& facts, const Choices& choices, const std::vector<Measured>& measured) {
  if (facts.connections.rank != 0 || !facts.request.share || !facts.request.pretended.empty()) return;
  const auto has = [&](Of of) { return std::ranges::find(measured, of, &Measured::of) != measured.end(); };
  const bool between_nodes = std::ranges::none_of(facts.connections.peers, &engine::Peer::shares);
  const bool corners = between_nodes && facts.agreed.average_message > 0 && has(Of::by_axes);
  if (!corners && !has(Of::piece)) return;
  const LearnedThresholds kept(facts.request.kept_folder);
  Limits limits = kept.read();
  if (corners) limits.learn_corners(facts.agreed.average_message, choices.by_axes);
  if (has(Of::piece)) limits.piece = choices.piece;
  kept.write(limits);
}

std::uint64_t hash(const Facts& facts) {
  const engine::Fields& mine = facts.connections.mine;
  const PlanRequest& request = facts.request;
  base::Hash hash;
  const auto add = [&](std::int64_t value) { hash.add(static_cast<std::uint64_t>(value)); };
  const auto add_all = [&](const engine::Numbers& numbers) {
    for (const std::int64_t number : numbers) add(number);
  };
  for (std::size_t i = 0; i < mine.fields.size(); ++i) {
    const engine::Field& field = mine.fields[i];
    for (const engine::Numbers* numbers : {&field.sizes, &field.strides, &field.low, &field.high}) add_all(*numbers);
    for (const std::int64_t number : {field.element, field.components, field.component_stride}) add(number);
    add(field.narrow);
    add(mine.shared[i]);
  }
  const auto add_sides = [&](const std::vector<engine::Side>& sides) {
    add(std::ssize(sides));
    for (const engine::Side& side : sides)
      for (const std::int8_t way : side) add(way);
  };
  for (const engine::Peer& peer : facts.connections.peers) {
    add(peer.rank);
    add(peer.shares);
    add_sides(peer.sides);
    add_sides(peer.their_sides);
  }
  if (facts.connections.self) add_sides(facts.connections.self->sides);
  add(request.buffered);
  add(facts.connections.gpu.has_value());
  add(facts.agreed.any_gpu);
  add(request.longest_joined.value_or(-1));
  add(request.piece);
  add(request.by_axes ? *request.by_axes : 2);
  return hash.value();
}

}  // namespace cartwright::halo
