// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"

namespace cartwright::inventory {

/// What Slurm's word for the state of a node means, in any of its spellings (sinfo(1), NODE STATE CODES): "IDLE+DRAIN",
/// "idle*", "mix", "allocated", "drng", ... Free is only what is idle and nothing else but asleep; whatever is unknown
/// here is down.
NodeState slurm_state(std::string_view text);

/// Whether that is a state at all: what a column without a header holds is told by it.
bool is_slurm_state(std::string_view text);

}  // namespace cartwright::inventory
