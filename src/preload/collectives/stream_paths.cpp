// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/stream_paths.hpp"

#include "preload/collectives/comm_nodes.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace cartwright::preload {

namespace {

constexpr std::int64_t block_alignment = 16;  ///< of blocks in buffers

/// The first half of a buffer is for the node, and for blocks that leaders relay. The second is for what leaves it, and
/// for relayed blocks that arrive.
constexpr std::int64_t half = NodeGroup::capacity / 2;

}  // namespace

StreamPaths::StreamPaths(const NodeComm& comm, Streams of, bool relay) : streams(std::move(of)), relays(relay) {
  add_near(comm.nodes);
  add_short(comm);
  if (!comm.nodes.alone()) add_far(comm);
}

void StreamPaths::add_near(const CommNodes& nodes) {
  const std::int64_t most = relays ? Relaying::begin : half;
  const std::vector<int>& here = nodes.here();
  for (int from = 0; from < std::ssize(here); ++from) {
    std::int64_t end = 0;
    for (int to = 0; to < std::ssize(here); ++to) {
      const std::int64_t bytes = streams.out[static_cast<std::size_t>(from) * nodes.size + here[to]];
      if (bytes == 0) continue;
      const std::int64_t at = (end + block_alignment - 1) / block_alignment * block_alignment;
      const bool fits = at + bytes <= most;
      if (fits) end = at + bytes;
      if (from == nodes.number()) {
        if (fits)
          near_out.push_back({here[to], from, at});
        else
          alone_out.push_back(here[to]);
      } else if (to == nodes.number()) {
        if (fits)
          near_in.push_back({here[from], from, at});
        else
          alone_in.push_back(here[from]);
      }
    }
  }
  // Not all read from the first process at once.
  const auto after = std::ranges::find_if(near_in, [&](const Part& part) { return part.number > nodes.number(); });
  std::rotate(near_in.begin(), after, near_in.end());
}

/// Both nodes find the same positions: by receiver, then by sender.
void StreamPaths::add_short(const NodeComm& comm) {
  const Relaying& how = comm.relaying;
  if (how.longest() == 0) return;
  const CommNodes& nodes = comm.nodes;
  const int me = nodes.node();
  short_to.assign(nodes.count(), 0);
  short_from.assign(nodes.count(), 0);
  for (int node = 0; node < nodes.count(); ++node) {
    if (node == me) continue;
    for (const bool leaves : {true, false}) {
      const auto& [senders, receivers] =
          leaves ? std::tie(nodes.here(), nodes.ranks_of[node]) : std::tie(nodes.ranks_of[node], nodes.here());
      const int distance = leaves ? comm.distance(me, node) : comm.distance(node, me);
      const std::int64_t begin = leaves ? how.outgoing(distance) : how.incoming(distance);
      std::vector<Part> parts;
      std::int64_t sum = 0;
      for (const int to : receivers)
        for (const int from : senders) {
          const auto [here, there] = leaves ? std::pair(from, to) : std::pair(to, from);
          const std::size_t at = static_cast<std::size_t>(nodes.number_of[here]) * nodes.size + there;
          const std::int64_t bytes = (leaves ? streams.out : streams.in)[at];
          if (bytes > 0 && here == nodes.rank) parts.push_back({there, how.process(distance), begin + sum});
          sum += bytes;
        }
      if (sum > how.longest()) continue;
      (leaves ? short_to : short_from)[distance] = sum;
      std::vector<Part>& relayed = leaves ? relayed_out : relayed_in;
      if (relays) relayed.insert(relayed.end(), parts.begin(), parts.end());
    }
  }
}

void StreamPaths::add_far(const NodeComm& comm) {
  const CommNodes& nodes = comm.nodes;
  const int me = nodes.node();
  std::vector<transport::Stream> far;
  for (int node = 0; node < nodes.count(); ++node) {
    if (node == me) continue;
    const bool out = !relays || short_to[comm.distance(me, node)] == 0;
    const bool in = !relays || short_from[comm.distance(node, me)] == 0;
    for (const int here : nodes.here())
      for (const int there : nodes.ranks_of[node]) {
        const std::size_t at = static_cast<std::size_t>(nodes.number_of[here]) * nodes.size + there;
        if (out && streams.out[at] > 0) far.push_back({here, there, streams.out[at]});
        if (in && streams.in[at] > 0) far.push_back({there, here, streams.in[at]});
      }
  }
  const transport::NodeMessages messages(transport::NodeMembers(nodes.node_of), nodes.rank, far,
                                         {nodes.longest_joined(), 1, transport::Joining::Rest::left_out},
                                         CommNodes::padding);
  joins = messages.any();
  sent = messages.sent();
  received = messages.received();
  for (transport::NodeMessages::Message& message : sent) message.offset += half;
  for (const transport::Stream& stream : far) {
    const bool leaves = stream.from == nodes.rank;
    if (!leaves && stream.to != nodes.rank) continue;
    const int other = leaves ? stream.to : stream.from;
    const transport::NodeMessages::BufferPart part = leaves ? messages.out(other) : messages.in(other);
    const Part lies{other, nodes.number_of[part.member], part.offset + (leaves ? half : 0)};
    if (part.joined)
      (leaves ? joined_out : joined_in).push_back(lies);
    else
      (leaves ? alone_out : alone_in).push_back(other);
    if (leaves && !part.joined) ++far_alone;
  }
}

}  // namespace cartwright::preload
