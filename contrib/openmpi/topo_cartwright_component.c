/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include "ompi/mca/topo/cartwright/topo_cartwright.h"

static int priority = 50; /* above treematch */

static int register_parameters(void) {
  mca_base_component_var_register(&mca_topo_cartwright_component.topoc_version, "priority",
                                  "Priority of the topo component cartwright", MCA_BASE_VAR_TYPE_INT, NULL, 0, 0,
                                  OPAL_INFO_LVL_9, MCA_BASE_VAR_SCOPE_READONLY, &priority);
  return OMPI_SUCCESS;
}

static int init_query(bool enable_progress_threads, bool enable_mpi_threads) {
  (void)enable_progress_threads;
  (void)enable_mpi_threads;
  return OMPI_SUCCESS;
}

static mca_topo_base_module_t* query(const ompi_communicator_t* comm, const ompi_group_t* group, int* asked,
                                     uint32_t type) {
  (void)comm;
  (void)group;
  if (type != OMPI_COMM_CART && type != OMPI_COMM_GRAPH && type != OMPI_COMM_DIST_GRAPH) return NULL;
  /* The base fills in the functions that are NULL. */
  mca_topo_base_module_t* const module = calloc(1, sizeof *module);
  if (!module) return NULL;
  OBJ_CONSTRUCT(module, mca_topo_base_module_t);
  module->type = type;
  if (type == OMPI_COMM_CART) {
    module->topo.cart.cart_create = mca_topo_cartwright_cart_create;
  } else if (type == OMPI_COMM_GRAPH) {
    module->topo.graph.graph_create = mca_topo_cartwright_graph_create;
  } else {
    module->topo.dist_graph.dist_graph_create = mca_topo_cartwright_dist_graph_create;
    module->topo.dist_graph.dist_graph_create_adjacent = mca_topo_cartwright_dist_graph_create_adjacent;
  }
  *asked = priority;
  return module;
}

mca_topo_base_component_t mca_topo_cartwright_component = {
    .topoc_version =
        {
            MCA_TOPO_BASE_VERSION_2_2_0,
            .mca_component_name = "cartwright",
            MCA_BASE_MAKE_VERSION(component, OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION, OMPI_RELEASE_VERSION),
            .mca_register_component_params = register_parameters,
        },
    .topoc_data = {MCA_BASE_METADATA_PARAM_CHECKPOINT},
    .topoc_init_query = init_query,
    .topoc_query = query,
};
