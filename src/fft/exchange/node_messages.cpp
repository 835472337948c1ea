// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/node_messages.hpp"

#include "mpi/base/message_unit.hpp"
#include "transport/joining.hpp"

#include <algorithm>

namespace cartwright::fft::exchange {

namespace {

/// Above this a node sends more than one message to another node. Waiting for all members before the first byte leaves,
/// and sending from only one of them, would then cost more than additional messages.
constexpr std::int64_t longest_joined = 64 << 10;

}  // namespace

NodeMessages::NodeMessages(const std::vector<int>& nodes, std::int64_t rank,
                           const std::function<std::int64_t(std::int64_t from, std::int64_t to)>& bytes)
    : out_(nodes.size(), {rank, 0}), in_(nodes.size(), {rank, 0}) {
  const transport::NodeMembers members(nodes);
  const int node = nodes[rank];
  std::vector<transport::Stream> streams;
  for (const int here : members.of(node))
    for (std::size_t there = 0; there < nodes.size(); ++there) {
      if (nodes[there] == node) continue;
      const int other = static_cast<int>(there);
      streams.push_back({here, other, bytes(here, other)});
      streams.push_back({other, here, bytes(other, here)});
    }
  std::vector<std::int64_t> sent(nodes.size(), 0);  // ends of the buffers of the members of this node
  std::vector<std::int64_t> received(nodes.size(), 0);
  for (const transport::JoinedMessage& message :
       transport::join(members, node, streams, {longest_joined, 1, transport::Joining::Rest::by_sender})) {
    const int owner = message.owner();
    std::int64_t& end = (message.leaves ? sent : received)[owner];
    if (owner == rank) (message.leaves ? sent_ : received_).push_back({message.partner(), end, message.bytes});
    for (const transport::Stream& stream : message.streams) {
      joined_ = joined_ || (message.leaves && stream.from != message.sender);
      if (message.here(stream) == rank)
        (message.leaves ? out_ : in_)[message.there(stream)] = {owner, end + stream.offset};
    }
    end += mpi::MessageUnit::padded(message.bytes);
  }
  sent_bytes_ = sent[rank];
  received_bytes_ = received[rank];
}

}  // namespace cartwright::fft::exchange
