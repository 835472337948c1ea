/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_LAYOUT_H
#define CARTWRIGHT_LAYOUT_H

/* Packing data that is not contiguous: MPI's datatypes without MPI. Included by cartwright.h, whose contract holds here
 * too. And:
 *  - A layout keeps what it was made from: layouts may be freed in any order.
 *  - Counts, blocklengths, strides and displacements mean what they mean in MPI. Counts and blocklengths may be 0,
 *    strides, displacements and extents negative.
 *  - Element k of a buffer lies at base + k * extent; base is where displacement 0 is, which is inside the buffer or
 *    beside it. Packed bytes have no alignment and no padding.
 *  - Buffers of one call do not overlap. Overlap inside a layout is fine for packing; unpacking then writes some bytes
 *    twice, which is left unspecified, as in MPI. Bytes that a layout leaves out are neither read across a page
 * boundary nor written.
 *  - Layouts that touch the same bytes in the same order share their machine code, however they were made. */

#include <cartwright/cartwright.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cw_layout cw_layout;

/* ---- Making layouts ---- */

/* From the notation of docs/datatypes.md: "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]". */
CW_API cw_status cw_layout_parse(const char* notation, cw_layout** layout);
/* A basic type by the name that C gives it: "double", "int64_t", "unsigned long", "double _Complex". */
CW_API cw_status cw_layout_basic(const char* name, cw_layout** layout);
CW_API cw_status cw_layout_contiguous(int64_t count, const cw_layout* of, cw_layout** layout);
/* stride in extents of `of`; for hvector in bytes. */
CW_API cw_status cw_layout_vector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                                  cw_layout** layout);
CW_API cw_status cw_layout_hvector(int64_t count, int64_t blocklength, int64_t stride, const cw_layout* of,
                                   cw_layout** layout);
/* displacements in extents of `of`; for hindexed and hindexed_block in bytes. */
CW_API cw_status cw_layout_indexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                   const cw_layout* of, cw_layout** layout);
CW_API cw_status cw_layout_hindexed(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                    const cw_layout* of, cw_layout** layout);
CW_API cw_status cw_layout_indexed_block(size_t count, int64_t blocklength, const int64_t displacements[],
                                         const cw_layout* of, cw_layout** layout);
CW_API cw_status cw_layout_hindexed_block(size_t count, int64_t blocklength, const int64_t displacements[],
                                          const cw_layout* of, cw_layout** layout);
/* blocklengths[i] of of[i] at displacements[i], in bytes. The extent is rounded up to the alignment, as a compiler
 * does. */
CW_API cw_status cw_layout_struct(size_t count, const int64_t blocklengths[], const int64_t displacements[],
                                  const cw_layout* const of[], cw_layout** layout);
/* The same bytes with another lower bound and extent. */
CW_API cw_status cw_layout_resized(int64_t lb, int64_t extent, const cw_layout* of, cw_layout** layout);

enum { CW_ORDER_C = 0, CW_ORDER_FORTRAN = 1 }; /* last, or first dimension fastest */

/* subsizes[] elements from starts[] on, of an array of sizes[ndims] elements. */
CW_API cw_status cw_layout_subarray(size_t ndims, const int64_t sizes[], const int64_t subsizes[],
                                    const int64_t starts[], int order, const cw_layout* of, cw_layout** layout);

enum { CW_DISTRIBUTE_BLOCK = 0, CW_DISTRIBUTE_CYCLIC = 1, CW_DISTRIBUTE_NONE = 2 };

/* What process `rank` holds of an array of sizes[ndims] elements that is distributed over processes[ndims] processes
 * (row-major, whatever the order of the array), in blocks of blocksizes[]; 0 there is MPI_DISTRIBUTE_DFLT_DARG. */
CW_API cw_status cw_layout_darray(int64_t rank, size_t ndims, const int64_t sizes[], const int distributions[],
                                  const int64_t blocksizes[], const int64_t processes[], int order, const cw_layout* of,
                                  cw_layout** layout);

/* What you know of the use of a layout and it does not. Zeros: nothing. */
typedef struct cw_layout_options {
  size_t size;           /* sizeof(cw_layout_options) */
  int64_t expected_uses; /* 1: never generate machine code; more: generate it at once, not at the second use */
  int64_t count;         /* the count that is always passed: it is compiled in. Others work, slower */
  int64_t alignment;     /* of all addresses passed as base, in bytes; a power of two */
  int fixed_buffers;     /* not 0: the addresses that are passed are always the same */
} cw_layout_options;
#define CW_LAYOUT_OPTIONS_INIT {sizeof(cw_layout_options), 0, 0, 0, 0}

/* The same layout, to be compiled with these options. */
CW_API cw_status cw_layout_with_options(const cw_layout* of, const cw_layout_options* options, cw_layout** layout);

CW_API void cw_layout_free(cw_layout* layout);

/* ---- What it is ---- */

/* Bytes of data in one element: what it takes packed. */
CW_API cw_status cw_layout_size(const cw_layout* layout, int64_t* bytes);
/* The lower bound, and the distance from one element to the next. */
CW_API cw_status cw_layout_extent(const cw_layout* layout, int64_t* lb, int64_t* extent);
/* The first byte of data of an element, and how many bytes from there to past its last: what base must have around it.
 */
CW_API cw_status cw_layout_true_extent(const cw_layout* layout, int64_t* lb, int64_t* extent);
/* The layout as it was made, in the notation; valid as long as the layout. */
CW_API cw_status cw_layout_notation(const cw_layout* layout, const char** text);
/* The normal form in words, "16 x 768 B [192 B]"; valid as long as the layout. */
CW_API cw_status cw_layout_describe(const cw_layout* layout, const char** text);

/* ---- Moving data ---- */

/* `count` elements to packed, which has room for count * size bytes, and back. */
CW_API cw_status cw_layout_pack(const cw_layout* layout, const void* base, int64_t count, void* packed);
CW_API cw_status cw_layout_unpack(const cw_layout* layout, const void* packed, int64_t count, void* base);

/* Bytes first to last - 1 of what packing `count` elements gives, to or from last - first bytes: to send a large
 * message in parts. Any split is fine, also in the middle of a number. */
CW_API cw_status cw_layout_pack_range(const cw_layout* layout, const void* base, int64_t count, int64_t first,
                                      int64_t last, void* packed);
CW_API cw_status cw_layout_unpack_range(const cw_layout* layout, const void* packed, int64_t count, int64_t first,
                                        int64_t last, void* base);

/* From one layout straight to another, with no packed copy between them. The second must have room for what the first
 * holds; what it has more than that is not written. */
CW_API cw_status cw_layout_move(const cw_layout* from, const void* from_base, int64_t from_count, const cw_layout* to,
                                int64_t to_count, void* to_base);

/* What packs and unpacks, for a program that does so often and little: functions.pack(functions.context, ...). They
 * check nothing. Valid as long as the layout; threads may share them. */
typedef struct cw_layout_functions {
  void* context;
  void (*pack)(void* context, const void* base, int64_t count, void* packed);
  void (*unpack)(void* context, const void* packed, int64_t count, void* base);
} cw_layout_functions;
/* Normalises and, unless the options speak against it, generates machine code before it returns. */
CW_API cw_status cw_layout_get_functions(const cw_layout* layout, cw_layout_functions* functions);

/* ---- What became of it ---- */

/* Of this layout and all that are equal to it and have the same options. */
typedef struct cw_layout_statistics {
  size_t size;             /* set it to sizeof(cw_layout_statistics) */
  int64_t pack_code_bytes; /* of machine code; 0 as long as there is none */
  int64_t unpack_code_bytes;
  double generate_seconds; /* that generating it took */
  char pack_kernel[16];    /* what the next call takes: "generated", "precompiled" or "contiguous" */
  char unpack_kernel[16];
} cw_layout_statistics;
CW_API cw_status cw_layout_get_statistics(const cw_layout* layout, cw_layout_statistics* statistics);

/* The machine code of packing and of unpacking as text; "" where there is none. Valid as long as the layout. */
CW_API cw_status cw_layout_disassembly(const cw_layout* layout, const char** pack, const char** unpack);

#ifdef __cplusplus
}
#endif
#endif
