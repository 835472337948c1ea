// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/pairs.hpp"

#include "record/collective_model.hpp"
#include "record/members_p.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cartwright::record {

namespace {

/// All-to-alls of larger groups are spread evenly over nearly the whole program.
constexpr std::int64_t max_members = 2048;

/// The fewest bytes that all members send together to others in a collective, by the bytes of one of them.
double least_sent(const Collective& one, double size) {
  const auto bytes = static_cast<double>(one.bytes);
  if (one.kind == "alltoall" || one.kind == "reduce_scatter") return bytes * (size - 1) / size;
  if (one.kind == "allgather" || one.kind == "allgatherv") return bytes * (size - 1);
  if (one.kind == "barrier" || is_way(one.kind) || size < 2) return 0;
  return bytes * (size - 1) / size;
}

Source source_of(Way way) {
  switch (way) {
    case Way::collectives: return Source::counted;
    case Way::by_tables: return Source::tables;
    case Way::pairwise: return Source::assumed;
    default: return Source::calls;
  }
}

void merge(std::vector<Pair>& pairs) {
  std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.from, pair.to); });
  std::size_t kept = 0;
  for (const Pair& pair : pairs) {
    if (pair.from == pair.to || pair.bytes == 0) continue;
    if (kept > 0 && pairs[kept - 1].from == pair.from && pairs[kept - 1].to == pair.to) {
      pairs[kept - 1].messages += pair.messages;
      pairs[kept - 1].bytes += pair.bytes;
      pairs[kept - 1].certain += pair.certain;
    } else {
      pairs[kept++] = pair;
    }
  }
  pairs.resize(kept);
}

/// pairs_of() for the pairs of processes that `takes` takes; null takes all.
Pairs pairs_with(const Record& record, const std::function<bool(std::int64_t, std::int64_t)>& takes) {
  Pairs made;
  made.ranks = record.header.ranks;
  const bool counted = counts_collectives(record);
  made.by_nodes = std::ranges::any_of(record.ranks, &RankRecord::by_nodes);
  const auto add = [&](Source source, Pair pair) {
    if (source == Source::calls || (source == Source::counted && !made.by_nodes)) pair.certain = pair.bytes;
    if (takes && !takes(pair.from, pair.to)) return;
    made.pairs.push_back(pair);
    if (pair.from == pair.to) return;
    made.amounts[static_cast<std::size_t>(source)] += {pair.messages, pair.bytes};
  };
  const Members members(record);
  std::vector<ModelSend> sends;
  std::size_t max_unmerged = std::size_t{1} << 20;  // many rows of one group have the same pairs
  for (const RankRecord& rank : record.ranks) {
    for (const Flow& flow : rank.flows) {
      if (flow.way == (counted ? Way::pairwise : Way::collectives)) continue;  // the other has these bytes
      add(source_of(flow.way), {flow.from, flow.to, flow.messages, static_cast<double>(flow.bytes)});
    }
    for (const Collective& one : rank.collectives) {
      if (is_way(one.kind) || counted || one.by_tables) continue;  // in the flows
      const Members::Known* const group = members.find(one.group, rank.rank);
      if (group == nullptr) {
        made.unknown_bytes += static_cast<double>(one.bytes);
        continue;
      }
      const auto size = static_cast<std::int64_t>(group->ranks.size());
      if (is_alltoall(one) && size > max_members) {
        made.spread_bytes += static_cast<double>(one.bytes) * static_cast<double>(size - 1) / static_cast<double>(size);
        continue;
      }
      sends.clear();
      model_sends(one, group->position.at(rank.rank), size, sends);
      if (made.pairs.size() > max_unmerged) {
        merge(made.pairs);
        max_unmerged = std::max(max_unmerged, 2 * made.pairs.size());
      }
      for (const ModelSend& send : sends)
        add(Source::assumed, {rank.rank, group->ranks[static_cast<std::size_t>(send.to)], send.messages, send.bytes});
    }
  }
  merge(made.pairs);
  return made;
}

}  // namespace

base::Obtained obtained(Source source) {
  return source == Source::tables || source == Source::assumed ? base::Obtained::modeled : base::Obtained::counted;
}

bool counts_collectives(const Record& record) {
  // At the limits of the recording, a call may count whose messages do not.
  constexpr double max_missing = 0.1;
  const Members members(record);
  double least = 0;
  double counted = 0;
  for (const RankRecord& rank : record.ranks) {
    if (!rank.counted) return false;
    for (const Flow& flow : rank.flows)
      if (flow.way == Way::collectives && flow.from != flow.to) counted += static_cast<double>(flow.bytes);
    for (const Collective& one : rank.collectives)
      if (const Members::Known* const group = members.find(one.group, rank.rank))
        least += least_sent(one, static_cast<double>(group->ranks.size()));
  }
  return counted >= (1 - max_missing) * least;
}

bool Pairs::certain() const {
  const bool by_algorithms = (*this)[Source::counted].bytes > 0 && by_nodes;
  const bool modeled = (*this)[Source::tables].bytes > 0 || (*this)[Source::assumed].bytes > 0;
  return !derived && !modeled && spread_bytes == 0 && unknown_bytes == 0 && !by_algorithms;
}

double Pairs::total_bytes() const {
  return std::accumulate(pairs.begin(), pairs.end(), 0.0,
                         [](double sum, const Pair& pair) { return sum + pair.bytes; });
}

Pairs certain_part(const Pairs& pairs) {
  Pairs made;
  made.ranks = pairs.ranks;
  for (const Pair& pair : pairs.pairs)
    if (pair.certain > 0) made.pairs.push_back({pair.from, pair.to, pair.messages, pair.certain, pair.certain});
  return made;
}

Pairs pairs_of(const Record& record) { return pairs_with(record, nullptr); }

Amounts amounts_of(const Record& record, const std::function<bool(std::int64_t, std::int64_t)>& takes) {
  return pairs_with(record, takes).amounts;
}

mapping::Graph graph_of(const Pairs& pairs, double bytes_of_message) {
  const auto weight = [&](const Pair& pair) {
    return pair.bytes + bytes_of_message * static_cast<double>(pair.messages);
  };
  double sum = 0;
  for (const Pair& pair : pairs.pairs) sum += weight(pair);
  double scale = 1;
  while (sum * scale > 0x1p52) scale /= 2;
  std::vector<mapping::GraphEdge> edges;
  edges.reserve(pairs.pairs.size());
  for (const Pair& pair : pairs.pairs)
    edges.push_back({static_cast<std::int32_t>(pair.from), static_cast<std::int32_t>(pair.to),
                     static_cast<std::int64_t>(std::ceil(weight(pair) * scale))});
  return {pairs.ranks, edges};
}

}  // namespace cartwright::record
