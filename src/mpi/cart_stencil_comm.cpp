// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/cart.hpp"

extern "C" int MPIX_Cart_stencil_comm(MPI_Comm oldcomm, const int ndims, const int dims[], const int periods[],
                                      const int reorder, const int stencil[], const int k, MPI_Comm* cartcomm) try {
  using namespace cartwright::mpi;
  if (cartcomm != nullptr) *cartcomm = MPI_COMM_NULL;
  // MPI itself refuses MPI_COMM_NULL here, by the error handler that is meant for it.
  int inter = 0;
  if (const int error = PMPI_Comm_test_inter(oldcomm, &inter)) return error;
  CartResult result{Verdict::invalid, MPI_ERR_COMM};
  if (!inter)
    result = create_cart({.function = "MPIX_Cart_stencil_comm",
                          .comm = oldcomm,
                          .ndims = ndims,
                          .dims = dims,
                          .periods = periods,
                          .reorder = reorder != 0,
                          .cart = cartcomm,
                          .offsets = stencil,
                          .k = k});
  if (result.verdict != Verdict::done) PMPI_Comm_call_errhandler(oldcomm, result.error);
  return result.error;
} catch (...) {
  return MPI_ERR_INTERN;
}
