// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/mapping.h"
#include "choose/result.hpp"

// The opaque handles of the C interface.

struct cw_machine {
  cartwright::machine::Machine machine;
};

struct cw_problem {
  cartwright::mapping::Problem problem;
};

struct cw_mapping {
  cartwright::choose::Result result;
  std::vector<double> bounds;  ///< per level
  cartwright::base::IndexVector<cartwright::grid::Cell, cartwright::machine::Slot> slots;
  cartwright::machine::Sizes nodes;
  std::size_t node_level;
};
