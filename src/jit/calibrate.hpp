// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/backend.hpp"

namespace cartwright::jit {

/// Measures, in about a millisecond, which options of the backend's default tuning pay on this processor. Options that
/// cannot be measured keep their defaults. Thread safe.
Tuning calibrate(const Backend& backend);

}  // namespace cartwright::jit
