// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/context.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::fft::cuda {

/// Bytes of a workspace.
struct WorkBytes {
  std::int64_t array = 0;   ///< of each of two arrays
  std::int64_t area = 0;    ///< for cuFFT
  std::int64_t pinned = 0;  ///< of each of two buffers of the host
};

/// The memory that plans on one stream work in. Plans that share it reserve one after the other, and it only grows:
/// look addresses up at each use.
class Workspace {
 public:
  /// In the context of the stream; null is the default stream of the current context. Throws Error{unsupported} if
  /// there is no context.
  explicit Workspace(device::Stream* stream);
  /// Waits for the stream.
  ~Workspace();
  Workspace(const Workspace&) = delete;

  /// Memory that is large enough stays where it is. Throws Error if the GPU or the host has no memory left.
  void reserve(const WorkBytes& bytes);
  const WorkBytes& has() const { return has_; }

  /// Waits until the work of the stream is done.
  void wait() const;
  /// Starts a copy on the stream.
  void copy(std::byte* to, const std::byte* from, std::int64_t bytes) const;

  device::Stream* stream() const { return stream_; }
  device::Context* context() const { return context_; }
  std::byte* array(std::size_t i) const { return arrays_[i]; }
  /// The number of the array that does not hold this data.
  std::size_t other(const std::byte* data) const { return data == arrays_[0] ? 1 : 0; }
  void* area() const { return area_[0]; }
  std::byte* sent() const { return pinned_[0]; }
  std::byte* received() const { return pinned_[1]; }
  /// Marks the end of the work that is on the stream now, by a number from 0, and waits for it.
  void mark(std::size_t i);
  void wait_for_mark(std::size_t i) const;
  std::int64_t bytes() const { return 2 * has_.array + has_.area + 2 * has_.pinned; }

 private:
  void release() noexcept;

  device::Stream* stream_;
  device::Context* context_ = nullptr;
  std::uint64_t context_id_ = 0;
  WorkBytes has_;
  std::array<std::byte*, 2> arrays_{};
  std::array<std::byte*, 1> area_{};
  std::array<std::byte*, 2> pinned_{};
  std::vector<device::Event*> marks_;
};

}  // namespace cartwright::fft::cuda
