// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "placement/network_map.hpp"

#include <vector>

namespace cartwright::placement {

/// Embeddings of a grid in a torus of the same size, with one process on each node. A dimension of the grid is divided
/// into factors, each along one dimension of the torus, and runs through them by a reflected Gray code: neighbors in
/// the grid then differ in one coordinate of the torus only. The embeddings with the shortest ways come first, at most
/// `most` of them. Empty if the network is not a torus, or the job does not use all its nodes with one process each.
std::vector<traffic::NodeOfRank> torus_embeddings(const NetworkProblem& problem, std::size_t most);

}  // namespace cartwright::placement
