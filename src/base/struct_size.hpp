// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace cartwright::base {

/// No public struct of any version is larger (status.h). A larger size is an uninitialized member.
inline constexpr std::size_t max_struct_size = 4096;

}  // namespace cartwright::base
