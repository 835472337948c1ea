// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/fft.h"

#include <cstddef>
#include <cstdint>

namespace cartwright::fft {

/// Requests that fft.h has no options for, the same on all processes.
struct PlanExtras {
  /// Physical sizes may be less than those of the spectral grid: the others are zeros, neither stored nor sent.
  bool may_extend = false;
  const std::int64_t* first = nullptr;  ///< AxisProblem::first of each axis; null: 0
  const cw_fft_plan* like = nullptr;    ///< a plan whose process grid and order this one takes
};

/// cw_fft_plan_create.
cw_status create_plan(MPI_Comm comm, std::size_t ndims, const std::int64_t n[], const cw_fft_options* options,
                      const PlanExtras& extras, cw_fft_plan** plan);

}  // namespace cartwright::fft
