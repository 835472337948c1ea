// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/base/refused.hpp"
#include "mpi/carts/cart.hpp"

using namespace cartwright::mpi;

extern "C" int MPIX_Cart_stencil_comm(MPI_Comm oldcomm, const int ndims, const int dims[], const int periods[],
                                      const int reorder, const int stencil[], const int k, MPI_Comm* cartcomm) {
  return with_reason([&]() -> int {
    return create_cart_or_call_handler(
        {.request = {.function = "MPIX_Cart_stencil_comm",
                     .comm = oldcomm,
                     .ndims = ndims,
                     .periods = periods,
                     .reorder = reorder != 0,
                     .given = GivenDims{dims},
                     .offsets = stencil,
                     .k = k},
         .output = {.cart = cartcomm},
         .invalid = k < 0 ? refused(MPI_ERR_ARG, "k is {}: give 0 or more", k) : MPI_SUCCESS});
  });
}
