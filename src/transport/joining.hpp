// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace cartwright::transport {

/// The members of a communicator by their nodes. Between two nodes, one process of each carries the messages of all.
class NodeMembers {
 public:
  /// `nodes` has a number for each member, equal for members on one node.
  explicit NodeMembers(const std::vector<int>& nodes);

  std::size_t size() const { return nodes_.size(); }
  int node_of(int member) const { return nodes_[member]; }
  const std::vector<int>& of(int node) const { return members_.at(node); }
  /// How far `to` comes after `from` in the ring of all nodes, in the order of their numbers.
  std::size_t apart(int from, int to) const;
  /// The member of a node whose turn it is. Nodes at different distances should get different turns.
  int dealt(int node, std::size_t turn) const { return of(node)[turn % of(node).size()]; }

 private:
  std::vector<int> nodes_;
  std::map<int, std::vector<int>> members_;
};

/// The bytes that one process sends to another on another node.
struct Stream {
  int from = 0;
  int to = 0;
  std::int64_t bytes = 0;
  std::int64_t offset = 0;  ///< in the message
};

/// Streams from one node to another, as one message, seen from one of the two nodes. It lies in the memory of its
/// owner, which all processes of the node write to or read from.
struct JoinedMessage {
  int sender = 0;
  int receiver = 0;
  bool leaves = false;          ///< the node
  std::vector<Stream> streams;  ///< in the order of the receivers: by `to`, then by `from`
  std::int64_t bytes = 0;

  int owner() const { return leaves ? sender : receiver; }
  int partner() const { return leaves ? receiver : sender; }
  /// The processes of a stream, on this node and on the other one.
  int here(const Stream& stream) const { return leaves ? stream.from : stream.to; }
  int there(const Stream& stream) const { return leaves ? stream.to : stream.from; }
};

struct Joining {
  std::int64_t longest = 0;    ///< bytes of a message of all streams between two nodes
  std::int64_t alignment = 1;  ///< of the streams in a message
  /// Streams that would make a longer message, or are only one: left to others, or joined in a message of each sender.
  /// A message of one stream goes to its receiver.
  enum class Rest { left_out, by_sender } rest = Rest::left_out;
};

/// Joins the streams between one node and the others, of both directions. Both nodes find the same messages. The
/// processes of both nodes take turns as senders and receivers. Messages to the next node in the ring come first.
///     node: one end of every stream is on it
std::vector<JoinedMessage> join(const NodeMembers& members, int node, const std::vector<Stream>& streams,
                                const Joining& how);

}  // namespace cartwright::transport
