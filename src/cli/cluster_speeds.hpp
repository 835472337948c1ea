// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/fabric.hpp"
#include "network/wiring.hpp"

#include <string>
#include <vector>

namespace cartwright::cli {

/// The speed of links that are all equal, from at most one value of --rate and one of --delay: 100mbit, 1ms. Throws
/// Error that names a malformed value.
launch::LinkSpeed uniform_speed(const std::vector<std::string>& rates, const std::vector<std::string>& delays);

/// The speeds of each class of links, and last that of the links between nodes and switches ("terminal").
///  * RATE is that of the fastest class. Other classes get slower ones in proportion to their bandwidths.
///  * CLASS=RATE sets one class. Without RATE, other classes are not limited.
///  * TIME is the delay of every link between switches, CLASS=TIME that of one class.
/// Throws Error that names a malformed value, an unknown class, or a class that is given twice.
std::vector<launch::LinkSpeed> class_speeds(const network::Wiring& wiring, const std::vector<std::string>& rates,
                                            const std::vector<std::string>& delays);

}  // namespace cartwright::cli
