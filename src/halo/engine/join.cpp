// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/join.hpp"

#include "halo/engine/board.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace cartwright::halo::engine {

std::vector<JoinedMessage> join(const std::vector<int>& nodes, int node, const std::vector<Stream>& streams,
                                std::int64_t longest) {
  std::map<int, std::vector<int>> members;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) members[nodes[rank]].push_back(static_cast<int>(rank));
  const auto number = [&](int of) { return std::distance(members.begin(), members.find(of)); };

  std::map<std::pair<int, int>, JoinedMessage> between;
  for (const Stream& stream : streams) {
    const int from = nodes[stream.from];
    const int to = nodes[stream.to];
    if (stream.bytes > 0 && from != to && (from == node || to == node)) between[{from, to}].streams.push_back(stream);
  }
  std::vector<JoinedMessage> messages;
  for (auto& [pair, message] : between) {
    std::ranges::sort(message.streams, {}, [](const Stream& stream) { return std::pair(stream.to, stream.from); });
    for (Stream& stream : message.streams) {
      stream.offset = message.bytes;
      message.bytes += padded(stream.bytes);
    }
    if (message.bytes > longest || message.streams.size() < 2) continue;
    // Nodes at different distances have different senders.
    const std::ptrdiff_t all = std::ssize(members);
    const std::size_t turn = (number(pair.second) - number(pair.first) + all - 1) % all;
    const auto dealt = [&](int of) { return members[of][turn % members[of].size()]; };
    message.sender = dealt(pair.first);
    message.receiver = dealt(pair.second);
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace cartwright::halo::engine
