/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef MCA_TOPO_CARTWRIGHT_H
#define MCA_TOPO_CARTWRIGHT_H

#include "ompi_config.h"

#include "ompi/mca/topo/base/base.h"

BEGIN_C_DECLS

OMPI_DECLSPEC extern mca_topo_base_component_t mca_topo_cartwright_component;

/* As the functions of the same names in ompi/mca/topo/base, which make the communicators: with other ranks if `reorder`
 * is set and fewer edges then cross nodes. */
int mca_topo_cartwright_cart_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int ndims,
                                    const int* dims, const int* periods, bool reorder, ompi_communicator_t** comm_topo);
int mca_topo_cartwright_graph_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int nnodes,
                                     const int* index, const int* edges, bool reorder, ompi_communicator_t** new_comm);
int mca_topo_cartwright_dist_graph_create(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm, int n,
                                          const int nodes[], const int degrees[], const int targets[],
                                          const int weights[], opal_info_t* info, int reorder,
                                          ompi_communicator_t** new_comm);
int mca_topo_cartwright_dist_graph_create_adjacent(mca_topo_base_module_t* topo, ompi_communicator_t* old_comm,
                                                   int indegree, const int sources[], const int sourceweights[],
                                                   int outdegree, const int destinations[], const int destweights[],
                                                   opal_info_t* info, int reorder, ompi_communicator_t** new_comm);

END_C_DECLS

#endif
