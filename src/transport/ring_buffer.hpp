// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cartwright::transport {

/// Identifies a packet. It is unique for a sender and a receiver, and both know it.
struct MessageId {
  std::uint64_t channel = 0;  ///< a sequence of exchanges
  std::uint64_t round = 0;    ///< the exchange in that sequence
  std::uint64_t edge = 0;     ///< the packet in that exchange

  auto operator<=>(const MessageId&) const = default;
};

/// A record of a ring buffer. Its data follows, or lies in a slot of the sender's arena.
struct alignas(64) Packet {
  static constexpr std::uint32_t inside = ~std::uint32_t{0};
  static constexpr std::uint32_t rts = inside - 1;

  std::atomic<std::uint64_t> record;  ///< the bytes of this record with its data; 0 until it is complete
  MessageId id;
  std::uint64_t bytes = 0;      ///< of data
  std::uint32_t slot = inside;  ///< that holds the data, or `inside`, or `rts` (ready to send): it comes by MPI

  /// Whether this record has data: that of the packet, or the announcement.
  static bool has_data(std::uint32_t slot) { return slot >= rts; }

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
  const std::byte* data() const { return reinterpret_cast<const std::byte*>(this + 1); }
};

/// Memory for packets from one process to another: a ring of records. A record is never split. Zero at first, and on
/// pages of its own, which are allocated when the two processes first write.
struct alignas(4096) RingBuffer {
  static constexpr std::uint64_t size = 32 * 1024;
  /// Larger data goes into a slot.
  static constexpr std::uint64_t max_inside = 4 * 1024;

  alignas(128) std::atomic<std::uint64_t> taken;  ///< bytes, written by the reader
  alignas(128) std::byte ring[size];

  Packet& at(std::uint64_t position) { return *reinterpret_cast<Packet*>(ring + position % size); }
};

/// The writing end. Not thread safe.
class RingWriter {
 public:
  explicit RingWriter(RingBuffer& ring) : ring_(&ring) {}

  /// Room for a packet with `bytes` bytes of data inside, at most `max_inside`. Null if there is no room. The caller
  /// fills in the packet, and must post it before it calls this again.
  Packet* write(std::uint64_t bytes);
  void post(Packet& packet);

 private:
  RingBuffer* ring_;
  std::uint64_t end_ = 0;      ///< of all records
  std::uint64_t taken_ = 0;    ///< as last seen
  std::uint64_t skipped_ = 0;  ///< bytes at the end of the ring, too few for the record being written
  std::uint64_t record_ = 0;   ///< bytes of the record being written
};

/// The reading end. Not thread safe.
class RingReader {
 public:
  explicit RingReader(RingBuffer& ring) : ring_(&ring) {}

  /// The oldest packet; null if there is none. It is valid until it is removed.
  const Packet* first();
  void remove();

 private:
  RingBuffer* ring_;
  std::uint64_t begin_ = 0;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "atomics are shared by processes");

}  // namespace cartwright::transport
