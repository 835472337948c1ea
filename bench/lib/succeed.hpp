// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/status.h"

#include <stdexcept>

namespace cartwright::bench {

/// Throws the error of a call of Cartwright that failed.
inline void succeed(cw_status status) {
  if (status != CW_OK) throw std::runtime_error(cw_last_error());
}

}  // namespace cartwright::bench
