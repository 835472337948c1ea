// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/cuda/cufft.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cartwright::fft::cuda {

/// Fourier transforms of one to three adjacent axes of a dense array [outer][lengths...][inner].
struct LocalRequest {
  static constexpr std::size_t max_axes = 3;
  bool single = false;                ///< float, not double
  bool halved = false;                ///< real on the physical side; the last of the axes has n/2 + 1 coefficients
  std::vector<std::int64_t> lengths;  ///< of the transforms, outermost first
  std::int64_t outer = 1;
  std::int64_t inner = 1;

  std::int64_t real_bytes() const { return single ? 4 : 8; }
  /// Elements of a transform with `inner` = 1, on either side.
  std::int64_t physical() const;
  std::int64_t spectral() const;
};

/// A planned transform on the GPU of the current context.
class LocalTransform {
 public:
  LocalTransform(LocalRequest request, device::Stream* stream);

  /// Whether the input of this direction may be destroyed, and must not be the output: a halved transform backward.
  bool destroys_input(bool forward) const { return request_.halved && !forward; }
  bool in_place() const { return !request_.halved; }

  /// The memory that it needs while it runs, on the GPU. Transforms of one stream may use the same.
  std::size_t work_bytes() const { return work_bytes_; }

  /// Starts the transform on the stream of the plan. Addresses are aligned to a complex number.
  void run(bool forward, std::byte* in, std::byte* out, void* area) const;

 private:
  /// A plan of cuFFT, which frees itself.
  class Plan {
   public:
    Plan(const LocalRequest& request, bool forward, device::Stream* stream, std::size_t& work_bytes);
    ~Plan();
    Plan(Plan&& other) noexcept;
    Plan& operator=(Plan&&) = delete;
    Handle handle() const { return handle_; }

   private:
    Handle handle_ = -1;
  };

  LocalRequest request_;
  std::size_t work_bytes_ = 0;
  std::vector<Plan> plans_;  ///< forward, then backward; one for both if both sides are complex
};

}  // namespace cartwright::fft::cuda
