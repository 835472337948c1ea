// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

namespace cartwright::preload {

/// The messages that a receive with one source and one tag takes.
struct Channel {
  std::uint64_t comm = 0;  ///< number_of() the communicator
  std::int64_t tag = 0;
  friend bool operator==(const Channel&, const Channel&) = default;
};

/// How a process that sends learns that another one waits for exactly its next message, in a call of Cartwright:
///
///     receiver                                       sender
///     ready(): "I wait in this channel"         ->   claim(): finds the announcement
///     claimed(): takes the claim                <-   "my next message is yours"
///     "I take it"                               ->   claim() returns true, and the parts of the message follow
///     withdraw(): another message came: "gone"  ->   or claim() returns false
///
/// A receiver that has announced itself stays in its receive until it answers a claim or withdraws. So a claim is
/// answered although the receiver may have left: its "gone" is already on the way. Ranks are those of `comm`. For
/// processes in which one thread communicates.
class Rendezvous {
 public:
  explicit Rendezvous(MPI_Comm comm) : comm_(comm) {}

  /// Returns whether `source` was sent the announcement. It is not if it did not claim many earlier ones.
  bool ready(int source, const Channel& channel);
  /// The bytes of the message by which `source` claims the last announcement, if it does. Follow it by accept().
  std::optional<std::int64_t> claimed(int source);
  void accept(int source);
  void withdraw(int source);

  /// Claims a channel for a message of `bytes` bytes. Waits up to `max_wait` seconds for an announcement, or ten times
  /// as long if the last claim was taken, but not if earlier waits were in vain. Calls `meanwhile` again and again.
  bool claim(int dest, const Channel& channel, std::int64_t bytes, double max_wait,
             const std::function<void()>& meanwhile);

  /// Receives what other processes sent and this one did not need. Call when all processes have sent their last
  /// message.
  void finish();

 private:
  enum class Word : std::int64_t { waits, gone, takes, claims };
  struct Note {
    Word word = Word::waits;
    std::int64_t number = 0;  ///< of the announcement
    Channel channel;
    std::int64_t bytes = 0;  ///< of the message that claims
  };
  struct Peer {
    std::optional<Note> waits;  ///< its last announcement, unless withdrawn
    int skips = 0;              ///< messages for which this process does not wait
    int next_skips = 16;        ///< after the next unsuccessful wait
    bool took = false;          ///< the last claim: then it is worth waiting longer
    std::int64_t announced = 0;
    int unclaimed = 0;  ///< announcements since its last claim
  };

  void send(int to, const Note& note);
  std::optional<Note> poll(int from, Peer& peer);
  void learn(Peer& peer, const Note& note);

  MPI_Comm comm_;
  std::unordered_map<int, Peer> peers_;
};

}  // namespace cartwright::preload
