// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/calibration.hpp"

namespace cartwright::preload {

/// What `cartwright calibrate collectives` found for this MPI, read once; none if it never ran here.
const std::optional<record::Calibration>& calibrated();

}  // namespace cartwright::preload
