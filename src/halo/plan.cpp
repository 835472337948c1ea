// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/plan.hpp"

#include "base/error.hpp"
#include "halo/dimension_ordered.hpp"
#include "mpi/count_sent.hpp"

#include <algorithm>

namespace cartwright::halo {

using base::Status;
using engine::Side;
using transport::Backoff;

Backoff Plan::backoff(bool polls) const {
  // Without a core for each process, one that waits for a flag in memory sleeps at once: it is woken when that changes.
  return Backoff(crowd_, polls || !crowd_.oversubscribed() ? 100 : 0, request_.max_seconds);
}

bool Plan::poll() {
  const bool messages = pass_->requests.poll();
  return (pass_->joined && joined_->progress()) || messages;
}

void Plan::check_usable() const {
  if (failed_)
    base::fail(Status::invalid_argument,
               "an exchange of this plan has failed before: free the plan, and make a new one");
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (arrays_[i] && arrays_[i]->freed)
      base::fail(Status::invalid_argument, "field {}: its array was freed: free plans before their arrays", i);
}

bool Plan::open() const { return pass_ != nullptr || (by_axes_ && by_axes_->open()); }

bool Plan::goes_by_axes(const engine::Pattern& pattern) const { return by_axes_ && pattern.hash() == whole().hash(); }

template <typename Step>
auto Plan::step_by_axes(Step step) try {
  return step(*by_axes_);
} catch (...) {
  failed_ = true;
  by_axes_.reset();
  throw;
}

void Plan::start(const engine::Pattern& pattern) {
  check_usable();
  if (goes_by_axes(pattern)) return step_by_axes([](DimensionOrdered& axes) { axes.start(); });
  Prepared& ready = prepared(pattern);
  const engine::Pass& pass = *ready.pass;
  pass_ = &ready;
  pass_hash_ = pattern.hash();
  own_pending_ = true;
  ++exchange_;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    links_[i].pending = peers_[i].shares || pass.gets_from(i);
    links_[i].taken.clear();
    if (ready.messages[i]) ready.messages[i]->receive();
  }
  if (joined_) start_joined();
  if (ready.on_gpu) pack_on_gpu();
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (!is_staged(i)) send(i);
  if (mpi::counts_sent()) count();
  if (flags_) post();
  // These were being packed meanwhile.
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (is_staged(i)) send(i);
}

void Plan::send(std::size_t peer) {
  const engine::Pass& pass = *pass_->pass;
  std::optional<Messages>& messages = pass_->messages[peer];
  if (!messages || !pass.sends_to(peer) || sends_joined(peer)) return;
  MessageBuffers& buffers = *links_[peer].buffers;
  buffers.header_out() = {exchange_, pass_hash_, pass.bytes_out(peer)};
  messages->send([&](std::int64_t first, std::int64_t last) {
    if (pass_->on_gpu)
      run_on_gpu([&](engine::GpuPass& gpu) { gpu.finish_packing(peer, last); });
    else
      pass.pack(peer, buffers.data_out(), first, last);
  });
}

void Plan::post() {
  if (!pass_->on_gpu) {
    await_streams();
    for (std::size_t i = 0; i < peers_.size(); ++i)
      if (peers_[i].shares) pass_->pass->pack(i, own_streams() + links_[i].streams[exchange_ % 2]);
  }
  // While neighbors read boundary points in place, ghost points in the same cache lines must not change.
  if (!pass_->on_gpu && pass_->pass->fills() && is_read()) take_own();
  flags_->publish(exchange_, pass_hash_);
}

bool Plan::is_read() const {
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (pass_->pass->is_read_by(i)) return true;
  return false;
}

void Plan::await_streams() {
  // There are two streams for each reader, so that it may still read the last one.
  if (flags_ && exchange_ > 2) await_readers(exchange_ - 2, true);
}

void Plan::start_joined() {
  const Header header{exchange_, pass_hash_, 0};
  joined_->tell(header);
  if (!pass_->joined) return;
  Backoff backoff = this->backoff(true);
  while (!joined_->start(header)) {
    backoff.wait(transport::nap);
    if (backoff.long_wait()) check_node(backoff);
  }
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!sends_joined(i)) continue;
    pass_->pass->pack(i, joined_->data_out(i));
    joined_->packed(i);
    joined_->send_packed();
  }
}

void Plan::count() const {
  const engine::Pass& pass = *pass_->pass;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!pass.sends_to(i)) continue;
    if (sends_joined(i)) {
      mpi::count_sent(comm_, peers_[i].rank, 0, pass.bytes_out(i));
    } else if (const std::optional<Messages>& messages = pass_->messages[i]) {
      for (std::size_t piece = 0; piece < messages->pieces_out(); ++piece)
        mpi::count_sent(comm_, peers_[i].rank, 1, messages->bytes_of_piece(piece));
    } else {
      // In the node it counts like one message.
      const engine::Pass::Totals totals = pass.totals(i);
      mpi::count_sent(comm_, peers_[i].rank, 1, totals.read_bytes + totals.stream_bytes);
    }
  }
  if (!pass_->joined) return;
  for (const Joined::Sent& sent : joined_->sent()) mpi::count_sent(comm_, sent.to, 1, sent.overhead);
}

bool Plan::arrived(std::size_t peer) {
  const Link& link = links_[peer];
  if (peers_[peer].shares) {
    if (link.flags->published() < exchange_) return false;
    if (link.flags->pass(exchange_) != pass_hash_)
      fail_peer(Status::invalid_argument, peer,
                fmt::format("it exchanges other fields, widths or combinations in exchange {}", exchange_));
    return true;
  }
  const bool joined = gets_joined(peer);
  if (joined ? !joined_->arrived(peer) : !pass_->messages[peer]->header_here()) return false;
  const Header& header = joined ? joined_->header_in(peer) : link.buffers->header_in();
  if (header.exchange != exchange_ || header.pass != pass_hash_ ||
      (!joined && header.bytes != pass_->pass->bytes_in(peer)))
    fail_peer(Status::invalid_argument, peer,
              header.exchange != exchange_
                  ? fmt::format("it is in exchange {}, this process in exchange {}", header.exchange, exchange_)
                  : fmt::format("it exchanges other fields, widths or combinations in exchange {}", exchange_));
  return joined || pass_->messages[peer]->received();
}

const std::byte* Plan::stream_from(std::size_t peer) const {
  const Link& link = links_[peer];
  if (gets_joined(peer)) return joined_->data_in(peer);
  return peers_[peer].shares ? their_streams(link) + link.their_streams[exchange_ % 2] : link.buffers->data_in();
}

void Plan::take(std::size_t peer, const Side* side) {
  Link& link = links_[peer];
  const auto run = [&](const Side* some) {
    if (pass_->on_gpu)
      run_on_gpu([&](engine::GpuPass& gpu) { gpu.take(exchange_, peer, some); });
    else
      pass_->pass->take(peer, stream_from(peer), some);
  };
  if (side != nullptr) {
    if (std::ranges::find(link.taken, *side) != link.taken.end()) return;
    link.taken.push_back(*side);
    return run(side);
  }
  if (link.taken.empty()) {
    run(nullptr);
  } else {
    for (const Side& one : peers_[peer].sides)
      if (std::ranges::find(link.taken, one) == link.taken.end()) run(&one);
  }
  mark_taken(peer);
}

void Plan::mark_taken(std::size_t peer) {
  Link& link = links_[peer];
  link.pending = false;
  if (peers_[peer].shares) link.flags->consume(link.reader, exchange_);
  if (gets_joined(peer)) joined_->taken(peer);
}

void Plan::take_own() {
  if (!own_pending_) return;
  own_pending_ = false;
  if (!pass_->on_gpu)
    pass_->pass->take_own();
  else if (!pass_->pass->fills())
    run_on_gpu([](engine::GpuPass& gpu) { gpu.combine_own(); });
}

void Plan::take_all_that_arrived() {
  take_own();
  if (pass_->joined) joined_->send_packed();
  if (takes_at_once()) {
    if (all_arrived()) fill_on_gpu();
    return;
  }
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
  // Processes of this node may wait for messages that this one sends or receives.
  const auto must_poll = [&] { return comes_alone(peer) || (pass_->joined && joined_->under_way()); };
  bool polls = must_poll();
  Backoff backoff = this->backoff(polls);
  constexpr unsigned rounds_a_poll = 64;  // messages to others may need this process, too
  for (unsigned round = 1; !arrived(peer); ++round) {
    if (polls || round % rounds_a_poll == 0 || backoff.long_wait()) {
      if (poll()) continue;
    } else if (pass_->joined) {
      joined_->send_packed();
    }
    if (polls != must_poll()) {
      polls = !polls;
      backoff = this->backoff(polls);
    }
    backoff.wait([&] {
      if (polls)
        transport::nap();
      else if (pass_->joined && joined_->waiting())
        joined_->sleep_packed();
      else if (peers_[peer].shares)
        links_[peer].flags->sleep_published(exchange_ - 1);
      else
        joined_->sleep(peer);
    });
    if (backoff.long_wait()) check_peer(peer, backoff, "its data", exchange_);
  }
}

void Plan::await_readers(std::uint64_t exchange, bool all) {
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!peers_[i].shares || (!all && !pass_->pass->is_read_by(i))) continue;
    Backoff backoff = this->backoff(false);
    const std::size_t reader = links_[i].peer_reader;
    for (std::uint64_t seen = flags_->consumed(reader); seen < exchange; seen = flags_->consumed(reader)) {
      backoff.wait([&] { flags_->sleep_consumed(reader, seen); });
      if (backoff.long_wait()) check_peer(i, backoff, "it to read", exchange);
    }
  }
}

void Plan::check_peer(std::size_t peer, const Backoff& backoff, const char* what, std::uint64_t exchange) {
  const Link& link = links_[peer];
  if (peers_[peer].shares) {
    // It may have done what was needed, and ended then: look at its flags last.
    const bool closed = link.flags->closed();
    const bool ended = closed || transport::has_ended(link.pid);
    const bool needed = link.flags->published() < exchange || flags_->consumed(link.peer_reader) < exchange;
    if (needed && ended)
      fail_peer(Status::peer_failed, peer,
                fmt::format("it has {} before exchange {}", closed ? "freed its plan" : "ended", exchange));
  }
  if (joined_) check_node(backoff);
  if (backoff.exhausted())
    fail_peer(Status::timeout, peer,
              fmt::format("this process waited {} s for {} in exchange {} (the timeout is an option)",
                          request_.max_seconds, what, exchange));
}

void Plan::check_node(const Backoff& backoff) {
  if (const std::optional<base::Error> obstacle = joined_->obstacle())
    fail(obstacle->status(), fmt::format("rank {} cannot exchange its halo: {}", rank_, obstacle->what()));
  if (backoff.exhausted())
    fail(Status::timeout,
         fmt::format("rank {} waited {} s for messages of its node in exchange {} (the timeout is an option)", rank_,
                     request_.max_seconds, exchange_));
}

void Plan::fail_peer(Status status, std::size_t peer, const std::string& reason) {
  fail(status, fmt::format("rank {} cannot exchange its halo with rank {}: {}", rank_, peers_[peer].rank, reason));
}

void Plan::fail(Status status, const std::string& reason) {
  failed_ = true;
  pass_ = nullptr;
  throw base::Error(status, reason);
}

bool Plan::test() {
  if (pass_ == nullptr) return step_by_axes([](DimensionOrdered& axes) { return axes.test(); });
  poll();
  take_all_that_arrived();
  bool done = true;
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    done = done && !links_[i].pending;
    if (pass_->messages[i]) done = pass_->messages[i]->sent() && done;
    if (done && peers_[i].shares && pass_->pass->is_read_by(i) && !request_.buffered)
      done = flags_->consumed(links_[i].peer_reader) >= exchange_;
  }
  return done && (!pass_->joined || joined_->finished());
}

void Plan::finish_side(const Side& side) {
  if (pass_ == nullptr) return step_by_axes([&](DimensionOrdered& axes) { axes.finish_side(side); });
  if (self_ && std::ranges::find(self_->sides, side) != self_->sides.end()) take_own();
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    if (!links_[i].pending || std::ranges::find(peers_[i].sides, side) == peers_[i].sides.end()) continue;
    await(i);
    take(i, &side);
  }
}

void Plan::finish() {
  if (pass_ == nullptr) return step_by_axes([](DimensionOrdered& axes) { axes.finish(); });
  take_all_that_arrived();
  // Processes of the node first: messages come meanwhile. Combinations keep their order.
  for (const bool alone : {false, true})
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (!links_[i].pending || (pass_->pass->fills() && comes_alone(i) != alone)) continue;
      await(i);
      if (!takes_at_once()) take(i, nullptr);
      take_all_that_arrived();
    }
  finish_messages();
  if (flags_ && !request_.buffered) await_readers(exchange_, false);
  pass_ = nullptr;
}

void Plan::finish_messages() {
  const auto under_way = [&] { return !pass_->requests.all_complete() || (pass_->joined && joined_->under_way()); };
  bool polls = under_way();
  Backoff backoff = this->backoff(polls);
  while (polls || (pass_->joined && joined_->waiting())) {
    if (!poll()) {
      backoff.wait([&] { polls ? transport::nap() : joined_->sleep_packed(); });
      if (backoff.long_wait()) check_messages(backoff);
    }
    if (polls == under_way()) continue;
    polls = !polls;
    backoff = this->backoff(polls);
  }
}

void Plan::check_messages(const Backoff& backoff) {
  const auto unsent = std::ranges::find_if(
      pass_->messages, [](const std::optional<Messages>& messages) { return messages && !messages->sent(); });
  if (unsent != pass_->messages.end())
    check_peer(unsent - pass_->messages.begin(), backoff, "it to receive", exchange_);
  else if (joined_)
    check_node(backoff);
}

}  // namespace cartwright::halo
