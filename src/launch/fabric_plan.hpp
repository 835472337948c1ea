// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/cluster.hpp"

namespace cartwright::launch {

/// The arguments of tc that limit one direction of a link, without "root". The bucket holds at least `least` bytes.
CommandLine token_bucket(const LinkSpeed& speed, double least);

/// The steps that make the switches of a cluster and connect its hosts to them, in files of `folder`.
void plan_fabric(const Cluster& cluster, const std::string& folder, std::vector<ClusterStep>& steps);

}  // namespace cartwright::launch
