// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/cufft.hpp"

#include "base/error.hpp"

#include <dlfcn.h>

#include <array>

namespace cartwright::fft::cuda {

namespace {

/// Of CUDA 13, 12, and both 11 and 10.
constexpr std::array names{"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"};

void* find_library() {
  for (const int flags : {RTLD_LAZY | RTLD_NOLOAD, RTLD_LAZY | 0})
    for (const char* name : names)
      if (void* const library = dlopen(name, flags)) return library;
  base::fail(base::Status::unsupported,
             "cuFFT was not found ({}, {} or {}): install it with CUDA, or add its folder to LD_LIBRARY_PATH", names[0],
             names[1], names[2]);
}

template <typename F>
void look_up(void* library, const char* name, F*& function) {
  function = reinterpret_cast<F*>(dlsym(library, name));
  if (function == nullptr)
    base::fail(base::Status::unsupported, "cuFFT lacks {}: install that of CUDA 10 or later", name);
}

Cufft functions_of(void* library) {
  Cufft found{};
#define CW_FIND(name) look_up(library, #name, found.name)
  CW_FIND(cufftCreate);
  CW_FIND(cufftDestroy);
  CW_FIND(cufftSetAutoAllocation);
  CW_FIND(cufftMakePlanMany64);
  CW_FIND(cufftSetWorkArea);
  CW_FIND(cufftSetStream);
  CW_FIND(cufftExecC2C);
  CW_FIND(cufftExecZ2Z);
  CW_FIND(cufftExecR2C);
  CW_FIND(cufftExecD2Z);
  CW_FIND(cufftExecC2R);
  CW_FIND(cufftExecZ2D);
#undef CW_FIND
  return found;
}

}  // namespace

const Cufft& cufft() {
  // The handle is kept, so the library is never unloaded. A failure is not remembered.
  static const Cufft found = functions_of(find_library());
  return found;
}

void check_cufft(int result, const char* call) {
  constexpr std::array results{
      "CUFFT_SUCCESS",        "CUFFT_INVALID_PLAN", "CUFFT_ALLOC_FAILED", "CUFFT_INVALID_TYPE", "CUFFT_INVALID_VALUE",
      "CUFFT_INTERNAL_ERROR", "CUFFT_EXEC_FAILED",  "CUFFT_SETUP_FAILED", "CUFFT_INVALID_SIZE", "CUFFT_UNALIGNED_DATA"};
  constexpr int no_memory = 2;
  if (result == 0) return;
  const bool known = result > 0 && result < static_cast<int>(results.size());
  base::fail(result == no_memory ? base::Status::no_memory : base::Status::unsupported, "{}: {} ({})", call,
             known ? results[static_cast<std::size_t>(result)] : "unknown error", result);
}

}  // namespace cartwright::fft::cuda
