// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace cartwright::base {

/// "0.1.0": the version from CMakeLists.txt.
inline constexpr std::string_view version_string = CARTWRIGHT_VERSION;

}  // namespace cartwright::base
