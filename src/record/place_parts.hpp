// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"
#include "record/parts.hpp"

namespace cartwright::record {

/// Orders of the ranks of a program of several parts: each part has slots of its own, and a mapping of its grid on
/// them. In the first order, the parts lie one after the other. In the second, every node has its share of each part,
/// which pays if the parts send each other much.
std::vector<mapping::Order> place_parts(const std::vector<Part>& parts, const choose::RankLocations& locations,
                                        const choose::PlaceOptions& options);

}  // namespace cartwright::record
