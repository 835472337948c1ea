// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backends_p.hpp"

#include <cstdio>
#include <vector>

#ifdef CARTWRIGHT_ASMJIT
// What AsmJit's archive names instead of stderr, see cmake/CartwrightAsmJit.cmake. Null would only matter to a failed
// assertion of AsmJit's.
extern "C" {
__attribute__((visibility("hidden"))) extern std::FILE* cartwright_asmjit_stderr;
std::FILE* cartwright_asmjit_stderr = nullptr;
}
#endif

namespace cartwright::jit {

std::span<const Backend* const> backends() {
  static const std::vector<const Backend*> all = {
#ifdef CARTWRIGHT_ASMJIT
      &x86_64_backend(),
      &aarch64_backend(),
#endif
  };
  return all;
}

const Backend* native_backend() {
  for (const Backend* backend : backends())
    if (backend->native()) return backend;
  return nullptr;
}

}  // namespace cartwright::jit
