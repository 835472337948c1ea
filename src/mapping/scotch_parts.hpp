// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/sizes.hpp"
#include "mapping/refine.hpp"

#include <optional>

namespace cartwright::mapping {

/// How much time Scotch may take.
enum class ScotchEffort { speed, quality };

/// Scotch's partition into parts of about the given sizes: sizes may be off by a few vertices. Nothing when Cartwright
/// was built without Scotch, when its library is not on this machine, or when Scotch fails.
/// The same input and seed give the same parts. Calls from several threads run one after the other.
std::optional<Labels> scotch_parts(const CellGraph& graph, const machine::Sizes& sizes, ScotchEffort effort,
                                   std::uint64_t seed);

/// Whether Cartwright was built with Scotch and its library is on this machine.
bool have_scotch();

}  // namespace cartwright::mapping
