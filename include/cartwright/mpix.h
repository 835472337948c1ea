/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_MPIX_H
#define CARTWRIGHT_MPIX_H

/**
 * \file
 * Cartesian and graph communicators with neighbors on the same node, and datatypes with hints. docs/mpi.md is the
 * guide.
 *
 * Link with libcartwright_mpi of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich).
 *
 * Errors: every function that returns int returns MPI_SUCCESS or an MPI error class; cw_last_error() (status.h) then
 * has the reason, such as "dims[0] is -3: give 1 or more". Error handlers can read it, too. Before it returns an error
 * it calls the error handler of the communicator that was passed in, as the functions of MPI do; without a
 * communicator, that of MPI_COMM_SELF (MPI-4.0, 9.3). When one process of the communicator fails, or when the processes
 * disagree about their arguments, every process gets the error and none waits forever. Any function may return:
 *   MPI_ERR_COMM        a communicator is MPI_COMM_NULL or an intercommunicator
 *   MPI_ERR_DIMS        a negative ndims, or more than 16 where dims are chosen; dims that do not hold the processes
 *   MPI_ERR_ARG         a null pointer, a count that is too small, a weight that is negative, infinite or NaN, or
 *                       processes that disagree
 *   MPI_ERR_INFO_VALUE  an info key below has a malformed value
 *   MPI_ERR_NO_MEM      process 0 has no memory for a few integers per process
 *   any error of an MPI function that is called inside
 *
 * Threads: as for any collective call on the same communicator; different communicators may be used at once. Local
 * functions are thread-safe if MPI is.
 *
 * Environment variables (docs/environment.md), the same for every process: CARTWRIGHT_NODES, CARTWRIGHT_NETWORK,
 * CARTWRIGHT_MEASURED, CARTWRIGHT_STENCIL where no stencil is passed, CARTWRIGHT_MAPPING, CARTWRIGHT_TIER,
 * CARTWRIGHT_BUDGET, CARTWRIGHT_SEED, CARTWRIGHT_REORDER, CARTWRIGHT_KEEP_RANK_0, and CARTWRIGHT_REPORT, which names
 * the file to which reports are appended. All ranks are kept with CARTWRIGHT_ORDER or CARTWRIGHT_LEARN, and with
 * CARTWRIGHT_RECORD unless CARTWRIGHT_RECORD_KEEP_RANKS is off. In a job of Slurm, SLURM_JOB_ID, SLURM_CONF and
 * CARTWRIGHT_TOPOLOGY lead to its topology. On emulated hosts, CARTWRIGHT_CLUSTER_PROCESSES says how many processes
 * share the cores. MPIX_Pack and MPIX_Unpack read CARTWRIGHT_JIT, and keep measurements in files in the cache folder
 * (XDG_CACHE_HOME, HOME).
 *
 * An info object overrides the environment for one call, with these keys:
 *   cartwright_tier         fast, balanced or best
 *   cartwright_budget       seconds for best
 *   cartwright_stencil      nn, component, hops, moore, rows, columns, transposes, "1,0:2;-1,0", or off
 *   cartwright_mapping      an algorithm, or auto
 *   cartwright_seed         of the random numbers
 *   cartwright_nodes        pretended nodes: "8x6"
 *   cartwright_reorder      on, or off: all processes keep their ranks
 *   cartwright_keep_rank_0  on: rank 0 stays rank 0
 *   cartwright_report       a file, or stderr
 *   cartwright_dims         "30x0x0": dims to keep, where `dims` is only written
 * Other keys are ignored, and named in the report. The info object may be freed after the call.
 *
 * Arrays belong to the caller, are not used after the call, and have ndims entries unless stated otherwise. Dims,
 * coordinates and ranks are row-major, the last dimension fastest, as in MPI. A new communicator inherits the error
 * handler of the old one, is freed by the caller, and is MPI_COMM_NULL after an error.
 */

#include <cartwright/status.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a Cartesian communicator and places its processes by their communication stencil: few messages leave a node
 * [Hunold2020, VI-B, listing 1].
 *
 * Collective over `oldcomm`. The processes of a node, found with MPI_Comm_split_type(MPI_COMM_TYPE_SHARED), may have
 * any ranks, and nodes may hold different numbers of them. With `reorder` the ranks of `cartcomm` differ from those of
 * `oldcomm`, unless no better order is found.
 *
 * Process 0 needs memory and time in proportion to the size of the communicator, the other processes do not.
 *
 * \param oldcomm  an intracommunicator
 * \param ndims    number of dimensions, 0 or more
 * \param dims     ndims sizes of 1 or more. Their product may be less than the size of `oldcomm`: the processes with
 *                 the first ranks then take part, and the others get MPI_COMM_NULL. With ndims = 0 only rank 0 takes
 *                 part
 * \param periods  ndims logical values: is the dimension periodic?
 * \param reorder  0: the ranks of `oldcomm` are kept, as by MPI_Cart_create
 * \param stencil  k x ndims coordinates, row-major: every process sends to the process at each of the k offsets
 *                 from it. An offset given twice counts as two messages. May be NULL when k or ndims is 0
 * \param k        number of offsets, 0 or more
 * \param cartcomm receives the new communicator, which has a Cartesian topology (MPI_Cart_coords, MPI_Cart_shift,
 *                 MPI_Neighbor_alltoall, ...)
 * \return also MPI_ERR_DIMS: a dim below 1, or more cells than processes; MPI_ERR_ARG: a negative k
 */
CW_API int MPIX_Cart_stencil_comm(MPI_Comm oldcomm, const int ndims, const int dims[], const int periods[],
                                  const int reorder, const int stencil[], const int k, MPI_Comm* cartcomm);

/* ---- Dims and communicators by weights and hardware levels [Niethammer2019] ----
 *
 * The order of arguments differs between these functions as it does on the slides that define them. */

/** In place of dim_weights: the same weight for every dimension. */
#define MPIX_WEIGHTS_EQUAL ((const double*)0)

/** Split type for MPIX_Cart_ml_create_from_types: a processor package in the domain of the previous level. */
#define MPIX_COMM_TYPE_SOCKET (-10001)
/** Split type: a NUMA domain in the domain of the previous level. */
#define MPIX_COMM_TYPE_NUMA (-10002)
/** Split type: the lower or the upper half of the ranks of a node. */
#define MPIX_COMM_TYPE_HALFNODE (-10003)
/** Split type: the next level of hardware that divides the processes. */
#define MPIX_COMM_TYPE_HW_TOPOLOGY (-10004)

/**
 * Chooses the dims with the least sum of dims[i] * dim_weights[i]: the least data for a process to send, when
 * dim_weights[i] is the cost of all communication along dimension i [Niethammer2019, slides 13 and 19].
 *
 * Local. Exact: the weights are read as ratios of integers, and all sums are integers. Of equal sums it takes the dims
 * with the smallest difference of largest and smallest, and of those the lexicographically largest.
 *
 * \param nnodes      number of processes, 1 or more
 * \param ndims       number of dimensions, 0 to 16
 * \param dim_weights ndims weights, 0 or more and finite, in any unit; or MPIX_WEIGHTS_EQUAL. A halo of width h_i on
 *                    g_i elements along dimension i has the weight h_i / g_i
 * \param periods     ndims logical values: is the dimension periodic? NULL: none is. A periodic dimension of n > 1
 *                    processes has n boundaries, another has n - 1: the sum counts them
 * \param info        keys as above, or MPI_INFO_NULL
 * \param dims        in: sizes above 0 are kept, sizes of 0 are chosen; out: the dims, whose product is nnodes
 * \return also MPI_ERR_DIMS: a negative size, or sizes whose product does not divide nnodes
 */
CW_API int MPIX_Dims_weighted_create(int nnodes, int ndims, const double dim_weights[], const int periods[],
                                     MPI_Info info, int dims[]);

/**
 * Chooses how to divide the grid at every level of the hardware [Niethammer2019, slides 18 to 20]. The dims are the
 * products over the levels.
 *
 * Local. Exact, and outermost first: level 0 gets the least sum of MPIX_Dims_weighted_create. Among all divisions with
 * that sum, level 1 gets the least sum (of the products of the parts so far), and so on. Equal sums follow the rule
 * above, level by level.
 *
 * \param nnodes      number of processes: the product of the sizes
 * \param ndims       number of dimensions, 0 to 16
 * \param dim_weights as for MPIX_Dims_weighted_create
 * \param nlevels     number of levels, 1 or more
 * \param sizes       nlevels numbers, outermost first: nodes, sockets in a node, cores in a socket
 * \param periods     as for MPIX_Dims_weighted_create
 * \param info        keys as above, or MPI_INFO_NULL
 * \param dims_ml     receives ndims x nlevels entries, row-major: dims_ml[i * nlevels + l] is the number of parts into
 *                    which dimension i is divided at level l
 * \return MPI_SUCCESS, or an error above
 */
CW_API int MPIX_Dims_ml_create(int nnodes, int ndims, const double dim_weights[], int nlevels, const int sizes[],
                               const int periods[], MPI_Info info, int* dims_ml);

/**
 * Chooses dims and places the processes: the least data crosses nodes, then sockets, then NUMA domains. The levels are
 * detected (docs/mpi.md) [Niethammer2019, slide 12].
 *
 * Collective over comm_old. The ranks of a domain need not be consecutive, and the domains of a level may have
 * different sizes. For equal domains the dims are the products of MPIX_Dims_ml_create. Otherwise (unequal domains, or
 * fixed dims that do not fit), dims and mapping are chosen together by the data that crosses the levels, outermost
 * first. Never increases the data between nodes over the original rank order with the same dims.
 *
 * \param comm_old    an intracommunicator
 * \param ndims       number of dimensions, 0 to 16
 * \param dim_weights as for MPIX_Dims_weighted_create
 * \param periods     ndims logical values: is the dimension periodic?
 * \param info        keys as above, or MPI_INFO_NULL
 * \param dims        in: sizes above 0 are kept, sizes of 0 are chosen; out: the dims, whose product is the size of
 *                    comm_old
 * \param comm_cart   receives the new communicator, which has a Cartesian topology
 * \return also MPI_ERR_DIMS: a negative size, or sizes whose product does not divide the size of comm_old
 */
CW_API int MPIX_Cart_weighted_create(MPI_Comm comm_old, int ndims, const double dim_weights[], const int periods[],
                                     MPI_Info info, int dims[], MPI_Comm* comm_cart);

/**
 * As MPIX_Cart_weighted_create, with levels by split types [Niethammer2019, slide 15]. Collective over comm_old.
 *
 * \param comm_old     an intracommunicator
 * \param nsplit_types number of split types, 0 or more
 * \param ndims        number of dimensions, 0 to 16
 * \param periods      ndims logical values: is the dimension periodic?
 * \param split_types  nsplit_types values for MPI_Comm_split_type, outermost first: of the MPI standard, of the MPI in
 *                     use, or MPIX_COMM_TYPE_* above. Each splits the domains of the one before; the processes are one
 *                     more level. Processes that a type leaves without a communicator (MPI_UNDEFINED) form one domain
 * \param dim_weights  as for MPIX_Dims_weighted_create
 * \param info         keys as above, or MPI_INFO_NULL
 * \param dims         only written: the dims, whose product is the size of comm_old
 * \param comm_cart    receives the new communicator, which has a Cartesian topology
 * \return MPI_SUCCESS, or an error above
 */
CW_API int MPIX_Cart_ml_create_from_types(MPI_Comm comm_old, int nsplit_types, int ndims, const int periods[],
                                          const int split_types[], const double dim_weights[], MPI_Info info,
                                          int dims[], MPI_Comm* comm_cart);

/**
 * As MPIX_Cart_weighted_create, with levels by communicators [Niethammer2019, slide 17]. Collective over
 * level_comms[0].
 *
 * \param nlevels     number of communicators, 1 or more
 * \param level_comms nlevels communicators: level_comms[0] is the old one, and level_comms[l] is the part of
 *                    level_comms[l - 1] to which this process belongs. When level_comms[0] is MPI_COMM_NULL on some
 *                    process, only this process gets the error; the others may wait forever
 * \param ndims       number of dimensions, 0 to 16
 * \param dim_weights as for MPIX_Dims_weighted_create
 * \param periods     ndims logical values: is the dimension periodic?
 * \param info        keys as above, or MPI_INFO_NULL
 * \param dims        only written: the dims, whose product is the size of level_comms[0]
 * \param comm_cart   receives the new communicator, which has a Cartesian topology
 * \return also MPI_ERR_COMM: a communicator is not a part of the one before
 */
CW_API int MPIX_Cart_ml_create_from_comms(int nlevels, const MPI_Comm level_comms[], int ndims,
                                          const double dim_weights[], const int periods[], MPI_Info info, int dims[],
                                          MPI_Comm* comm_cart);

/**
 * Places the processes by given divisions of the grid [Niethammer2019, slide 23].
 *
 * Collective over comm_old. The processes are taken in the order of the hardware. This is the order of their ranks when
 * those are consecutive in the hardware, as the slides require; other ranks are sorted first.
 *
 * \param comm_old  an intracommunicator
 * \param ndims     number of dimensions, 0 or more
 * \param periods   ndims logical values: is the dimension periodic?
 * \param nlevels   number of levels, 1 or more
 * \param dims_ml   ndims x nlevels entries, row-major, as from MPIX_Dims_ml_create
 * \param info      keys as above, or MPI_INFO_NULL
 * \param dims      only written: the products over the levels
 * \param comm_cart receives the new communicator, which has a Cartesian topology
 * \return also MPI_ERR_DIMS: the product of dims_ml is not the size of comm_old
 */
CW_API int MPIX_Cart_ml_create(MPI_Comm comm_old, int ndims, const int periods[], int nlevels, const int* dims_ml,
                               MPI_Info info, int dims[], MPI_Comm* comm_cart);

/* ---- Graphs ----
 *
 * Replacements for functions of MPI whose reorder argument often has no effect. Vertex i of the graph is process i of
 * the new communicator. The placement keeps edges of large weight inside nodes, and then inside the domains of nodes.
 * A graph that is a stencil on a Cartesian grid is recognized and mapped as one. Other graphs are partitioned by Scotch
 * with the exact sizes of the nodes, and refined. The weight between nodes is never larger than in the original rank
 * order. */

/**
 * MPI_Dist_graph_create with reordering (MPI-4.0, 8.5.4). Collective over comm_old.
 *
 * \param comm_old        an intracommunicator
 * \param n               number of sources that this process gives, 0 or more
 * \param sources         n ranks of comm_old
 * \param degrees         number of edges from each source; n entries
 * \param destinations    ranks of comm_old: those of the first source, then those of the second, and so on
 * \param weights         weight of each edge, 0 or more; or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
 * \param info            keys as above, or MPI_INFO_NULL
 * \param reorder         0: the ranks of comm_old are kept
 * \param comm_dist_graph receives the new communicator, which has a distributed graph topology
 * \return MPI_SUCCESS, or an error above
 */
CW_API int MPIX_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                                  const int destinations[], const int weights[], MPI_Info info, int reorder,
                                  MPI_Comm* comm_dist_graph);

/**
 * MPI_Dist_graph_create_adjacent with reordering (MPI-4.0, 8.5.4). Collective over comm_old.
 *
 * \param comm_old        an intracommunicator
 * \param indegree        number of edges to this vertex, 0 or more
 * \param sources         ranks of comm_old; indegree entries
 * \param sourceweights   weights of these edges; indegree entries, or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
 * \param outdegree       number of edges from this vertex, 0 or more
 * \param destinations    ranks of comm_old; outdegree entries
 * \param destweights     weights of these edges; outdegree entries, or MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY
 * \param info            keys as above, or MPI_INFO_NULL
 * \param reorder         0: the ranks of comm_old are kept
 * \param comm_dist_graph receives the new communicator, which has a distributed graph topology
 * \return MPI_SUCCESS, or an error above
 */
CW_API int MPIX_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                           const int sourceweights[], int outdegree, const int destinations[],
                                           const int destweights[], MPI_Info info, int reorder,
                                           MPI_Comm* comm_dist_graph);

/**
 * MPI_Graph_create with reordering (MPI-4.0, 8.5.3). Collective over comm_old.
 *
 * \param comm_old   an intracommunicator
 * \param nnodes     number of vertices; processes with further ranks get MPI_COMM_NULL
 * \param index      index[i] is the number of edges of the vertices 0 to i; nnodes entries
 * \param edges      the neighbors of vertex 0, then those of vertex 1, and so on; index[nnodes - 1] entries
 * \param reorder    0: the ranks of comm_old are kept
 * \param comm_graph receives the new communicator, which has a graph topology
 * \return MPI_SUCCESS, or an error above
 */
CW_API int MPIX_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[], int reorder,
                             MPI_Comm* comm_graph);

/* ---- After the ranks have changed ---- */

/**
 * The placement of a communicator that Cartwright made. Edges are directed and have the weights of the stencil.
 * Initialize with CW_CART_REPORT_INIT.
 */
typedef struct cw_cart_report {
  size_t size;              /**< sizeof(cw_cart_report), set by the caller */
  int nodes;                /**< number of nodes */
  int reordered;            /**< 1 when ranks changed */
  double j_sum;             /**< weight of the edges between nodes */
  double j_max;             /**< largest weight of the edges that leave one node */
  double j_sum_before;      /**< j_sum in the original rank order */
  double j_max_before;      /**< j_max in the original rank order */
  double lower_bound;       /**< no placement has a smaller j_sum */
  double data_share;        /**< share of the data that crosses nodes, 0 to 1, by dim_weights */
  double data_share_before; /**< data_share in the original rank order */
  double data_share_bound;  /**< no placement has a smaller data_share */
  double gap;               /**< data_share / data_share_bound - 1; 0 for 0 / 0, infinite when only the bound is 0 */
  double seconds;           /**< time of process 0 for the placement */
  char tier[16];            /**< fast, balanced or best; empty when a given algorithm was used */
  char mapping[64];         /**< the algorithm, or "as launched" */
  /** Seconds that the busiest link of the network needs if a message of weight 1 has 1 MiB; 0 if the wiring is not
   * known (CARTWRIGHT_NETWORK) */
  double busiest_link;
  double busiest_link_before; /**< busiest_link in the original rank order */
} cw_cart_report;
/** An empty cw_cart_report, to be filled by cw_comm_report. */
#define CW_CART_REPORT_INIT \
  {sizeof(cw_cart_report), 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "", "", 0.0, 0.0}

/**
 * The report of a communicator that a function above, or the preload library, made with reordering requested; also of
 * its duplicates. Local.
 *
 * \param comm   the communicator
 * \param report receives the report; its size is set by the caller
 * \return also MPI_ERR_TOPOLOGY: Cartwright did not make the communicator; MPI_ERR_ARG: report->size is not set
 */
CW_API int cw_comm_report(MPI_Comm comm, cw_cart_report* report);

/**
 * Translates ranks. Local.
 *
 * \param comm_old  the old communicator
 * \param n         number of ranks
 * \param old_ranks n ranks in comm_old, or MPI_PROC_NULL
 * \param comm_new  the new communicator
 * \param new_ranks receives n ranks in comm_new of the same processes; MPI_UNDEFINED for processes outside it, and
 *                  MPI_PROC_NULL for MPI_PROC_NULL
 * \return also MPI_ERR_RANK: an old rank that does not exist
 */
CW_API int cw_translate_ranks(MPI_Comm comm_old, int n, const int old_ranks[], MPI_Comm comm_new, int new_ranks[]);

/**
 * Moves data that was distributed by old ranks to the processes that have these ranks now. The data of the process with
 * rank r in comm_old arrives at the process with rank r in comm_new. Call it once after the ranks have changed, for
 * every array that was read before.
 *
 * Collective over comm_old. Processes without comm_new pass MPI_COMM_NULL and receive nothing. These processes, and
 * ranks that comm_new does not have, send nothing.
 *
 * \param in       incount elements of `type`; or MPI_IN_PLACE on every process: `out` holds them, outcount of them
 * \param incount  number of elements to send, 0 or more
 * \param out      room for outcount elements, not overlapping `in`
 * \param outcount number of elements to receive at most, 0 or more
 * \param type     a committed datatype
 * \param comm_old the old communicator
 * \param comm_new the new communicator, or MPI_COMM_NULL
 * \return also MPI_ERR_TRUNCATE: more than outcount elements arrive
 */
CW_API int cw_move_to_new_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                MPI_Comm comm_old, MPI_Comm comm_new);

/**
 * The inverse of cw_move_to_new_ranks: the data of the process with rank r in comm_new arrives at the process with rank
 * r in comm_old. Collective over comm_old.
 *
 * \param in       as for cw_move_to_new_ranks
 * \param incount  number of elements to send, 0 or more
 * \param out      room for outcount elements, not overlapping `in`
 * \param outcount number of elements to receive at most, 0 or more
 * \param type     a committed datatype
 * \param comm_old the old communicator
 * \param comm_new the new communicator, or MPI_COMM_NULL
 * \return also MPI_ERR_TRUNCATE: more than outcount elements arrive
 */
CW_API int cw_move_to_old_ranks(const void* in, int incount, void* out, int outcount, MPI_Datatype type,
                                MPI_Comm comm_old, MPI_Comm comm_new);

/* ---- Datatypes ---- */

/**
 * MPI_Type_commit with hints about the use of a datatype [Schneider2013, 2.5]. The interposer, MPIX_Pack and
 * MPIX_Unpack then pack it accordingly. Local.
 *
 * \param type a datatype. One that is committed already gets the new hints. It is not committed after an error about
 *             the info object
 * \param info MPI_INFO_NULL, or an info object with these keys, where 0 gives no hint:
 *             cartwright_expected_uses (number of times that it will be packed and unpacked: 1 generates no code, more
 *             generates it at once), cartwright_count (the usual count of elements: code is made for it)
 * \return also any error of MPI_Type_commit; MPI_ERR_INFO_KEY: another key that begins with cartwright_
 */
CW_API int MPIX_Type_commit_info(MPI_Datatype* type, MPI_Info info);

/**
 * MPI_Pack by generated code, for programs that run without the interposer. Errors and packed bytes are those of MPI:
 * MPI_Unpack unpacks them. Local; thread-safe if MPI is.
 *
 * \param inbuf    incount elements
 * \param incount  number of elements
 * \param datatype a committed datatype
 * \param outbuf   receives the packed bytes
 * \param outsize  size of outbuf in bytes
 * \param position in: where to write in outbuf, in bytes; out: the end of the packed bytes
 * \param comm     the communicator of the message
 * \return MPI_SUCCESS, or an error of MPI_Pack
 */
CW_API int MPIX_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize, int* position,
                     MPI_Comm comm);

/**
 * MPI_Unpack by generated code: the inverse of MPIX_Pack and of MPI_Pack. Local; thread-safe if MPI is.
 *
 * \param inbuf    packed bytes
 * \param insize   size of inbuf in bytes
 * \param position in: where to read in inbuf, in bytes; out: the end of the bytes that were read
 * \param outbuf   receives outcount elements
 * \param outcount number of elements
 * \param datatype a committed datatype
 * \param comm     the communicator of the message
 * \return MPI_SUCCESS, or an error of MPI_Unpack
 */
CW_API int MPIX_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount, MPI_Datatype datatype,
                       MPI_Comm comm);

/* ---- The library ---- */

/**
 * The version of libcartwright_mpi in use. Local; may be called before MPI_Init.
 * \return 10000 * major + 100 * minor + patch, as CW_VERSION
 */
CW_API int cw_mpi_version(void);

/**
 * How libcartwright_mpi was built, for a bug report: as cw_build_info, with its MPI. Local; may be called before
 * MPI_Init.
 * \return a static line
 */
CW_API const char* cw_mpi_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
