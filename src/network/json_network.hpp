// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <string>

namespace cartwright::network {

/// A network as JSON (docs/schemas/network.schema.json): its wiring, and its forwarding tables if it has them. The
/// reader gives back the same switches, nodes and levels in the same order, and the same links, perhaps with other
/// numbers. Routing rules of a kind (percs, torus, ...) are not part of the file.
std::string network_to_json(const Network& network);

}  // namespace cartwright::network
