// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/neighbors/join_plan.hpp"
#include "preload/neighbors/node_channel.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace cartwright::preload {

/// The blocks of one neighborhood collective that go to other nodes in joined messages. A process hands its blocks for
/// a node to the leader, in a packet. The leader sends the packets of all in one message to that node's leader,
/// which writes a packet for each block. So a process waits for the leaders, and a leader for all processes of its
/// node.
class JoinedExchange {
 public:
  /// Larger blocks are rts.
  static constexpr std::int64_t max_joined = 16 * 1024;

  JoinedExchange(const JoinPlan& plan, std::uint64_t channel, std::uint64_t round)
      : plan_(plan), channel_(channel), round_(round) {}

  /// Whether a block for a node may still be joined: not too many are.
  bool has_room(int node, std::int64_t bytes) const;
  /// Adds the `number`-th block for a process, which has this rank in MPI_COMM_WORLD. False if MPI could not pack it.
  bool add(int node, int rank, std::uint64_t number, const BlockView& view);
  void send_rts(int node, int rank, std::uint64_t number, const ReadyToSend& rts);
  /// Sends what was added.
  void start();

  /// Does the work of a leader, as far as it can. Returns whether it is done. Throws if MPI fails.
  bool advance();
  /// Whether this process waits for a message of MPI: a leader whose node has nothing more to tell it.
  bool polls() const;
  /// Takes the `number`-th block from a process, which has this rank in MPI_COMM_WORLD.
  Taken take(int node, int rank, std::uint64_t number, const BlockView& view, ReadyToSend& rts);

 private:
  /// A block in a message. Its data follows, and ends at a multiple of 8 bytes.
  struct Block {
    std::uint64_t edge = 0;
    std::int32_t rank = 0;   ///< of the receiver in MPI_COMM_WORLD
    std::uint32_t slot = 0;  ///< as in a packet
    std::uint64_t bytes = 0;
  };
  /// The blocks for a node, in one packet or several.
  struct Outgoing {
    int node = 0;
    std::vector<int> senders;          ///< of which nothing has come yet
    std::deque<RemotePacket> packets;  ///< the last one is being filled
    std::uint64_t part = 0;
    bool complete = false;  ///< and all are under way
  };
  struct Incoming {
    int node = 0;
    std::uint64_t part = 0;
  };
  void append(Outgoing& one, std::span<const std::byte> blocks);
  void send(Outgoing& one, bool last);
  /// Whether all is sent.
  bool advance(Outgoing& one);
  /// Whether all has come.
  bool advance(Incoming& one);
  std::byte* add_block(int node, const Block& block);
  void hand_out(const std::vector<std::byte>& message);
  transport::MessageId id(std::uint64_t edge) const { return {channel_, round_, edge}; }

  const JoinPlan& plan_;
  std::uint64_t channel_;
  std::uint64_t round_;
  std::map<int, std::vector<std::byte>> added_;  ///< by node
  std::list<Outgoing> outgoing_;                 ///< what is not sent
  std::vector<Incoming> incoming_;               ///< what has not come
  std::vector<std::vector<std::byte>> messages_;
  /// In them: blocks for this process, by edge.
  struct Arrived {
    std::span<const std::byte> data;
    std::uint32_t slot = 0;
  };
  std::map<std::uint64_t, Arrived> arrived_;
};

}  // namespace cartwright::preload
