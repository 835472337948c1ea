/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_HALO_H
#define CARTWRIGHT_HALO_H

/**
 * \file
 * Exchanges of ghost points between the processes of a grid. docs/halo.md is the guide.
 *
 * Each process holds a block of *own* points of some fields, with *ghost* points around it, which are copies of points
 * that its neighbors own. A plan is made once, and its exchange fills all ghost points of all fields. In a node,
 * processes read each other's arrays, or buffers that their owners have packed; between nodes, one message goes to each
 * neighbor.
 *
 * Link with libcartwright_halo of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich).
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - No MPI error handler is called.
 *  - cw_halo_create is collective over the communicator: when one process fails, all get an error. The exchanges of a
 *    plan are called by all its processes, in the same order. They synchronize neighbors only. A process gets
 *    CW_TIMEOUT when a neighbor does not come in time, CW_PEER_FAILED when it has ended or freed its plan, and
 *    CW_INVALID_ARGUMENT when it exchanges something else, with the rank and the number of the exchange in the message.
 *    The plan can then only be freed: all other calls on it give CW_INVALID_ARGUMENT.
 *  - Threads: one call on a plan at a time. Threads that each have a plan need MPI_THREAD_MULTIPLE.
 *  - A plan duplicates the communicator: the caller may free its own. Plans are freed before MPI_Finalize, and must be
 *    freed before the arrays that they use. An array on a GPU may be mapped by neighbors: it is freed after their
 *    plans.
 *  - Environment variables (docs/environment.md): CARTWRIGHT_NODES; CARTWRIGHT_GPU and CARTWRIGHT_GPU_CACHE, for fields
 *    on a GPU; for cw_halo_cart_create those of mpix.h, too. Process 0 keeps measured choices in files in
 *    CARTWRIGHT_HALO_CHOICES, or in the cache folder (XDG_CACHE_HOME, HOME).
 */

#include <cartwright/status.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A plan for the exchange of ghost points. */
typedef struct cw_halo cw_halo;

/** Limits of this version. */
enum {
  CW_HALO_MAX_DIMS = 8 /**< most axes of a field */
};

/** The type of the values of a field. It matters for cw_halo_accumulate only. */
typedef enum cw_halo_type {
  CW_HALO_BYTES = 0, /**< anything; cannot be accumulated */
  CW_HALO_FLOAT,     /**< float */
  CW_HALO_DOUBLE,    /**< double; a complex number has two components */
  CW_HALO_INT32,     /**< int32_t */
  CW_HALO_INT64,     /**< int64_t */
  CW_HALO_SAME = 0   /**< as wire_type: values travel as they are */
} cw_halo_type;

/**
 * The part of a field that this process holds. Initialize with CW_HALO_FIELD_INIT. A process may hold blocks of another
 * size than its neighbors have, if sizes agree along the axes that they share. Staggered fields have sizes of their
 * own.
 */
typedef struct cw_halo_field {
  /** sizeof(cw_halo_field) */
  size_t size;
  /** The address of the first own point, which is at index (0, ..., 0). Ghost points lie before and after it. All
   * fields of a process are in memory of the host, or all are in memory of one GPU, which CUDA allocated
   * (docs/halo.md). */
  void* base;
  /** ndims numbers of own points, each 1 or more. */
  const int64_t* sizes;
  /** ndims distances in bytes between points along each axis, in any order, also negative. NULL: the array is dense and
   * row-major (the last axis is fastest), with ghost points and components. */
  const int64_t* strides;
  /** ndims numbers of ghost points before the own ones; NULL: the width of the plan. */
  const int64_t* low;
  /** ndims numbers of ghost points after the own ones; NULL: the width of the plan. */
  const int64_t* high;
  /** The type of values. */
  cw_halo_type type;
  /** Bytes of a value; may be 0 if the type says it. */
  int64_t value_bytes;
  /** Values of a point; 0 means 1. */
  int64_t components;
  /** Bytes from a component to the next one; 0: they are adjacent. */
  int64_t component_stride;
  /** CW_HALO_FLOAT: values of type CW_HALO_DOUBLE travel between nodes as floats, which halves the bytes and rounds
   * the ghost points. In a node they are not rounded. CW_HALO_SAME: all values travel as they are. Fields in memory of
   * a GPU have only this. */
  cw_halo_type wire_type;
} cw_halo_field;
/** A field without an address, of doubles. */
#define CW_HALO_FIELD_INIT {sizeof(cw_halo_field), NULL, NULL, NULL, NULL, NULL, CW_HALO_DOUBLE, 0, 0, 0, CW_HALO_SAME}

/** Which ghost points are needed. */
typedef enum cw_halo_shape {
  CW_HALO_ALL = 0, /**< all around: 3^d - 1 neighbors */
  CW_HALO_FACES,   /**< no edges and corners: 2 d neighbors */
  CW_HALO_OFFSETS  /**< those that some offset of a stencil reads */
} cw_halo_shape;

/** How much time planning may take. */
typedef enum cw_halo_effort {
  CW_HALO_ESTIMATE = 0, /**< chooses by the lengths of blocks in memory, and times nothing */
  CW_HALO_MEASURE       /**< times exchanges of the fields, which fills their ghost points, unless it has done so before
                         * for equal plans on all processes: choices are kept in a file (docs/halo.md) */
} cw_halo_effort;

/** Aggregation: whether the messages from one node to another become one. */
typedef enum cw_halo_joining {
  CW_HALO_JOIN_CHOSEN = 0, /**< short ones if processes have cores or many neighbors, or as measured */
  CW_HALO_JOIN_NEVER,      /**< one message for each pair of neighbors */
  CW_HALO_JOIN_ALWAYS      /**< one message for each pair of nodes; not measured */
} cw_halo_joining;

/** The way of ghost points at edges and corners between nodes. */
typedef enum cw_halo_corners {
  CW_HALO_CORNERS_CHOSEN = 0,    /**< the plan chooses */
  CW_HALO_CORNERS_DIRECT = 1,    /**< from their owners, in messages beside those of faces */
  CW_HALO_CORNERS_WITH_FACES = 2 /**< with faces, along one axis after the other, where the grid allows it */
} cw_halo_corners;

/** In place of the rank of neighbor i: source i of this process in the graph of the communicator, in the order of
 * MPI_Dist_graph_neighbors or MPI_Graph_neighbors. */
#define CW_HALO_FROM_GRAPH (-1)

/** The neighbor at one side. This struct never grows. */
typedef struct cw_halo_neighbor {
  int side[CW_HALO_MAX_DIMS]; /**< -1, 0 or 1 for each axis, not all 0 */
  int rank;                   /**< its rank in the communicator; may be that of this process. Or CW_HALO_FROM_GRAPH */
} cw_halo_neighbor;

/** Options of cw_halo_create. Initialize with CW_HALO_OPTIONS_INIT. */
typedef struct cw_halo_options {
  /** sizeof(cw_halo_options) */
  size_t size;
  /** Which ghost points are needed. */
  cw_halo_shape shape;
  /** Number of offsets, for CW_HALO_OFFSETS. */
  size_t noffsets;
  /** noffsets * ndims numbers, the offsets of a stencil one after the other. Offsets reach no farther than the halo. */
  const int64_t* offsets;
  /** For each dimension of a Cartesian communicator the axis that it divides. NULL: dimension i divides axis i, and
   * there are as many of them. */
  const int* cart_axes;
  /** The number of entries of `neighbors`. */
  size_t nneighbors;
  /** The neighbors of this process, for a communicator that is not Cartesian. It must be the neighbor of each of them,
   * at the opposite side; `shape` says at which sides there are ghost points. With a graph communicator the edges along
   * which data goes must be edges of the graph. NULL: the neighbors in the Cartesian communicator. */
  const cw_halo_neighbor* neighbors;
  /** Planning effort. The same on all processes. */
  cw_halo_effort effort;
  /** Not 0: after the end of an exchange, own points keep their values until the next exchange of this plan has
   * *ended on all neighbors*, or until another exchange with the same neighbors has. This is so for fields that are
   * read in one step and written in the next. An exchange then does not wait until the neighbors have read. */
  int buffered;
  /** Not 0: messages only, also in nodes. The same on all processes. */
  int no_sharing;
  /** Seconds to wait for a neighbor before an exchange fails; 0 means 600, and a negative number means no limit. */
  double timeout;
  /** Not 0: in the arrays that cw_halo_cart_create allocates, the first axis is fastest, as in Fortran. */
  int column_major;
  /** Aggregation of messages between nodes. The same on all processes. */
  cw_halo_joining joining;
  /** Ways of edges and corners between nodes. The same on all processes. */
  cw_halo_corners corners;
  /** Longer messages between nodes leave in pieces of so many bytes, each as soon as it is packed. 0: the plan chooses.
   * The same on all processes. */
  int64_t piece;
  /** For fields in memory of a GPU: the stream of CUDA (CUstream or cudaStream_t) on which kernels pack and unpack.
   * NULL: the default stream of their context. Not used for fields on the host. */
  void* stream;
} cw_halo_options;
/** The default options: ghost points all around, decided by estimate. */
#define CW_HALO_OPTIONS_INIT   \
  {                            \
      sizeof(cw_halo_options), \
      CW_HALO_ALL,             \
      0,                       \
      NULL,                    \
      NULL,                    \
      0,                       \
      NULL,                    \
      CW_HALO_ESTIMATE,        \
      0,                       \
      0,                       \
      0.0,                     \
      0,                       \
      CW_HALO_JOIN_CHOSEN,     \
      CW_HALO_CORNERS_CHOSEN,  \
      0,                       \
      NULL}

/**
 * Makes a plan. Collective over `comm`. Fields, sizes, strides and widths may differ between processes, but the number
 * of fields, and the type and number of values of each, may not.
 *
 * \param comm    an intracommunicator: a Cartesian one, or any, such as a graph, if options->neighbors is given
 * \param ndims   number of axes of all fields, 1 to CW_HALO_MAX_DIMS
 * \param width   number of ghost points at both ends of all axes, 0 or more, for fields that say nothing else
 * \param fields  nfields fields, whose arrays outlive the plan. In arrays of cw_halo_alloc the neighbors can read in
 *                place
 * \param nfields number of fields, 1 or more
 * \param options NULL: the defaults
 * \param halo    receives the plan
 * \return also CW_INVALID_ARGUMENT: a size below 1, a halo that is wider than the block of a neighbor, neighbors that
 *         do not fit together, fields in different kinds of memory; CW_OVERFLOW: an array of 2^63 bytes;
 *         CW_UNSUPPORTED: fields in memory of a GPU that CUDA did not allocate, with a wire_type, or with too many axes
 */
CW_API cw_status cw_halo_create(MPI_Comm comm, size_t ndims, int64_t width, const cw_halo_field fields[],
                                size_t nfields, const cw_halo_options* options, cw_halo** halo);

/** The block of points of a process, in a grid that cw_halo_cart_create divides. Initialize with CW_HALO_BLOCK_INIT. */
typedef struct cw_halo_block {
  /** sizeof(cw_halo_block) */
  size_t size;
  /** The number of processes along each axis. */
  int dims[CW_HALO_MAX_DIMS];
  /** The coordinates of this process. */
  int coords[CW_HALO_MAX_DIMS];
  /** The first own point in the whole grid, from 0. */
  int64_t start[CW_HALO_MAX_DIMS];
  /** The number of own points. */
  int64_t sizes[CW_HALO_MAX_DIMS];
} cw_halo_block;
/** All dims are to be chosen. */
#define CW_HALO_BLOCK_INIT {sizeof(cw_halo_block), {0}, {0}, {0}, {0}}

/**
 * Divides a grid of points among processes, and plans: chooses dims for the fewest bytes of ghost points between nodes,
 * and then, among these dims, between the parts of nodes and between processes, with blocks that are not thinner than
 * their halo; places neighbors on the same node (MPIX_Cart_weighted_create, mpix.h), allocates the arrays of the block
 * of this process, and makes a plan. Collective over `comm`, with the same arguments on all processes.
 *
 * Along an axis with n points and d processes, the first n % d processes hold one point more than the others.
 *
 * \param comm    an intracommunicator
 * \param ndims   number of axes, 1 to CW_HALO_MAX_DIMS
 * \param sizes   ndims numbers of points of the whole grid
 * \param periods ndims logical values: is the axis periodic? NULL: none is
 * \param width   as for cw_halo_create
 * \param fields  nfields fields without `base` and `strides`, which are filled in. `base` receives the address of the
 *                first own point in an array of cw_halo_alloc, which is freed with cw_halo_dealloc(base). The array is
 *                dense and row-major, unless options->column_major is set. `strides` receives ndims distances in bytes
 *                between its points, which belong to the plan. `sizes` is NULL, or ndims numbers of points of the whole
 *                field that are at least those of the grid: the last process along an axis holds the rest
 * \param nfields number of fields, 1 or more
 * \param options NULL: the defaults. cart_axes and neighbors must be NULL
 * \param block   in: dims above 0 are kept, dims of 0 are chosen; out: the block of this process
 * \param cart    receives the Cartesian communicator, to be freed by the caller
 * \param halo    receives the plan
 * \return also CW_INVALID_ARGUMENT: as for cw_halo_create, dims that do not hold the processes, or fewer points than
 *         processes along an axis; CW_NO_MEMORY
 */
CW_API cw_status cw_halo_cart_create(MPI_Comm comm, size_t ndims, const int64_t sizes[], const int periods[],
                                     int64_t width, cw_halo_field fields[], size_t nfields,
                                     const cw_halo_options* options, cw_halo_block* block, MPI_Comm* cart,
                                     cw_halo** halo);

/**
 * Frees a plan. Local. An exchange that is open is given up: neighbors that wait for this process get an error. After
 * MPI_Finalize it frees memory only.
 *
 * \param halo a plan, or NULL
 * \return also CW_INVALID_ARGUMENT: the plan was already freed
 */
CW_API cw_status cw_halo_free(cw_halo* halo);

/**
 * Fills all ghost points. The same as cw_halo_start and cw_halo_finish.
 *
 * \param halo a plan without an open exchange
 * \return also CW_INVALID_ARGUMENT: an exchange is open, or an exchange has failed; CW_TIMEOUT, CW_PEER_FAILED
 */
CW_API cw_status cw_halo_exchange(cw_halo* halo);

/**
 * Starts an exchange. Until its end, own points must not change, and ghost points have no defined values. The caller
 * may compute what needs neither.
 *
 * \param halo a plan without an open exchange
 * \return also CW_INVALID_ARGUMENT: an exchange is open, or an exchange has failed; CW_TIMEOUT, CW_PEER_FAILED
 */
CW_API cw_status cw_halo_start(cw_halo* halo);

/** A part of an exchange. Initialize with CW_HALO_PART_INIT. All processes pass the same. */
typedef struct cw_halo_part {
  /** sizeof(cw_halo_part) */
  size_t size;
  /** The number of entries of `fields`. */
  size_t nfields;
  /** Numbers of the fields that take part, from 0; NULL: all. */
  const size_t* fields;
  /** The most ghost points along any axis, next to the own ones; 0: all that there are. */
  int64_t width;
} cw_halo_part;
/** All fields, all ghost points. */
#define CW_HALO_PART_INIT {sizeof(cw_halo_part), 0, NULL, 0}

/**
 * Starts an exchange of some fields, or of fewer ghost points. The first exchange of a part takes longer. Parts need no
 * communication to be planned.
 *
 * \param halo a plan without an open exchange
 * \param part NULL: all
 * \return also CW_INVALID_ARGUMENT: a field that does not exist, a negative width, an exchange is open, or a neighbor
 *         has failed
 */
CW_API cw_status cw_halo_start_part(cw_halo* halo, const cw_halo_part* part);

/**
 * Does what is possible without waiting for other processes.
 *
 * \param halo a plan with an open exchange
 * \param done receives 1 if cw_halo_finish will not wait, otherwise 0
 * \return also CW_INVALID_ARGUMENT: no exchange is open, or an exchange has failed; CW_TIMEOUT, CW_PEER_FAILED
 */
CW_API cw_status cw_halo_test(cw_halo* halo, int* done);

/**
 * Waits until the ghost points at one side are filled. The exchange stays open. Not for cw_halo_accumulate_start.
 *
 * \param halo a plan with an open exchange
 * \param side -1, 0 or 1 for each axis: (-1, 0, 0) are the ghost points before axis 0, without edges and corners.
 *             Nothing happens where there is no neighbor
 * \return also CW_INVALID_ARGUMENT: no exchange is open, or an exchange has failed; CW_TIMEOUT, CW_PEER_FAILED
 */
CW_API cw_status cw_halo_finish_side(cw_halo* halo, const int side[]);

/**
 * Ends the open exchange: ghost points are filled, and own points may change.
 *
 * \param halo a plan with an open exchange
 * \return also CW_INVALID_ARGUMENT: no exchange is open, or an exchange has failed; CW_TIMEOUT, CW_PEER_FAILED
 */
CW_API cw_status cw_halo_finish(cw_halo* halo);

/** How cw_halo_accumulate combines values. */
typedef enum cw_halo_operation {
  CW_HALO_SUM = 0, /**< the sum; integers wrap around */
  CW_HALO_MIN,     /**< the lesser one */
  CW_HALO_MAX      /**< the greater one */
} cw_halo_operation;

/**
 * The opposite of an exchange: combines each ghost point into the own point of the neighbor that it is a copy of. Ghost
 * points keep their values. Values are combined in an order that is the same in every run: first those of this process,
 * then those of the others by rank and side.
 *
 * \param halo      a plan without an open exchange
 * \param operation how
 * \return also CW_INVALID_ARGUMENT: a field has no type, an exchange is open, or a neighbor has failed
 */
CW_API cw_status cw_halo_accumulate(cw_halo* halo, cw_halo_operation operation);

/**
 * Starts cw_halo_accumulate; cw_halo_finish ends it. Until then neither ghost points nor own points may be used.
 *
 * \param halo      a plan without an open exchange
 * \param operation how
 * \param part      NULL: all
 * \return as cw_halo_accumulate and cw_halo_start_part
 */
CW_API cw_status cw_halo_accumulate_start(cw_halo* halo, cw_halo_operation operation, const cw_halo_part* part);

/**
 * Allocates an array that the neighbors on this node can read: all pages are taken and touched, huge ones where the
 * system has them. All bytes are 0. Local and thread-safe.
 *
 * \param bytes number of bytes, 0 or more
 * \param array receives the array, to be freed by cw_halo_dealloc; it begins at a multiple of 128 bytes
 * \return also CW_INVALID_ARGUMENT, CW_NO_MEMORY
 */
CW_API cw_status cw_halo_alloc(int64_t bytes, void** array);

/**
 * Frees an array of cw_halo_alloc. Plans that still use it fail at their next exchange. Local and thread-safe.
 *
 * \param array an array of cw_halo_alloc, or any address in it; or NULL
 * \return also CW_INVALID_ARGUMENT: it was not allocated by cw_halo_alloc or cw_halo_cart_create, or was already freed
 */
CW_API cw_status cw_halo_dealloc(void* array);

/**
 * Lets neighbors read fields in place that lie in a window of MPI_Win_allocate_shared, in the part of this process.
 * Plans that are made afterwards use it, until the window is freed; plans that use the window are freed before.
 * Collective over `comm`.
 *
 * \param comm the communicator from which the window was made
 * \param win  the window
 * \return also CW_INVALID_ARGUMENT: a window of another kind
 */
CW_API cw_status cw_halo_share_window(MPI_Comm comm, MPI_Win win);

/**
 * What a plan does for each neighbor of this process, and why. Local.
 *
 * \param halo a plan
 * \return a few lines of text that belong to the plan; NULL after an error
 */
CW_API const char* cw_halo_explain(const cw_halo* halo);

/**
 * The same as a JSON object (docs/schemas/halo.schema.json): the limits that the plan chose, the way to each neighbor
 * with its bytes, and what was measured. Local.
 *
 * \param halo a plan
 * \return a text that belongs to the plan; NULL after an error
 */
CW_API const char* cw_halo_explain_json(const cw_halo* halo);

/**
 * The same as cw_last_error() (status.h). Deprecated: call that one.
 *
 * \return "" before any failure; valid until the next call that fails on this thread
 */
CW_API const char* cw_halo_last_error(void);

/**
 * The version of libcartwright_halo in use. Local; may be called before MPI_Init.
 *
 * \return 10000 * major + 100 * minor + patch
 */
CW_API int cw_halo_version(void);

/**
 * How libcartwright_halo was built, for a bug report: as cw_build_info, with its MPI. Local; may be called before
 * MPI_Init.
 *
 * \return a static line
 */
CW_API const char* cw_halo_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
