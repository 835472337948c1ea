// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/by_message.hpp"

#include "mpi/base/count_sent.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace cartwright::halo {

namespace {

using base::Status;
using mpi::MessageUnit;

constexpr int message_tag = 1;
constexpr auto header_bytes = static_cast<std::int64_t>(sizeof(Header));

/// Pages are taken now: an exchange must not be the first to touch them.
base::Pages take(std::int64_t bytes) {
  base::Pages taken(bytes);
  std::memset(taken.data(), 0, static_cast<std::size_t>(bytes));
  return taken;
}

/// Bytes of a message with its header, from the first to the last.
using Piece = std::pair<std::int64_t, std::int64_t>;

std::int64_t longest_piece(const MessageSetup& setup, std::int64_t begin) {
  return setup.apart && begin == 0 ? header_bytes : setup.piece;
}

std::vector<Piece> cut(const MessageSetup& setup, std::int64_t bytes) {
  std::vector<Piece> pieces;
  for (std::int64_t begin = 0; begin < bytes; begin = pieces.back().second)
    pieces.emplace_back(begin, std::min(begin + longest_piece(setup, begin), bytes));
  return pieces;
}

std::byte* address(const MessageBuffers::Ends& ends, const Piece& piece) {
  return piece.first == 0 ? ends.header : ends.data + (piece.first - header_bytes);
}

class ByMessage final : public Way {
 public:
  ByMessage(const MessageSetup& setup, const engine::Work& work, std::size_t peer, bool sends, bool receives)
      : requests_(setup.requests), buffers_(setup.buffers), work_(work), peer_(peer) {
    if (sends && work.pass->sends_to(peer)) make_sends(setup);
    if (receives && work.pass->gets_from(peer)) make_receives(setup);
  }

  bool receive() override {
    for (const std::size_t number : receives_) requests_.start(number);
    return !receives_.empty();
  }
  void send(const Header& now) override {
    if (sends_.empty()) return;
    const std::int64_t bytes = work_.pass->bytes_out(peer_);
    *reinterpret_cast<Header*>(buffers_.out().header) = {now.exchange, now.pass, bytes};
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const auto [begin, end] = pieces_[i];
      work_.pack(peer_, buffers_.out().data, std::clamp<std::int64_t>(begin - header_bytes, 0, bytes),
                 std::clamp<std::int64_t>(end - header_bytes, 0, bytes));
      requests_.start(sends_[i]);
    }
  }
  /// The bytes of pieces as they travel, with the header and the padding.
  void count(MPI_Comm comm, int rank) const override {
    for (const Piece& piece : pieces_) mpi::count_sent(comm, rank, 1, piece.second - piece.first);
  }
  bool sent() const override { return complete(sends_); }
  bool arrived(const Header& now) const override {
    if (!receives_.empty() && !requests_.complete(receives_.front())) return false;
    check_header(*reinterpret_cast<const Header*>(buffers_.in().header), now, work_.pass->bytes_in(peer_));
    return complete(receives_);
  }
  bool polls() const override { return true; }
  Streams streams(std::uint64_t /*exchange*/) const override {
    return {buffers_.out().data, buffers_.in().data, buffers_.pinned()};
  }
  Turn turn() const override { return Turn::message; }
  const char* name() const override { return "message"; }

 private:
  void make_sends(const MessageSetup& setup) {
    pieces_ = cut(setup, with_header(work_.pass->bytes_out(peer_)));
    for (const Piece& piece : pieces_)
      sends_.push_back(requests_.send(address(buffers_.out(), piece), MessageUnit::units(piece.second - piece.first),
                                      setup.unit, setup.rank, message_tag, setup.comm));
  }
  void make_receives(const MessageSetup& setup) {
    // A neighbor may send another pattern by mistake, so each piece has room for all that one can have.
    for (const Piece& piece : cut(setup, with_header(work_.pass->bytes_in(peer_)))) {
      const std::int64_t room = std::min(longest_piece(setup, piece.first), buffers_.room() - piece.first);
      receives_.push_back(requests_.receive(address(buffers_.in(), piece), MessageUnit::units(room), setup.unit,
                                            setup.rank, message_tag, setup.comm));
    }
  }
  bool complete(const std::vector<std::size_t>& numbers) const {
    return std::ranges::all_of(numbers, [&](std::size_t number) { return requests_.complete(number); });
  }

  Requests& requests_;
  const MessageBuffers& buffers_;
  const engine::Work& work_;
  std::size_t peer_;
  std::vector<Piece> pieces_;                  ///< of sends_
  std::vector<std::size_t> sends_, receives_;  ///< numbers of requests
};

}  // namespace

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in)
    : host_out_(take(with_header(bytes_out))),
      host_in_(take(with_header(bytes_in))),
      out_{host_out_.data(), host_out_.data() + sizeof(Header)},
      in_{host_in_.data(), host_in_.data() + sizeof(Header)},
      room_(with_header(bytes_in)) {
  for (const std::int64_t bytes : {bytes_in, bytes_out}) MessageUnit::units(with_header(bytes));  // they must fit
}

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in, base::Pool& pool, bool apart, bool pinned)
    : pool_out_(static_cast<std::size_t>(with_header(bytes_out)), pool),
      pool_in_(static_cast<std::size_t>(with_header(bytes_in)), pool),
      out_{pool_out_.data(), pool_out_.data() + sizeof(Header)},
      in_{pool_in_.data(), pool_in_.data() + sizeof(Header)},
      room_(with_header(bytes_in)),
      pinned_(pinned) {
  for (const std::int64_t bytes : {bytes_in, bytes_out}) MessageUnit::units(with_header(bytes));
  if (!apart) return;
  host_out_ = take(sizeof(Header));
  host_in_ = take(sizeof(Header));
  out_.header = host_out_.data();
  in_.header = host_in_.data();
}

void check_header(const Header& came, const Header& now, std::int64_t bytes) {
  if (came.exchange != now.exchange)
    base::fail(Status::invalid_argument, "it is in exchange {}, this process in exchange {}", came.exchange,
               now.exchange);
  if (came.pass != now.pass || came.bytes != bytes)
    base::fail(Status::invalid_argument, "it exchanges other fields, widths or combinations in exchange {}",
               now.exchange);
}

std::unique_ptr<Way> by_message(const MessageSetup& setup, const engine::Work& work, std::size_t peer, bool sends,
                                bool receives) {
  return std::make_unique<ByMessage>(setup, work, peer, sends, receives);
}

}  // namespace cartwright::halo
