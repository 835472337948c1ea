// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/compare.hpp"

#include "base/error.hpp"

#include <cmath>
#include <tuple>

namespace cartwright::record {

double difference(const Pairs& a, const Pairs& b) {
  if (a.ranks != b.ranks)
    base::fail(base::Status::invalid_argument, "one record has {} ranks, and the other {}", a.ranks, b.ranks);
  if (a.pairs.empty() != b.pairs.empty()) return 1;
  const double all_of_a = a.total_bytes();
  const double all_of_b = b.total_bytes();
  const auto key = [](const Pair& pair) { return std::tuple(pair.from, pair.to); };
  double sum = 0;
  auto next = b.pairs.begin();
  for (const Pair& pair : a.pairs) {
    for (; next != b.pairs.end() && key(*next) < key(pair); ++next) sum += next->bytes / all_of_b;
    const bool both = next != b.pairs.end() && key(*next) == key(pair);
    sum += std::abs(pair.bytes / all_of_a - (both ? (next++)->bytes / all_of_b : 0));
  }
  for (; next != b.pairs.end(); ++next) sum += next->bytes / all_of_b;
  return sum / 2;
}

BetweenNodes between_nodes(const Record& record, const std::vector<int>& node_of_rank) {
  const auto between = [&](std::int64_t from, std::int64_t to) { return node_of_rank[from] != node_of_rank[to]; };
  BetweenNodes made;
  double exact = 0;
  const bool counted = counts_collectives(record);
  for (const RankRecord& rank : record.ranks)
    for (const Flow& flow : rank.flows) {
      if (flow.way == (counted ? Way::pairwise : Way::collectives) || flow.way == Way::by_tables) continue;
      if (!between(flow.from, flow.to)) continue;
      made.recorded[static_cast<std::size_t>(flow.way)] += flow.bytes;
      exact += static_cast<double>(flow.bytes);
    }
  for (const Pair& pair : pairs_of(record).pairs)
    if (between(pair.from, pair.to)) made.modeled += pair.bytes;
  made.modeled = std::max(0.0, made.modeled - exact);
  return made;
}

}  // namespace cartwright::record
