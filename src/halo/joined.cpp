// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/joined.hpp"

#include "halo/engine/shared_array.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/count_sent.hpp"
#include "mpi/base/succeed.hpp"
#include "transport/waiting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cartwright::halo {

namespace {

using base::Status;
using mpi::MessageUnit;
using mpi::real;
using mpi::succeed;
using transport::EpochFlags;
using transport::Stream;

constexpr int joined_tag = 3;

/// The first flags in the memory of a process say which exchange of which pattern it is in.
constexpr std::int64_t state_at = transport::TaggedRegion::tag_bytes;

std::vector<Stream> streams_of(const std::vector<Joined::Neighbor>& neighbors, int rank) {
  std::vector<Stream> streams;
  for (const Joined::Neighbor& neighbor : neighbors) {
    streams.push_back({rank, neighbor.rank, neighbor.bytes_out});
    streams.push_back({neighbor.rank, rank, neighbor.bytes_in});
  }
  return streams;
}

}  // namespace

std::unique_ptr<Joined> Joined::make(MPI_Comm comm, const mpi::Node& node, const MessageUnit& unit,
                                     const std::vector<Neighbor>& neighbors, std::int64_t longest, std::uint64_t pass) {
  const int rank = mpi::rank_in(comm);
  std::unique_ptr<Joined> made(new Joined);
  made->ranks_ = node.ranks();
  made->me_ = node.rank();
  made->pass_ = pass;
  made->out_.resize(neighbors.size());
  made->in_.resize(neighbors.size());
  for (const transport::JoinedMessage& joined :
       transport::join(transport::NodeMembers(node.nodes()), node.ranks().front(),
                       mpi::gather_streams(node.comm(), streams_of(neighbors, rank)),
                       {.longest = longest, .alignment = transport::padded(1)}))
    made->add(joined, node, rank, neighbors);
  if (mpi::everywhere(made->messages_.empty(), comm)) return nullptr;
  std::vector<std::int64_t> ends(node.size(),
                                 state_at + transport::padded(static_cast<std::int64_t>(EpochFlags::bytes(0))));
  for (Message& message : made->messages_) place(message, ends[message.owner], node.size());
  made->memory_ = mpi::share(node.comm(), engine::take_pages(ends[made->me_]));
  if (!mpi::everywhere(static_cast<bool>(made->memory_), comm)) return nullptr;
  made->make_requests(comm, unit);
  return made;
}

void Joined::add(const transport::JoinedMessage& joined, const mpi::Node& node, int rank,
                 const std::vector<Neighbor>& neighbors) {
  const auto in_node = [&](int of) { return static_cast<std::size_t>(node.here(of)); };
  Message& message = messages_.emplace_back();
  message.outgoing = joined.leaves;
  message.owner = in_node(joined.owner());
  message.owned = joined.owner() == rank;
  message.partner = joined.partner();
  message.bytes = joined.bytes;
  message.overhead = with_header(joined.bytes);
  for (const Stream& stream : joined.streams) {
    message.overhead -= stream.bytes;
    const std::size_t user = in_node(joined.here(stream));
    if (std::ranges::find(message.users, user) == message.users.end()) message.users.push_back(user);
    if (joined.here(stream) != rank) continue;
    ++message.mine;
    const auto neighbor = std::ranges::find(neighbors, joined.there(stream), &Neighbor::rank) - neighbors.begin();
    (message.outgoing ? out_ : in_)[neighbor] = {messages_.size() - 1, stream.offset};
  }
}

void Joined::place(Message& message, std::int64_t& end, std::size_t users) {
  message.flags = end;
  end += transport::padded(static_cast<std::int64_t>(EpochFlags::bytes(users)));
  for (std::int64_t& buffer : message.buffers) {
    buffer = end;
    end += transport::padded(with_header(message.bytes));
  }
}

void Joined::make_requests(MPI_Comm comm, const MessageUnit& unit) {
  for (Message& message : messages_) {
    if (!message.owned) continue;
    for (int i = 0; i < 2; ++i) {
      std::byte* const buffer = memory_.of[me_]->region.data() + message.buffers[i];
      const int units = MessageUnit::units(with_header(message.bytes));
      message.requests[i] = message.outgoing
                                ? requests_.send(buffer, units, unit, message.partner, joined_tag, comm)
                                : requests_.receive(buffer, units, unit, message.partner, joined_tag, comm);
    }
  }
}

Joined::~Joined() {
  if (memory_) EpochFlags(memory_.of[me_]->region.data() + state_at).close();
}

EpochFlags Joined::flags(const Message& message) const {
  return EpochFlags(memory_.of[message.owner]->region.data() + message.flags);
}

Header& Joined::header(const Message& message) const {
  return *reinterpret_cast<Header*>(memory_.of[message.owner]->region.data() + message.buffers[turn_ % 2]);
}

std::byte* Joined::data(const Place& place) const {
  return reinterpret_cast<std::byte*>(&header(messages_[place.message]) + 1) + place.offset;
}

bool Joined::all_used(const Message& message, std::uint64_t turn) const {
  const EpochFlags flags = this->flags(message);
  return std::ranges::all_of(message.users, [&](std::size_t user) { return flags.consumed(user) >= turn; });
}

bool Joined::start(const Header& now) {
  EpochFlags(memory_.of[me_]->region.data() + state_at).publish(now.exchange, now.pass);
  if (now.pass != pass_) return true;
  const std::uint64_t next = turn_ + 1;
  for (const Message& message : messages_) {
    if (next <= 2) break;
    // The buffer of the exchange before the last one must be sent, or read.
    if (message.outgoing && message.mine > 0 && flags(message).published() < next - 2) return false;
    if (!message.outgoing && message.owned && !all_used(message, next - 2)) return false;
  }
  turn_ = next;
  header_ = now;
  for (Message& message : messages_) {
    message.rest = message.mine;
    message.waiting = message.owned && message.outgoing;
    message.under_way = message.owned && !message.outgoing;
    if (message.under_way) requests_.start(message.requests[turn_ % 2]);
  }
  return true;
}

void Joined::packed(std::size_t neighbor) {
  Message& message = messages_[out_[neighbor].message];
  if (--message.rest == 0) flags(message).consume(me_, turn_);
  forward();
}

void Joined::forward() {
  for (Message& message : messages_)
    if (message.waiting && all_used(message, turn_)) {
      header(message) = header_;
      header(message).bytes = message.bytes;
      requests_.start(message.requests[turn_ % 2]);
      message.waiting = false;
      message.under_way = true;
    }
}

bool Joined::poll() {
  forward();
  if (!requests_.poll()) return false;
  for (Message& message : messages_)
    if (message.under_way && requests_.complete(message.requests[turn_ % 2])) {
      message.under_way = false;
      flags(message).publish(turn_, header_.pass);
    }
  return true;
}

bool Joined::waits() const { return std::ranges::any_of(messages_, &Message::waiting); }

void Joined::sleep() const {
  const auto message = std::ranges::find_if(messages_, &Message::waiting);
  if (message == messages_.end()) return;
  const EpochFlags flags = this->flags(*message);
  for (const std::size_t user : message->users)
    if (const std::uint64_t seen = flags.consumed(user); seen < turn_) return flags.sleep_consumed(user, seen);
}

bool Joined::arrived(std::size_t neighbor) const {
  return flags(messages_[in_[neighbor].message]).published() >= turn_;
}

const Header& Joined::header_in(std::size_t neighbor) const { return header(messages_[in_[neighbor].message]); }

void Joined::taken(std::size_t neighbor) {
  Message& message = messages_[in_[neighbor].message];
  if (--message.rest == 0) flags(message).consume(me_, turn_);
}

std::optional<base::Error> Joined::obstacle() const {
  for (std::size_t mate = 0; mate < memory_.of.size(); ++mate) {
    if (mate == me_) continue;
    const EpochFlags state(memory_.of[mate]->region.data() + state_at);
    const std::uint64_t there = state.published();
    if (there >= header_.exchange && there < header_.exchange + 2 && state.pass(header_.exchange) != header_.pass)
      return base::Error(
          Status::invalid_argument,
          fmt::format("rank {} of its node exchanges other fields, widths or combinations in exchange {}", ranks_[mate],
                      header_.exchange));
    if (there >= header_.exchange) continue;
    if (state.closed() || transport::has_ended(memory_.of[mate]->pid))
      return base::Error(Status::peer_failed,
                         fmt::format("rank {} of its node has {} before exchange {}", ranks_[mate],
                                     state.closed() ? "freed its plan" : "ended", header_.exchange));
  }
  return std::nullopt;
}

std::vector<Joined::Sent> Joined::sent() const {
  std::vector<Sent> sent;
  for (const Message& message : messages_)
    if (message.owned && message.outgoing)
      sent.push_back({message.partner, message.bytes, message.users.size(), message.overhead});
  return sent;
}

void Joined::count(const Header& now, MPI_Comm comm) const {
  if (now.pass != pass_) return;
  for (const Sent& sent : this->sent()) mpi::count_sent(comm, sent.to, 1, sent.overhead);
}

}  // namespace cartwright::halo
