// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace cartwright::base {

/// How a variable is read, null if it is unset: std::getenv, which only the outer layers may pass on.
using Environment = std::function<const char*(const char* name)>;

}  // namespace cartwright::base
