/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOPO_CARTWRIGHT_H_INCLUDED
#define TOPO_CARTWRIGHT_H_INCLUDED

#include "mpiimpl.h"

/* What the functions MPIR_..._impl do with reorder = 1: they make a communicator with other ranks if fewer edges then
 * cross nodes, and call these functions again with it and reorder = 0. */
int MPII_Cartwright_cart_create(MPIR_Comm* comm_ptr, int ndims, const int dims[], const int periods[],
                                MPIR_Comm** comm_cart_ptr);
int MPII_Cartwright_graph_create(MPIR_Comm* comm_ptr, int nnodes, const int index[], const int edges[],
                                 MPIR_Comm** comm_graph_ptr);
int MPII_Cartwright_dist_graph_create(MPIR_Comm* comm_ptr, int n, const int sources[], const int degrees[],
                                      const int destinations[], const int weights[], MPIR_Info* info_ptr,
                                      MPIR_Comm** comm_dist_graph_ptr);
int MPII_Cartwright_dist_graph_create_adjacent(MPIR_Comm* comm_ptr, int indegree, const int sources[],
                                               const int sourceweights[], int outdegree, const int destinations[],
                                               const int destweights[], MPIR_Info* info_ptr,
                                               MPIR_Comm** comm_dist_graph_ptr);

#endif
