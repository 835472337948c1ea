// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/node_messages.hpp"

namespace cartwright::transport {

NodeMessages::NodeMessages(const NodeMembers& members, int rank, const std::vector<Stream>& streams, const Joining& how,
                           std::int64_t padding)
    : out_(members.size(), {rank}), in_(members.size(), {rank}) {
  std::vector<std::int64_t> sent(members.size(), 0);  // ends of the buffers of the members of this node
  std::vector<std::int64_t> received(members.size(), 0);
  for (const JoinedMessage& message : join(members, members.node_of(rank), streams, how)) {
    any_ = true;
    const int owner = message.owner();
    std::int64_t& end = (message.leaves ? sent : received)[owner];
    if (owner == rank) (message.leaves ? sent_ : received_).push_back({message.partner(), end, message.bytes});
    for (const Stream& stream : message.streams) {
      joined_ = joined_ || (message.leaves && stream.from != message.sender);
      if (message.here(stream) == rank)
        (message.leaves ? out_ : in_)[message.there(stream)] = {owner, end + stream.offset, true};
    }
    end += (message.bytes + padding - 1) / padding * padding;
  }
  sent_bytes_ = sent[rank];
  received_bytes_ = received[rank];
}

}  // namespace cartwright::transport
