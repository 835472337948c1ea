// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "transport/descriptor.hpp"
#include "transport/tagged_region.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <span>

namespace cartwright::transport {

/// A message in shared memory, with the values that a probe needs.
struct Envelope {
  std::uint64_t comm = 0;  ///< a fingerprint of the communicator, the same on all its processes
  std::int32_t dest = 0;   ///< number on the node
  std::int32_t tag = 0;
  std::uint64_t bytes = 0;
  std::uint64_t sequence = 0;
  std::int64_t on_gpu = -1;  ///< where the data begins in the sender's GpuShare; -1: it is in the arena
};

/// Memory of a GPU in which a process has packed data for others of its node.
struct GpuShare {
  static constexpr std::size_t max_processes = 2048;

  std::array<std::byte, 96> name;  ///< by which other processes map it
  std::atomic<bool> named;         ///< set after the name
  std::atomic<bool> receives;      ///< whether the owner of this arena receives data on a GPU
  /// Whose share the owner of this arena has mapped, by their numbers on the node: it takes all data from there.
  std::array<std::atomic<bool>, max_processes> mapped;
};

/// Data that the receiver can read directly, in memory that the program itself shares.
struct Source {
  std::uint64_t window = 0;  ///< a number for the memory that both processes know
  std::int64_t offset = 0;   ///< of the buffer, from the start of the sender's part of the window
  std::int64_t count = 0;    ///< elements
  std::uint32_t layout = 0;  ///< the block that holds the layout (write_layout)
  std::uint32_t layout_words = 0;
};

/// The state of a message, shared by sender and receiver.
struct alignas(128) Slot {
  enum State : std::uint32_t {
    unused,
    offered,  ///< set by the sender: the data is packed or will be without delay
    direct,   ///< set by the sender, which waits briefly for the receiver to read from `source`
    reading,  ///< set by the receiver, from direct: it reads from `source`
    taken,    ///< set by the receiver, from offered or reading
  };
  std::atomic<std::uint64_t> ready;  ///< packed bytes so far, written by the sender
  std::atomic<std::uint32_t> state;
  Envelope envelope;  ///< written before `offered`
  Source source;      ///< written before `direct`
};

/// The memory that a process shares for messages: a slot for every block, then the blocks. A message takes adjacent
/// blocks and the slot of the first. A view, by which every process sees the same.
class Arena {
 public:
  static constexpr std::size_t block_bytes = 4096;

  /// The memory of an arena for `bytes` of data, which are rounded down to a power of two of blocks.
  static std::size_t memory_bytes(std::size_t bytes);
  /// At the beginning of memory that was all zero when its process created it.
  Arena(std::shared_ptr<TaggedRegion> memory, std::size_t bytes);

  /// The process that sends from here.
  int pid() const { return memory_->pid; }
  std::uint32_t blocks() const { return blocks_; }
  std::span<Slot> slots() const;
  std::byte* data(std::uint32_t block) const { return at(data_at() + block * block_bytes); }
  /// Allocates the pages of the blocks [first, last) and their slots. False if there are no pages left.
  bool populate(std::uint32_t first, std::uint32_t last) const;

  /// Whether the owner has ever probed: then messages to it must not be descriptors.
  std::atomic<bool>& probes() const { return header().probes; }
  /// Whether the owner checks all that it receives: only then may it be sent a descriptor.
  std::atomic<bool>& looks() const { return header().looks; }
  GpuShare& gpu() const { return header().gpu; }

 private:
  struct Header {
    std::atomic<bool> probes;
    std::atomic<bool> looks;
    GpuShare gpu;
  };
  static constexpr std::size_t header_at = 64;
  static_assert(header_at + sizeof(Header) <= TaggedRegion::tag_bytes && TaggedRegion::tag_bytes == block_bytes);
  std::byte* at(std::size_t offset) const { return memory_->region.data() + offset; }
  Header& header() const { return *reinterpret_cast<Header*>(at(header_at)); }
  std::size_t data_at() const {
    return block_bytes + (blocks_ * sizeof(Slot) + block_bytes - 1) / block_bytes * block_bytes;
  }

  std::shared_ptr<TaggedRegion> memory_;
  std::uint32_t blocks_;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "atomics are shared by processes");

}  // namespace cartwright::transport
