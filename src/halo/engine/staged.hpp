// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/staging.hpp"

#include <memory>
#include <vector>

namespace cartwright::halo::engine {

/// Long streams of peers in pinned memory: they are packed or unpacked in segments. While one is copied between the
/// host and the GPU, kernels work on the next one. All calls throw Error if the driver refuses.
class Staged {
 public:
  Staged(jit::Direction direction, device::Context* context, device::Stream* stream)
      : direction_(direction), context_(context), stream_(stream) {}

  /// Appends the stream of a peer; peers come in ascending order. Returns the address of its first byte for
  /// LayoutKernels::append_stream(), which adds to jobs().
  std::int64_t add(std::size_t peer, std::byte* host, std::int64_t bytes);
  std::vector<jit::BatchJob>& jobs() { return jobs_; }
  /// Leaves out segments without jobs. No more are added.
  void seal();

  bool has(std::size_t peer) const;

  /// Starts to pack, after the work of the stream.
  void start();
  /// Waits until the streams of the peers before this one, and `last` bytes of its own, are packed.
  void finish(std::size_t peer, std::int64_t last);

  /// Unpacks all streams after the work of the stream, and waits.
  void unpack();

 private:
  struct Segment {
    std::size_t peer;
    std::int64_t begin;  ///< in the stream of the peer
    std::int64_t first;  ///< as jobs have it
    std::int64_t bytes;
    std::byte* host;
  };
  void open();
  void start(const Segment& segment);

  const jit::Direction direction_;
  device::Context* const context_;
  device::Stream* const stream_;
  std::vector<jit::BatchJob> jobs_;
  std::vector<Segment> segments_;
  std::int64_t end_ = 0;  ///< of the streams, as jobs have them
  std::unique_ptr<gpu::Staging> staging_;
  std::size_t next_ = 0;  ///< segments that were started
  std::size_t done_ = 0;  ///< and those that are packed
};

}  // namespace cartwright::halo::engine
