/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_MPIX_H
#define CARTWRIGHT_MPIX_H

/**
 * \file
 * Cartesian communicators whose processes lie where their neighbours are.
 *
 * Link with libcartwright_mpi of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich).
 *
 * Errors: every function returns MPI_SUCCESS or an MPI error class, after the error handler of the communicator
 * that was passed in was called, as MPI's own functions do. When one process of the communicator fails, or when
 * the processes disagree about their arguments, every process gets the error and none waits forever.
 *
 * Threads: as for any collective call on the same communicator; different communicators may be used at once.
 *
 * The environment (CARTWRIGHT_TIER, CARTWRIGHT_NODES, ...: docs/mpi.md) must be the same for every process.
 */

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define CW_MPI_EXPORT __attribute__((visibility("default")))
#else
#define CW_MPI_EXPORT
#endif

/**
 * Makes a Cartesian communicator and places its processes by the stencil along which they will communicate, so that
 * few of its edges leave a node. (Seed 000, section VI-B, listing 1.)
 *
 * Collective over `oldcomm`. The processes of a node, found with MPI_Comm_split_type(MPI_COMM_TYPE_SHARED), may have
 * any ranks and the nodes may hold different numbers of them. With reorder the ranks of `cartcomm` differ from those of
 * `oldcomm`; the order in which the processes stand is kept when no better one is found.
 *
 * Process 0 needs memory and time in proportion to the size of the communicator, the others do not.
 *
 * \param oldcomm  an intracommunicator
 * \param ndims    number of dimensions, 0 or more
 * \param dims     ndims sizes of 1 or more. Their product may be less than the size of `oldcomm`: the processes of the
 *                 first ranks then take part, and the others get MPI_COMM_NULL. With ndims = 0 rank 0 alone takes part.
 * \param periods  ndims logical values: is this dimension a ring?
 * \param reorder  0: the ranks of `oldcomm` are kept, as by MPI_Cart_create
 * \param stencil  k offsets of ndims coordinates each, one after the other: every process sends to those that lie at
 *                 these offsets from it, row-major as the ranks are. One given twice counts as two messages.
 *                 Not kept after the call. May be NULL when k or ndims is 0.
 * \param k        number of offsets, 0 or more
 * \param cartcomm receives the new communicator, which carries a Cartesian topology (MPI_Cart_coords, MPI_Cart_shift,
 *                 MPI_Neighbor_alltoall, ...), inherits the error handler of `oldcomm`, and is the caller's to free;
 *                 MPI_COMM_NULL after an error
 *
 * \return MPI_SUCCESS;
 *         MPI_ERR_COMM: `oldcomm` is MPI_COMM_NULL or an intercommunicator;
 *         MPI_ERR_DIMS: a negative ndims, a dim below 1, or more places than processes;
 *         MPI_ERR_ARG: a negative k, a null pointer, or processes that disagree about an argument;
 *         MPI_ERR_NO_MEM: process 0 has no memory for one integer per process;
 *         or what an MPI function that is called inside returned
 */
CW_MPI_EXPORT int MPIX_Cart_stencil_comm(MPI_Comm oldcomm, const int ndims, const int dims[], const int periods[],
                                         const int reorder, const int stencil[], const int k, MPI_Comm* cartcomm);

#ifdef __cplusplus
}
#endif

#endif
