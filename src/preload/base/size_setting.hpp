// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>

namespace cartwright::preload {

/// The number of `unit` in an environment variable, at most 65536; 0 for `off`. None where it is not set, or is
/// neither: then this says so once.
std::optional<std::int64_t> size_setting(const char* name, const char* unit);

}  // namespace cartwright::preload
