/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_FFT_H
#define CARTWRIGHT_FFT_H

/**
 * \file
 * Distributed Fourier, sine and cosine transforms of grids of 2 or more dimensions, with transposes that follow the
 * machine [Aseeri2019, I-A, III-C and IV]. docs/fft.md is the guide.
 *
 * Link with libcartwright_fft of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich). It transforms with
 * FFTW, whose license is the GPL, or with pocketfft, whose license is BSD-3-Clause: with those that were found when it
 * was built (cw_fft_build_info).
 *
 * There are two spaces: *physical*, with the functions of the user, and *spectral*, with their coefficients. A plan
 * transforms both ways: forward from physical to spectral, backward from spectral to physical. cw_fft_plan_array
 * returns the part of either array that a process holds, and its strides in memory. Without other strides arrays are
 * row-major: the last axis is fastest.
 *
 * Queries of a plan are named cw_fft_plan_ and a noun (cw_fft_plan_times), calls that do something with it cw_fft_ and
 * a verb (cw_fft_forward).
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - No MPI error handler is called.
 *  - All processes of the communicator call a collective function, with the same arguments unless stated otherwise.
 *    When one process fails, or when the arguments differ, all processes get an error.
 *  - Threads: one call on a plan at a time. Plans that share work space count as one plan. MPI_THREAD_SERIALIZED is
 *    enough.
 *  - A plan duplicates the communicator: the caller may free its own. Plans are freed before MPI_Finalize.
 *  - A plan that was freed is detected, and refused with CW_INVALID_ARGUMENT.
 *  - When a process ends, the others get CW_PEER_FAILED, and when it does not come within `timeout` seconds
 *    (cw_fft_options), CW_TIMEOUT, with a message that names its rank. They can then only free the plan, which is
 *    local: all other calls on it give CW_INVALID_ARGUMENT. Memory that late messages may write to is kept until the
 *    process ends.
 *  - Environment variables (docs/environment.md): CARTWRIGHT_FFT_BACKEND; CARTWRIGHT_NODES, CARTWRIGHT_NETWORK and
 *    CARTWRIGHT_MEASURED, for the choice of the process grid and of methods; CARTWRIGHT_GPU and CARTWRIGHT_GPU_CACHE,
 *    for arrays on a GPU. Process 0 keeps measured choices in the file CARTWRIGHT_FFT_WISDOM, and speeds of its host,
 *    or both in the cache folder (XDG_CACHE_HOME, HOME).
 */

#include <cartwright/status.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Transforms of one grid, in both directions. */
typedef struct cw_fft_plan cw_fft_plan;

/** Limits of this version. */
enum {
  CW_FFT_MAX_DIMS = 16 /**< most dimensions of a grid */
};

/** The floating-point type of the data. */
typedef enum cw_fft_precision {
  CW_FFT_DOUBLE = 0,     /**< double */
  CW_FFT_FLOAT = 1,      /**< float */
  CW_FFT_LONG_DOUBLE = 2 /**< long double */
} cw_fft_precision;

/**
 * The transform along an axis. The real-to-real kinds have the names of FFTW: the forward transform is the one with
 * that name, and backward is its inverse (10 and 01 of each other, R2HC and HC2R of each other, each other kind of
 * itself). Both are unnormalized: see cw_fft_scale. On complex data they transform the real and imaginary parts.
 */
typedef enum cw_fft_kind {
  CW_FFT_FOURIER = 0, /**< exp(-2 pi i j k / n) forward, conjugate backward */
  CW_FFT_NONE,        /**< no transform along this axis */
  CW_FFT_REDFT00,     /**< cosine, "DCT-I" */
  CW_FFT_REDFT01,     /**< cosine, "DCT-III" */
  CW_FFT_REDFT10,     /**< cosine, "DCT-II" */
  CW_FFT_REDFT11,     /**< cosine, "DCT-IV" */
  CW_FFT_RODFT00,     /**< sine, "DST-I" */
  CW_FFT_RODFT01,     /**< sine, "DST-III" */
  CW_FFT_RODFT10,     /**< sine, "DST-II" */
  CW_FFT_RODFT11,     /**< sine, "DST-IV" */
  CW_FFT_R2HC,        /**< real to halfcomplex */
  CW_FFT_HC2R,        /**< halfcomplex to real */
  CW_FFT_DHT          /**< discrete Hartley */
} cw_fft_kind;

/**
 * Normalization. N is the product of the logical sizes of the transformed axes (the padded sizes of padded axes): n for
 * Fourier, 2n for kinds 01, 10 and 11, 2(n - 1) for REDFT00, 2(n + 1) for RODFT00.
 */
typedef enum cw_fft_scale {
  CW_FFT_SCALE_NONE = 0, /**< none: backward(forward(f)) is N f */
  CW_FFT_SCALE_BACKWARD, /**< backward by 1/N, as numpy does */
  CW_FFT_SCALE_FORWARD,  /**< forward by 1/N: coefficients of the series */
  CW_FFT_SCALE_UNITARY   /**< both by 1/sqrt(N) */
} cw_fft_scale;

/** How much time planning may take. */
typedef enum cw_fft_effort {
  CW_FFT_ESTIMATE = 0, /**< from the topology and a model, in milliseconds. The first plan on a kind of processor also
                        * measures its speeds, with all processes of the host, and keeps them in a file: this takes a
                        * second or two; on a busy machine it is given up (docs/fft.md) */
  CW_FFT_MEASURE,      /**< times the best few grids and the methods, and lets FFTW measure */
  CW_FFT_PATIENT       /**< times more of both */
} cw_fft_effort;

/** The memory in which the arrays of a plan are. */
typedef enum cw_fft_memory {
  CW_FFT_MEMORY_HOST = 0,  /**< of the host */
  CW_FFT_MEMORY_DEVICE = 1 /**< of a GPU, allocated by CUDA (docs/fft.md) */
} cw_fft_memory;

/** A part of an array. This struct never grows. */
typedef struct cw_fft_box {
  int64_t start[CW_FFT_MAX_DIMS]; /**< first global index along each axis, from 0 */
  int64_t count[CW_FFT_MAX_DIMS]; /**< number of indices along each axis, 0 or more */
} cw_fft_box;

/** Options of cw_fft_plan_create. Initialize with CW_FFT_OPTIONS_INIT. */
typedef struct cw_fft_options {
  /** sizeof(cw_fft_options) */
  size_t size;
  /** A letter for each axis: F Fourier, S sine (RODFT10), C cosine (REDFT10), N none; for example the "FFF", "SFF",
   * "SSF" and "SSS" of [Aseeri2019]. NULL: Fourier along all axes. */
  const char* basis;
  /** ndims kinds that replace `basis`; NULL: `basis` decides. */
  const cw_fft_kind* kinds;
  /** Not 0: physical data is real. The last Fourier axis of the spectral array then has n/2 + 1 entries; without any
   * Fourier axis that array is real. */
  int real;
  /** The floating-point type. */
  cw_fft_precision precision;
  /** Number of arrays that one call transforms, one after the other in memory; 0 means 1. */
  int64_t fields;
  /** ndims sizes of the physical grid, each at least that of the spectral grid: the 3/2 rule passes 3 n[i] / 2. NULL:
   * the sizes of the spectral grid. The coefficient at n/2 of an even Fourier axis that is padded is the sum of those
   * at n/2 and -n/2. */
  const int64_t* physical;
  /** Normalization. */
  cw_fft_scale scale;
  /** Not 0: the spectral array stays in the order of the last transpose, which saves the way back. cw_fft_plan_array
   * returns its strides. */
  int transposed;
  /** Number of dimensions of the process grid: 1 slabs, 2 pencils, up to ndims - 1; 0: chosen. */
  size_t grid_ndims;
  /** grid_ndims dims of the process grid (p_row, p_col), whose product is the number of processes; 0: chosen. */
  const int* grid;
  /** The order of the ranks in the process grid: "auto" (rows inside nodes, level by level), "row-major",
   * "column-major", "morton"; NULL means "auto". */
  const char* order;
  /** The method of the transposes: "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"; NULL or "auto": the
   * best possible one. */
  const char* method;
  /** Planning effort. */
  cw_fft_effort effort;
  /** The part of the physical array that this process holds, which may differ between processes: bricks, or any boxes
   * that cover the array once. NULL: the plan chooses. */
  const cw_fft_box* physical_box;
  /** The same for the spectral array; `transposed` then has no effect. */
  const cw_fft_box* spectral_box;
  /** A plan of the same communicator that shares its work space with this one; NULL: none. */
  cw_fft_plan* share;
  /** The memory of the arrays. With CW_FFT_MEMORY_DEVICE cuFFT transforms them (docs/fft.md): Fourier axes and axes
   * without a transform, in float and double, not padded, without boxes; method is NULL, and effort has no effect. The
   * same on all processes. */
  cw_fft_memory memory;
  /** With CW_FFT_MEMORY_DEVICE: the stream of CUDA (CUstream or cudaStream_t) that transforms run on, whose context is
   * that of the arrays. It outlives the plan. NULL: the default stream of the current context. */
  void* stream;
  /** Seconds to wait for other processes before a transform fails; 0 means 600, and a negative number means
   * no limit. */
  double timeout;
  /** ndims lengths of the box along the axes, finite and above 0, for the wave numbers of operators (fft_operators.h).
   * NULL: 2 pi for the kinds FOURIER, R2HC and DHT, and pi for sines and cosines: wave numbers then are multiples of
   * 1/2. */
  const double* lengths;
} cw_fft_options;
/** The default options: complex doubles, Fourier along all axes, one field, in memory of the host. */
#define CW_FFT_OPTIONS_INIT \
  {sizeof(cw_fft_options),  \
   NULL,                    \
   NULL,                    \
   0,                       \
   CW_FFT_DOUBLE,           \
   0,                       \
   NULL,                    \
   CW_FFT_SCALE_NONE,       \
   0,                       \
   0,                       \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   CW_FFT_ESTIMATE,         \
   NULL,                    \
   NULL,                    \
   NULL,                    \
   CW_FFT_MEMORY_HOST,      \
   NULL,                    \
   0,                       \
   NULL}

/**
 * Makes a plan. Collective over `comm`.
 *
 * Takes a duplicate of the communicator, planning time and work space: about the bytes of the local array for each
 * transpose, and as much again for methods that need buffers (cw_fft_plan_work_bytes). Pages of the work space are
 * taken at the first transform.
 *
 * \param comm    an intracommunicator
 * \param ndims   number of dimensions, 2 to CW_FFT_MAX_DIMS
 * \param n       ndims sizes of the spectral grid, which are also those of the physical grid unless it is padded. For
 *                real data they are logical sizes: the halved axis counts whole
 * \param options NULL: the defaults. Boxes may differ between processes
 * \param plan    receives the plan
 * \return also CW_INVALID_ARGUMENT: a size below 1, fewer than 2 dimensions, a process grid whose product is not the
 *         number of processes, boxes that do not cover the array, options that exclude each other; CW_OVERFLOW: an
 *         array of 2^63 bytes; CW_UNSUPPORTED: a method that is not possible here, a precision that FFTW was built
 *         without, or an option of a later version; with CW_FFT_MEMORY_DEVICE what has no transform there, or no driver
 *         or cuFFT in reach
 */
CW_API cw_status cw_fft_plan_create(MPI_Comm comm, size_t ndims, const int64_t n[], const cw_fft_options* options,
                                    cw_fft_plan** plan);

/**
 * Frees a plan. Ends a transform that is open. Collective over the communicator of the plan; after MPI_Finalize it is
 * local, and frees memory only.
 *
 * \param plan a plan, or NULL
 * \return also CW_INVALID_ARGUMENT: the plan was already freed
 */
CW_API cw_status cw_fft_plan_free(cw_fft_plan* plan);

/* ---- The arrays ---- */

/** One of the two spaces of a plan. */
typedef enum cw_fft_space {
  CW_FFT_PHYSICAL = 0, /**< the functions of the user */
  CW_FFT_SPECTRAL = 1  /**< their coefficients */
} cw_fft_space;

/** The part of an array that one process holds. Initialize with CW_FFT_ARRAY_INIT. */
typedef struct cw_fft_array {
  size_t size;                     /**< sizeof(cw_fft_array), set by the caller */
  size_t ndims;                    /**< number of axes */
  int64_t global[CW_FFT_MAX_DIMS]; /**< entries of the whole array along each axis */
  int64_t start[CW_FFT_MAX_DIMS];  /**< global index of the first entry of this part */
  int64_t count[CW_FFT_MAX_DIMS];  /**< entries of this part along each axis */
  int64_t stride[CW_FFT_MAX_DIMS]; /**< elements of memory from one entry to the next along each axis */
  int64_t elements;                /**< elements of this part in one field: the product of the counts */
  int64_t field_stride;            /**< elements of memory from one field to the next */
  int64_t element_bytes;           /**< bytes of an element, 16 for a complex double */
  int complex_data;                /**< not 0: elements are complex */
} cw_fft_array;
/** An empty cw_fft_array, to be filled by cw_fft_plan_array. */
#define CW_FFT_ARRAY_INIT {sizeof(cw_fft_array), 0, {0}, {0}, {0}, {0}, 0, 0, 0, 0}

/**
 * The part of an array that a process holds. Local.
 *
 * \param plan  a plan
 * \param space CW_FFT_PHYSICAL or CW_FFT_SPECTRAL
 * \param rank  rank in the communicator of the plan, or -1 for the calling process
 * \param array receives the part; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_plan_array(const cw_fft_plan* plan, cw_fft_space space, int rank, cw_fft_array* array);

/**
 * The size of a buffer for a transform in place: it holds all fields of this process in either space. Local.
 *
 * \param plan  a plan
 * \param bytes receives the number of bytes
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_plan_buffer_bytes(const cw_fft_plan* plan, int64_t* bytes);

/**
 * The work space of this process for the plan, memory that is shared or on a GPU included. Local.
 *
 * \param plan  a plan
 * \param bytes receives the number of bytes
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_plan_work_bytes(const cw_fft_plan* plan, int64_t* bytes);

/**
 * Allocates memory for arrays: aligned to pages, and on huge pages where the system has them. Arrays may lie in any
 * other memory that is aligned for its elements. Local and thread-safe.
 *
 * \param bytes  number of bytes, 0 or more
 * \param memory receives the memory, to be freed by cw_fft_dealloc
 * \return also CW_INVALID_ARGUMENT, CW_NO_MEMORY
 */
CW_API cw_status cw_fft_alloc(int64_t bytes, void** memory);

/**
 * Frees memory of cw_fft_alloc. Local and thread-safe.
 *
 * \param memory memory of cw_fft_alloc, or NULL
 * \return also CW_INVALID_ARGUMENT: it was not allocated by cw_fft_alloc, or was already freed
 */
CW_API cw_status cw_fft_dealloc(void* memory);

/* ---- Transforms ---- */

/**
 * Transforms from physical to spectral space. Collective over the communicator of the plan. NaN and infinity
 * propagate.
 *
 * \param plan a plan without an open transform
 * \param in   the physical array of this process; it is not changed unless in == out. NULL where the process holds no
 *             elements
 * \param out  receives the spectral array; `in` for a transform in place. Other overlap is not detected. On a GPU it is
 *             complete in the order of the plan's stream
 * \return also CW_INVALID_ARGUMENT: a buffer is missing on some process or in memory of another kind than the plan's,
 *         or a transform is open
 */
CW_API cw_status cw_fft_forward(cw_fft_plan* plan, const void* in, void* out);

/**
 * Transforms from spectral to physical space. Collective over the communicator of the plan. NaN and infinity
 * propagate.
 *
 * \param plan a plan without an open transform
 * \param in   the spectral array of this process; as for cw_fft_forward
 * \param out  receives the physical array; as for cw_fft_forward
 * \return also CW_INVALID_ARGUMENT, as for cw_fft_forward
 */
CW_API cw_status cw_fft_backward(cw_fft_plan* plan, const void* in, void* out);

/**
 * Starts cw_fft_forward. The caller may work on other data while messages travel, and ends the transform with
 * cw_fft_finish. A plan can have one open transform. Collective over the communicator of the plan.
 *
 * \param plan a plan without an open transform
 * \param in   as for cw_fft_forward; in use until cw_fft_finish
 * \param out  as for cw_fft_forward; in use until cw_fft_finish
 * \return also CW_INVALID_ARGUMENT: a buffer is missing on some process, or a transform is open
 */
CW_API cw_status cw_fft_forward_start(cw_fft_plan* plan, const void* in, void* out);

/**
 * Starts cw_fft_backward, as cw_fft_forward_start does for cw_fft_forward. Collective over the communicator of the
 * plan.
 *
 * \param plan a plan without an open transform
 * \param in   as for cw_fft_backward; in use until cw_fft_finish
 * \param out  as for cw_fft_backward; in use until cw_fft_finish
 * \return also CW_INVALID_ARGUMENT: a buffer is missing on some process, or a transform is open
 */
CW_API cw_status cw_fft_backward_start(cw_fft_plan* plan, const void* in, void* out);

/**
 * Ends the open transform of a plan. Collective over the communicator of the plan.
 *
 * \param plan a plan with an open transform
 * \return also CW_INVALID_ARGUMENT: no transform is open
 */
CW_API cw_status cw_fft_finish(cw_fft_plan* plan);

/**
 * Waits until all processes have called this function: MPI_Barrier with the timeout of the plan. For communication of
 * the program before a transform. Collective over the communicator of the plan.
 *
 * \param plan a plan without an open transform
 * \return also CW_INVALID_ARGUMENT: a process has not come, or a transform is open
 */
CW_API cw_status cw_fft_barrier(cw_fft_plan* plan);

/* ---- Diagnostics ---- */

/**
 * The grid, order and methods of a plan, the alternatives, and the reasons for the choice. Local; the same text on
 * every process.
 *
 * \param plan a plan
 * \return a few lines of text that belong to the plan; NULL after an error
 */
CW_API const char* cw_fft_explain(const cw_fft_plan* plan);

/**
 * The same as cw_fft_explain in JSON (docs/schemas/fft.schema.json). Local; the same text on every process.
 *
 * \param plan a plan
 * \return a text that belongs to the plan; NULL after an error
 */
CW_API const char* cw_fft_explain_json(const cw_fft_plan* plan);

/** Times of this process in seconds, since planning or cw_fft_reset_times. Initialize with CW_FFT_TIMES_INIT. */
typedef struct cw_fft_times {
  size_t size;      /**< sizeof(cw_fft_times), set by the caller */
  int64_t forward;  /**< number of forward transforms */
  int64_t backward; /**< number of backward transforms */
  double total;     /**< in all transforms */
  double fft;       /**< in 1-D and 2-D transforms of this process */
  double pack;      /**< copying into and out of message buffers */
  double copy;      /**< copying directly between arrays of processes */
  double wait;      /**< waiting for other processes, and in MPI */
} cw_fft_times;
/** An empty cw_fft_times, to be filled by cw_fft_plan_times. */
#define CW_FFT_TIMES_INIT {sizeof(cw_fft_times), 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0}

/**
 * The times of a plan on this process. Local.
 *
 * \param plan  a plan
 * \param times receives the times; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_plan_times(const cw_fft_plan* plan, cw_fft_times* times);

/**
 * Sets the times of a plan on this process to 0. Local.
 *
 * \param plan a plan
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_reset_times(cw_fft_plan* plan);

/**
 * The next size of an axis that transforms fast: a product of powers of 2, 3, 5 and 7. Local; may be called before
 * MPI_Init.
 *
 * It is for Fourier axes, and for sines and cosines of points in the middle of cells. For those that include the walls
 * or leave them out (REDFT00, RODFT00), n - 1 and n + 1 should be such products.
 *
 * \param n    the least size, from 1 to 2^62
 * \param size receives the next size: n if n is such a product
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_fft_next_size(int64_t n, int64_t* size);

/**
 * Saves the wisdom of FFTW, of all linked precisions, to one file. pocketfft gathers none. Local: of many processes,
 * one saves.
 *
 * \param path the file, which is replaced
 * \return also CW_IO
 */
CW_API cw_status cw_fft_wisdom_save(const char* path);

/**
 * Loads the wisdom of FFTW, of all linked precisions, from one file. It has no effect with pocketfft. Local: every
 * process loads.
 *
 * \param path a file of cw_fft_wisdom_save
 * \return also CW_IO, CW_PARSE
 */
CW_API cw_status cw_fft_wisdom_load(const char* path);

/**
 * The same as cw_last_error() (status.h). Deprecated: call that one.
 *
 * \return "" before any failure; valid until the next call that fails on this thread
 */
CW_API const char* cw_fft_last_error(void);

/**
 * The version of libcartwright_fft in use. Local; may be called before MPI_Init.
 *
 * \return 10000 * major + 100 * minor + patch
 */
CW_API int cw_fft_version(void);

/**
 * How libcartwright_fft was built, for a bug report: as cw_build_info, with its MPI, FFTW and pocketfft. Local; may
 * be called before MPI_Init.
 *
 * \return a static line
 */
CW_API const char* cw_fft_build_info(void);

#ifdef __cplusplus
}
#endif

#endif
