// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/halo.h"
#include "halo/plan.hpp"

#include <memory>
#include <vector>

namespace cartwright::halo {

/// The request of cw_halo_cart_create.
struct CartRequest {
  engine::Numbers sizes;  ///< of the whole grid of points
  std::vector<int> periods;
  std::vector<int> dims;  ///< 0: to be chosen
  std::int64_t width = 0;
  std::vector<cw_halo_field> fields;  ///< their sizes are those of the whole field
  cw_halo_options options;
};

/// Throws Error{invalid_argument} for a request that no grid of processes fits.
void check(const CartRequest& request);

/// For each axis, the bytes that cross a cut through the grid of points, divided by the points along the axis: with
/// dims d, processes send an amount in proportion to the sum of d[i] * weights[i].
std::vector<double> cut_weights(const CartRequest& request);

/// A grid of processes with arrays and a plan.
struct Cart {
  MPI_Comm comm = MPI_COMM_NULL;
  engine::Numbers dims, coords;
  engine::Numbers start, sizes;          ///< the block of this process
  std::vector<void*> bases;              ///< of the fields: first own points in arrays of allocate_array()
  std::vector<engine::Numbers> strides;  ///< of these arrays, in bytes
  std::unique_ptr<Plan> plan;
};

/// Collective: chooses dims, places the processes, allocates arrays and plans. Throws Error on all processes or on
/// none; nothing is left then.
Cart make_cart(MPI_Comm comm, const CartRequest& request);

}  // namespace cartwright::halo
