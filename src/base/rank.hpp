// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"

namespace cartwright::base {

/// A process of a program, by its rank in a communicator.
using Rank = Id<struct RankKind, std::int64_t>;

}  // namespace cartwright::base
