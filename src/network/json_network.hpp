// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <string>

namespace cartwright::network {

/// A network as JSON (docs/schemas/network.schema.json): its wiring, and its forwarding tables where it routes by such.
/// Read again it has the same switches, nodes and levels in the same order, and the same links; these may be numbered
/// otherwise. Routes of a network that has rules of its own instead of tables (percs, torus, ...) do not go with it.
std::string network_to_json(const Network& network);

}  // namespace cartwright::network
