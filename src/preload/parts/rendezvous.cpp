// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/parts/rendezvous.hpp"

#include "mpi/base/real.hpp"
#include "transport/waiting.hpp"

#include <algorithm>
#include <chrono>

namespace cartwright::preload {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int to_receiver = 1;  ///< tags
constexpr int to_sender = 2;

/// A process that never claims gets no more announcements: nobody there reads them.
constexpr int max_unclaimed = 64;
/// After each unsuccessful wait, a sender does not wait for twice as many messages as before, up to this number.
constexpr int max_skips = 1 << 12;
/// A receiver that took the last message most likely waits for this one soon. MPI would wait for it as well.
constexpr double longer = 10;
/// MPI may find a message that has arrived only at the second call.
constexpr int looks = 3;

}  // namespace

void Rendezvous::send(int to, const Note& note) {
  const int tag = note.word == Word::claims ? to_receiver : to_sender;
  mpi::real().Send(&note, sizeof note, MPI_BYTE, to, tag, comm_);
}

bool Rendezvous::ready(int source, const Channel& channel) {
  Peer& peer = peers_[source];
  if (peer.unclaimed >= max_unclaimed) return false;
  ++peer.unclaimed;
  send(source, {Word::waits, ++peer.announced, channel});
  return true;
}

std::optional<std::int64_t> Rendezvous::claimed(int source) {
  Peer& peer = peers_[source];
  for (;;) {
    int found = 0;
    if (mpi::real().Iprobe(source, to_receiver, comm_, &found, MPI_STATUS_IGNORE) != MPI_SUCCESS || !found) return {};
    Note note;
    mpi::real().Recv(&note, sizeof note, MPI_BYTE, source, to_receiver, comm_, MPI_STATUS_IGNORE);
    if (note.number != peer.announced) continue;  // that receive has ended, and said so
    peer.unclaimed = 0;
    return note.bytes;
  }
}

void Rendezvous::accept(int source) { send(source, {Word::takes, peers_[source].announced, {}}); }

void Rendezvous::withdraw(int source) { send(source, {Word::gone, peers_[source].announced, {}}); }

void Rendezvous::learn(Peer& peer, const Note& note) {
  if (note.word == Word::waits)
    peer.waits = note;
  else
    peer.waits.reset();
}

std::optional<Rendezvous::Note> Rendezvous::poll(int from, Peer& peer) {
  int found = 0;
  for (int look = 0; look < looks && !found; ++look)
    if (mpi::real().Iprobe(from, to_sender, comm_, &found, MPI_STATUS_IGNORE) != MPI_SUCCESS) return {};
  if (!found) return {};
  Note note;
  mpi::real().Recv(&note, sizeof note, MPI_BYTE, from, to_sender, comm_, MPI_STATUS_IGNORE);
  learn(peer, note);
  return note;
}

bool Rendezvous::claim(int dest, const Channel& channel, std::int64_t bytes, double max_wait,
                       const std::function<void()>& meanwhile) {
  Peer& peer = peers_[dest];
  while (poll(dest, peer)) continue;
  const auto waits = [&] { return peer.waits && peer.waits->channel == channel; };
  if (!waits() && peer.skips > 0) {
    --peer.skips;
    return false;
  }
  const auto until = Clock::now() + std::chrono::duration<double>(peer.took ? longer * max_wait : max_wait);
  for (;;) {
    while (!waits()) {
      if (Clock::now() > until) {
        peer.took = false;
        peer.skips = peer.next_skips;
        peer.next_skips = std::min(2 * peer.next_skips, max_skips);
        return false;
      }
      if (!poll(dest, peer)) meanwhile();
    }
    const std::int64_t number = peer.waits->number;
    send(dest, {Word::claims, number, channel, bytes});
    std::optional<Note> answer;
    while (!(answer = poll(dest, peer))) meanwhile();
    if (answer->word != Word::takes) continue;
    peer.next_skips = Peer{}.next_skips;
    peer.took = true;
    return true;
  }
}

void Rendezvous::finish() {
  for (;;) {
    int found = 0;
    MPI_Status status{};
    if (mpi::real().Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &found, &status) != MPI_SUCCESS || !found) return;
    Note note;
    mpi::real().Recv(&note, sizeof note, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comm_, MPI_STATUS_IGNORE);
  }
}

}  // namespace cartwright::preload
