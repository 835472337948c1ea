// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/joined.hpp"
#include "mpi/base/count_sent.hpp"

namespace cartwright::halo {

namespace {

class ByJoined final : public Way {
 public:
  ByJoined(Joined& joined, const MessageSetup& setup, const engine::Work& work, std::size_t peer)
      : joined_(joined),
        work_(work),
        peer_(peer),
        sends_(joined.sends_to(peer)),
        gets_(joined.gets_from(peer)),
        alone_(by_message(setup, work, peer, !sends_, !gets_)) {}

  bool receive() override { return alone_->receive() || gets_; }
  void send(const Header& now) override {
    if (!sends_) return alone_->send(now);
    work_.pass->pack(peer_, joined_.data_out(peer_));
    joined_.packed(peer_);
  }
  /// A part of a message that is counted elsewhere.
  void count(MPI_Comm comm, int rank) const override {
    if (!sends_) return alone_->count(comm, rank);
    mpi::count_sent(comm, rank, 0, work_.pass->bytes_out(peer_));
  }
  bool sent() const override { return alone_->sent(); }
  bool arrived(const Header& now) const override {
    if (!gets_) return alone_->arrived(now);
    if (!joined_.arrived(peer_)) return false;
    const Header& came = joined_.header_in(peer_);
    check_header(came, now, came.bytes);
    return true;
  }
  bool polls() const override { return !gets_; }
  void sleep(const Header& /*now*/) const override { joined_.sleep_arrived(peer_); }
  Streams streams(std::uint64_t exchange) const override {
    return gets_ ? Streams{nullptr, joined_.data_in(peer_)} : alone_->streams(exchange);
  }
  void taken(const Header& /*now*/) override {
    if (gets_) joined_.taken(peer_);
  }
  Turn turn() const override { return sends_ ? Turn::joined : Turn::message; }
  const char* name() const override { return sends_ ? "joined" : alone_->name(); }

 private:
  Joined& joined_;
  const engine::Work& work_;
  std::size_t peer_;
  bool sends_, gets_;           ///< whether these directions are joined
  std::unique_ptr<Way> alone_;  ///< for the others
};

}  // namespace

std::unique_ptr<Way> by_joined(Joined& joined, const MessageSetup& setup, const engine::Work& work, std::size_t peer) {
  return std::make_unique<ByJoined>(joined, setup, work, peer);
}

}  // namespace cartwright::halo
