// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/calibration.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// A table with a row for each function of MPI and each way to record it.
std::string calibration_text(const record::Calibration& calibration, const Style& style);

}  // namespace cartwright::report
