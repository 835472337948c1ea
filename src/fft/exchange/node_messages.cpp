// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/node_messages.hpp"

#include "mpi/message_unit.hpp"

#include <algorithm>

namespace cartwright::fft::exchange {

namespace {

using Members = std::vector<std::int64_t>;
using Bytes = std::function<std::int64_t(std::int64_t from, std::int64_t to)>;

/// Above this a node sends more than one message to another node. Waiting for all members before the first byte leaves,
/// and sending from only one of them, would then cost more than additional messages.
constexpr std::int64_t longest_joined = 64 << 10;

/// The data of some members of one node for all members of another: first all data of the first member, then all data
/// of the second.
struct Joined {
  Members from;
  Members to;
  std::int64_t sender = 0;
  std::int64_t receiver = 0;
  std::int64_t bytes = 0;
};

/// The messages from node a to node b, which is `apart` nodes after it. Members of both nodes take turns.
std::vector<Joined> messages_between(const Members& a, const Members& b, std::size_t apart, const Bytes& bytes) {
  const auto dealt = [&](const Members& node, std::size_t turn) { return node[turn % node.size()]; };
  std::vector<Joined> messages;
  std::int64_t all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    messages.push_back({{a[i]}, b, a[i], dealt(b, i + apart - 1)});
    for (const std::int64_t to : b) messages.back().bytes += bytes(a[i], to);
    all += messages.back().bytes;
  }
  if (all > longest_joined) return messages;
  return {{a, b, dealt(a, apart - 1), dealt(b, apart - 1), all}};
}

/// The members of each node, in the order of the first members. The list is rotated: the node of this member comes
/// first.
std::vector<Members> members_by_node(const std::vector<int>& nodes, std::int64_t rank) {
  std::vector<int> known;
  std::vector<Members> members;
  for (std::size_t member = 0; member < nodes.size(); ++member) {
    const std::size_t node = std::ranges::find(known, nodes[member]) - known.begin();
    if (node == known.size()) {
      known.push_back(nodes[member]);
      members.emplace_back();
    }
    members[node].push_back(static_cast<std::int64_t>(member));
  }
  const auto mine = std::ranges::find(known, nodes[rank]) - known.begin();
  std::ranges::rotate(members, members.begin() + mine);
  return members;
}

}  // namespace

NodeMessages::NodeMessages(const std::vector<int>& nodes, std::int64_t rank, const Bytes& bytes)
    : out_(nodes.size()), in_(nodes.size()) {
  const std::vector<Members> members = members_by_node(nodes, rank);
  std::vector<std::int64_t> sent(nodes.size(), 0);  // ends of the buffers of the members of this node
  std::vector<std::int64_t> received(nodes.size(), 0);
  for (std::size_t apart = 1; apart < members.size(); ++apart) {
    for (const Joined& message : messages_between(members[0], members[apart], apart, bytes)) {
      std::int64_t& end = sent[message.sender];
      if (message.sender == rank && message.bytes > 0) sent_.push_back({message.receiver, end, message.bytes});
      joined_ = joined_ || message.from.size() > 1;
      std::int64_t offset = end;
      for (const std::int64_t from : message.from)
        for (const std::int64_t to : message.to) {
          if (from == rank) out_[to] = {message.sender, offset};
          offset += bytes(from, to);
        }
      end += mpi::MessageUnit::padded(message.bytes);
    }
    const Members& before = members[members.size() - apart];
    for (const Joined& message : messages_between(before, members[0], apart, bytes)) {
      std::int64_t& end = received[message.receiver];
      if (message.receiver == rank && message.bytes > 0) received_.push_back({message.sender, end, message.bytes});
      std::int64_t offset = end;
      for (const std::int64_t from : message.from)
        for (const std::int64_t to : message.to) {
          if (to == rank) in_[from] = {message.receiver, offset};
          offset += bytes(from, to);
        }
      end += mpi::MessageUnit::padded(message.bytes);
    }
  }
  sent_bytes_ = sent[rank];
  received_bytes_ = received[rank];
}

}  // namespace cartwright::fft::exchange
