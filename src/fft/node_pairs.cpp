// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/node_pairs.hpp"

#include "fft/message_unit.hpp"

#include <algorithm>

namespace cartwright::fft {

namespace {

/// The joined message from node A to node B: what the first member of A has for each of B, then the second.
std::int64_t joined_bytes(const Transpose& transpose, const std::vector<std::int64_t>& a,
                          const std::vector<std::int64_t>& b) {
  std::int64_t bytes = 0;
  for (const std::int64_t from : a)
    for (const std::int64_t to : b) bytes += transpose.message_bytes(from, to);
  return bytes;
}

}  // namespace

NodePairs::NodePairs(const Transpose& transpose, const std::vector<int>& nodes)
    : near_(nodes.size()), out_(nodes.size()), in_(nodes.size()) {
  const std::int64_t me = transpose.rank();
  // In the order of their first members, which is the same on all.
  std::vector<int> known;
  for (std::size_t member = 0; member < nodes.size(); ++member) {
    auto found = std::find(known.begin(), known.end(), nodes[member]);
    if (found == known.end()) {
      found = known.insert(known.end(), nodes[member]);
      nodes_.emplace_back();
    }
    nodes_[static_cast<std::size_t>(found - known.begin())].push_back(static_cast<std::int64_t>(member));
    near_[member] = nodes[member] == nodes[static_cast<std::size_t>(me)];
  }
  const auto mine = std::find(known.begin(), known.end(), nodes[static_cast<std::size_t>(me)]);
  std::rotate(nodes_.begin(), nodes_.begin() + (mine - known.begin()), nodes_.end());

  // Node A sends to the nodes after it in turn, and receives from those before it: the pair of nodes `apart` of each
  // other is driven by the same member on each way, and has a partner that counts alike.
  const auto driver = [](const Node& node, std::size_t apart) { return node[(apart - 1) % node.size()]; };
  const Node& here = nodes_.front();
  std::vector<std::int64_t> out_end(here.size(), 0);  // of the buffers of the members of this node
  std::vector<std::int64_t> in_end(here.size(), 0);
  const auto position = [&](std::int64_t member) {
    return static_cast<std::size_t>(std::find(here.begin(), here.end(), member) - here.begin());
  };
  for (std::size_t apart = 1; apart < nodes_.size(); ++apart) {
    const Node& after = nodes_[apart];
    const Node& before = nodes_[nodes_.size() - apart];
    const std::int64_t member = driver(here, apart);

    std::int64_t& out_offset = out_end[position(member)];
    if (const std::int64_t bytes = joined_bytes(transpose, here, after); bytes > 0) {
      if (member == me) out_messages_.push_back({driver(after, apart), out_offset, bytes});
      std::int64_t offset = out_offset;
      for (const std::int64_t from : here)
        for (const std::int64_t to : after) {
          if (from == me) out_[static_cast<std::size_t>(to)] = {member, offset};
          offset += transpose.message_bytes(from, to);
        }
      out_offset += MessageUnit::padded(bytes);
    }

    std::int64_t& in_offset = in_end[position(member)];
    if (const std::int64_t bytes = joined_bytes(transpose, before, here); bytes > 0) {
      if (member == me) in_messages_.push_back({driver(before, apart), in_offset, bytes});
      std::int64_t offset = in_offset;
      for (const std::int64_t from : before)
        for (const std::int64_t to : here) {
          if (to == me) in_[static_cast<std::size_t>(from)] = {member, offset};
          offset += transpose.message_bytes(from, to);
        }
      in_offset += MessageUnit::padded(bytes);
    }
  }
  out_bytes_ = out_end[position(me)];
  in_bytes_ = in_end[position(me)];
}

}  // namespace cartwright::fft
