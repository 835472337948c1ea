// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace cartwright::transport {

/// The data that a letter brings. Both processes know it, and no two letters of one sender to one receiver have the
/// same.
struct Label {
  std::uint64_t channel = 0;  ///< a sequence of exchanges
  std::uint64_t round = 0;    ///< the exchange in that sequence
  std::uint64_t edge = 0;     ///< the letter in that exchange

  auto operator<=>(const Label&) const = default;
};

/// A record of a letterbox. Its data follows, or lies in a slot of the sender's arena.
struct alignas(64) Letter {
  static constexpr std::uint32_t inside = ~std::uint32_t{0};
  static constexpr std::uint32_t announced = inside - 1;

  std::atomic<std::uint64_t> record;  ///< the bytes of this record with its data; 0 until it is complete
  Label label;
  std::uint64_t bytes = 0;      ///< of data
  std::uint32_t slot = inside;  ///< `inside`, the slot that holds the data, or `announced`: the data comes by MPI

  /// Whether this record has data: that of the letter, or the announcement.
  static bool has_data(std::uint32_t slot) { return slot >= announced; }

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
  const std::byte* data() const { return reinterpret_cast<const std::byte*>(this + 1); }
};

/// Memory for letters from one process to another: a ring of records. A record is never split. Zero at first, and on
/// pages of its own, which are allocated when the two processes first write.
struct alignas(4096) Letterbox {
  static constexpr std::uint64_t size = 32 * 1024;
  /// Larger data goes into a slot.
  static constexpr std::uint64_t most_inside = 4 * 1024;

  alignas(128) std::atomic<std::uint64_t> taken;  ///< bytes, written by the reader
  alignas(128) std::byte ring[size];

  Letter& at(std::uint64_t position) { return *reinterpret_cast<Letter*>(ring + position % size); }
};

/// The writing end. Not thread safe.
class LetterWriter {
 public:
  explicit LetterWriter(Letterbox& box) : box_(&box) {}

  /// Room for a letter with `bytes` bytes of data inside, at most `most_inside`. Null if there is no room. The caller
  /// fills in the letter, and must post it before it calls this again.
  Letter* write(std::uint64_t bytes);
  void post(Letter& letter);

 private:
  Letterbox* box_;
  std::uint64_t end_ = 0;      ///< of all records
  std::uint64_t taken_ = 0;    ///< as last seen
  std::uint64_t skipped_ = 0;  ///< bytes at the end of the ring, too few for the record being written
  std::uint64_t record_ = 0;   ///< bytes of the record being written
};

/// The reading end. Not thread safe.
class LetterReader {
 public:
  explicit LetterReader(Letterbox& box) : box_(&box) {}

  /// The oldest letter; null if there is none. It is valid until it is removed.
  const Letter* first();
  void remove();

 private:
  Letterbox* box_;
  std::uint64_t begin_ = 0;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "atomics are shared by processes");

}  // namespace cartwright::transport
