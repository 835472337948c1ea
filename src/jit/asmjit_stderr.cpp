// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

// What AsmJit's archive names instead of stderr, see cmake/CartwrightAsmJit.cmake. Null would only matter to a failed
// assertion of AsmJit's.
extern "C" {
__attribute__((visibility("hidden"))) extern std::FILE* cartwright_asmjit_stderr;
std::FILE* cartwright_asmjit_stderr = nullptr;
}
