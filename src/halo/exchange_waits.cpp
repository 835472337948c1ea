// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// How an exchange waits, and how it finds out that it waits in vain.
#include "halo/exchange.hpp"

#include <algorithm>

namespace cartwright::halo {

using base::Error;
using base::Status;
using transport::Backoff;

Backoff Exchange::backoff(bool polls) const {
  // Without a core for each process, one that waits for a flag in memory sleeps at once: it is woken when that changes.
  const int yields = polls || !facts_.connections.crowd.oversubscribed() ? 100 : 0;
  return Backoff(facts_.connections.crowd, yields, facts_.request.max_seconds);
}

void Exchange::await(std::size_t peer) {
  const Way& way = *open_->ways[peer];
  // Processes of this node may wait for messages that this one sends or receives.
  const auto must_poll = [&] { return way.polls() || any(&Medium::relays); };
  bool polls = must_poll();
  Backoff backoff = this->backoff(polls);
  constexpr unsigned rounds_a_poll = 64;  // messages to others may need this process, too
  for (unsigned round = 1; !arrived(peer); ++round) {
    if (polls || round % rounds_a_poll == 0 || backoff.long_wait()) {
      if (poll()) continue;
    } else {
      forward();
    }
    if (polls != must_poll()) {
      polls = !polls;
      backoff = this->backoff(polls);
    }
    backoff.wait([&] {
      if (polls)
        transport::nap();
      else if (!sleep_packed())
        way.sleep(now_);
    });
    if (backoff.long_wait()) check_peer(peer, backoff, "its data", now_.exchange);
  }
}

void Exchange::await_sent() {
  bool polls = any(&Medium::under_way);
  Backoff backoff = this->backoff(polls);
  while (polls || any(&Medium::waits)) {
    if (!poll()) {
      backoff.wait([&] { polls ? transport::nap() : static_cast<void>(sleep_packed()); });
      if (backoff.long_wait()) check_messages(backoff);
    }
    if (polls == any(&Medium::under_way)) continue;
    polls = !polls;
    backoff = this->backoff(polls);
  }
}

void Exchange::await_readers() {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (open_->work.pass->is_read_by(i)) await_reader(i, now_.exchange);
}

void Exchange::await_reader(std::size_t peer, std::uint64_t exchange) {
  const Way& way = *open_->ways[peer];
  for (Backoff backoff = this->backoff(false); !way.has_read(exchange);) {
    backoff.wait([&] { way.sleep_read(exchange); });
    if (backoff.long_wait()) check_peer(peer, backoff, "it to read", exchange);
  }
}

void Exchange::check_peer(std::size_t peer, const Backoff& backoff, const char* what, std::uint64_t exchange) const {
  if (const std::optional<Error> obstacle = open_->ways[peer]->obstacle(exchange))
    fail_peer(peer, obstacle->status(), obstacle->what());
  check_media(backoff);
  if (backoff.exhausted())
    fail_peer(peer, Status::timeout,
              fmt::format("this process waited {} s for {} in exchange {} (the timeout is an option)",
                          facts_.request.max_seconds, what, exchange));
}

void Exchange::check_media(const Backoff& backoff) const {
  for (const Medium* const medium : open_->media) {
    if (const std::optional<Error> obstacle = medium->obstacle())
      base::fail(obstacle->status(), "rank {} cannot exchange its halo: {}", facts_.connections.rank, obstacle->what());
    if (medium->awaited() != nullptr && backoff.exhausted())
      base::fail(Status::timeout, "rank {} waited {} s for {} in exchange {} (the timeout is an option)",
                 facts_.connections.rank, facts_.request.max_seconds, medium->awaited(), now_.exchange);
  }
}

void Exchange::check_messages(const Backoff& backoff) const {
  const auto unsent = std::ranges::find_if(open_->ways, [](const auto& way) { return !way->sent(); });
  if (unsent != open_->ways.end())
    check_peer(unsent - open_->ways.begin(), backoff, "it to receive", now_.exchange);
  else
    check_media(backoff);
}

void Exchange::fail_peer(std::size_t peer, Status status, const std::string& reason) const {
  base::fail(status, "rank {} cannot exchange its halo with rank {}: {}", facts_.connections.rank, peers()[peer].rank,
             reason);
}

}  // namespace cartwright::halo
