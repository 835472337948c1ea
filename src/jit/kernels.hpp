// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/copy.hpp"

namespace cartwright::jit {

/// Runs a program with the kernels that were compiled with the library: at the first use of a layout, if there is no
/// code generator, and if generated code would gain nothing. The innermost one or two loops are templates over common
/// block sizes.
void run_precompiled(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table);

/// The slow reference: a direct interpretation of Program.
void run_reference(const Program& program, std::byte* to, const std::byte* from, std::int64_t n, const void* table);

}  // namespace cartwright::jit
