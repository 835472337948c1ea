// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/counter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cartwright::transport {

/// The flags of one process, in memory that it shares with the processes which read its data. Exchanges are counted
/// from 1. The process *posts* exchange n when its data may be read, and each reader *takes* it when it has read.
///
///     owner:  await_taken(n - 1), change the data, post(n)
///     reader: wait until posted() >= n, read, take(reader, n)
///
/// Each word has one writer, and lines of its own: two, as processors fetch pairs of them.
class Board {
 public:
  /// In memory of bytes(readers) bytes, zero at first, that outlives the board.
  explicit Board(std::byte* memory) : memory_(memory) {}
  static std::size_t bytes(std::size_t readers) { return (readers + 1) * sizeof(Word); }

  /// `pass` says which data was posted: all readers expect the same. It is kept for the last two exchanges.
  void post(std::uint64_t exchange, std::uint64_t pass) {
    head().passes[exchange % 2].store(pass, std::memory_order_relaxed);
    head().counter.set(exchange);
  }
  std::uint64_t posted() const { return head().counter.get(); }
  std::uint64_t pass(std::uint64_t exchange) const {
    return head().passes[exchange % 2].load(std::memory_order_relaxed);
  }

  void take(std::size_t reader, std::uint64_t exchange) { word(reader).counter.set(exchange); }
  std::uint64_t taken(std::size_t reader) const { return word(reader).counter.get(); }

  /// The owner will post no more.
  void close() { head().closed.store(true, std::memory_order_release); }
  bool closed() const { return head().closed.load(std::memory_order_acquire); }

  /// Sleep until the count is no longer `seen`, for a millisecond at most.
  void sleep_posted(std::uint64_t seen) const { head().counter.sleep(seen); }
  void sleep_taken(std::size_t reader, std::uint64_t seen) const { word(reader).counter.sleep(seen); }

 private:
  struct alignas(128) Word {
    Counter counter;
    std::atomic<bool> closed;
    std::atomic<std::uint64_t> passes[2];
  };
  Word& word(std::size_t reader) const { return reinterpret_cast<Word*>(memory_)[reader + 1]; }
  Word& head() const { return reinterpret_cast<Word*>(memory_)[0]; }

  std::byte* memory_;
};

}  // namespace cartwright::transport
