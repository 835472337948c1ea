// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/buffer.hpp"
#include "gpu/layout.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cartwright::gpu {

/// Some elements of one layout, and where their packed data begins in a buffer.
struct Part {
  LayoutKernels* layout = nullptr;
  std::byte* base = nullptr;
  std::int64_t count = 0;
  std::int64_t offset = 0;

  std::int64_t bytes() const { return count * layout->size(); }
};

/// The context in which all parts are; null if there are several, or none.
device::Context* context_of_all(std::span<const Part> parts);

/// Kernels reach pinned memory over the bus. Up to so many bytes that is faster than to stage them.
constexpr std::int64_t max_over_the_bus = 256 << 10;
/// Data that is staged goes in segments of this size: one is copied while the next is packed.
constexpr std::int64_t segment_bytes = 1 << 20;

/// Two streams that wait neither for the default stream nor for each other.
struct Lanes {
  static constexpr std::size_t count = 2;
  std::array<device::Stream*, count> streams{};
  device::Event* ready = nullptr;
};

/// Moves packed data between elements on a GPU and the host in segments: while one is copied, kernels work on the next
/// one. Two buffers on the GPU hold a segment each, however long the data is. Used by one thread at a time. Calls throw
/// Error if the driver refuses.
class Staging {
 public:
  /// Segments that may be under way at a time without waiting for each other.
  static constexpr std::int64_t depth = Lanes::count;

  /// A segment has at most `segment` bytes. The work begins after that of a stream of the elements' context, the
  /// default one if null. Null if nothing can be done: parts in different contexts, or one with too many loops.
  static std::unique_ptr<Staging> of(jit::Direction direction, std::span<const Part> parts, std::int64_t segment,
                                     device::Stream* stream = nullptr);
  /// Runs jobs for a packed stream at address 0 (LayoutKernels::append_stream), which outlive it. The work begins after
  /// that of a stream of their context.
  Staging(jit::Direction direction, const Current& context, std::span<const jit::BatchJob> jobs, std::int64_t segment,
          device::Stream* stream);
  /// Waits for all segments.
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// Starts to pack the bytes [first, last) into memory of the host, or to unpack them from there. `first` is a
  /// multiple of 16, and so is `last`, unless the data ends there.
  void start(std::int64_t first, std::int64_t last, std::byte* host);
  /// Waits for the first segment that was started and not waited for, if there is one.
  void wait_for_one();
  void wait_for_all();

 private:
  Staging(jit::Direction direction, device::Context* context) : direction_(direction), context_(context) {}
  void take_buffers(const Current& context, std::int64_t segment);
  void begin(const Current& context, device::Stream* stream);

  const jit::Direction direction_;
  device::Context* const context_;
  std::uint64_t context_id_ = 0;
  std::byte* block_ = nullptr;  ///< the elements, if they are one block: they need no kernel
  std::vector<jit::BatchJob> own_jobs_;
  std::span<const jit::BatchJob> jobs_;
  Lanes lanes_;
  std::array<base::Buffer, Lanes::count> buffers_;
  std::size_t started_ = 0;
  std::size_t done_ = 0;
};

}  // namespace cartwright::gpu
