// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/context.hpp"

#include <cstdint>
#include <string>

namespace cartwright::fft::cuda {

/// Multiplies numbers in memory of a GPU. Made for one context, and used in that.
class Scale {
 public:
  Scale(const gpu::Current& context, bool single);

  void run(std::byte* data, std::int64_t count, double factor, device::Stream* stream) const;

 private:
  bool single_;
  device::Function* function_;
};

/// The module with its kernels, `cw_scale_f32` and `cw_scale_f64`.
std::string scale_ptx();

}  // namespace cartwright::fft::cuda
