// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "halo/choices.hpp"
#include "halo/engine/work.hpp"
#include "halo/requests.hpp"
#include "transport/waiting.hpp"

#include <memory>
#include <string>
#include <vector>

namespace cartwright::halo {

/// A pattern that is ready to be exchanged: its work, and a way to each peer.
struct Prepared {
  std::uint64_t hash = 0;
  engine::Work work;
  Requests requests;                       ///< of messages of their own
  std::vector<std::unique_ptr<Way>> ways;  ///< per peer
  std::vector<std::size_t> order;          ///< of peers, in which ways send
  std::vector<Medium*> media;              ///< of all ways; they outlive it
  bool read_in_place = false;              ///< some peer reads points of this process in place
};

/// Exchanges of prepared patterns with the peers of a plan, one at a time. It knows no kind of way.
///
/// All calls throw Error if a peer fails. After that, do not call it again.
class Exchange {
 public:
  explicit Exchange(const Facts& facts) : facts_(facts) {}

  bool open() const { return open_ != nullptr; }
  /// The pattern outlives the exchange.
  void start(Prepared& prepared);
  /// Does what can be done without waiting. Whether finish() would not wait.
  bool test();
  /// Waits for the ghost points at one side.
  void finish_side(const engine::Side& side);
  void finish();

 private:
  /// How far the open exchange is with a peer.
  struct State {
    bool pending = false;             ///< something from it is not taken yet
    std::vector<engine::Side> taken;  ///< sides that finish_side() has taken
  };

  // The steps of an exchange, in their order:
  void prepare(Prepared& prepared);
  void receive();
  void pack_on_gpu();
  /// Packs and sends, or leaves both to publish() in a node. Streams that a GPU packs in segments come last.
  void send(bool staged);
  void publish();
  void count() const;
  void take_all_that_arrived();
  void await(std::size_t peer);
  void await_sent();
  void await_readers();

  const std::vector<engine::Peer>& peers() const { return facts_.connections.peers; }
  /// Whether some medium has this property.
  bool any(bool (Medium::*is)() const) const;
  bool poll();
  void forward();
  /// Sleeps until others of the node have packed. False if nothing waits for them.
  bool sleep_packed() const;
  bool arrived(std::size_t peer) const;
  bool all_arrived() const;
  void take(std::size_t peer, const engine::Side* side);
  void take_own();
  /// Fills all ghost points in one launch. All data has arrived.
  void fill_at_once();
  void mark_taken(std::size_t peer);
  /// Waits until a peer has read what this process had for it in an exchange.
  void await_reader(std::size_t peer, std::uint64_t exchange);

  /// How this process waits: in memory, or for messages, for which it must poll.
  transport::Backoff backoff(bool polls) const;
  // In long waits: throw Error if the wait is in vain.
  void check_peer(std::size_t peer, const transport::Backoff& backoff, const char* what, std::uint64_t exchange) const;
  void check_media(const transport::Backoff& backoff) const;
  void check_messages(const transport::Backoff& backoff) const;
  [[noreturn]] void fail_peer(std::size_t peer, base::Status status, const std::string& reason) const;

  const Facts& facts_;         ///< of the plan
  Header now_;                 ///< of the last exchange
  Prepared* open_ = nullptr;   ///< its pattern, until it is finished
  std::vector<State> states_;  ///< per peer
  bool own_pending_ = false;
};

}  // namespace cartwright::halo
