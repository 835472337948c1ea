// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/stream_paths.hpp"

#include "preload/collectives/comm_nodes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace cartwright::preload {

namespace {

constexpr std::int64_t block_alignment = 16;  ///< of blocks in buffers

/// The first half of a buffer is for the node, the second for what leaves it.
constexpr std::int64_t half = NodeGroup::capacity / 2;

}  // namespace

StreamPaths::StreamPaths(const CommNodes& nodes, Streams of) : streams(std::move(of)) {
  add_near(nodes);
  if (!nodes.alone()) add_far(nodes);
}

void StreamPaths::add_near(const CommNodes& nodes) {
  const std::vector<int>& here = nodes.here();
  for (int from = 0; from < std::ssize(here); ++from) {
    std::int64_t end = 0;
    for (int to = 0; to < std::ssize(here); ++to) {
      const std::int64_t bytes = streams.out[static_cast<std::size_t>(from) * nodes.size + here[to]];
      if (bytes == 0) continue;
      const std::int64_t at = (end + block_alignment - 1) / block_alignment * block_alignment;
      const bool fits = at + bytes <= half;
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

void StreamPaths::add_far(const CommNodes& nodes) {
  std::vector<transport::Stream> far;
  for (std::size_t number = 0; number < nodes.here().size(); ++number)
    for (int rank = 0; rank < nodes.size; ++rank) {
      if (nodes.node_of[rank] == nodes.node()) continue;
      const std::size_t at = number * nodes.size + rank;
      if (streams.out[at] > 0) far.push_back({nodes.here()[number], rank, streams.out[at]});
      if (streams.in[at] > 0) far.push_back({rank, nodes.here()[number], streams.in[at]});
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
