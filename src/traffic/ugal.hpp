// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/load_sum.hpp"

namespace cartwright::traffic {

/// Adaptive routing in the manner of UGAL at its fixed point. A link's queue is taken as the seconds that it needs for
/// its bytes; a flow sees the queues along its minimal route and along the average of its detours, and moves to where
/// the sum is less, until no flow gains by moving: the equilibrium of a convex problem, the least sum of bytes^2 /
/// bandwidth over all links, found by Frank and Wolfe's method with exact steps. Adds the loads to `sum`; returns the
/// part of all bytes that is routed minimally. Throws Error{unsupported} when there are too many nodes.
double add_ugal(const network::Network& network, std::span<const Flow> flows, network::Paths paths, LoadSum& sum);

}  // namespace cartwright::traffic
