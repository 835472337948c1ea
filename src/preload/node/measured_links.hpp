// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/collective_ways.hpp"

namespace cartwright::preload {

/// The links of the file that CARTWRIGHT_MEASURED names; zeros if there is none. The same on all processes, after
/// start_same_node.
const traffic::NodeLinks& measured_links();

}  // namespace cartwright::preload
