// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/barrier.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/exchange/requests.hpp"
#include "mpi/base/message_unit.hpp"
#include "mpi/base/real.hpp"
#include "transport/node_messages.hpp"

#include <cstring>
#include <utility>

// For members on several nodes. Inside a node each member reads its tiles straight out of the arrays of the others.
// Data for another node is joined: one member, or all members of this node together, pack it for all members of that
// node into one message. One member there receives it, and all members there take their tiles out of its buffer.

namespace cartwright::fft::exchange {

namespace {

using transport::NodeMessages;

/// Above this a node sends more than one message to another node. Waiting for all members before the first byte leaves,
/// and sending from only one of them, would then cost more than additional messages.
constexpr std::int64_t longest_joined = 64 << 10;

/// Messages are sent in pieces that leave at once. A longer message waits for the receiver to answer, and the answer is
/// queued behind the messages of others. Open MPI sends up to 64 KiB over TCP without waiting.
constexpr std::int64_t least_piece = 60 << 10;
/// Pieces of one message. Very long messages have the time to wait.
constexpr std::int64_t max_pieces = 64;

/// bytes(from, to): the data that a member has for another.
template <typename Bytes>
NodeMessages join(const ExchangeParts& parts, Bytes bytes) {
  std::vector<int> nodes;
  nodes.reserve(parts.members.size());
  for (const int member : parts.members) nodes.push_back(parts.workspace.node_of(member));
  const transport::NodeMembers members(nodes);
  const auto rank = static_cast<int>(parts.transpose.rank());
  std::vector<transport::Stream> streams;
  for (const int here : members.of(nodes[rank]))
    for (int other = 0; other < std::ssize(nodes); ++other) {
      if (nodes[other] == nodes[rank]) continue;
      streams.push_back({here, other, bytes(here, other)});
      streams.push_back({other, here, bytes(other, here)});
    }
  return {members, rank, streams, {longest_joined, 1, transport::Joining::Rest::by_sender}, mpi::MessageUnit::bytes};
}

NodeMessages towards_tiles(const ExchangeParts& parts) {
  return join(parts, [&](int from, int to) { return parts.transpose.message_bytes(from, to); });
}
NodeMessages from_tiles(const ExchangeParts& parts) {
  return join(parts, [&](int from, int to) { return parts.transpose.message_bytes(to, from); });
}

/// The first member that shares this one's memory.
std::int64_t first_of_node(const ExchangeParts& parts) {
  std::int64_t first = 0;
  while (parts.workspace.node_rank_of(parts.members[first]) < 0) ++first;
  return first;
}
int members_of_node(const ExchangeParts& parts) {
  return static_cast<int>(
      std::ranges::count_if(parts.members, [&](int member) { return parts.workspace.node_rank_of(member) >= 0; }));
}

class NodeAwareExchange : public Exchange {
 public:
  explicit NodeAwareExchange(ExchangeParts parts)
      : parts_(std::move(parts)),
        forth_(towards_tiles(parts_)),
        back_(from_tiles(parts_)),
        barrier_(parts_.workspace, node_rank(first_of_node(parts_)), parts_.flags_part, 0, members_of_node(parts_)) {}

  std::byte* array() override {
    wait_for_node();
    return my_array();
  }
  void start() override {
    const Transpose& transpose = parts_.transpose;
    receive(forth_.received(), parts_.second_buffer_part);
    {
      const Phase phase(parts_.times, &Times::pack);
      for (std::int64_t to = 0; to < transpose.members(); ++to)
        if (!near(to))
          transpose.pack(transpose.rank(), to, 0, transpose.tiles(to), my_array(),
                         at(forth_.out(to), parts_.first_buffer_part));
    }
    if (forth_.joined()) synchronize_node();
    send(forth_.sent(), parts_.first_buffer_part);
  }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    each_part(tile, [&](std::int64_t from, std::int64_t columns, std::int64_t size) {
      const Transpose& transpose = parts_.transpose;
      if (near(from)) {
        const Phase phase(parts_.times, &Times::copy);
        transpose.rows(from, columns).pack(to, array_of(from) + transpose.offset(transpose.rank(), tile), 1);
      } else {
        const Phase phase(parts_.times, &Times::pack);
        std::memcpy(
            to, at(forth_.in(from), parts_.second_buffer_part) + transpose.message_offset(from, transpose.rank(), tile),
            size);
      }
      to += size;
    });
  }

  void open() override {
    wait_for_node();
    receive(back_.received(), parts_.first_buffer_part);
  }
  void write(std::int64_t tile, const std::byte* from) override {
    each_part(tile, [&](std::int64_t to, std::int64_t columns, std::int64_t size) {
      const Transpose& transpose = parts_.transpose;
      if (near(to)) {
        const Phase phase(parts_.times, &Times::copy);
        transpose.rows(to, columns).unpack(array_of(to) + transpose.offset(transpose.rank(), tile), from, 1);
      } else {
        const Phase phase(parts_.times, &Times::pack);
        std::memcpy(at(back_.out(to), parts_.second_buffer_part) + transpose.message_offset(to, transpose.rank(), tile),
                    from, size);
      }
      from += size;
    });
  }
  void send() override {
    if (back_.joined()) synchronize_node();
    send(back_.sent(), parts_.second_buffer_part);
  }
  void wait() override {
    finish();
    const Phase phase(parts_.times, &Times::pack);
    const Transpose& transpose = parts_.transpose;
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      if (!near(from))
        transpose.unpack(transpose.rank(), from, 0, transpose.tiles(from), at(back_.in(from), parts_.first_buffer_part),
                         my_array());
  }
  const std::byte* current() const override { return my_array(); }

  void end() override {
    finish();  // a process without tiles has read none, but may have received those of others
    barrier_.arrive();
  }

 private:
  bool near(std::int64_t member) const { return node_rank(member) >= 0; }
  int node_rank(std::int64_t member) const { return parts_.workspace.node_rank_of(parts_.members[member]); }
  std::byte* array_of(std::int64_t member) const { return parts_.workspace.of(node_rank(member), parts_.array_part); }
  std::byte* my_array() const { return parts_.workspace.mine(parts_.array_part); }
  std::byte* at(NodeMessages::BufferPart that, std::size_t part) const {
    return parts_.workspace.of(node_rank(that.member), part) + that.offset;
  }

  /// The rows of a tile that each member has.
  template <typename Copy>
  void each_part(std::int64_t tile, Copy copy) const {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t columns = transpose.columns(transpose.rank(), tile);
    for (std::int64_t other = 0; other < transpose.members(); ++other)
      if (const std::int64_t rows = transpose.gained().count(other); rows > 0)
        copy(other, columns, rows * columns * transpose.element());
  }

  /// Waits until all members of the node have arrived, if this one has.
  void wait_for_node() {
    const Phase phase(parts_.times, &Times::wait);
    barrier_.wait();
  }
  void synchronize_node() {
    barrier_.arrive();
    wait_for_node();
  }

  int tag() const { return static_cast<int>(parts_.flags_part); }
  template <typename Step>
  void each_piece(const NodeMessages::Message& message, std::byte* buffer, Step step) {
    const std::int64_t piece = std::max(least_piece, mpi::MessageUnit::padded(message.bytes / max_pieces));
    for (std::int64_t done = 0; done < message.bytes; done += piece)
      step(buffer + message.offset + done, mpi::MessageUnit::units(std::min(piece, message.bytes - done)),
           message.partner);
  }
  void send(const std::vector<NodeMessages::Message>& messages, std::size_t part) {
    const Phase phase(parts_.times, &Times::wait);
    for (const NodeMessages::Message& message : messages)
      each_piece(message, parts_.workspace.mine(part), [&](std::byte* at, int units, int partner) {
        mpi::succeed(mpi::real().Isend(at, units, unit_.type(), partner, tag(), parts_.comm, requests_.add()));
      });
    under_way_ = true;
  }
  void receive(const std::vector<NodeMessages::Message>& messages, std::size_t part) {
    const Phase phase(parts_.times, &Times::wait);
    for (const NodeMessages::Message& message : messages)
      each_piece(message, parts_.workspace.mine(part), [&](std::byte* at, int units, int partner) {
        mpi::succeed(mpi::real().Irecv(at, units, unit_.type(), partner, tag(), parts_.comm, requests_.add()));
      });
  }
  /// Waits until all members of the node have filled their arrays, and all messages of the node are received and sent.
  void finish() {
    if (!std::exchange(under_way_, false)) return;
    const Phase phase(parts_.times, &Times::wait);
    requests_.wait(parts_.workspace.waits());
    barrier_.arrive();
    barrier_.wait();
  }

  ExchangeParts parts_;
  NodeMessages forth_, back_;
  mpi::MessageUnit unit_;
  Requests requests_;
  /// The members of the node synchronize before arrays and buffers are written to, when joined messages are complete,
  /// and when messages are received.
  Barrier barrier_;
  bool under_way_ = false;
};

ExchangeBytes node_aware_bytes(const ExchangeParts& parts) {
  const NodeMessages forth = towards_tiles(parts);
  const NodeMessages back = from_tiles(parts);
  return {parts.transpose.array_bytes(), std::max(forth.sent_bytes(), back.received_bytes()),
          std::max(forth.received_bytes(), back.sent_bytes())};
}

}  // namespace

const Method node_aware_method = {"node-aware", no_obstacle, node_aware_bytes, make_exchange<NodeAwareExchange>};

}  // namespace cartwright::fft::exchange
