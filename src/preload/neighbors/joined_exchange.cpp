// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/joined_exchange.hpp"

#include "preload/neighbors/neighbor_ways.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace cartwright::preload {

namespace {

using transport::Packet;

/// A packet between nodes that is longer is sent, and another begun. With longer ones, MPIs first ask the receiver, or
/// send parts of their own.
constexpr std::size_t max_in_packet = 16 * 1024;

/// Bytes of one process for one node, so that a packet stays far below 2^31.
constexpr std::size_t max_for_node = 1024 * 1024;

// The third number of an id says what a packet carries. Blocks within the node use numbers below 2^32.

/// The `number`-th block of a process to another.
std::uint64_t block_edge(int rank, std::uint64_t number) {
  constexpr int bits = 32;
  return (static_cast<std::uint64_t>(rank) + 1) << bits | number;
}
/// The blocks for or from a node, or a part of them.
std::uint64_t node_edge(int node, std::uint64_t part = 0) {
  constexpr int bits = 32;
  return std::uint64_t{1} << 63 | part << bits | static_cast<std::uint64_t>(node);
}

constexpr std::size_t alignment = 8;
std::size_t aligned(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

}  // namespace

bool JoinedExchange::has_room(int node, std::int64_t bytes) const {
  const auto found = added_.find(node);
  return bytes <= max_joined && (found == added_.end() || found->second.size() < max_for_node);
}

std::byte* JoinedExchange::add_block(int node, const Block& block) {
  std::vector<std::byte>& to = added_[node];
  const std::size_t at = to.size();
  to.resize(at + sizeof block + aligned(block.bytes));
  std::memcpy(to.data() + at, &block, sizeof block);
  return to.data() + at + sizeof block;
}

bool JoinedExchange::add(int node, int rank, std::uint64_t number, const BlockView& view) {
  return view.pack(add_block(
      node, {block_edge(plan_.rank, number), rank, Packet::inside, static_cast<std::uint64_t>(view.bytes())}));
}

void JoinedExchange::send_rts(int node, int rank, std::uint64_t number, const ReadyToSend& rts) {
  std::memcpy(add_block(node, {block_edge(plan_.rank, number), rank, Packet::rts, sizeof rts}), &rts, sizeof rts);
}

void JoinedExchange::start() {
  for (const auto& [node, message] : plan_.outgoing) {
    if (message.leader == plan_.me) {
      Outgoing& one = outgoing_.emplace_back();
      one.node = node;
      one.senders = message.senders;
      one.packets.emplace_back(id(node_edge(plan_.node)));
      std::erase(one.senders, plan_.me);
      if (message.sends) append(one, added_[node]);
    } else if (message.sends && !send_packet(message.leader, id(node_edge(node)), added_[node])) {
      throw std::runtime_error("no packet to the leader");
    }
  }
  for (const auto& [node, receiver] : plan_.receivers)
    if (receiver == plan_.me) incoming_.push_back({node});
}

void JoinedExchange::hand_out(const std::vector<std::byte>& message) {
  std::int64_t blocks = 0;
  std::int64_t bytes = 0;
  for (std::size_t at = 0; at < message.size();) {
    Block block;
    std::memcpy(&block, message.data() + at, sizeof block);
    const std::span<const std::byte> data(message.data() + at + sizeof block, block.bytes);
    at += sizeof block + aligned(block.bytes);
    if (block.slot == Packet::inside) {
      ++blocks;
      bytes += static_cast<std::int64_t>(block.bytes);
    }
    if (block.rank == plan_.rank) {
      arrived_[block.edge] = {data, block.slot};
      continue;
    }
    const int number = plan_.numbers.at(block.rank);
    if (block.slot == Packet::rts) {
      ReadyToSend rts;
      std::memcpy(&rts, data.data(), sizeof rts);
      preload::send_rts(number, id(block.edge), rts);
    } else if (!send_packet(number, id(block.edge), data)) {
      throw std::runtime_error("no packet to a process of the node");
    }
  }
  count_joined(blocks, bytes);
}

void JoinedExchange::append(Outgoing& one, std::span<const std::byte> blocks) {
  one.packets.back().append(blocks);
  if (one.packets.back().bytes() >= max_in_packet && !one.senders.empty()) send(one, false);
}

void JoinedExchange::send(Outgoing& one, bool last) {
  if (!one.packets.back().send(plan_.outgoing.at(one.node).partner, last))
    throw std::runtime_error("no message to the other leader");
  one.complete = last;
  if (!last) one.packets.emplace_back(id(node_edge(plan_.node, ++one.part)));
}

bool JoinedExchange::advance(Outgoing& one) {
  for (auto sender = one.senders.begin(); sender != one.senders.end();) {
    const std::optional<std::vector<std::byte>> blocks = take_bytes(*sender, id(node_edge(one.node)));
    if (!blocks) {
      ++sender;
      continue;
    }
    sender = one.senders.erase(sender);
    append(one, *blocks);
  }
  if (one.senders.empty() && !one.complete) send(one, true);
  while (!one.packets.empty() && one.complete && one.packets.front().sent()) one.packets.pop_front();
  return one.packets.empty();
}

bool JoinedExchange::advance(Incoming& one) {
  while (std::optional<RemoteData> packet = take_remote(id(node_edge(one.node, one.part)))) {
    messages_.push_back(std::move(packet->data));
    hand_out(messages_.back());
    if (packet->last) return true;
    ++one.part;
  }
  return false;
}

bool JoinedExchange::polls() const {
  const bool all_under_way = std::ranges::all_of(outgoing_, &Outgoing::complete);
  return all_under_way && !(outgoing_.empty() && incoming_.empty());
}

bool JoinedExchange::advance() {
  std::erase_if(outgoing_, [this](Outgoing& one) { return advance(one); });
  std::erase_if(incoming_, [this](Incoming& one) { return advance(one); });
  return outgoing_.empty() && incoming_.empty();
}

Taken JoinedExchange::take(int node, int rank, std::uint64_t number, const BlockView& view, ReadyToSend& rts) {
  const std::uint64_t edge = block_edge(rank, number);
  const int receiver = plan_.receivers.at(node);
  if (receiver != plan_.me) return take_packet(receiver, id(edge), view, rts);
  const auto found = arrived_.extract(edge);
  return found ? unpack_packet(found.mapped().data, found.mapped().slot, view, rts) : Taken::not_yet;
}

}  // namespace cartwright::preload
