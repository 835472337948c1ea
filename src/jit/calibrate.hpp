// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/backend.hpp"

namespace cartwright::jit {

/// Decides by measuring, in about a millisecond, what of the backend's default tuning is worth it on this processor.
/// What cannot be measured stays as it is. Thread safe.
Tuning calibrate(const Backend& backend);

}  // namespace cartwright::jit
