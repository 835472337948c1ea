// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/backend.hpp"

namespace cartwright::jit {

/// Measures, in about a millisecond, which options of the backend's default tuning pay on this processor. Options that
/// cannot be measured keep their defaults. Thread safe.
Tuning calibrate(const Backend& backend);

/// Adds the choice for long blocks of far data, measured in some 30 ms. Thread safe.
Tuning calibrate_far(const Backend& backend, Tuning chosen);

}  // namespace cartwright::jit
