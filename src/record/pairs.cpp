// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/pairs.hpp"

#include "record/collective_model.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace cartwright::record {

namespace {

/// All-to-alls of larger groups are spread evenly over nearly the whole program.
constexpr std::int64_t most_members = 2048;

/// The members of each group, and the position of a rank in it.
class Members {
 public:
  explicit Members(const Record& record) {
    for (const RankRecord& rank : record.ranks)
      for (const Group& group : rank.groups) {
        Known& known = groups_[group.id];
        known.ranks = ranks_of(group.members);
        for (std::size_t i = 0; i < known.ranks.size(); ++i)
          known.position[known.ranks[i]] = static_cast<std::int64_t>(i);
      }
  }

  struct Known {
    std::vector<std::int64_t> ranks;
    std::unordered_map<std::int64_t, std::int64_t> position;
  };
  /// Null if the group, or this member of it, is unknown.
  const Known* find(std::uint64_t group, std::int64_t rank) const {
    const auto found = groups_.find(group);
    return found == groups_.end() || !found->second.position.contains(rank) ? nullptr : &found->second;
  }

 private:
  std::unordered_map<std::uint64_t, Known> groups_;
};

void merge(std::vector<Pair>& pairs) {
  std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.from, pair.to); });
  std::size_t kept = 0;
  for (const Pair& pair : pairs) {
    if (pair.from == pair.to || pair.bytes == 0) continue;
    if (kept > 0 && pairs[kept - 1].from == pair.from && pairs[kept - 1].to == pair.to) {
      pairs[kept - 1].messages += pair.messages;
      pairs[kept - 1].bytes += pair.bytes;
    } else {
      pairs[kept++] = pair;
    }
  }
  pairs.resize(kept);
}

}  // namespace

Pairs pairs_of(const Record& record) {
  Pairs made;
  made.ranks = record.header.ranks;
  const Members members(record);
  std::vector<ModelSend> sends;
  std::size_t most_unmerged = std::size_t{1} << 20;  // many rows of one group have the same pairs
  for (const RankRecord& rank : record.ranks) {
    for (const Flow& flow : rank.flows) {
      const auto bytes = static_cast<double>(flow.bytes);
      made.pairs.push_back({flow.from, flow.to, flow.messages, bytes});
      if (flow.from != flow.to) made.recorded_bytes += bytes;
    }
    for (const Collective& one : rank.collectives) {
      if (is_way(one.kind)) continue;  // in the flows
      const Members::Known* const group = members.find(one.group, rank.rank);
      if (group == nullptr) {
        made.unknown_bytes += static_cast<double>(one.bytes);
        continue;
      }
      const auto size = static_cast<std::int64_t>(group->ranks.size());
      if (is_alltoall(one) && size > most_members) {
        made.spread_bytes += static_cast<double>(one.bytes) * static_cast<double>(size - 1) / static_cast<double>(size);
        continue;
      }
      sends.clear();
      model_sends(one, group->position.at(rank.rank), size, sends);
      if (made.pairs.size() > most_unmerged) {
        merge(made.pairs);
        most_unmerged = std::max(most_unmerged, 2 * made.pairs.size());
      }
      for (const ModelSend& send : sends) {
        made.pairs.push_back({rank.rank, group->ranks[static_cast<std::size_t>(send.to)], send.messages, send.bytes});
        made.modeled_bytes += send.bytes;
      }
    }
  }
  merge(made.pairs);
  return made;
}

mapping::Graph graph_of(const Pairs& pairs) {
  double sum = 0;
  for (const Pair& pair : pairs.pairs) sum += pair.bytes;
  double scale = 1;
  while (sum * scale > 0x1p52) scale /= 2;
  std::vector<mapping::GraphEdge> edges;
  edges.reserve(pairs.pairs.size());
  for (const Pair& pair : pairs.pairs)
    edges.push_back({static_cast<std::int32_t>(pair.from), static_cast<std::int32_t>(pair.to),
                     static_cast<std::int64_t>(std::ceil(pair.bytes * scale))});
  return {pairs.ranks, edges};
}

}  // namespace cartwright::record
