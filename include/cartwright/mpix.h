/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_MPIX_H
#define CARTWRIGHT_MPIX_H

/**
 * \file
 * Cartesian and graph communicators whose processes lie where their neighbours are.
 *
 * Link with libcartwright_mpi of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich).
 *
 * Errors: every function returns MPI_SUCCESS or an MPI error class, after the error handler of the communicator
 * that was passed in was called, as MPI's own functions do; functions without a communicator call that of
 * MPI_COMM_SELF (MPI-4.0, 9.3). When one process of the communicator fails, or when the processes disagree about
 * their arguments, every process gets the error and none waits forever. Common to all:
 *   MPI_ERR_COMM        a communicator is MPI_COMM_NULL or an intercommunicator
 *   MPI_ERR_DIMS        a negative ndims, or more than 16 where dims are chosen; dims that cannot hold the processes
 *   MPI_ERR_ARG         a null pointer, a count below its least value, a weight that is negative, infinite or NaN,
 *                       processes that disagree
 *   MPI_ERR_INFO_VALUE  an info key below has a value that cannot be understood
 *   MPI_ERR_NO_MEM      process 0 has no memory for a few integers per process
 *   or what an MPI function that is called inside returned
 *
 * Threads: as for any collective call on the same communicator; different communicators may be used at once.
 *
 * The environment (CARTWRIGHT_TIER, CARTWRIGHT_NODES, ...: docs/mpi.md) must be the same for every process. An info
 * object overrides it for one call, by the keys cartwright_tier (fast, balanced, best), cartwright_budget (seconds),
 * cartwright_stencil (nn, component, hops, moore, rows, columns, transposes, "1,0:2;-1,0", off), cartwright_mapping (an
 * algorithm, or auto), cartwright_seed, cartwright_nodes (pretended nodes, "8x6"), cartwright_reorder (on, off: keep the
 * ranks), cartwright_keep_rank_0 (on: rank 0 stays rank 0), cartwright_report (a file, or stderr) and cartwright_dims
 * ("30x0x0": dims to keep, where `dims` is only written).
 * Keys that are not known are ignored, and named in the report. The info object may be freed after the call.
 *
 * Arrays are the caller's, are not kept after the call, and have ndims entries where nothing else is said. Dims,
 * coordinates and ranks are row-major, the last dimension fastest, as in MPI. A new communicator inherits the error
 * handler of the old, is the caller's to free, and is MPI_COMM_NULL after an error.
 */

#include <mpi.h>

#include <stddef.h>

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
 *                 May be NULL when k or ndims is 0.
 * \param k        number of offsets, 0 or more
 * \param cartcomm receives the new communicator, which carries a Cartesian topology (MPI_Cart_coords, MPI_Cart_shift,
 *                 MPI_Neighbor_alltoall, ...)
 *
 * \return also MPI_ERR_DIMS: a dim below 1, or more places than processes; MPI_ERR_ARG: a negative k
 */
CW_MPI_EXPORT int MPIX_Cart_stencil_comm(MPI_Comm oldcomm, const int ndims, const int dims[], const int periods[],
                                         const int reorder, const int stencil[], const int k, MPI_Comm* cartcomm);

/* ---- Dims and communicators by weights and hardware levels [Niethammer2019] ---- */

/** In place of dim_weights: the same weight for every dimension. */
#define MPIX_WEIGHTS_EQUAL ((const double*)0)

/**
 * Split types for MPIX_Cart_ml_create_from_types, beside those of MPI_Comm_split_type: what lies inside the domain
 * that the type before it found, or inside the node.
 */
#define MPIX_COMM_TYPE_SOCKET (-10001)      /**< a processor package */
#define MPIX_COMM_TYPE_NUMA (-10002)        /**< a NUMA domain */
#define MPIX_COMM_TYPE_HALFNODE (-10003)    /**< the lower and the upper half of its ranks */
#define MPIX_COMM_TYPE_HW_TOPOLOGY (-10004) /**< the next level of hardware that divides the processes */

/**
 * Dims with the least sum of dims[i] * dim_weights[i] over all factorisations: the least data for a process to send,
 * when dim_weights[i] is the cost of all communication along dimension i [Niethammer2019, slides 13 and 19].
 *
 * Local. Exact: the weights are read as ratios of integers and all sums are integers. Of equal sums it takes the dims
 * with the smallest largest - smallest, and of those the lexicographically largest.
 *
 * \param nnodes      number of processes, 1 or more
 * \param ndims       0 to 16
 * \param dim_weights 0 or more, finite, in any unit; or MPIX_WEIGHTS_EQUAL. Data of g_i elements along dimension i
 *                    and a halo that is h_i wide have the weight h_i / g_i
 * \param periods     logical values, or NULL for none. A ring of n > 1 processes has n boundaries, a line n - 1:
 *                    the sum counts them. Without rings that is the sum above less a constant
 * \param dims        in: sizes above 0 stay, those of 0 are chosen; out: the dims, whose product is nnodes
 *
 * \return also MPI_ERR_DIMS: a negative size, or sizes whose product does not divide nnodes
 */
CW_MPI_EXPORT int MPIX_Dims_weighted_create(int nnodes, int ndims, const double dim_weights[], const int periods[],
                                            MPI_Info info, int dims[]);

/**
 * How to cut the grid at every level of the hardware: dims_ml[i * nlevels + l] is into how many parts a domain of level
 * l is cut along dimension i [Niethammer2019, slides 18 to 20]. The dims are the products over the levels.
 *
 * Local. Exact, and outermost first: no cut has a smaller sum as in MPIX_Dims_weighted_create at level 0, none of those
 * with that sum has a smaller one at level 1 (of the products of the parts so far), and so on. Then the rule for equal
 * sums above, level by level.
 *
 * \param nnodes  number of processes: the product of the sizes
 * \param nlevels 1 or more
 * \param sizes   nlevels numbers: of nodes, of sockets in a node, of cores in a socket
 * \param dims_ml out: ndims x nlevels, row-major
 */
CW_MPI_EXPORT int MPIX_Dims_ml_create(int nnodes, int ndims, const double dim_weights[], int nlevels, const int sizes[],
                                      const int periods[], MPI_Info info, int* dims_ml);

/**
 * Chooses dims and places the processes, so that the least data crosses nodes, then sockets, then NUMA domains: the
 * levels are found by themselves (docs/mpi.md). (Seed 004, slide 12.)
 *
 * Collective over comm_old. Ranks of a domain need not be consecutive, domains of a level may have different sizes.
 * For equal domains the dims are the products of MPIX_Dims_ml_create. Where those cannot be (unequal domains, fixed
 * dims that do not fit), dims and mapping are chosen together by the data that crosses the levels, outermost first.
 * What crosses nodes is never more than with the processes as they stand on the same dims.
 *
 * \param dims  in: sizes above 0 stay, those of 0 are chosen; out: the dims, whose product is the size of comm_old
 */
CW_MPI_EXPORT int MPIX_Cart_weighted_create(MPI_Comm comm_old, int ndims, const double dim_weights[],
                                            const int periods[], MPI_Info info, int dims[], MPI_Comm* comm_cart);

/**
 * The same, the levels given by types for MPI_Comm_split_type, outermost first, each applied to what the one before
 * found; the processes themselves are one more level [Niethammer2019, slide 15].
 *
 * \param split_types nsplit_types of them (0 or more): of MPI, of the MPI in use, or MPIX_COMM_TYPE_* above. What a
 * type leaves without a communicator (MPI_UNDEFINED) forms one domain of its own \param dims        only written
 */
CW_MPI_EXPORT int MPIX_Cart_ml_create_from_types(MPI_Comm comm_old, int nsplit_types, int ndims, const int periods[],
                                                 const int split_types[], const double dim_weights[], MPI_Info info,
                                                 int dims[], MPI_Comm* comm_cart);

/**
 * The same, the levels given by communicators [Niethammer2019, slide 17].
 *
 * \param nlevels     1 or more. A process that names no communicator at all cannot tell the others of its error
 * \param level_comms level_comms[0] is the old communicator, level_comms[l] the part of level_comms[l - 1] that this
 *                    process is in; MPI_ERR_COMM when it is no part of it
 * \param dims        only written
 */
CW_MPI_EXPORT int MPIX_Cart_ml_create_from_comms(int nlevels, const MPI_Comm level_comms[], int ndims,
                                                 const double dim_weights[], const int periods[], MPI_Info info,
                                                 int dims[], MPI_Comm* comm_cart);

/**
 * Places the processes by given cuts [Niethammer2019, slide 23].
 *
 * Collective over comm_old. The processes are taken in the order of the hardware, which is that of their ranks when
 * those are sequential in it, as the slides demand; other placements are sorted first.
 *
 * \param dims_ml ndims x nlevels as from MPIX_Dims_ml_create; its product is the size of comm_old, else MPI_ERR_DIMS
 * \param dims    only written: the products over the levels
 */
CW_MPI_EXPORT int MPIX_Cart_ml_create(MPI_Comm comm_old, int ndims, const int periods[], int nlevels,
                                      const int* dims_ml, MPI_Info info, int dims[], MPI_Comm* comm_cart);

/* ---- Graphs ---- */

/**
 * MPI_Dist_graph_create, MPI_Dist_graph_create_adjacent and MPI_Graph_create whose reorder argument does something:
 * vertex i of the graph is process i of the new communicator, and processes are placed so that edges of little weight
 * cross nodes, then what lies inside nodes. All arguments as in MPI (4.0, 8.5.3 and 8.5.4).
 *
 * A graph that is a stencil on a Cartesian grid is recognised and mapped as such; others are partitioned by Scotch with
 * the exact sizes of the nodes, and refined. Never more weight crosses nodes than without reordering.
 */
CW_MPI_EXPORT int MPIX_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                                         const int destinations[], const int weights[], MPI_Info info, int reorder,
                                         MPI_Comm* comm_dist_graph);
CW_MPI_EXPORT int MPIX_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                                  const int sourceweights[], int outdegree, const int destinations[],
                                                  const int destweights[], MPI_Info info, int reorder,
                                                  MPI_Comm* comm_dist_graph);
CW_MPI_EXPORT int MPIX_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
                                    MPI_Comm* comm_graph);

/* ---- After the ranks have changed ---- */

/** What became of a communicator that Cartwright made. Edges are directed and have the weights of the stencil. */
typedef struct cw_cart_report {
  size_t size;         /**< sizeof(cw_cart_report), set by the caller */
  int nodes;           /**< number of nodes */
  int reordered;       /**< 1 when ranks changed */
  double j_sum;        /**< weight of the edges between nodes */
  double j_max;        /**< most that leaves one node */
  double j_sum_before; /**< the same with the ranks as they were */
  double j_max_before;
  double lower_bound; /**< no placement has a smaller j_sum */
  double data_share;  /**< of all data that is sent, 0 to 1, what crosses nodes, by dim_weights */
  double data_share_before;
  double data_share_bound; /**< no placement has a smaller data_share */
  double gap;       /**< data_share / data_share_bound - 1: 0 when the bound is met, infinite when only it is 0 */
  double seconds;   /**< that process 0 took to place */
  char tier[16];    /**< fast, balanced or best; empty when an algorithm was asked for by name */
  char mapping[64]; /**< the algorithm, or "as launched" */
} cw_cart_report;

/**
 * The report of a communicator that a function above, or the preload's, has made with reordering asked for; of a
 * duplicate too. Local.
 * \return MPI_ERR_TOPOLOGY: Cartwright did not make it; MPI_ERR_ARG: a null pointer, or a size that is not that of
 * the struct in this version of the header or an earlier one
 */
CW_MPI_EXPORT int cw_report(MPI_Comm comm, cw_cart_report* report);

/**
 * Translates ranks: new_ranks[i] is the rank in comm_new of the process with rank old_ranks[i] in comm_old, or
 * MPI_UNDEFINED; MPI_PROC_NULL stays. Local.
 * \return also MPI_ERR_RANK: an old rank out of range
 */
CW_MPI_EXPORT int cw_translate_ranks(MPI_Comm comm_old, int n, const int old_ranks[], MPI_Comm comm_new,
                                     int new_ranks[]);

/**
 * Moves data that was distributed by old ranks to the processes that have these ranks now: what the process of rank r
 * in comm_old holds in `in` arrives in `out` of the process of rank r in comm_new. To be called once after the ranks
 * have changed, for every array that was read before.
 *
 * Collective over comm_old. Processes without comm_new pass MPI_COMM_NULL and receive nothing; they, and ranks that
 * comm_new does not have, send nothing.
 *
 * \param in       incount elements of `type`; or MPI_IN_PLACE: they are in `out`, and outcount of them, on every
 * process \param out      room for outcount elements, not overlapping `in` \return also MPI_ERR_TRUNCATE: outcount is
 * less than what arrives
 */
CW_MPI_EXPORT int cw_move_to_new_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                       MPI_Comm comm_old, MPI_Comm comm_new);

/** The way back: what the process of rank r in comm_new holds arrives at the process of rank r in comm_old. */
CW_MPI_EXPORT int cw_move_to_old_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                       MPI_Comm comm_old, MPI_Comm comm_new);

/* ---- Datatypes ---- */

/**
 * MPI_Type_commit with what MPI does not know of a datatype and its user does [Schneider2013, 2.5]. The interposer,
 * MPIX_Pack and MPIX_Unpack then pack it accordingly. Local; a datatype that is committed already gets the new hints.
 *
 * \param info the keys cartwright_expected_uses (how often it will be packed and unpacked: 1 generates no code, more does
 * at once), cartwright_count (the count that is mostly passed with it: code is made for that), cartwright_alignment (of
 * the addresses that are passed with it, in bytes, a power of two); 0 says nothing; and cartwright_fixed_buffers (true:
 * these addresses are always the same). Or MPI_INFO_NULL
 *
 * \return also what MPI_Type_commit returns; MPI_ERR_INFO_KEY: another key that begins with cartwright_. After an error
 * about the info object the datatype is not committed
 */
CW_MPI_EXPORT int MPIX_Type_commit_info(MPI_Datatype* type, MPI_Info info);

/**
 * MPI_Pack and MPI_Unpack by generated code, for programs that run without the interposer. Arguments, results and errors
 * are MPI's, and so is the order of the packed bytes: what the one packs the other unpacks. Local; may be called from
 * several threads at once, if MPI may.
 */
CW_MPI_EXPORT int MPIX_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
                            int* position, MPI_Comm comm);
CW_MPI_EXPORT int MPIX_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                              MPI_Datatype datatype, MPI_Comm comm);

#ifdef __cplusplus
}
#endif

#endif
