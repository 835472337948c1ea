// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "inventory/inventory.hpp"
#include "inventory/node_names.hpp"

#include <span>

namespace cartwright::inventory {

/// The nodes that the batch system has given to this job, all free: SLURM_JOB_NODELIST, or the file that PBS_NODEFILE,
/// LSB_DJOB_HOSTFILE or PALS_APINFO names. Throws Error: this is not a job, a list or file that cannot be read.
Inventory inventory_of_job(const base::Environment& environment);

/// Adds the names that PBS has for the nodes of a job to those that the nodes know: PBS_NODENUM of each node counts the
/// hosts of PBS_NODEFILE. Numbers that contradict the names add nothing. Returns why the file cannot be used, or "".
std::string add_listed_names(std::span<NodeNames> job, const base::Environment& environment);

}  // namespace cartwright::inventory
