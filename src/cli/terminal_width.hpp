// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace cartwright::cli {

/// The number of columns of the terminal on standard output, from the terminal or else from $COLUMNS. 0 if neither has
/// it, and for files and pipes.
std::size_t terminal_width();

}  // namespace cartwright::cli
