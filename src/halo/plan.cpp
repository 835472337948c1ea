// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/plan.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace cartwright::halo {

using base::Status;
using engine::Side;
using transport::Patience;

Patience Plan::patience() const {
  // Without a core for each process, it spins for a moment only: the other one may need this core.
  constexpr int many_spins = 40'000;  // about a millisecond
  constexpr int few_spins = 200;
  return Patience({.spins = has_cores_ ? many_spins : few_spins, .yields = 100, .seconds = request_.most_seconds});
}

void Plan::check_usable() const {
  if (failed_)
    base::fail(Status::invalid_argument,
               "an exchange of this plan has failed before: free the plan, and make a new one");
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (arrays_[i] && arrays_[i]->freed)
      base::fail(Status::invalid_argument, "field {}: its array was freed: free plans before their arrays", i);
}

void Plan::start(const engine::Pattern& pattern) {
  check_usable();
  Prepared& ready = prepared(pattern);
  const engine::Pass& pass = *ready.pass;
  pass_ = &ready;
  pass_hash_ = pattern.hash();
  own_pending_ = true;
  ++exchange_;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    links_[i].pending = peers_[i].shares || pass.gets_from(i);
    links_[i].taken.clear();
    if (ready.messages[i]) ready.messages[i]->receive.start();
  }
  if (joined_) start_joined();
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!ready.messages[i] || !pass.sends_to(i) || sends_joined(i)) continue;
    MessageBuffers& buffers = *links_[i].buffers;
    buffers.header_out() = {exchange_, pass_hash_, pass.bytes_out(i)};
    pass.pack(i, buffers.data_out());
    ready.messages[i]->send.start();
  }
  if (!board_) return;
  // There are two streams for each reader, so that it may still read the last one.
  if (exchange_ > 2) await_readers(exchange_ - 2, true);
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (peers_[i].shares) pass.pack(i, memory_->region.data() + links_[i].streams[exchange_ % 2]);
  board_->post(exchange_, pass_hash_);
}

void Plan::start_joined() {
  const Header header{exchange_, pass_hash_, 0};
  joined_->tell(header);
  if (!pass_->joined) return;
  Patience patience = this->patience();
  while (!joined_->start(header)) {
    patience.wait(transport::nap);
    if (patience.long_wait()) look_after_node(patience);
  }
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!sends_joined(i)) continue;
    pass_->pass->pack(i, joined_->data_out(i));
    joined_->packed(i);
    joined_->progress();  // a message leaves when the last process has packed
  }
}

bool Plan::arrived(std::size_t peer) {
  const Link& link = links_[peer];
  if (peers_[peer].shares) {
    if (link.board->posted() < exchange_) return false;
    if (link.board->pass(exchange_) != pass_hash_)
      give_up(peer, fmt::format("it exchanges other fields, widths or combinations in exchange {}", exchange_));
    return true;
  }
  const bool joined = gets_joined(peer);
  if (joined ? !joined_->arrived(peer) : !pass_->messages[peer]->receive.complete()) return false;
  const Header& header = joined ? joined_->header_in(peer) : link.buffers->header_in();
  if (header.exchange != exchange_ || header.pass != pass_hash_ ||
      (!joined && header.bytes != pass_->pass->bytes_in(peer)))
    give_up(peer, header.exchange != exchange_
                      ? fmt::format("it is in exchange {}, this process in exchange {}", header.exchange, exchange_)
                      : fmt::format("it exchanges other fields, widths or combinations in exchange {}", exchange_));
  return true;
}

const std::byte* Plan::stream_from(std::size_t peer) const {
  const Link& link = links_[peer];
  if (gets_joined(peer)) return joined_->data_in(peer);
  return peers_[peer].shares ? link.memory->region.data() + link.their_streams[exchange_ % 2] : link.buffers->data_in();
}

void Plan::take(std::size_t peer, const Side* side) {
  Link& link = links_[peer];
  const engine::Pass& pass = *pass_->pass;
  if (side != nullptr) {
    if (std::ranges::find(link.taken, *side) != link.taken.end()) return;
    link.taken.push_back(*side);
    return pass.take(peer, stream_from(peer), side);
  }
  if (link.taken.empty()) {
    pass.take(peer, stream_from(peer));
  } else {
    for (const Side& one : peers_[peer].sides)
      if (std::ranges::find(link.taken, one) == link.taken.end()) pass.take(peer, stream_from(peer), &one);
  }
  link.pending = false;
  if (peers_[peer].shares) link.board->take(link.reader, exchange_);
  if (gets_joined(peer)) joined_->taken(peer);
}

void Plan::take_all_that_arrived() {
  if (own_pending_) pass_->pass->take_own();
  own_pending_ = false;
  if (pass_->joined) joined_->progress();
  // Combinations come in the same order in every run: that of ranks.
  const bool in_order = !pass_->pass->fills();
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!links_[i].pending) continue;
    if (arrived(i))
      take(i, nullptr);
    else if (in_order)
      return;
  }
}

void Plan::await(std::size_t peer) {
  Patience patience = this->patience();
  while (!arrived(peer)) {
    // Processes of this node may wait for messages that this one sends or receives.
    const bool needed = pass_->joined && !joined_->finished();
    if (needed) joined_->progress();
    patience.wait([&] {
      if (peers_[peer].shares && !needed)
        links_[peer].board->sleep_posted(exchange_ - 1);
      else if (gets_joined(peer) && !needed)
        joined_->sleep(peer);
      else
        transport::nap();
    });
    // Messages to others may need this process.
    if (patience.long_wait()) {
      for (std::optional<Messages>& messages : pass_->messages)
        if (messages) messages->send.complete();
      look_after(peer, patience, "its data", exchange_);
    }
  }
}

void Plan::await_readers(std::uint64_t exchange, bool all) {
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!peers_[i].shares || (!all && !pass_->pass->is_read_by(i))) continue;
    Patience patience = this->patience();
    const std::size_t reader = links_[i].peer_reader;
    for (std::uint64_t seen = board_->taken(reader); seen < exchange; seen = board_->taken(reader)) {
      patience.wait([&] { board_->sleep_taken(reader, seen); });
      if (patience.long_wait()) look_after(i, patience, "it to read", exchange);
    }
  }
}

void Plan::look_after(std::size_t peer, const Patience& patience, const char* what, std::uint64_t exchange) {
  const Link& link = links_[peer];
  if (peers_[peer].shares) {
    // It may have done what was needed, and ended then: look at its flags last.
    const bool closed = link.board->closed();
    const bool ended = closed || transport::has_ended(link.pid);
    const bool needed = link.board->posted() < exchange || board_->taken(link.peer_reader) < exchange;
    if (needed && ended)
      give_up(peer, fmt::format("it has {} before exchange {}", closed ? "freed its plan" : "ended", exchange));
  }
  if (joined_) look_after_node(patience);
  if (patience.exhausted())
    give_up(peer, fmt::format("this process waited {} s for {} in exchange {} (the timeout is an option)",
                              request_.most_seconds, what, exchange));
}

void Plan::look_after_node(const Patience& patience) {
  if (const std::string reason = joined_->obstacle(); !reason.empty())
    fail(fmt::format("rank {} cannot exchange its halo: {}", rank_, reason));
  if (patience.exhausted())
    fail(fmt::format("rank {} waited {} s for messages of its node in exchange {} (the timeout is an option)", rank_,
                     request_.most_seconds, exchange_));
}

void Plan::give_up(std::size_t peer, const std::string& reason) {
  fail(fmt::format("rank {} cannot exchange its halo with rank {}: {}", rank_, peers_[peer].rank, reason));
}

void Plan::fail(const std::string& reason) {
  failed_ = true;
  pass_ = nullptr;
  throw base::Error(Status::invalid_argument, reason);
}

bool Plan::test() {
  take_all_that_arrived();
  bool done = true;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    done = done && !links_[i].pending;
    if (pass_->messages[i]) done = pass_->messages[i]->send.complete() && done;
    if (done && peers_[i].shares && pass_->pass->is_read_by(i) && !request_.buffered)
      done = board_->taken(links_[i].peer_reader) >= exchange_;
  }
  return done && (!pass_->joined || joined_->finished());
}

void Plan::finish_side(const Side& side) {
  if (self_ && own_pending_ && std::ranges::find(self_->sides, side) != self_->sides.end()) {
    pass_->pass->take_own();
    own_pending_ = false;
  }
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!links_[i].pending || std::ranges::find(peers_[i].sides, side) == peers_[i].sides.end()) continue;
    await(i);
    take(i, &side);
  }
}

void Plan::finish() {
  take_all_that_arrived();
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!links_[i].pending) continue;
    await(i);
    take(i, nullptr);
    take_all_that_arrived();
  }
  Patience patience = this->patience();
  for (std::size_t i = 0; i < peers_.size(); ++i)
    while (pass_->messages[i] && !pass_->messages[i]->send.complete()) {
      if (pass_->joined) joined_->progress();
      patience.wait(transport::nap);
      if (patience.long_wait()) look_after(i, patience, "it to receive", exchange_);
    }
  while (pass_->joined && !joined_->finished()) {
    joined_->progress();
    patience.wait(transport::nap);
    if (patience.long_wait()) look_after_node(patience);
  }
  if (board_ && !request_.buffered) await_readers(exchange_, false);
  pass_ = nullptr;
}

}  // namespace cartwright::halo
