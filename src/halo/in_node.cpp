// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/in_node.hpp"

#include "mpi/base/count_sent.hpp"
#include "transport/waiting.hpp"

namespace cartwright::halo {

namespace {

using base::Status;
using transport::EpochFlags;

class InNode final : public Way {
 public:
  InNode(const NodeLink& link, const EpochFlags& flags, const engine::Work& work, std::size_t peer)
      : link_(link), theirs_(*link.flags), mine_(flags), work_(work), peer_(peer) {}

  /// The peer may wait until its fields were read, or until this process has joined the exchange.
  bool receive() override { return true; }
  bool has_read(std::uint64_t exchange) const override { return mine_.consumed(link_.peer_reader) >= exchange; }
  void sleep_read(std::uint64_t exchange) const override {
    if (const std::uint64_t seen = mine_.consumed(link_.peer_reader); seen < exchange)
      mine_.sleep_consumed(link_.peer_reader, seen);
  }
  void send(const Header& now) override {
    if (!work_.gpu) work_.pass->pack(peer_, link_.out[now.exchange % 2]);
  }
  /// It counts like one message.
  void count(MPI_Comm comm, int rank) const override {
    const engine::Pass::Totals totals = work_.pass->totals(peer_);
    mpi::count_sent(comm, rank, 1, totals.read_bytes + totals.stream_bytes);
  }
  bool arrived(const Header& now) const override {
    if (theirs_.published() < now.exchange) return false;
    if (theirs_.pass(now.exchange) != now.pass)
      base::fail(Status::invalid_argument, "it exchanges other fields, widths or combinations in exchange {}",
                 now.exchange);
    return true;
  }
  bool polls() const override { return false; }
  void sleep(const Header& now) const override { theirs_.sleep_published(now.exchange - 1); }
  Streams streams(std::uint64_t exchange) const override { return {link_.out[exchange % 2], link_.in[exchange % 2]}; }
  void taken(const Header& now) override { theirs_.consume(link_.reader, now.exchange); }

  std::optional<base::Error> obstacle(std::uint64_t exchange) const override {
    // It may have done what was needed, and ended then: look at its flags last.
    const bool closed = theirs_.closed();
    const bool ended = closed || transport::has_ended(link_.pid);
    const bool needed = theirs_.published() < exchange || !has_read(exchange);
    if (!needed || !ended) return std::nullopt;
    return base::Error(Status::peer_failed,
                       fmt::format("it has {} before exchange {}", closed ? "freed its plan" : "ended", exchange));
  }
  Turn turn() const override { return Turn::node; }
  const char* name() const override { return "node"; }

 private:
  const NodeLink& link_;
  EpochFlags theirs_, mine_;
  const engine::Work& work_;
  std::size_t peer_;
};

}  // namespace

std::unique_ptr<Way> in_node(const NodeLink& link, const NodeFlags& flags, const engine::Work& work, std::size_t peer) {
  return std::make_unique<InNode>(link, flags.flags, work, peer);
}

}  // namespace cartwright::halo
