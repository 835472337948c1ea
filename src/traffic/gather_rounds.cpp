// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/gather_rounds.hpp"

#include <cmath>
#include <limits>

namespace cartwright::traffic {

namespace {

/// The time of rounds with short blocks, in units of the time that one message travels.
double time_of(std::span<const GatherRound> rounds, double overhead) {
  double time = 0;
  for (const GatherRound& round : rounds) time += 1 + static_cast<double>(round.partners() - 1) * overhead;
  return time;
}

}  // namespace

std::vector<GatherRound> gather_rounds(std::int64_t nodes, std::int64_t radix) {
  std::vector<GatherRound> rounds;
  for (std::int64_t held = 1; held < nodes; held = rounds.back().end)
    rounds.push_back({held, held > nodes / radix ? nodes : held * radix, nodes});
  return rounds;
}

std::int64_t gather_radix(std::int64_t nodes, double overhead) {
  std::int64_t best = 2, radix = 0;
  double least = std::numeric_limits<double>::infinity();
  for (int rounds = 1; radix != 2; ++rounds) {
    // The smallest one that needs no more rounds. A root that is an integer may be computed as slightly more.
    constexpr double rounding = 1e-9;
    const double root = std::pow(static_cast<double>(nodes), 1.0 / rounds);
    radix = std::max<std::int64_t>(2, std::llround(std::ceil(root - rounding)));
    const double time = time_of(gather_rounds(nodes, radix), overhead);
    if (time < least) best = radix;
    least = std::min(least, time);
  }
  return best;
}

std::vector<GatherRound> gather_rounds(std::span<const NodeRing> rings, double overhead) {
  std::vector<GatherRound> by_level;
  std::int64_t inner = 1;
  double time = 0;
  for (const auto& [nodes, latency] : rings) {
    const std::int64_t parts = nodes / inner;
    const std::vector<GatherRound> rounds = gather_rounds(parts, gather_radix(parts, overhead / latency));
    for (const auto& [held, end, ring] : rounds) by_level.push_back({held * inner, end * inner, nodes});
    time += latency * time_of(rounds, overhead / latency);
    inner = nodes;
  }
  constexpr double rounding = 1 + 1e-9;
  const double ratio = overhead / rings.back().latency;
  std::vector<GatherRound> in_one = gather_rounds(inner, gather_radix(inner, ratio));
  return time <= rings.back().latency * time_of(in_one, ratio) * rounding ? by_level : in_one;
}

std::int64_t distance(std::span<const GatherRound> rounds, std::int64_t from, std::int64_t to) {
  std::int64_t sum = 0, inner = 1;
  for (const GatherRound& round : rounds) {
    const std::int64_t ring = round.ring;
    sum += (to % ring - to % inner - (from % ring - from % inner) + ring) % ring;
    inner = ring;
  }
  return sum;
}

}  // namespace cartwright::traffic
