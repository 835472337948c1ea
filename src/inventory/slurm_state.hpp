// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"

namespace cartwright::inventory {

/// Reads Slurm's state of a node, in any of its spellings (sinfo(1), NODE STATE CODES): "IDLE+DRAIN", "idle*", "mix",
/// "allocated", "drng", ... Only idle nodes are free, even if they are powered down. Unknown words mean down.
NodeState slurm_state(std::string_view text);

/// Whether the text is a state. This identifies columns without headings.
bool is_slurm_state(std::string_view text);

}  // namespace cartwright::inventory
