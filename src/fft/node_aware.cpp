// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/barrier.hpp"
#include "fft/exchange.hpp"
#include "fft/message_unit.hpp"
#include "fft/node_pairs.hpp"
#include "fft/requests.hpp"
#include "mpi/real.hpp"

#include <cstring>
#include <utility>

// Members on several nodes. Inside a node each reads its tiles straight out of the arrays of the others. Between two
// nodes goes one message each way: all members of a node pack into the buffer of the one who sends it, and all members
// of the other take their tiles out of the buffer of the one who received it.

namespace cartwright::fft {

namespace {

class NodeAwareExchange : public Exchange {
 public:
  explicit NodeAwareExchange(ExchangeParts parts)
      : parts_(std::move(parts)),
        pairs_(parts_.transpose, nodes_of(parts_)),
        barrier_(parts_.workspace, node_rank(pairs_.members().front()), parts_.flags_part, 0,
                 static_cast<int>(pairs_.members().size())) {}

  std::byte* array() override {
    meet();
    return array_of(parts_.transpose.rank());
  }
  void start() override {
    const Transpose& transpose = parts_.transpose;
    receive(pairs_.in_messages(), parts_.second_buffer_part);
    {
      const Stopwatch watch(parts_.times.pack);
      for (std::int64_t to = 0; to < transpose.members(); ++to)
        if (!pairs_.near(to)) transpose.pack(transpose.rank(), to, 0, transpose.tiles(to), my_array(), row_message(to));
    }
    barrier_.arrive();
    meet();
    send(pairs_.out_messages(), parts_.first_buffer_part);
    under_way_ = true;
  }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    each_part(tile, [&](std::int64_t from, std::int64_t columns, std::int64_t size) {
      const std::int64_t me = parts_.transpose.rank();
      if (pairs_.near(from)) {
        const Stopwatch watch(parts_.times.copy);
        parts_.transpose.rows(from, columns).pack(to, array_of(from) + parts_.transpose.offset(me, tile), 1);
      } else {
        const Stopwatch watch(parts_.times.pack);
        std::memcpy(to, tile_message(from) + parts_.transpose.message_offset(from, me, tile),
                    static_cast<std::size_t>(size));
      }
      to += size;
    });
  }

  void open() override {
    meet();
    receive(pairs_.out_messages(), parts_.first_buffer_part);
  }
  void write(std::int64_t tile, const std::byte* from) override {
    each_part(tile, [&](std::int64_t to, std::int64_t columns, std::int64_t size) {
      const std::int64_t me = parts_.transpose.rank();
      if (pairs_.near(to)) {
        const Stopwatch watch(parts_.times.copy);
        parts_.transpose.rows(to, columns).unpack(array_of(to) + parts_.transpose.offset(me, tile), from, 1);
      } else {
        const Stopwatch watch(parts_.times.pack);
        std::memcpy(tile_message(to) + parts_.transpose.message_offset(to, me, tile), from,
                    static_cast<std::size_t>(size));
      }
      from += size;
    });
  }
  void send() override {
    barrier_.arrive();
    meet();
    send(pairs_.in_messages(), parts_.second_buffer_part);
    under_way_ = true;
  }
  void wait() override {
    finish();
    const Stopwatch watch(parts_.times.pack);
    const Transpose& transpose = parts_.transpose;
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      if (!pairs_.near(from))
        transpose.unpack(transpose.rank(), from, 0, transpose.tiles(from), row_message(from), my_array());
  }
  const std::byte* current() const override { return array_of(parts_.transpose.rank()); }

  void end() override {
    finish();  // who has no tiles read none, and may have received those of others
    barrier_.arrive();
  }

  static std::vector<int> nodes_of(const ExchangeParts& parts) {
    std::vector<int> nodes;
    nodes.reserve(parts.members.size());
    for (const int member : parts.members) nodes.push_back(parts.workspace.node_of(member));
    return nodes;
  }

 private:
  int node_rank(std::int64_t member) const {
    return parts_.workspace.node_rank_of(parts_.members[static_cast<std::size_t>(member)]);
  }
  std::byte* array_of(std::int64_t member) const { return parts_.workspace.of(node_rank(member), parts_.array_part); }
  std::byte* my_array() const { return parts_.workspace.mine(parts_.array_part); }
  /// What this member has of the tiles of `other`, where the message to its node is joined.
  std::byte* row_message(std::int64_t other) const {
    const NodePairs::Place place = pairs_.out(other);
    return parts_.workspace.of(node_rank(place.member), parts_.first_buffer_part) + place.offset;
  }
  /// What `other` has of this member's tiles, where the message from its node lies.
  std::byte* tile_message(std::int64_t other) const {
    const NodePairs::Place place = pairs_.in(other);
    return parts_.workspace.of(node_rank(place.member), parts_.second_buffer_part) + place.offset;
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

  /// The members of this node, once all of them have arrived.
  void meet() {
    const Stopwatch watch(parts_.times.wait);
    barrier_.wait();
  }
  int tag() const { return static_cast<int>(parts_.flags_part); }
  void send(const std::vector<NodePairs::Message>& messages, std::size_t part) {
    const Stopwatch watch(parts_.times.wait);
    for (const NodePairs::Message& message : messages)
      mpi::real().Isend(parts_.workspace.mine(part) + message.offset, MessageUnit::units(message.bytes), unit_.type(),
                        static_cast<int>(message.partner), tag(), parts_.comm, requests_.add());
  }
  void receive(const std::vector<NodePairs::Message>& messages, std::size_t part) {
    const Stopwatch watch(parts_.times.wait);
    for (const NodePairs::Message& message : messages)
      mpi::real().Irecv(parts_.workspace.mine(part) + message.offset, MessageUnit::units(message.bytes), unit_.type(),
                        static_cast<int>(message.partner), tag(), parts_.comm, requests_.add());
  }
  /// All messages of the node have arrived, and its own have left.
  void finish() {
    if (!std::exchange(under_way_, false)) return;
    const Stopwatch watch(parts_.times.wait);
    requests_.wait();
    barrier_.arrive();
    barrier_.wait();
  }

  ExchangeParts parts_;
  NodePairs pairs_;
  MessageUnit unit_;
  Requests requests_;
  /// Of the members of the node, which meet: before arrays and buffers are written to; when they are full; when
  /// messages are here.
  Barrier barrier_;
  bool under_way_ = false;
};

std::string obstacle(const std::vector<int>&, const Workspace&) { return ""; }

ExchangeBytes bytes(const ExchangeParts& parts) {
  const NodePairs pairs(parts.transpose, NodeAwareExchange::nodes_of(parts));
  return {parts.transpose.array_bytes(), pairs.out_bytes(), pairs.in_bytes()};
}

std::unique_ptr<Exchange> make(ExchangeParts parts) { return std::make_unique<NodeAwareExchange>(std::move(parts)); }

}  // namespace

const Method node_aware_method = {"node-aware", "shared memory inside nodes, one message per pair of nodes", obstacle,
                                  bytes, make};

}  // namespace cartwright::fft
