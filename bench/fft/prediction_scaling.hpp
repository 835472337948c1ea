// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/prediction.hpp"

namespace cartwright::bench {

/// The exponent of T = C nodes^-gamma that fits best in logarithms. Times are positive; there are at least two numbers
/// of nodes.
double fitted_gamma(std::span<const std::pair<double, double>> time_of_nodes);

/// Time over nodes [Aseeri2019]: on an empty machine, within a chassis and beyond it (III-C, figure 4), and on nodes of
/// a half empty machine that are contiguous or drawn at random (IV-A, figure 6). Pencils with 32 ranks on each node.
Json predict_scaling(const network::Network& network, const PredictionOptions& options);
std::string scaling_text(const Json& report);

}  // namespace cartwright::bench
