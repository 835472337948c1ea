// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/choose_dims.hpp"
#include "mpi/carts/cart.hpp"

#include <optional>

namespace cartwright::mpi {

// The mapping problem of a request. All of this is local, and the same on all processes. Throws Error for dims or a
// stencil that do not fit.

base::FixedVector<bool, grid::max_dims> periods_of(const CartRequest& request);

/// The dims of a call that leaves nothing to choose; none for other calls.
std::optional<choose::DimsChoice> given_dims(const CartRequest& request);

/// The dims of a call that leaves some of them open.
choose::DimsChoice chosen_dims(const CartRequest& request, const Settings& settings, const machine::Machine& machine);

/// The communication of the processes, and a name for it.
struct Communication {
  grid::Stencil stencil;  ///< weighted by the number of messages
  grid::Stencil data;     ///< weighted by their sizes, for placement
  std::string name;
};

Communication communication_of(const CartRequest& request, const Settings& settings, const grid::Grid& grid);

/// A note for each dimension with lines too long for the stencil to reach all of their processes.
std::vector<std::string> notes_on_lines(const std::string& stencil, const grid::Grid& grid);

}  // namespace cartwright::mpi
