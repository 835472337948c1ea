// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright {

/// Cartwright's own strips, for each process to find its place alone: about a microsecond, no memory in
/// p. In place of the one plan that Stencil Strips derive from the stencil's extent, a few dozen plans
/// (which dimension the strips run along, how wide they are) are compared by what they cut, in closed
/// form: docs/algorithms.md says how.
std::unique_ptr<LocalOrder> fast_order(const Problem& problem);

}  // namespace cartwright
