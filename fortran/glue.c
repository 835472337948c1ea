/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The parts of the module cartwright that Fortran cannot express: handles and sentinels are converted to those of C.
 * Sentinels are recognized by their addresses, which differ between mpi_f08 and mpi: each call passes them. */
#include "cartwright/mpix.h"

#include <ISO_Fortran_binding.h>
#include <stdlib.h>

/* MPIX_WEIGHTS_EQUAL of the module. */
extern double cwf_weights_equal[1];

static const double* weights_of(const double* weights) { return weights == cwf_weights_equal ? NULL : weights; }

int cwf_cart_stencil_comm(MPI_Fint oldcomm, int ndims, const int dims[], const int periods[], int reorder,
                          const int stencil[], int k, MPI_Fint* cartcomm) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPIX_Cart_stencil_comm(MPI_Comm_f2c(oldcomm), ndims, dims, periods, reorder, stencil, k, &made);
  *cartcomm = MPI_Comm_c2f(made);
  return error;
}

int cwf_dims_weighted_create(int nnodes, int ndims, const double weights[], const int periods[], MPI_Fint info,
                             int dims[]) {
  return MPIX_Dims_weighted_create(nnodes, ndims, weights_of(weights), periods, MPI_Info_f2c(info), dims);
}

int cwf_dims_ml_create(int nnodes, int ndims, const double weights[], int nlevels, const int sizes[],
                       const int periods[], MPI_Fint info, int dims_ml[]) {
  return MPIX_Dims_ml_create(nnodes, ndims, weights_of(weights), nlevels, sizes, periods, MPI_Info_f2c(info), dims_ml);
}

int cwf_cart_weighted_create(MPI_Fint comm_old, int ndims, const double weights[], const int periods[], MPI_Fint info,
                             int dims[], MPI_Fint* comm_cart) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPIX_Cart_weighted_create(MPI_Comm_f2c(comm_old), ndims, weights_of(weights), periods,
                                              MPI_Info_f2c(info), dims, &made);
  *comm_cart = MPI_Comm_c2f(made);
  return error;
}

int cwf_cart_ml_create_from_types(MPI_Fint comm_old, int nsplit_types, int ndims, const int periods[],
                                  const int split_types[], const double weights[], MPI_Fint info, int dims[],
                                  MPI_Fint* comm_cart) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error = MPIX_Cart_ml_create_from_types(MPI_Comm_f2c(comm_old), nsplit_types, ndims, periods, split_types,
                                                   weights_of(weights), MPI_Info_f2c(info), dims, &made);
  *comm_cart = MPI_Comm_c2f(made);
  return error;
}

int cwf_cart_ml_create_from_comms(int nlevels, const MPI_Fint level_comms[], int ndims, const double weights[],
                                  const int periods[], MPI_Fint info, int dims[], MPI_Fint* comm_cart) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm* const comms = nlevels > 0 ? malloc((size_t)nlevels * sizeof *comms) : NULL;
  for (int i = 0; comms != NULL && i < nlevels; ++i) comms[i] = MPI_Comm_f2c(level_comms[i]);
  const int error = MPIX_Cart_ml_create_from_comms(nlevels, comms, ndims, weights_of(weights), periods,
                                                   MPI_Info_f2c(info), dims, &made);
  free(comms);
  *comm_cart = MPI_Comm_c2f(made);
  return error;
}

int cwf_cart_ml_create(MPI_Fint comm_old, int ndims, const int periods[], int nlevels, const int dims_ml[],
                       MPI_Fint info, int dims[], MPI_Fint* comm_cart) {
  MPI_Comm made = MPI_COMM_NULL;
  const int error =
      MPIX_Cart_ml_create(MPI_Comm_f2c(comm_old), ndims, periods, nlevels, dims_ml, MPI_Info_f2c(info), dims, &made);
  *comm_cart = MPI_Comm_c2f(made);
  return error;
}

int cwf_comm_report(MPI_Fint comm, cw_cart_report* report) { return cw_comm_report(MPI_Comm_f2c(comm), report); }

int cwf_translate_ranks(MPI_Fint comm_old, int n, const int old_ranks[], MPI_Fint comm_new, int new_ranks[]) {
  return cw_translate_ranks(MPI_Comm_f2c(comm_old), n, old_ranks, MPI_Comm_f2c(comm_new), new_ranks);
}

static const void* send_buffer(const CFI_cdesc_t* in, const CFI_cdesc_t* in_place) {
  return in->base_addr == in_place->base_addr ? MPI_IN_PLACE : in->base_addr;
}

int cwf_move_to_new_ranks(const CFI_cdesc_t* in, int incount, const CFI_cdesc_t* out, int outcount, MPI_Fint type,
                          MPI_Fint comm_old, MPI_Fint comm_new, const CFI_cdesc_t* in_place) {
  return cw_move_to_new_ranks(send_buffer(in, in_place), incount, out->base_addr, outcount, MPI_Type_f2c(type),
                              MPI_Comm_f2c(comm_old), MPI_Comm_f2c(comm_new));
}

int cwf_move_to_old_ranks(const CFI_cdesc_t* in, int incount, const CFI_cdesc_t* out, int outcount, MPI_Fint type,
                          MPI_Fint comm_old, MPI_Fint comm_new, const CFI_cdesc_t* in_place) {
  return cw_move_to_old_ranks(send_buffer(in, in_place), incount, out->base_addr, outcount, MPI_Type_f2c(type),
                              MPI_Comm_f2c(comm_old), MPI_Comm_f2c(comm_new));
}

int cwf_type_commit_info(MPI_Fint* type, MPI_Fint info) {
  MPI_Datatype committed = MPI_Type_f2c(*type);
  const int error = MPIX_Type_commit_info(&committed, MPI_Info_f2c(info));
  *type = MPI_Type_c2f(committed);
  return error;
}
