// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

#include <vector>

namespace cartwright::network {

/// The dims of a torus with one node on each switch, whose nodes are numbered row-major; empty for other networks.
std::vector<std::int64_t> torus_dims(const Network& network);

}  // namespace cartwright::network
