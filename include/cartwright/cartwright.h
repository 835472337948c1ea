/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_CARTWRIGHT_H
#define CARTWRIGHT_CARTWRIGHT_H

/* Which process of a grid goes on which node, and (layout.h, at the end) how data that is not contiguous is packed: the C
 * interface of Cartwright. It knows nothing of MPI.
 *
 * The contract, for every function here:
 *  - It returns CW_OK or says by another cw_status why it did nothing; cw_last_error() then has the
 *    sentence, for the calling thread, until that thread's next call that fails.
 *  - Results come last, through pointers, and are written only on CW_OK.
 *  - A handle belongs to the caller, who frees it; freeing NULL does nothing. A problem keeps copies of what
 *    it was made from, and a mapping of its problem: handles may be freed in any order.
 *  - Handles never change: threads may share them. Nothing is printed, no file is written, no signal raised.
 *  - Slots of the machine, cells of the grid (row-major, last dimension fastest, as ranks in MPI) and
 *    domains of a level count from 0.
 *  - A struct of options begins with its size: set it to sizeof, zero the rest, and later versions of the
 *    library know which members you know. CW_MAP_OPTIONS_INIT does both. */

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CW_API
#else
#define CW_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; cw_version() is that of the library in use. */
#define CW_VERSION_MAJOR 0
#define CW_VERSION_MINOR 1
#define CW_VERSION_PATCH 0
#define CW_VERSION (CW_VERSION_MAJOR * 10000 + CW_VERSION_MINOR * 100 + CW_VERSION_PATCH)

typedef enum cw_status {
  CW_OK = 0,
  CW_INVALID_ARGUMENT = 1, /* a value cannot be used */
  CW_OVERFLOW = 2,         /* a size does not fit in 63 bits */
  CW_PARSE = 3,            /* a text or file is malformed */
  CW_IO = 4,               /* the operating system refused a file */
  CW_UNSUPPORTED = 5,      /* valid, but not possible here */
  CW_NO_MEMORY = 6,
  CW_INTERNAL = 7 /* a bug in Cartwright */
} cw_status;

/* A few words for a status ("parse error"); never NULL. */
CW_API const char* cw_status_string(cw_status status);
/* Why the last failing call of this thread failed; "" before any. Valid until the next that fails. */
CW_API const char* cw_last_error(void);
/* 10000 * major + 100 * minor + patch */
CW_API int cw_version(void);

/* ---- The machine ---- */

typedef struct cw_machine cw_machine;

/* From what `cartwright --machine` takes: "50x48", "4x2x6", "30*48,30*32", or the name of a file. */
CW_API cw_status cw_machine_create(const char* spec, cw_machine** machine);
/* Nodes of these sizes, in the order of the launcher. */
CW_API cw_status cw_machine_from_nodes(size_t count, const int64_t sizes[], cw_machine** machine);
CW_API cw_status cw_machine_size(const cw_machine* machine, int64_t* processes);
CW_API cw_status cw_machine_level_count(const cw_machine* machine, size_t* levels);
CW_API void cw_machine_free(cw_machine* machine);

/* ---- The problem: a grid, a stencil, a machine ---- */

/* MPI_Dims_create, exact: entries of 0 in dims[ndims] are chosen, as close to each other as possible. */
CW_API cw_status cw_dims_create(int64_t processes, size_t ndims, int64_t dims[]);
/* Dims with the least data to exchange: the least sum of dims[i] * weights[i], where weights[i] is the cost of all
 * communication along dimension i (a halo h_i wide over g_i elements: h_i / g_i); NULL: all equal. periods may be NULL:
 * no rings. Entries above 0 in dims[ndims] stay. Exact; [Niethammer2019, slides 13 and 19]. */
CW_API cw_status cw_dims_weighted_create(int64_t processes, size_t ndims, const double weights[], const int periods[],
                                         int64_t dims[]);
/* How to cut the grid at each of nlevels levels of the machine, of sizes[l] domains in a domain of the level before:
 * least data outermost first [Niethammer2019, slides 18 to 20]. Entries above 0 in dims[ndims] are dims that must come out;
 * on return dims are the products, and dims_ml[i * nlevels + l] is into how many parts a domain of level l is cut along
 * dimension i. CW_UNSUPPORTED when the sizes cannot give the dims. */
CW_API cw_status cw_dims_ml_create(size_t nlevels, const int64_t sizes[], size_t ndims, const double weights[],
                                   const int periods[], int64_t dims[], int64_t dims_ml[]);

typedef struct cw_problem cw_problem;

/* periods may be NULL: not periodic. stencil is what `cartwright --stencil` takes: "nn", "component", "hops",
 * "moore", "rows", "columns", "transposes", offsets such as "1,0;-1,0:2.5", or the name of a file; NULL means "nn". */
CW_API cw_status cw_problem_create(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                                   const char* stencil, cw_problem** problem);
/* The same with the stencil as numbers: count offsets of ndims entries each, one after the other, as in
 * MPIX_Cart_stencil_comm; weights may be NULL: all 1. */
CW_API cw_status cw_problem_create_offsets(const cw_machine* machine, size_t ndims, const int64_t dims[],
                                           const int periods[], size_t count, const int64_t offsets[],
                                           const double weights[], cw_problem** problem);
CW_API void cw_problem_free(cw_problem* problem);

/* ---- The mapping ---- */

typedef struct cw_map_options {
  size_t size;           /* sizeof(cw_map_options) */
  const char* mapping;   /* name of an algorithm, or "auto"; NULL means "auto" */
  const char* tier;      /* "fast", "balanced" or "best", for auto; NULL means "balanced" */
  double budget_seconds; /* for refinement; 0 means 1 second */
  uint64_t seed;
} cw_map_options;
#define CW_MAP_OPTIONS_INIT {sizeof(cw_map_options), NULL, NULL, 0.0, 0}

/* What crosses the boundaries between the domains of one level, in weighted edges. */
typedef struct cw_cost {
  double j_sum;       /* all edges between different domains */
  double j_max;       /* most edges that leave one domain */
  double lower_bound; /* no mapping has a smaller j_sum */
} cw_cost;

typedef struct cw_mapping cw_mapping;

/* options may be NULL: the defaults. The same inputs give the same mapping on every process, as long as the
 * tier is not "best", whose budget is in seconds. */
CW_API cw_status cw_map(const cw_problem* problem, const cw_map_options* options, cw_mapping** mapping);
/* The algorithm whose order was taken; valid as long as the mapping. */
CW_API cw_status cw_mapping_algorithm(const cw_mapping* mapping, const char** name);
/* The cost at the level of nodes. */
CW_API cw_status cw_mapping_cost(const cw_mapping* mapping, cw_cost* cost);
/* The cost at a level of the machine, 0 being the outermost. */
CW_API cw_status cw_mapping_level_cost(const cw_mapping* mapping, size_t level, cw_cost* cost);
/* The number of processes: of slots, and of cells. */
CW_API cw_status cw_mapping_size(const cw_mapping* mapping, int64_t* processes);
/* For each slot the cell that its process takes: `processes` entries; valid as long as the mapping. */
CW_API cw_status cw_mapping_order(const cw_mapping* mapping, const int64_t** order);
/* The cell of a slot (its new rank), and the slot of a cell (its old rank, blocked by node). */
CW_API cw_status cw_mapping_cell_of(const cw_mapping* mapping, int64_t slot, int64_t* cell);
CW_API cw_status cw_mapping_slot_of(const cw_mapping* mapping, int64_t cell, int64_t* slot);
/* The node that hosts a cell. */
CW_API cw_status cw_mapping_node_of(const cw_mapping* mapping, int64_t cell, int64_t* node);
CW_API void cw_mapping_free(cw_mapping* mapping);

#ifdef __cplusplus
}
#endif

#include <cartwright/layout.h>
#endif
