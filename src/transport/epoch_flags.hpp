// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/counter.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cartwright::transport {

/// The flags of one process, in memory that it shares with the processes which read its data. Exchanges are counted
/// from 1. The process *publishes* exchange n when its data may be read, and each reader *consumes* it when it
/// has read.
///
///     owner:  await_consumed(n - 1), change the data, publish(n)
///     reader: wait until published() >= n, read, consume(reader, n)
///
/// Each flag has one writer, and lines of its own: two, as processors fetch pairs of them.
class EpochFlags {
 public:
  /// In memory of bytes(readers) bytes, zero at first, that outlives this object.
  explicit EpochFlags(std::byte* memory) : memory_(memory) {}
  static std::size_t bytes(std::size_t readers) { return (readers + 1) * sizeof(Flag); }

  /// `pass` says which data was published: all readers expect the same. It is kept for the last two exchanges.
  void publish(std::uint64_t exchange, std::uint64_t pass) {
    own().passes[exchange % 2].store(pass, std::memory_order_relaxed);
    own().counter.set(exchange);
  }
  std::uint64_t published() const { return own().counter.get(); }
  std::uint64_t pass(std::uint64_t exchange) const {
    return own().passes[exchange % 2].load(std::memory_order_relaxed);
  }

  void consume(std::size_t reader, std::uint64_t exchange) { of(reader).counter.set(exchange); }
  std::uint64_t consumed(std::size_t reader) const { return of(reader).counter.get(); }

  /// The owner will publish no more.
  void close() { own().closed.store(true, std::memory_order_release); }
  bool closed() const { return own().closed.load(std::memory_order_acquire); }

  /// Sleep until the count is no longer `seen`, for a millisecond at most.
  void sleep_published(std::uint64_t seen) const { own().counter.sleep(seen); }
  void sleep_consumed(std::size_t reader, std::uint64_t seen) const { of(reader).counter.sleep(seen); }

 private:
  struct alignas(128) Flag {
    Counter counter;
    std::atomic<bool> closed;
    std::atomic<std::uint64_t> passes[2];
  };
  Flag& of(std::size_t reader) const { return reinterpret_cast<Flag*>(memory_)[reader + 1]; }
  Flag& own() const { return reinterpret_cast<Flag*>(memory_)[0]; }

  std::byte* memory_;
};

}  // namespace cartwright::transport
