// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/run_folder.hpp"

#include <string>

namespace cartwright::launch {

/// In a job of Slurm: a folder with the file topology.conf, as `scontrol show topology` prints it. Empty outside of a
/// job, without scontrol, or if Slurm knows no switches.
std::string save_slurm_topology(RunFolder& folder);

}  // namespace cartwright::launch
