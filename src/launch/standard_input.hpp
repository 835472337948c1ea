// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace cartwright::launch {

/// For programs in another order of ranks: sets CARTWRIGHT_INPUT=none if this process can have no input for rank 0,
/// because its standard input is a terminal, /dev/null or closed. Removes the variable otherwise.
void note_standard_input();

}  // namespace cartwright::launch
