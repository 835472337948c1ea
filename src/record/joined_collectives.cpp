// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/joined_collectives.hpp"

#include "base/checked.hpp"
#include "record/collective_model.hpp"
#include "record/members_p.hpp"
#include "traffic/collective_ways.hpp"
#include "traffic/gather_rounds.hpp"
#include "transport/group_nodes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace cartwright::record {

namespace {

using transport::GroupNodes;
using Bytes = std::vector<std::int64_t>;

/// Collectives of one kind on one group, with one root.
struct Calls {
  std::string kind;
  std::int64_t root = -1;
  std::int64_t calls = 0;
  Bytes bytes;  ///< of each member in all calls
  std::int64_t most() const { return std::ranges::max(bytes); }
};

std::int64_t times(std::int64_t a, std::int64_t b) { return base::checked_mul(a, b, "messages of a collective"); }

std::int64_t sum_of(const Bytes& bytes) {
  std::int64_t sum = 0;
  for (const std::int64_t one : bytes) sum = base::checked_add(sum, one, "bytes of a collective");
  return sum;
}

/// What goes between nodes by the model. `node_of` is by member.
Amount by_model(const Calls& of, const std::vector<int>& node_of) {
  Amount sum;
  std::vector<ModelSend> sends;
  for (std::size_t me = 0; me < node_of.size(); ++me) {
    sends.clear();
    model_sends({.kind = of.kind, .root = of.root, .calls = of.calls, .bytes = of.bytes[me]},
                static_cast<std::int64_t>(me), std::ssize(node_of), sends);
    for (const ModelSend& send : sends)
      if (node_of[me] != node_of[send.to]) sum += {send.messages, send.bytes};
  }
  return sum;
}

/// Each of `nodes` gets the blocks of all others, by its leader, in rounds as where links and switches are not known.
Amount gather(std::int64_t calls, std::int64_t nodes, double bytes_of_all) {
  std::int64_t messages = 0;
  for (const traffic::GatherRound& round : traffic::gather_rounds(nodes, traffic::usual_links.costs.radix(nodes)))
    messages += nodes * round.partners();
  return {times(calls, messages), bytes_of_all * static_cast<double>(nodes - 1)};
}

/// What goes between nodes by the model, with one process on each node.
Amount among_nodes(const Calls& of) {
  std::vector<int> nodes(of.bytes.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  return by_model(of, nodes);
}

bool is_gather(const Calls& of) { return of.kind.starts_with("gather"); }
bool is_exchange(const Calls& of) {
  return is_gather(of) || of.kind.starts_with("scatter") || of.kind.starts_with("alltoall");
}

/// A message from each process to each other one, or one for all of two nodes where these are at most `longest`.
Amount exchange(const Calls& of, const GroupNodes& nodes, std::int64_t longest) {
  std::vector<std::int64_t> senders(nodes.count(), 0);
  std::vector<double> out(nodes.count(), 0);  // of a node, in all calls
  for (int member = 0; member < nodes.size; ++member) {
    if (of.bytes[member] > 0) ++senders[nodes.node_of[member]];
    out[nodes.node_of[member]] += static_cast<double>(of.bytes[member]);
  }
  std::map<std::int64_t, std::int64_t> sizes;  // of nodes, and how many nodes have it
  for (const std::vector<int>& ranks : nodes.ranks_of) ++sizes[std::ssize(ranks)];
  if (is_gather(of)) sizes = {{1, 1}};
  Amount sum;
  for (int from = 0; from < nodes.count(); ++from)
    for (const auto& [receivers, of_size] : sizes) {
      const bool own = is_gather(of) ? from == nodes.node_of[of.root] : receivers == std::ssize(nodes.ranks_of[from]);
      const std::int64_t others = of_size - (own ? 1 : 0);
      const double bytes = out[from] * (is_gather(of) ? 1 : static_cast<double>(receivers) / nodes.size);
      const bool joins = bytes <= static_cast<double>(longest) * static_cast<double>(of.calls);
      const std::int64_t messages = joins ? std::min<std::int64_t>(senders[from], 1) : senders[from] * receivers;
      sum += {times(of.calls, others * messages), static_cast<double>(others) * bytes};
    }
  return sum;
}

/// Whether a call has at most so many bytes.
bool fits(std::int64_t bytes, const Calls& of, std::int64_t limit) { return bytes / of.calls <= limit; }

/// Short blocks between many nodes, which leaders pass on.
Amount relay(const Calls& of, const GroupNodes& nodes, std::int64_t block) {
  Amount sum;
  const std::int64_t count = nodes.count();
  for (const traffic::CollectiveStep& step :
       traffic::relayed_steps(count, nodes.most, traffic::usual_links.costs.radix(count)))
    sum += {times(of.calls, count * static_cast<std::int64_t>(step.messages)),
            static_cast<double>(of.calls * count * block) * step.sent_by_node()};
  return sum;
}

void join_exchange(JoinedCollectives& made, const Calls& of, const GroupNodes& nodes) {
  made.alone = exchange(of, nodes, 0);
  const std::int64_t block = of.most() / of.calls / nodes.size;
  if (of.kind == "alltoall" && nodes.fewest == nodes.most &&
      block <= traffic::most_relayed(nodes.count(), nodes.most, GroupNodes::buffer, traffic::usual_links)) {
    made.joined = relay(of, nodes, block);
    return;
  }
  made.joined = exchange(of, nodes, nodes.longest_joined());
  made.too_large = made.joined.messages == made.alone.messages;
  if (made.too_large) made.joined = exchange(of, nodes, std::numeric_limits<std::int64_t>::max());
}

void join_allgather(JoinedCollectives& made, const Calls& of, const GroupNodes& nodes) {
  const auto by_leaders = [&](int leaders) {  // the blocks that each has of each node
    std::vector<Calls> all(leaders, {of.kind, -1, of.calls, Bytes(nodes.count(), 0)});
    for (int member = 0; member < nodes.size; ++member) {
      std::int64_t& sum = all[leaders == 1 ? 0 : nodes.leader_of(member)].bytes[nodes.node_of[member]];
      sum = base::checked_add(sum, of.bytes[member], "bytes of a collective");
    }
    return all;
  };
  const int leaders = nodes.leaders(by_leaders(1).front().most() / of.calls, GroupNodes::most_by_one);
  for (const Calls& one : by_leaders(leaders)) {
    made.joined += gather(of.calls, nodes.count(), static_cast<double>(sum_of(one.bytes)));
    made.too_large = made.too_large || !fits(sum_of(one.bytes), of, GroupNodes::buffer);
  }
}

/// Broadcasts and reductions: the same for all members.
void join_whole(JoinedCollectives& made, const Calls& of, const GroupNodes& nodes) {
  const bool in_rounds = of.kind == "bcast" || of.kind == "reduce" || of.kind == "allreduce";
  const bool slices = of.kind == "allreduce" || of.kind == "reduce_scatter";
  const std::int64_t bytes = of.most() / of.calls;
  const std::int64_t rounds =
      in_rounds ? std::max<std::int64_t>(1, (bytes + GroupNodes::buffer - 1) / GroupNodes::buffer) : 1;
  const std::int64_t parts = slices ? nodes.leaders(bytes, GroupNodes::most_combined) : 1;
  const bool gathers = (slices || of.kind == "scan" || of.kind == "barrier") &&
                       nodes.count() * bytes / parts <= GroupNodes::most_gathered;
  const Calls leaders{of.kind == "reduce_scatter" ? "allreduce" : of.kind, of.root < 0 ? -1 : nodes.node_of[of.root],
                      times(of.calls, rounds), Bytes(nodes.count(), of.most() / parts)};
  made.joined =
      gathers ? gather(of.calls, nodes.count(), static_cast<double>(sum_of(leaders.bytes))) : among_nodes(leaders);
  made.joined.messages = times(made.joined.messages, parts);
  made.joined.bytes *= static_cast<double>(parts);
  made.too_large = !fits(of.most(), of, in_rounds ? GroupNodes::most_in_rounds : GroupNodes::buffer);
}

/// The messages of gathers, scatters and all-to-alls with different sizes are recorded in place of the calls.
Collective as_called(Collective one, std::int64_t me, std::int64_t size) {
  if (one.kind != way_names[static_cast<std::size_t>(Way::pairwise)]) return one;
  one.kind = one.root < 0 ? "alltoallv" : one.root == me ? "scatter" : "gather";
  if (one.kind == "gather") return one;
  one.calls = (one.calls + size - 2) / (size - 1);
  one.bytes += one.bytes / (size - 1);  // the own block is not a message
  return one;
}

/// The name in the model of collectives.
std::string model_kind(const std::string& kind) {
  if (kind == "reduce_scatter_block") return "reduce_scatter";
  return kind == "exscan" ? "scan" : kind;
}

JoinedCollectives joined(std::uint64_t group, const std::string& kind, const Calls& of, const GroupNodes& nodes) {
  JoinedCollectives made{.group = group, .kind = kind, .calls = of.calls};
  if (is_exchange(of)) {
    join_exchange(made, of, nodes);
    return made;
  }
  made.alone = by_model(of, nodes.node_of);
  if (of.kind.starts_with("allgather"))
    join_allgather(made, of, nodes);
  else if (of.kind == "scan" && !nodes.in_order)
    made.joined = made.alone;
  else
    join_whole(made, of, nodes);
  return made;
}

}  // namespace

std::vector<JoinedCollectives> joined_collectives(const Record& record, const std::vector<int>& node_of_rank) {
  const Members members(record);
  std::map<std::tuple<std::uint64_t, std::string, std::int64_t, bool>, Calls> all;  // by group, kind, root, by_tables
  std::map<std::uint64_t, GroupNodes> nodes_of;
  for (const RankRecord& rank : record.ranks) {
    const std::int64_t partners = std::ranges::count_if(rank.flows, [&](const Flow& flow) {
      return flow.from == rank.rank && (flow.way == Way::pairwise || flow.way == Way::by_tables);
    });
    for (const Collective& row : rank.collectives) {
      const Members::Known* const group = members.find(row.group, rank.rank);
      const std::int64_t size = group == nullptr ? 0 : std::ssize(group->ranks);
      if (size < 2 || row.calls == 0 || row.root >= size) continue;
      const std::int64_t me = group->position.at(rank.rank);
      const Collective one = as_called(row, me, size);
      if (is_way(one.kind) || (one.kind.starts_with("alltoall") && one.kind != "alltoall" && partners < size - 1))
        continue;
      Calls& of = all[{one.group, one.kind, one.root, one.by_tables}];
      of.kind = model_kind(one.kind);
      of.root = one.root;
      of.calls = std::max(of.calls, one.calls);
      of.bytes.resize(static_cast<std::size_t>(size));
      of.bytes[me] = one.bytes;
      if (nodes_of.contains(one.group)) continue;
      std::vector<int> nodes;
      for (const std::int64_t member : group->ranks) nodes.push_back(node_of_rank.at(member));
      nodes_of.emplace(one.group, GroupNodes(nodes));
    }
  }
  std::vector<JoinedCollectives> made;
  for (const auto& [key, of] : all) {
    const auto& [group, kind, root, by_tables] = key;
    const GroupNodes& nodes = nodes_of.at(group);
    if (nodes.alone() || nodes.most == 1) continue;
    JoinedCollectives one = joined(group, kind, of, nodes);
    if (one.joined.messages >= one.alone.messages && one.joined.bytes >= one.alone.bytes) continue;
    if (one.too_large) one.joined = one.alone;
    made.push_back(std::move(one));
  }
  return made;
}

}  // namespace cartwright::record
