// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright::mapping {

// One function per algorithm, each in the file of its name; registry.cpp lists them.
std::unique_ptr<LocalOrder> blocked(const Problem& problem);
std::unique_ptr<LocalOrder> cyclic(const Problem& problem);
Mapping random_order(const Problem& problem, const MapOptions& options);
std::unique_ptr<LocalOrder> nodecart(const Problem& problem);
std::unique_ptr<LocalOrder> hyperplane(const Problem& problem);
std::unique_ptr<LocalOrder> hyperplane_mean(const Problem& problem);
std::unique_ptr<LocalOrder> hyperplane_min(const Problem& problem);
std::unique_ptr<LocalOrder> hyperplane_max(const Problem& problem);
std::unique_ptr<LocalOrder> kd_tree(const Problem& problem);
std::unique_ptr<LocalOrder> strips(const Problem& problem);
std::unique_ptr<LocalOrder> strips_released(const Problem& problem);
std::unique_ptr<LocalOrder> tiling(const Problem& problem);
std::unique_ptr<LocalOrder> morton(const Problem& problem);
std::unique_ptr<LocalOrder> hilbert(const Problem& problem);
Mapping strip_widths(const Problem& problem, const MapOptions& options);
Mapping guillotine(const Problem& problem, const MapOptions& options);
Mapping refined(const Problem& problem, const MapOptions& options);

// Notes for the report, if the assumptions of a paper do not hold.
std::string nodecart_caveat(const Problem& problem);
std::string hyperplane_caveat(const Problem& problem);
std::string strips_caveat(const Problem& problem);
std::string tiling_caveat(const Problem& problem);

}  // namespace cartwright::mapping
