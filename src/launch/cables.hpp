// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/cluster.hpp"

namespace cartwright::launch {

/// A line for the file of carry_packets: a cable between two TAP devices, with the delays from either.
std::string cable_line(const std::string& first, const std::string& second, const LinkSpeed& from_first,
                       const LinkSpeed& from_second);

/// How many packets may wait at each end until the process that carries them has a core.
inline constexpr const char* cable_queue = "10000";

/// Appends the steps that make cables, given as lines, with all devices in the network namespace of the cluster. They
/// can be moved to others. No lines: no steps.
void plan_cables(std::string lines, const std::string& folder, std::vector<ClusterStep>& steps);

/// Makes the TAP devices of all cables in a file, and carries packets between them, delayed and in order, in a process
/// that runs in the background until it is killed. Throws Error{io} if a device cannot be made.
void carry_packets(const std::string& file);

}  // namespace cartwright::launch
