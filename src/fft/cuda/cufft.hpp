// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "device/driver.hpp"

#include <cstddef>

namespace cartwright::fft::cuda {

using Handle = int;          ///< cufftHandle
using LongLong = long long;  // NOLINT(google-runtime-int): as in the interface of cuFFT

/// cufftType
enum class CufftType : int { r2c = 0x2a, c2r = 0x2c, c2c = 0x29, d2z = 0x6a, z2d = 0x6c, z2z = 0x69 };

constexpr int cufft_forward = -1;
constexpr int cufft_inverse = 1;

/// The functions of cuFFT, by the names that the library exports. Results are of cufftResult: 0 is success.
struct Cufft {
  int (*cufftCreate)(Handle* plan);
  int (*cufftDestroy)(Handle plan);
  int (*cufftSetAutoAllocation)(Handle plan, int automatic);
  int (*cufftMakePlanMany64)(Handle plan, int rank, LongLong* n, LongLong* in_embed, LongLong in_stride,
                             LongLong in_distance, LongLong* out_embed, LongLong out_stride, LongLong out_distance,
                             CufftType type, LongLong batch, std::size_t* work_bytes);
  int (*cufftSetWorkArea)(Handle plan, void* area);
  int (*cufftSetStream)(Handle plan, device::Stream* stream);
  int (*cufftExecC2C)(Handle plan, void* in, void* out, int direction);
  int (*cufftExecZ2Z)(Handle plan, void* in, void* out, int direction);
  int (*cufftExecR2C)(Handle plan, void* in, void* out);
  int (*cufftExecD2Z)(Handle plan, void* in, void* out);
  int (*cufftExecC2R)(Handle plan, void* in, void* out);
  int (*cufftExecZ2D)(Handle plan, void* in, void* out);
};

/// cuFFT as the process has loaded it; otherwise it is loaded. Throws Error{unsupported} if there is none. Call it only
/// in a process that uses a driver of CUDA. Thread safe.
const Cufft& cufft();

/// Throws Error that names the call and the result unless that is success.
void check_cufft(int result, const char* call);

}  // namespace cartwright::fft::cuda
