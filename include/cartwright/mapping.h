/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_MAPPING_H
#define CARTWRIGHT_MAPPING_H

/**
 * \file
 * Maps the processes of a grid onto the nodes of a machine. Link with libcartwright, which does not use MPI.
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - Handles never change after their creation: threads may share them. All functions are thread-safe.
 *  - Handles may be freed in any order: a problem keeps copies of its machine, and a mapping keeps one of its problem.
 *  - Slots of the machine, cells of the grid and domains of a level count from 0. A slot takes one process. Cells are
 *    row-major: the last dimension is fastest, as for ranks in MPI.
 *  - No function writes a file or reads an environment variable.
 */

#include <cartwright/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The machine ---- */

/** A machine: levels of domains, outermost first. The domains of the innermost level consist of slots. */
typedef struct cw_machine cw_machine;

/**
 * Makes a machine from a notation or a file.
 *
 * \param spec    as for `cartwright --machine`: "50x48", "4x2x6", "30*48,30*32", or the name of a file
 * \param machine receives the machine
 * \return also CW_PARSE; CW_IO: the file cannot be read; CW_OVERFLOW: too many slots
 */
CW_API cw_status cw_machine_create(const char* spec, cw_machine** machine);

/**
 * Makes a machine with one level: nodes.
 *
 * \param count   number of nodes, 1 or more
 * \param sizes   slots of each node, in the order in which the launcher fills them; count entries, 1 or more each
 * \param machine receives the machine
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_machine_from_nodes(size_t count, const int64_t sizes[], cw_machine** machine);

/**
 * The size of a machine.
 *
 * \param machine   a machine
 * \param processes receives the number of slots
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_machine_size(const cw_machine* machine, int64_t* processes);

/**
 * The number of levels of a machine.
 *
 * \param machine a machine
 * \param levels  receives the number of levels, 1 or more
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_machine_level_count(const cw_machine* machine, size_t* levels);

/**
 * Frees a machine.
 *
 * \param machine a machine, or NULL
 */
CW_API void cw_machine_free(cw_machine* machine);

/* ---- Dims ---- */

/**
 * Chooses dims that are as close to each other as possible: MPI_Dims_create, exact.
 *
 * \param processes number of processes, 1 or more
 * \param ndims     number of dimensions, 0 to 16
 * \param dims      ndims entries. In: entries above 0 are kept, entries of 0 are chosen. Out: their product is
 *                  `processes`
 * \return also CW_INVALID_ARGUMENT: a negative entry, or fixed entries whose product does not divide `processes`
 */
CW_API cw_status cw_dims_create(int64_t processes, size_t ndims, int64_t dims[]);

/**
 * Chooses the dims with the least data to exchange: the least sum of dims[i] * weights[i]. Exact
 * [Niethammer2019, slides 13 and 19].
 *
 * \param processes number of processes, 1 or more
 * \param ndims     number of dimensions, 0 to 16
 * \param weights   ndims costs of all communication along each dimension, in any unit, 0 or more and finite. A halo of
 *                  width h_i on g_i elements has the weight h_i / g_i. NULL: all equal
 * \param periods   ndims logical values: is the dimension periodic? NULL: none is. A periodic dimension of n > 1
 *                  processes has n boundaries, another has n - 1
 * \param dims      as for cw_dims_create
 * \return also CW_INVALID_ARGUMENT, as for cw_dims_create, or for a weight that is not allowed
 */
CW_API cw_status cw_dims_weighted_create(int64_t processes, size_t ndims, const double weights[], const int periods[],
                                         int64_t dims[]);

/**
 * Chooses how to divide the grid at each level of a machine. The outermost level gets the least data to exchange, then
 * the next one, and so on. Exact [Niethammer2019, slides 18 to 20].
 *
 * \param nlevels number of levels, 1 or more
 * \param sizes   nlevels numbers, outermost first: sizes[l] domains of level l form one domain of level l - 1
 * \param ndims   number of dimensions, 0 to 16
 * \param weights as for cw_dims_weighted_create
 * \param periods as for cw_dims_weighted_create
 * \param dims    ndims entries. In: entries above 0 are kept, entries of 0 are chosen. Out: the products over the
 *                levels
 * \param dims_ml receives ndims x nlevels entries, row-major: dims_ml[i * nlevels + l] is the number of parts into
 *                which dimension i is divided at level l
 * \return also CW_INVALID_ARGUMENT; CW_UNSUPPORTED: no parts of these sizes give the fixed dims
 */
CW_API cw_status cw_dims_ml_create(size_t nlevels, const int64_t sizes[], size_t ndims, const double weights[],
                                   const int periods[], int64_t dims[], int64_t dims_ml[]);

/* ---- The problem: a grid, a stencil, a machine ---- */

/** A mapping problem: a process grid, its communication stencil, and a machine with one slot for each cell. */
typedef struct cw_problem cw_problem;

/**
 * Makes a mapping problem from a stencil in text form.
 *
 * \param machine a machine, which is copied
 * \param ndims   number of dimensions, 0 to 16
 * \param dims    ndims sizes, 1 or more each, whose product is the size of the machine
 * \param periods ndims logical values: is the dimension periodic? NULL: none is
 * \param stencil as for `cartwright --stencil`: "nn", "component", "hops", "moore", "rows", "columns", "transposes",
 *                offsets such as "1,0;-1,0:2.5", or the name of a file; NULL means "nn"
 * \param problem receives the problem
 * \return also CW_INVALID_ARGUMENT: dims that do not fit the machine; CW_PARSE, CW_IO or CW_UNSUPPORTED: the stencil;
 *         CW_OVERFLOW
 */
CW_API cw_status cw_problem_create(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                                   const char* stencil, cw_problem** problem);

/**
 * Makes a mapping problem from a stencil in numbers.
 *
 * \param machine a machine, which is copied
 * \param ndims   number of dimensions, 0 to 16
 * \param dims    ndims sizes, 1 or more each, whose product is the size of the machine
 * \param periods ndims logical values: is the dimension periodic? NULL: none is
 * \param count   number of offsets
 * \param offsets count x ndims entries, row-major: every process sends to the process at each offset from it
 * \param weights count weights of the offsets, 0 or more and finite; NULL: all 1
 * \param problem receives the problem
 * \return also CW_INVALID_ARGUMENT: dims that do not fit the machine, or a weight that is not allowed; CW_OVERFLOW
 */
CW_API cw_status cw_problem_create_offsets(const cw_machine* machine, size_t ndims, const int64_t dims[],
                                           const int periods[], size_t count, const int64_t offsets[],
                                           const double weights[], cw_problem** problem);

/**
 * Frees a problem.
 *
 * \param problem a problem, or NULL
 */
CW_API void cw_problem_free(cw_problem* problem);

/* ---- The mapping ---- */

/** Options of cw_map. Initialize with CW_MAP_OPTIONS_INIT. */
typedef struct cw_map_options {
  size_t size;           /**< sizeof(cw_map_options) */
  const char* mapping;   /**< name of an algorithm, or "auto"; NULL means "auto" */
  const char* tier;      /**< for auto: "fast", "balanced" or "best"; NULL means "balanced" */
  double budget_seconds; /**< time for refinement; 0 means 1 second */
  uint64_t seed;         /**< of the random numbers */
} cw_map_options;
/** The default options of cw_map. */
#define CW_MAP_OPTIONS_INIT {sizeof(cw_map_options), NULL, NULL, 0.0, 0}

/** Communication between the domains of one level, in weighted directed edges. Initialize with CW_COST_INIT. */
typedef struct cw_cost {
  size_t size;        /**< sizeof(cw_cost), set by the caller */
  double j_sum;       /**< weight of all edges between different domains */
  double j_max;       /**< largest weight of the edges that leave one domain */
  double lower_bound; /**< no mapping has a smaller j_sum */
} cw_cost;
/** An empty cw_cost, to be filled by a query. */
#define CW_COST_INIT {sizeof(cw_cost), 0.0, 0.0, 0.0}

/** A mapping: which cell of the grid each slot of the machine takes. */
typedef struct cw_mapping cw_mapping;

/**
 * Solves a mapping problem. The same problem and options give the same mapping on every process, except with the tier
 * "best", whose budget is in seconds.
 *
 * \param problem a problem, which is copied
 * \param options NULL: the defaults
 * \param mapping receives the mapping
 * \return also CW_INVALID_ARGUMENT: an unknown mapping or tier, or a negative budget; CW_UNSUPPORTED: the algorithm
 *         cannot solve this problem, or an option of a later version is set
 */
CW_API cw_status cw_map(const cw_problem* problem, const cw_map_options* options, cw_mapping** mapping);

/**
 * The algorithm that found the mapping.
 *
 * \param mapping a mapping
 * \param name    receives the name, which belongs to the mapping
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_mapping_algorithm(const cw_mapping* mapping, const char** name);

/**
 * The cost at the level of nodes.
 *
 * \param mapping a mapping
 * \param cost    receives the cost; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: cost->size is not set
 */
CW_API cw_status cw_mapping_cost(const cw_mapping* mapping, cw_cost* cost);

/**
 * The cost at any level.
 *
 * \param mapping a mapping
 * \param level   a level of the machine, 0 being the outermost
 * \param cost    receives the cost; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: the machine has fewer levels, or cost->size is not set
 */
CW_API cw_status cw_mapping_level_cost(const cw_mapping* mapping, size_t level, cw_cost* cost);

/**
 * The number of slots, which is also the number of cells.
 *
 * \param mapping   a mapping
 * \param processes receives the number
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_mapping_size(const cw_mapping* mapping, int64_t* processes);

/**
 * The whole mapping.
 *
 * \param mapping a mapping
 * \param order   receives an array that belongs to the mapping: order[slot] is the cell of the slot
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_mapping_order(const cw_mapping* mapping, const int64_t** order);

/**
 * The cell of a slot: the new rank of a process.
 *
 * \param mapping a mapping
 * \param slot    a slot: the old rank, when ranks are blocked by node
 * \param cell    receives the cell
 * \return also CW_INVALID_ARGUMENT: the slot does not exist
 */
CW_API cw_status cw_mapping_cell_of(const cw_mapping* mapping, int64_t slot, int64_t* cell);

/**
 * The slot of a cell: the inverse of cw_mapping_cell_of.
 *
 * \param mapping a mapping
 * \param cell    a cell
 * \param slot    receives the slot
 * \return also CW_INVALID_ARGUMENT: the cell does not exist
 */
CW_API cw_status cw_mapping_slot_of(const cw_mapping* mapping, int64_t cell, int64_t* slot);

/**
 * The node of a cell.
 *
 * \param mapping a mapping
 * \param cell    a cell
 * \param node    receives the number of the node that hosts the cell
 * \return also CW_INVALID_ARGUMENT: the cell does not exist
 */
CW_API cw_status cw_mapping_node_of(const cw_mapping* mapping, int64_t cell, int64_t* node);

/**
 * Frees a mapping.
 *
 * \param mapping a mapping, or NULL
 */
CW_API void cw_mapping_free(cw_mapping* mapping);

#ifdef __cplusplus
}
#endif

#endif
