// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/algorithm.hpp"

namespace cartwright {

// One function per algorithm, each in the file of its name; registry.cpp lists them.
std::unique_ptr<LocalOrder> blocked(const Problem& problem);

}  // namespace cartwright
