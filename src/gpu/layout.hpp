// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/block_copies.hpp"
#include "gpu/kernel.hpp"
#include "jit/packer.hpp"

namespace cartwright::gpu {

/// Packs and unpacks one layout on streams. All calls return before the data has moved, and throw Error if the driver
/// or the memory does not allow it. Thread safe.
class LayoutKernels {
 public:
  /// Equal layouts share kernels and index lists on the GPU, which stay there as long as its context. With hints.count,
  /// a call for so many elements has a kernel in which that number is a constant.
  static LayoutKernels& of(const jit::Packer& packer);
  explicit LayoutKernels(const jit::Packer& packer);

  const jit::Layout& layout() const { return layout_; }
  bool contiguous() const { return contiguous_; }
  std::int64_t size() const { return layout_.size; }

  /// Both addresses may be in memory of the GPU, managed, or pinned memory of the host. Large blocks between the host
  /// and the GPU are copied by the driver, also in other memory of the host.
  void pack(const std::byte* base, std::int64_t count, std::byte* packed, device::Stream* stream);
  void unpack(const std::byte* packed, std::int64_t count, std::byte* base, device::Stream* stream);

  /// Whether a call between a GPU and the host needs no kernel.
  bool copies(jit::Direction direction, std::int64_t count) const;

  /// Appends the jobs of a call for a batch. False if the layout has too many loops for one.
  [[nodiscard]] bool append(jit::Direction direction, const std::byte* from, std::int64_t count, std::byte* to,
                            device::Stream* stream, std::vector<jit::BatchJob>& jobs);

  /// The same for elements and a packed stream that begins at the address `offset`, for part_of().
  [[nodiscard]] bool append_stream(jit::Direction direction, const std::byte* base, std::int64_t count,
                                   std::int64_t offset, device::Stream* stream, std::vector<jit::BatchJob>& jobs);

  /// The first byte of elements at `base`.
  const void* first_byte(const std::byte* base) const {
    return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(base) + layout_.true_lb);
  }

  /// Makes all that calls in the context of a stream need, so that a graph can capture them.
  void prepare(device::Stream* stream);

 private:
  void run(jit::Direction direction, const std::byte* from, std::int64_t count, std::byte* to, device::Stream* stream);
  const BlockCopies& block_copies(jit::Direction direction) const;
  bool append_at(jit::Direction direction, device::Address data, std::int64_t count, device::Address packed,
                 device::Stream* stream, std::vector<jit::BatchJob>& jobs);

  const jit::Layout layout_;
  const bool contiguous_;
  LayoutKernels* fixed_ = nullptr;  ///< for hints.count elements as one
  std::int64_t fixed_count_ = 0;
  Kernel packing_;
  Kernel unpacking_;
  const BlockCopies packing_copies_;
  const BlockCopies unpacking_copies_;
};

/// Throws Error{unsupported} for what append() refuses.
[[noreturn]] void fail_too_deep();

/// Appends the jobs of move() for a batch. Throws as move() does.
void append_move(LayoutKernels& from, const std::byte* from_base, std::int64_t from_count, LayoutKernels& to,
                 std::int64_t to_count, std::byte* to_base, device::Stream* stream, std::vector<jit::BatchJob>& jobs);

/// Moves the stream of bytes of `from_count` elements straight into `to_count` elements of another layout. Throws
/// Error{unsupported} if that takes a buffer: their loops do not fit together, or the target has more room.
void move(LayoutKernels& from, const std::byte* from_base, std::int64_t from_count, LayoutKernels& to,
          std::int64_t to_count, std::byte* to_base, device::Stream* stream);

}  // namespace cartwright::gpu
