// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "pack/contender.hpp"

#include <span>

namespace cartwright::bench {

struct Effort {
  int rounds = 31;
  double batch_seconds = 1e-4;  ///< of calls that are timed together
};

/// What the contenders took for a call, in turns: [contender][round], in seconds.
using Rounds = std::vector<std::vector<double>>;

/// Measures one case, one direction. Who begins changes every round; whatever else happens on the machine meets all.
Rounds measure(std::span<const std::unique_ptr<Contender>> contenders, bool pack, const Effort& effort);

/// How many times as long `other` took as `mine`: the median over the rounds.
double ratio(const std::vector<double>& other, const std::vector<double>& mine);

}  // namespace cartwright::bench
