// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/load_sum.hpp"

namespace cartwright::traffic {

/// Adaptive routing like UGAL, at its fixed point. The queue of a link is the seconds that it needs for its bytes. A
/// flow sees the queues along its minimal route and along the average of its detours, and moves to the smaller sum,
/// until no flow gains by moving. That is the optimum of a convex problem, the least sum of bytes^2 / bandwidth over
/// all links, found by Frank and Wolfe's method with exact steps. Each step takes time in proportion to the flows times
/// the detours. Adds the loads to `sum`; returns the part of all bytes that is routed minimally.
double add_ugal(const network::Network& network, std::span<const Flow> flows, network::Paths paths, LoadSum& sum);

}  // namespace cartwright::traffic
