// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/measured.hpp"
#include "report/style.hpp"

namespace cartwright::report {

/// Two tables: the pairs and the rings of each class of links, as medians with their confidence intervals.
std::string measure_text(const machine::Measured& measured, const Style& style);

/// The bandwidths by message size as SVG: of a pair, and of all processes of a node.
std::string measure_svg(const machine::Measured& measured);

}  // namespace cartwright::report
