// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/backends_p.hpp"

#include <cstdio>
#include <vector>

#ifdef CARTWRIGHT_ASMJIT
// AsmJit's archive refers to this instead of stderr, see cmake/CartwrightArchive.cmake. Null matters only if an
// assertion of AsmJit fails.
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
