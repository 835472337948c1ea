// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace cartwright::cli {

/// The columns of the terminal that standard output goes to: what the terminal says, else $COLUMNS. 0 when neither says
/// it, and for files and pipes.
std::size_t terminal_width();

}  // namespace cartwright::cli
