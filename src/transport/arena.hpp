// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/descriptor.hpp"
#include "transport/region.hpp"

#include <atomic>
#include <span>

namespace cartwright::transport {

/// A message that waits in shared memory, as far as a probe of it must know.
struct Envelope {
  std::uint64_t comm = 0;  ///< a fingerprint of the communicator, the same on all its processes
  std::int32_t dest = 0;   ///< number on the node
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  std::uint64_t sequence = 0;
};

/// Data that the receiver can read where it lies, in memory that the program itself shares.
struct Source {
  std::uint64_t window = 0;  ///< a number that both know the memory by
  std::int64_t offset = 0;   ///< of the buffer, from the start of the sender's part of it
  std::int64_t count = 0;    ///< elements
  std::uint32_t layout = 0;  ///< the block where it is written (write_layout)
  std::uint32_t layout_words = 0;
};

/// The state of a message, shared by sender and receiver.
struct alignas(128) Slot {
  enum State : std::uint32_t {
    unused,
    offered,  ///< by the sender: is packed, or will be without delay
    direct,   ///< by the sender, who waits a little: may be read from `source`
    reading,  ///< by the receiver, from direct: is being read from there
    taken,    ///< by the receiver, from offered or reading
  };
  std::atomic<std::uint64_t> ready;  ///< bytes that are packed, written by the sender
  std::atomic<std::uint32_t> state;
  Envelope envelope;  ///< written before `offered`
  Source source;      ///< written before `direct`
};

/// What lies in the memory that a process shares: a header, a slot for every block, the blocks. A message takes
/// adjacent blocks, and the slot of the first.
class Arena {
 public:
  static constexpr std::size_t block_bytes = 4096;

  /// For `bytes` of data, rounded down to a power of two of blocks; with the nonce and the id of this process in the
  /// header. None where the system has no such memory.
  static std::optional<Arena> create(std::size_t bytes, const Nonce& nonce);
  /// That of another process, before it calls region().hide(). None unless it is one of the same run.
  static std::optional<Arena> open(int pid, int file, std::size_t bytes, const Nonce& nonce);

  Region& region() { return region_; }
  const Nonce& nonce() const { return header().nonce; }
  int pid() const { return header().pid; }
  std::uint32_t blocks() const { return blocks_; }
  std::span<Slot> slots() const;
  std::byte* data(std::uint32_t block) const { return region_.data() + data_at() + block * block_bytes; }
  /// Takes pages for the blocks [first, last) and their slots. False when there are none.
  bool populate(std::uint32_t first, std::uint32_t last) const;

  /// Whether the owner has ever probed: its messages must then be what they are.
  std::atomic<bool>& probes() const { return header().probes; }
  /// Whether the owner looks at all that it receives: only then may it be sent a descriptor.
  std::atomic<bool>& looks() const { return header().looks; }

 private:
  struct Header {
    Nonce nonce;
    int pid;
    std::atomic<bool> probes;
    std::atomic<bool> looks;
  };
  Arena(Region region, std::uint32_t blocks) : region_(std::move(region)), blocks_(blocks) {}
  Header& header() const { return *reinterpret_cast<Header*>(region_.data()); }
  std::size_t data_at() const {
    return block_bytes + (blocks_ * sizeof(Slot) + block_bytes - 1) / block_bytes * block_bytes;
  }

  Region region_;
  std::uint32_t blocks_;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "atomics are shared by processes");

}  // namespace cartwright::transport
