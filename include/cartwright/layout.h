/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_LAYOUT_H
#define CARTWRIGHT_LAYOUT_H

/**
 * \file
 * Packs non-contiguous data: the datatypes of MPI without MPI. Link with libcartwright.
 *
 * Errors, ownership and structs that begin with their size: status.h. In addition:
 *  - Handles never change after their creation: threads may share them. All functions are thread-safe.
 *  - Layouts may be freed in any order, also those from which others were made.
 *  - Counts, blocklengths, strides and displacements have the meaning that they have in MPI. Counts and blocklengths
 *    are 0 or more. Strides, displacements and extents may be negative.
 *  - Element k of a buffer begins at base + k * extent. Displacements count from there; base may lie outside the data.
 *    Packed bytes have no alignment and no padding.
 *  - Buffers of one call must not overlap. A layout may overlap itself: it packs as expected, and which copy of
 *    a repeated byte is unpacked last is unspecified, as in MPI. Bytes outside a layout are never written, and never
 *    read across a page boundary.
 *  - Functions that take a stream of a GPU keep kernels in files, in CARTWRIGHT_GPU_CACHE or in the cache folder
 *    (XDG_CACHE_HOME, HOME). All others write no files, and read no environment variables.
 *  - Layouts that name the same bytes in the same order share their machine code, however they were made.
 */

#include <cartwright/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A layout: which bytes of memory make up an element, and in which order they are packed. */
typedef struct cw_layout cw_layout;

/* ---- Constructors ----
 *
 * All give CW_INVALID_ARGUMENT for a negative count or blocklength, and CW_OVERFLOW for more than 2^63 bytes of data or
 * bounds beyond 2^61 bytes. */

/**
 * Makes a layout from the notation of docs/datatypes.md.
 *
 * \param notation such as "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]"
 * \param layout   receives the layout
 * \return also CW_PARSE, CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_parse(const char* notation, cw_layout** layout);

/**
 * Makes the layout of a basic type of C.
 *
 * \param name   such as "double", "int64_t", "unsigned long" or "double _Complex"
 * \param layout receives the layout
 * \return also CW_INVALID_ARGUMENT: an unknown name
 */
CW_API cw_status cw_layout_basic(const char* name, cw_layout** layout);

/**
 * Elements one after the other (MPI_Type_contiguous).
 *
 * \param count  number of elements
 * \param of     the layout of an element
 * \param layout receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_contiguous(int64_t count, const cw_layout* of, cw_layout** layout);

/**
 * Equal blocks at equal distances (MPI_Type_vector).
 *
 * \param count       number of blocks
 * \param blocklength elements in a block
 * \param stride      from the begin of one block to the next, in extents of `of`
 * \param of          the layout of an element
 * \param layout      receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_vector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                                  cw_layout** layout);

/**
 * Equal blocks at equal distances in bytes (MPI_Type_create_hvector).
 *
 * \param count       number of blocks
 * \param blocklength elements in a block
 * \param stride      from the begin of one block to the next, in bytes
 * \param of          the layout of an element
 * \param layout      receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_hvector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                                   cw_layout** layout);

/**
 * Blocks of different lengths (MPI_Type_indexed).
 *
 * \param count         number of blocks
 * \param blocklengths  elements in each block; count entries
 * \param displacements begin of each block, in extents of `of`; count entries
 * \param of            the layout of an element
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_indexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                   const cw_layout* of, cw_layout** layout);

/**
 * Blocks of different lengths at displacements in bytes (MPI_Type_create_hindexed).
 *
 * \param count         number of blocks
 * \param blocklengths  elements in each block; count entries
 * \param displacements begin of each block, in bytes; count entries
 * \param of            the layout of an element
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_hindexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                    const cw_layout* of, cw_layout** layout);

/**
 * Equal blocks at any displacements (MPI_Type_create_indexed_block).
 *
 * \param count         number of blocks
 * \param blocklength   elements in a block
 * \param displacements begin of each block, in extents of `of`; count entries
 * \param of            the layout of an element
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_indexed_block(size_t count, int64_t blocklength, const int64_t displacements[],
                                         const cw_layout* of, cw_layout** layout);

/**
 * Equal blocks at any displacements in bytes (MPI_Type_create_hindexed_block).
 *
 * \param count         number of blocks
 * \param blocklength   elements in a block
 * \param displacements begin of each block, in bytes; count entries
 * \param of            the layout of an element
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_hindexed_block(size_t count, int64_t blocklength, const int64_t displacements[],
                                          const cw_layout* of, cw_layout** layout);

/**
 * Blocks of different types (MPI_Type_create_struct). The extent is rounded up to the alignment, as a compiler does.
 *
 * \param count         number of blocks
 * \param blocklengths  elements in each block; count entries
 * \param displacements begin of each block, in bytes; count entries
 * \param of            the layouts of the elements of each block; count entries
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_struct(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                  const cw_layout* const of[], cw_layout** layout);

/**
 * The same bytes with another lower bound and extent (MPI_Type_create_resized).
 *
 * \param lb     the new lower bound, in bytes
 * \param extent the new extent, in bytes
 * \param of     a layout
 * \param layout receives the layout
 * \return also CW_OVERFLOW
 */
CW_API cw_status cw_layout_resized(int64_t lb, int64_t extent, const cw_layout* of, cw_layout** layout);

/** The order of the elements of an array in memory. */
enum {
  CW_ORDER_C = 0,      /**< row-major: the last dimension is fastest */
  CW_ORDER_FORTRAN = 1 /**< column-major: the first dimension is fastest */
};

/**
 * A box in an array (MPI_Type_create_subarray).
 *
 * \param ndims    number of dimensions, 1 or more
 * \param sizes    ndims sizes of the array, in elements
 * \param subsizes ndims sizes of the box
 * \param starts   ndims indices of the first element of the box, from 0
 * \param order    CW_ORDER_C or CW_ORDER_FORTRAN
 * \param of       the layout of an element
 * \param layout   receives the layout
 * \return also CW_INVALID_ARGUMENT: the box does not fit in the array; CW_OVERFLOW
 */
CW_API cw_status cw_layout_subarray(size_t ndims, const int64_t sizes[], const int64_t subsizes[],
                                    const int64_t starts[], int order, const cw_layout* of, cw_layout** layout);

/** How a dimension of an array is distributed over processes. */
enum {
  CW_DISTRIBUTE_BLOCK = 0,  /**< one block for each process */
  CW_DISTRIBUTE_CYCLIC = 1, /**< blocks in turn */
  CW_DISTRIBUTE_NONE = 2    /**< not distributed */
};

/**
 * The part of a distributed array that one process holds (MPI_Type_create_darray).
 *
 * \param rank          the process, row-major in the process grid, whatever the order of the array
 * \param ndims         number of dimensions, 1 or more
 * \param sizes         ndims sizes of the array, in elements
 * \param distributions ndims values of CW_DISTRIBUTE_*
 * \param blocksizes    ndims sizes of the blocks; 0 stands for MPI_DISTRIBUTE_DFLT_DARG
 * \param processes     ndims sizes of the process grid
 * \param order         CW_ORDER_C or CW_ORDER_FORTRAN
 * \param of            the layout of an element
 * \param layout        receives the layout
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_darray(int64_t rank, size_t ndims, const int64_t sizes[], const int distributions[],
                                  const int64_t blocksizes[], const int64_t processes[], int order, const cw_layout* of,
                                  cw_layout** layout);

/** Hints about how a layout will be used. Initialize with CW_LAYOUT_OPTIONS_INIT, which gives none. */
typedef struct cw_layout_options {
  size_t size;           /**< sizeof(cw_layout_options) */
  int64_t expected_uses; /**< 1: never generate machine code; more: generate it at once, not at the second use */
  int64_t count;         /**< the usual count of elements: code is compiled for it. Other counts work, but slower */
} cw_layout_options;
/** No hints. */
#define CW_LAYOUT_OPTIONS_INIT {sizeof(cw_layout_options), 0, 0}

/**
 * The same layout, compiled with hints.
 *
 * \param of      a layout
 * \param options the hints; NULL: none
 * \param layout  receives the layout
 * \return also CW_INVALID_ARGUMENT: a negative hint; CW_UNSUPPORTED: an option of a later version is set
 */
CW_API cw_status cw_layout_with_options(const cw_layout* of, const cw_layout_options* options, cw_layout** layout);

/**
 * Frees a layout.
 *
 * \param layout a layout, or NULL
 */
CW_API void cw_layout_free(cw_layout* layout);

/* ---- Queries ---- */

/**
 * The size of a packed element.
 *
 * \param layout a layout
 * \param bytes  receives the bytes of data in one element
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_size(const cw_layout* layout, int64_t* bytes);

/**
 * The bounds of an element in memory, in bytes.
 *
 * \param layout a layout
 * \param lb     receives the lower bound
 * \param extent receives the distance from one element to the next
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_extent(const cw_layout* layout, int64_t* lb, int64_t* extent);

/**
 * The bounds of the data of an element, in bytes: the memory that must exist around base.
 *
 * \param layout a layout
 * \param lb     receives the displacement of the first byte of data
 * \param extent receives the number of bytes from there to the end of the last byte of data
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_true_extent(const cw_layout* layout, int64_t* lb, int64_t* extent);

/**
 * The layout in the notation of docs/datatypes.md, as it was made.
 *
 * \param layout a layout
 * \param text   receives a string that belongs to the layout
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_notation(const cw_layout* layout, const char** text);

/**
 * The normal form of the layout in words, such as "16 x 768 B [192 B]".
 *
 * \param layout a layout
 * \param text   receives a string that belongs to the layout
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_describe(const cw_layout* layout, const char** text);

/* ---- Moving data ---- */

/**
 * Packs elements.
 *
 * \param layout a layout
 * \param base   the first element; may be NULL when there is nothing to pack
 * \param count  number of elements, 0 or more
 * \param packed receives count * size bytes; may be NULL when there is nothing to pack
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_pack(const cw_layout* layout, const void* base, int64_t count, void* packed);

/**
 * Unpacks elements: the inverse of cw_layout_pack.
 *
 * \param layout a layout
 * \param packed count * size bytes
 * \param count  number of elements, 0 or more
 * \param base   the first element
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW
 */
CW_API cw_status cw_layout_unpack(const cw_layout* layout, const void* packed, int64_t count, void* base);

/**
 * Packs a part of the packed bytes, to send a large message in parts. Any split is allowed, also inside a number.
 *
 * \param layout a layout
 * \param base   the first element
 * \param count  number of elements, 0 or more
 * \param first  first packed byte of the part, from 0
 * \param last   end of the part: its last byte is last - 1
 * \param packed receives last - first bytes
 * \return also CW_INVALID_ARGUMENT: the part does not lie in the count * size packed bytes; CW_OVERFLOW
 */
CW_API cw_status cw_layout_pack_range(const cw_layout* layout, const void* base, int64_t count, int64_t first,
                                      int64_t last, void* packed);

/**
 * Unpacks a part of the packed bytes: the inverse of cw_layout_pack_range.
 *
 * \param layout a layout
 * \param packed last - first bytes: the part
 * \param count  number of elements, 0 or more
 * \param first  first packed byte of the part, from 0
 * \param last   end of the part: its last byte is last - 1
 * \param base   the first element
 * \return also CW_INVALID_ARGUMENT: the part does not lie in the count * size packed bytes; CW_OVERFLOW
 */
CW_API cw_status cw_layout_unpack_range(const cw_layout* layout, const void* packed, int64_t count, int64_t first,
                                        int64_t last, void* base);

/**
 * Moves data from one layout to another without a packed copy. Room that is left in the target is not written.
 *
 * \param from       the layout of the source
 * \param from_base  the first element of the source
 * \param from_count number of elements of the source, 0 or more
 * \param to         the layout of the target
 * \param to_count   number of elements of the target, 0 or more
 * \param to_base    the first element of the target
 * \return also CW_INVALID_ARGUMENT: the target has too little room; CW_OVERFLOW
 */
CW_API cw_status cw_layout_move(const cw_layout* from, const void* from_base, int64_t from_count, const cw_layout* to,
                                int64_t to_count, void* to_base);

/**
 * Functions that pack and unpack without checks, for many small calls: functions.pack(functions.context, ...). Valid
 * until the layout is freed; threads may share them. Initialize with CW_LAYOUT_FUNCTIONS_INIT.
 */
typedef struct cw_layout_functions {
  size_t size;   /**< sizeof(cw_layout_functions), set by the caller */
  void* context; /**< first argument of both functions */
  /** As cw_layout_pack. */
  void (*pack)(void* context, const void* base, int64_t count, void* packed);
  /** As cw_layout_unpack. */
  void (*unpack)(void* context, const void* packed, int64_t count, void* base);
} cw_layout_functions;
/** An empty cw_layout_functions, to be filled by cw_layout_get_functions. */
#define CW_LAYOUT_FUNCTIONS_INIT {sizeof(cw_layout_functions), NULL, NULL, NULL}

/**
 * Prepares a layout and returns its functions. Generates machine code before it returns, unless the options forbid it.
 *
 * \param layout    a layout
 * \param functions receives the functions; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: functions->size is not set
 */
CW_API cw_status cw_layout_get_functions(const cw_layout* layout, cw_layout_functions* functions);

/* ---- On a GPU ----
 *
 * Functions that end in _on take a stream of CUDA. Those that move data are asynchronous, as cudaMemcpyAsync is: they
 * enqueue work and return before it is done. Call cuStreamSynchronize before you read the result. Memory may be that of
 * the GPU, managed, or pinned memory of the host. Packing and unpacking also take other memory of the host, if the
 * other side is memory of the GPU: such a call waits until the data has moved, and a graph cannot capture it. The
 * program loads and initializes the driver; a stream is a CUstream or cudaStream_t, and NULL is the default stream of
 * the current context. In addition to the errors of the calls without a stream all give CW_UNSUPPORTED when the driver
 * is not loaded or reports an error, and CW_INVALID_ARGUMENT for memory that the GPU cannot reach. docs/gpu.md has the
 * details, and says on which GPU this ran. */

/**
 * Compiles the kernels of a layout for the GPU of a stream, and uploads its index lists. Optional: without it the first
 * call below uploads them, and calls use a generic kernel until a thread has compiled the others. After it they
 * allocate nothing and wait for nothing in memory that the GPU reaches, so a graph can capture them. The first calls
 * measure which kernel is faster. Takes milliseconds.
 *
 * \param layout a layout
 * \param stream a stream that is not capturing
 * \return also CW_INVALID_ARGUMENT, CW_UNSUPPORTED
 */
CW_API cw_status cw_layout_prepare_on(const cw_layout* layout, void* stream);

/**
 * Enqueues cw_layout_pack on a stream.
 *
 * \param layout a layout
 * \param base   the first element
 * \param count  number of elements, 0 or more
 * \param packed receives count * size bytes
 * \param stream the stream
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_UNSUPPORTED
 */
CW_API cw_status cw_layout_pack_on(const cw_layout* layout, const void* base, int64_t count, void* packed,
                                   void* stream);

/**
 * Enqueues cw_layout_unpack on a stream.
 *
 * \param layout a layout
 * \param packed count * size bytes
 * \param count  number of elements, 0 or more
 * \param base   the first element
 * \param stream the stream
 * \return also CW_INVALID_ARGUMENT, CW_OVERFLOW, CW_UNSUPPORTED
 */
CW_API cw_status cw_layout_unpack_on(const cw_layout* layout, const void* packed, int64_t count, void* base,
                                     void* stream);

/**
 * Enqueues cw_layout_move on a stream.
 *
 * \param from       the layout of the source
 * \param from_base  the first element of the source
 * \param from_count number of elements of the source, 0 or more
 * \param to         the layout of the target
 * \param to_count   number of elements of the target, 0 or more
 * \param to_base    the first element of the target
 * \param stream     the stream
 * \return also CW_INVALID_ARGUMENT: the target has too little room; CW_OVERFLOW; CW_UNSUPPORTED: the loops of the
 *         layouts do not fit together, or the target has more room
 */
CW_API cw_status cw_layout_move_on(const cw_layout* from, const void* from_base, int64_t from_count,
                                   const cw_layout* to, int64_t to_count, void* to_base, void* stream);

/**
 * One part of a batch: the packed bytes of `from_count` elements of one layout go to `to_count` elements of another.
 * With a layout of NULL, that side is packed bytes, and its count is ignored: `to` NULL packs, `from` NULL unpacks.
 * This struct never grows.
 */
typedef struct cw_transfer {
  const cw_layout* from; /**< the layout of the source; NULL: packed bytes */
  const void* from_base; /**< the first element of the source */
  int64_t from_count;    /**< number of elements of the source, 0 or more */
  const cw_layout* to;   /**< the layout of the target; NULL: packed bytes */
  void* to_base;         /**< the first element of the target */
  int64_t to_count;      /**< number of elements of the target, 0 or more */
} cw_transfer;

/** Transfers that one kernel carries out in one launch, such as the faces of all fields of a halo. */
typedef struct cw_batch cw_batch;

/**
 * Makes a batch for addresses that stay the same. The list of the transfers is uploaded to the GPU of a stream.
 *
 * \param count     number of transfers, 0 or more
 * \param transfers the transfers, which must not overlap; they and their layouts may be freed afterward
 * \param stream    a stream that is not capturing
 * \param batch     receives the batch
 * \return also CW_INVALID_ARGUMENT: both layouts of a transfer are NULL; memory that the GPU cannot reach; too little
 *         room; CW_OVERFLOW; CW_UNSUPPORTED: a layout has more than seven loops; the loops of two layouts do not fit
 *         together
 */
CW_API cw_status cw_batch_create(int64_t count, const cw_transfer* transfers, void* stream, cw_batch** batch);

/**
 * Enqueues all transfers on a stream. Allocates nothing and waits for nothing, so a graph can capture it.
 *
 * \param batch  a batch
 * \param stream a stream of the context in which the batch was made
 * \return also CW_INVALID_ARGUMENT, CW_UNSUPPORTED
 */
CW_API cw_status cw_batch_run_on(const cw_batch* batch, void* stream);

/**
 * Frees a batch, after the work of its GPU is done.
 *
 * \param batch a batch, or NULL
 */
CW_API void cw_batch_free(cw_batch* batch);

/* ---- Statistics ---- */

/**
 * The machine code of a layout. Equal layouts with the same options share it, and these numbers. Initialize with
 * CW_LAYOUT_STATS_INIT.
 */
typedef struct cw_layout_stats {
  size_t size;               /**< sizeof(cw_layout_stats), set by the caller */
  int64_t pack_code_bytes;   /**< bytes of machine code that packs; 0 as long as there is none */
  int64_t unpack_code_bytes; /**< bytes of machine code that unpacks */
  double generate_seconds;   /**< time to generate both */
  char pack_kernel[16];      /**< the code that the next call runs: "generated", "precompiled" or "contiguous" */
  char unpack_kernel[16];    /**< the same for unpacking */
} cw_layout_stats;
/** An empty cw_layout_stats, to be filled by cw_layout_get_stats. */
#define CW_LAYOUT_STATS_INIT {sizeof(cw_layout_stats), 0, 0, 0.0, "", ""}

/**
 * The machine code of a layout in numbers.
 *
 * \param layout a layout
 * \param stats  receives the numbers; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT: stats->size is not set
 */
CW_API cw_status cw_layout_get_stats(const cw_layout* layout, cw_layout_stats* stats);

/**
 * The machine code of a layout as text.
 *
 * \param layout a layout
 * \param pack   receives a string that belongs to the layout; "" when there is no code that packs
 * \param unpack receives a string that belongs to the layout; "" when there is no code that unpacks
 * \return CW_OK, or an error of status.h
 */
CW_API cw_status cw_layout_disassembly(const cw_layout* layout, const char** pack, const char** unpack);

#ifdef __cplusplus
}
#endif

#endif
