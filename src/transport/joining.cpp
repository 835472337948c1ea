// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "transport/joining.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace cartwright::transport {

NodeMembers::NodeMembers(const std::vector<int>& nodes) : nodes_(nodes) {
  for (std::size_t member = 0; member < nodes.size(); ++member)
    members_[nodes[member]].push_back(static_cast<int>(member));
}

std::size_t NodeMembers::apart(int from, int to) const {
  const auto number = [&](int of) { return std::distance(members_.begin(), members_.find(of)); };
  return (number(to) - number(from) + std::ssize(members_)) % std::ssize(members_);
}

namespace {

JoinedMessage message_of(std::vector<Stream> streams, int sender, int receiver, bool leaves, std::int64_t alignment) {
  JoinedMessage message{sender, receiver, leaves, std::move(streams)};
  std::ranges::sort(message.streams, {}, [](const Stream& stream) { return std::pair(stream.to, stream.from); });
  for (Stream& stream : message.streams) {
    stream.offset = message.bytes;
    message.bytes += (stream.bytes + alignment - 1) / alignment * alignment;
  }
  return message;
}

}  // namespace

std::vector<JoinedMessage> join(const NodeMembers& members, int node, const std::vector<Stream>& streams,
                                const Joining& how) {
  std::map<std::tuple<std::size_t, int, int>, std::vector<Stream>> between;  // by distance and nodes
  for (const Stream& stream : streams) {
    const int from = members.node_of(stream.from);
    const int to = members.node_of(stream.to);
    if (stream.bytes > 0 && from != to && (from == node || to == node))
      between[{members.apart(from, to), from, to}].push_back(stream);
  }
  std::vector<JoinedMessage> messages;
  for (const auto& [key, all] : between) {
    const auto& [apart, from, to] = key;
    const std::size_t turn = apart - 1;
    const bool leaves = from == node;
    JoinedMessage message = message_of(all, members.dealt(from, turn), members.dealt(to, turn), leaves, how.alignment);
    if (message.bytes <= how.longest && message.streams.size() > 1) {
      messages.push_back(std::move(message));
    } else if (how.rest == Joining::Rest::by_sender) {
      const std::vector<int>& senders = members.of(from);
      for (std::size_t i = 0; i < senders.size(); ++i) {
        std::vector<Stream> own;
        std::ranges::copy_if(all, std::back_inserter(own), [&](const Stream& one) { return one.from == senders[i]; });
        if (own.empty()) continue;
        const int receiver = own.size() == 1 ? own.front().to : members.dealt(to, turn + i);
        messages.push_back(message_of(std::move(own), senders[i], receiver, leaves, how.alignment));
      }
    }
  }
  return messages;
}

}  // namespace cartwright::transport
