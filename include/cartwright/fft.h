/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_FFT_H
#define CARTWRIGHT_FFT_H

/**
 * \file
 * Distributed Fourier, sine and cosine transforms of grids of 2 or more dimensions, whose transposes follow the
 * machine. (Seed 003, sections I-A, III-C and IV.)
 *
 * Link with libcartwright_fft of the same MPI (lib/cartwright/openmpi or lib/cartwright/mpich). It is the only library
 * of Cartwright that is linked with FFTW, whose licence is the GPL; any library with FFTW's interface serves in its
 * place.
 *
 * Two spaces: *physical*, where the user's functions live, and *spectral*, where their coefficients do. A plan goes
 * both ways: forward from physical to spectral, backward from spectral to physical. It says which part of either array
 * this process holds and how it lies in memory (cw_fft_array); all arrays are row-major with regard to the axes, the
 * last axis fastest, unless the strides say otherwise.
 *
 * The contract, for every function here:
 *  - It returns CW_OK or says by another cw_status why it did nothing; cw_fft_last_error() then has the sentence, for
 * the calling thread, until that thread's next call that fails. No MPI error handler is called.
 *  - Functions marked "collective" are to be called by all processes of the plan's communicator, with the same
 * arguments except where another is said. When one process fails, or when they disagree, all of them get the error.
 *  - Results come last, through pointers, and are written only on CW_OK. Buffers and arrays are the caller's.
 *  - Threads: one call on a plan at a time. Plans that share work space count as one plan. MPI_THREAD_SERIALIZED
 * suffices.
 *  - A plan duplicates the communicator: the one passed in may be freed. Plans are to be freed before MPI_Finalize.
 *  - A plan that was freed is recognised, and refused with CW_INVALID_ARGUMENT.
 *  - Nothing is printed. The environment: CARTWRIGHT_FFT_WISDOM (docs/fft.md).
 */

#include <cartwright/cartwright.h>
#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cw_fft_plan cw_fft_plan;

enum { CW_FFT_MAX_DIMS = 16 };

typedef enum cw_fft_precision { CW_FFT_DOUBLE = 0, CW_FFT_FLOAT = 1, CW_FFT_LONG_DOUBLE = 2 } cw_fft_precision;

/* What is done along an axis. The real-to-real kinds are FFTW's, by its names: the forward transform is the one named,
 * the backward its inverse (10 and 01 of each other, R2HC and HC2R of each other, the rest of themselves), where both
 * are unnormalised: see cw_fft_scale. On complex data they act on real and imaginary parts alike. */
typedef enum cw_fft_kind {
  CW_FFT_FOURIER = 0, /* exp(-2 pi i j k / n) forward, conjugate backward */
  CW_FFT_NONE,        /* the axis is left alone */
  CW_FFT_REDFT00,     /* cosine, "DCT-I" */
  CW_FFT_REDFT01,     /* "DCT-III" */
  CW_FFT_REDFT10,     /* "DCT-II" */
  CW_FFT_REDFT11,     /* "DCT-IV" */
  CW_FFT_RODFT00,     /* sine, "DST-I" */
  CW_FFT_RODFT01,     /* "DST-III" */
  CW_FFT_RODFT10,     /* "DST-II" */
  CW_FFT_RODFT11,     /* "DST-IV" */
  CW_FFT_R2HC,        /* halfcomplex */
  CW_FFT_HC2R,
  CW_FFT_DHT /* discrete Hartley */
} cw_fft_kind;

/* By what the results are multiplied. N is the product of the logical sizes of the transformed axes (of the padded
 * ones, where they are padded): n for Fourier, 2n for 01, 10 and 11, 2(n - 1) for REDFT00, 2(n + 1) for RODFT00. */
typedef enum cw_fft_scale {
  CW_FFT_SCALE_NONE = 0, /* by nothing: backward(forward(f)) is N f */
  CW_FFT_SCALE_BACKWARD, /* backward by 1/N, as numpy does */
  CW_FFT_SCALE_FORWARD,  /* forward by 1/N: coefficients of the series */
  CW_FFT_SCALE_UNITARY   /* both by 1/sqrt(N) */
} cw_fft_scale;

/* How much time planning may take. */
typedef enum cw_fft_effort {
  CW_FFT_ESTIMATE = 0, /* from the topology and a model, in milliseconds */
  CW_FFT_MEASURE,      /* the best few grids and the methods are timed, FFTW measures */
  CW_FFT_PATIENT       /* more of both */
} cw_fft_effort;

/* A part of an array: per axis its first global index, and how many there are. */
typedef struct cw_fft_box {
  int64_t start[CW_FFT_MAX_DIMS];
  int64_t count[CW_FFT_MAX_DIMS];
} cw_fft_box;

typedef struct cw_fft_options {
  size_t size;       /* sizeof(cw_fft_options) */
  const char* basis; /* a letter per axis: F Fourier, S sine (RODFT10), C cosine (REDFT10), N none; for example the
                        seed's "FFF", "SFF", "SSF", "SSS". NULL: Fourier along all axes */
  const cw_fft_kind* kinds; /* ndims of them, in place of `basis`; NULL: basis */
  int real; /* not 0: physical data is real; then the last Fourier axis of the spectral array has n/2 + 1
               entries (and without any Fourier axis that array is real) */
  cw_fft_precision precision;
  int64_t fields;          /* arrays transformed by one call, one after the other in memory; 0 means 1 */
  const int64_t* physical; /* ndims sizes of the physical grid, each at least that of the spectral: the 3/2 rule passes
                              3 n[i] / 2. NULL: those of the spectral. The coefficient at n/2 of an even Fourier axis
                              that is padded stands for the sum of those at n/2 and -n/2 */
  cw_fft_scale scale;
  int transposed;     /* not 0: the spectral array stays as the last transpose leaves it, which saves the way back;
                         cw_fft_array says how it lies */
  size_t grid_ndims;  /* dims of the process grid: 1 slabs, 2 pencils, up to ndims - 1; 0: chosen */
  const int* grid;    /* grid_ndims of them (p_row, p_col), whose product is the number of processes; a 0 is chosen */
  const char* order;  /* where ranks stand in the process grid: "auto" (rows inside nodes, level by level), "row-major",
                         "column-major", "morton"; NULL means "auto" */
  const char* method; /* of the transposes: "shared", "node-aware", "alltoallw", "alltoallv", "pipelined"; NULL or
                         "auto": the best of those that are possible */
  cw_fft_effort effort;
  const cw_fft_box*
      physical_box; /* what this process is to hold of the physical array, which may differ from process to
                       process: bricks, or anything that covers the array once. NULL: as the plan has it */
  const cw_fft_box* spectral_box; /* the same of the spectral array; with it `transposed` has no meaning */
  cw_fft_plan* share; /* a plan of the same communicator whose work space this one uses, too; NULL: its own */
} cw_fft_options;
#define CW_FFT_OPTIONS_INIT                                                                                    \
  {sizeof(cw_fft_options), NULL, NULL, 0,   CW_FFT_DOUBLE, 0, NULL, CW_FFT_SCALE_NONE, 0, 0, NULL, NULL, NULL, \
   CW_FFT_ESTIMATE,        NULL, NULL, NULL}

/* Collective over `comm`. n[ndims] are the sizes of the spectral grid, and of the physical one unless it is padded (for
 * real data the logical size: the halved axis counts whole). options may be NULL: complex doubles, Fourier, one field.
 * Takes the communicator, planning time and work space: about the bytes of the local array per transpose, and as much
 * again where a method needs buffers (cw_fft_work_bytes), in pages that are taken at the first transform. Errors:
 * CW_INVALID_ARGUMENT: a size below 1, fewer than 2 dimensions, a grid that does not multiply to the processes, boxes
 * that do not cover the array, options that exclude each other; CW_OVERFLOW: an array of 2^63 bytes; CW_UNSUPPORTED: a
 * method that is not possible here (its name and why), a precision that FFTW was not built with; CW_NO_MEMORY. */
CW_API cw_status cw_fft_plan_create(MPI_Comm comm, size_t ndims, const int64_t n[], const cw_fft_options* options,
                                    cw_fft_plan** plan);
/* Collective. Freeing NULL does nothing. */
CW_API cw_status cw_fft_plan_free(cw_fft_plan* plan);

/* ---- The arrays ---- */

typedef enum cw_fft_space { CW_FFT_PHYSICAL = 0, CW_FFT_SPECTRAL = 1 } cw_fft_space;

typedef struct cw_fft_array {
  size_t size; /* sizeof(cw_fft_array), set by the caller */
  size_t ndims;
  int64_t global[CW_FFT_MAX_DIMS]; /* entries along each axis */
  int64_t start[CW_FFT_MAX_DIMS];  /* global index of the first that the process holds */
  int64_t count[CW_FFT_MAX_DIMS];  /* how many it holds */
  int64_t stride[CW_FFT_MAX_DIMS]; /* elements from one to the next along each axis */
  int64_t elements;                /* in one field: the product of the counts */
  int64_t field_stride;            /* elements from one field to the next */
  int64_t element_bytes;           /* 16 for a complex double */
  int complex_data;                /* not 0: elements are complex */
} cw_fft_array;

/* What process `rank` of the plan's communicator holds; -1 for the calling one. Local. */
CW_API cw_status cw_fft_plan_array(const cw_fft_plan* plan, cw_fft_space space, int rank, cw_fft_array* array);
/* Bytes of a buffer that holds all fields in either space: what a transform in place needs. Local. */
CW_API cw_status cw_fft_buffer_bytes(const cw_fft_plan* plan, int64_t* bytes);
/* Bytes of work space, shared memory included, that this process brings for the plan. Local. */
CW_API cw_status cw_fft_work_bytes(const cw_fft_plan* plan, int64_t* bytes);

/* Memory for arrays, aligned to pages, and huge ones where the system has them. Any other memory that is aligned for
 * its elements serves as well. Local. */
CW_API cw_status cw_fft_alloc(int64_t bytes, void** memory);
CW_API void cw_fft_dealloc(void* memory);

/* ---- Transforms ---- */

/* Collective. `in` is not changed, unless in == out: transforms in place. Buffers that overlap otherwise are not
 * detected. The process may pass NULL where it holds no elements. NaN and infinity pass through. */
CW_API cw_status cw_fft_forward(cw_fft_plan* plan, const void* in, void* out);
CW_API cw_status cw_fft_backward(cw_fft_plan* plan, const void* in, void* out);

/* In two parts, both collective: other work, on other data, may be done between them while messages travel. One
 * transform of a plan can be open at a time; cw_fft_finish ends it. */
CW_API cw_status cw_fft_forward_start(cw_fft_plan* plan, const void* in, void* out);
CW_API cw_status cw_fft_backward_start(cw_fft_plan* plan, const void* in, void* out);
CW_API cw_status cw_fft_finish(cw_fft_plan* plan);

/* ---- What was chosen, and what it took ---- */

/* Which grid, order and methods were taken, what else was considered, and why: a few lines of text, or JSON
 * (docs/schemas/fft.schema.json). Both belong to the plan. The same on every process. NULL for a plan that was freed.
 * Local. */
CW_API const char* cw_fft_explain(const cw_fft_plan* plan);
CW_API const char* cw_fft_explain_json(const cw_fft_plan* plan);

/* Seconds that this process has spent since the plan was made or cw_fft_reset_times was called. */
typedef struct cw_fft_times {
  size_t size;     /* sizeof(cw_fft_times), set by the caller */
  int64_t forward; /* transforms done */
  int64_t backward;
  double total; /* within the calls */
  double fft;   /* 1-D and 2-D transforms */
  double pack;  /* into and out of message buffers */
  double copy;  /* straight out of and into the arrays of other processes */
  double wait;  /* for other processes, and inside MPI */
} cw_fft_times;
CW_API cw_status cw_fft_plan_times(const cw_fft_plan* plan, cw_fft_times* times);
CW_API cw_status cw_fft_reset_times(cw_fft_plan* plan);

/* FFTW's wisdom of all precisions that are linked, in one file. Local: for many processes, one saves and all load. */
CW_API cw_status cw_fft_wisdom_save(const char* path);
CW_API cw_status cw_fft_wisdom_load(const char* path);

/* Why the last failing call of this thread failed; "" before any. Valid until the next that fails. */
CW_API const char* cw_fft_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* CARTWRIGHT_FFT_H */
