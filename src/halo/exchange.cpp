// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/exchange.hpp"

#include "mpi/base/count_sent.hpp"

#include <algorithm>

namespace cartwright::halo {

using base::Error;
using engine::Side;
using transport::Backoff;

void Exchange::start(Prepared& prepared) {
  prepare(prepared);
  receive();
  if (prepared.work.gpu) pack_on_gpu();
  send(false);
  publish();
  send(true);
  if (mpi::counts_sent()) count();
}

void Exchange::finish() {
  take_all_that_arrived();
  // Processes of the node first: messages come meanwhile. Combinations keep their order.
  const bool fills = open_->work.pass->fills();
  for (const bool polls : {false, true})
    for (std::size_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].pending || (fills && open_->ways[i]->polls() != polls)) continue;
      await(i);
      if (!open_->work.fills_at_once()) take(i, nullptr);
      take_all_that_arrived();
    }
  await_sent();
  if (!facts_.request.buffered) await_readers();
  open_ = nullptr;
}

bool Exchange::test() {
  poll();
  take_all_that_arrived();
  bool done = true;
  for (std::size_t i = 0; done && i < states_.size(); ++i) {
    const bool is_read = open_->work.pass->is_read_by(i) && !facts_.request.buffered;
    done = !states_[i].pending && open_->ways[i]->sent() && (!is_read || open_->ways[i]->has_read(now_.exchange));
  }
  return done && !any(&Medium::waits) && !any(&Medium::under_way);
}

void Exchange::finish_side(const Side& side) {
  const std::optional<engine::Peer>& self = facts_.connections.self;
  if (self && std::ranges::find(self->sides, side) != self->sides.end()) take_own();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const std::vector<Side>& sides = peers()[i].sides;
    if (!states_[i].pending || std::ranges::find(sides, side) == sides.end()) continue;
    await(i);
    take(i, &side);
  }
}

void Exchange::prepare(Prepared& prepared) {
  open_ = &prepared;
  now_ = {now_.exchange + 1, prepared.hash, 0};
  own_pending_ = true;
  states_.resize(prepared.ways.size());
}

void Exchange::receive() {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    states_[i].pending = open_->ways[i]->receive();
    states_[i].taken.clear();
  }
  for (Medium* const medium : open_->media) {
    Backoff backoff = this->backoff(true);
    while (!medium->start(now_)) {
      backoff.wait(transport::nap);
      if (backoff.long_wait()) check_media(backoff);
    }
  }
}

void Exchange::pack_on_gpu() {
  if (now_.exchange > 2)
    for (std::size_t i = 0; i < states_.size(); ++i) await_reader(i, now_.exchange - 2);
  open_->work.gpu->pack(now_.exchange);
}

void Exchange::send(bool staged) {
  for (const std::size_t i : open_->order) {
    if (open_->work.is_staged(i) != staged) continue;
    // There are two streams for each reader, so that it may still read the last one.
    if (now_.exchange > 2) await_reader(i, now_.exchange - 2);
    open_->ways[i]->send(now_);
  }
}

void Exchange::publish() {
  // While neighbors read boundary points in place, ghost points in the same cache lines must not change.
  if (open_->read_in_place && !open_->work.gpu && open_->work.pass->fills()) take_own();
  for (Medium* const medium : open_->media) medium->publish(now_);
}

void Exchange::count() const {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (open_->work.pass->sends_to(i)) open_->ways[i]->count(facts_.comm, peers()[i].rank);
  for (const Medium* const medium : open_->media) medium->count(now_, facts_.comm);
}

bool Exchange::any(bool (Medium::*is)() const) const {
  return std::ranges::any_of(open_->media, [&](const Medium* medium) { return (medium->*is)(); });
}

bool Exchange::poll() {
  bool some = false;
  for (Medium* const medium : open_->media) some = medium->poll() || some;
  return some;
}

void Exchange::forward() {
  for (Medium* const medium : open_->media) medium->forward();
}

bool Exchange::sleep_packed() const {
  for (const Medium* const medium : open_->media)
    if (medium->waits()) return medium->sleep(), true;
  return false;
}

bool Exchange::arrived(std::size_t peer) const try {
  return open_->ways[peer]->arrived(now_);
} catch (const Error& error) {
  fail_peer(peer, error.status(), error.what());
}

bool Exchange::all_arrived() const {
  bool all = true;
  for (std::size_t i = 0; i < states_.size(); ++i) all = (!states_[i].pending || arrived(i)) && all;
  return all;
}

void Exchange::take(std::size_t peer, const Side* side) {
  std::vector<Side>& taken = states_[peer].taken;
  const auto take = [&](const Side* some) {
    open_->work.take(now_.exchange, peer, open_->ways[peer]->streams(now_.exchange).in, some);
  };
  if (side != nullptr) {
    if (std::ranges::find(taken, *side) != taken.end()) return;
    taken.push_back(*side);
    return take(side);
  }
  if (taken.empty()) {
    take(nullptr);
  } else {
    for (const Side& one : peers()[peer].sides)
      if (std::ranges::find(taken, one) == taken.end()) take(&one);
  }
  mark_taken(peer);
}

void Exchange::mark_taken(std::size_t peer) {
  states_[peer].pending = false;
  open_->ways[peer]->taken(now_);
}

void Exchange::take_own() {
  if (!own_pending_) return;
  own_pending_ = false;
  open_->work.take_own();
}

void Exchange::fill_at_once() {
  if (std::ranges::none_of(states_, &State::pending)) return;
  const bool whole = std::ranges::all_of(states_, [](const State& state) { return state.taken.empty(); });
  if (whole) open_->work.gpu->fill(now_.exchange);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!states_[i].pending) continue;
    if (whole)
      mark_taken(i);
    else
      take(i, nullptr);
  }
}

void Exchange::take_all_that_arrived() {
  take_own();
  forward();
  if (open_->work.fills_at_once()) {
    if (all_arrived()) fill_at_once();
    return;
  }
  // Combinations come in the same order in every run: that of ranks.
  const bool in_order = !open_->work.pass->fills();
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (!states_[i].pending) continue;
    if (arrived(i))
      take(i, nullptr);
    else if (in_order)
      return;
  }
}

}  // namespace cartwright::halo
