// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/wiring.hpp"
#include "traffic/traffic.hpp"

namespace cartwright::placement {

/// The ranks on one node of a job. Groups have the order in which a launcher fills the nodes.
using Group = base::Id<struct GroupKind>;
/// The network's node of every group.
using NodeOfGroup = base::IndexVector<Group, network::Node>;
using GroupOfRank = base::IndexVector<traffic::Rank, Group>;

}  // namespace cartwright::placement
