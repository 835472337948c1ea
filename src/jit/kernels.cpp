// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/kernels.hpp"

namespace cartwright::jit {

void run_precompiled(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table) {
  run_reference(program, to, from, n, table);
}

}  // namespace cartwright::jit
