/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_POISSON_H
#define CARTWRIGHT_POISSON_H

/**
 * \file
 * Solvers of laplace(u) - lambda u = f in a box, Poisson's equation (lambda = 0) and Helmholtz's, by the transforms of
 * fft.h, whose conventions hold here. docs/fft.md is the guide.
 *
 * The functions are in libcartwright_fft. A solver is a plan with one operator: each solution takes one cw_fft_apply.
 * Apart from planning, which uses the files and environment variables that fft.h names:
 * No function writes a file or reads an environment variable.
 *
 * Each axis extends from 0 to its length L. Each of its two sides is a wall with u = 0 (D, Dirichlet), a wall with the
 * derivative 0 (N, Neumann), periodic (P, both sides), or unbounded (U). The n points are in the middle of cells,
 * (i + 1/2) L / n, or at nodes:
 *
 *     sides  nodes           without      the transform for nodes, for cells
 *     PP     i L / n                      Fourier
 *     DD     (i+1) L / (n+1) both walls   RODFT00, RODFT10
 *     NN     i L / (n-1)                  REDFT00, REDFT10
 *     DN     (i+1) L / n     the lower    RODFT01, RODFT11
 *     ND     i L / n         the upper    REDFT01, REDFT11
 *     UU     i L / (n-1)                  Fourier, of 2 n points
 *     DU     (i+1) L / n     the wall     RODFT00 of 2 n - 1 points, RODFT10 of 2 n
 *     UD     i L / n         the wall     RODFT00 of 2 n - 1 points, RODFT10 of 2 n
 *     NU UN  i L / (n-1)                  REDFT00 of 2 n - 1 points, REDFT10 of 2 n
 *
 * Beyond an unbounded side space continues, and f is 0 there. u is the convolution of f, and of its mirror images in
 * the walls of these axes (with the opposite sign for D), with the potential of a point in free space: for lambda = 0
 * that is -1 / (4 pi r) with three such axes, and log(r) / (2 pi) with two or |x| / 2 with one for the part of f that
 * is constant along the others. Where f and its images are smooth the error falls faster than any power of the distance
 * between points. It is larger with fewer than 24 points along one of these axes, or 12 beside a wall, or with very
 * different distances along them. The zeros that double these axes are neither stored nor sent.
 *
 * The cells along axis 0 may have unequal widths (cw_poisson_options.faces). The second derivative along it is that of
 * finite volumes: the difference of the fluxes through both faces of a cell over its width. A flux is the difference of
 * u over the distance of the two centers, at a wall D over that of center and wall, and 0 at a wall N. With equal
 * widths this is CW_POISSON_SECOND_ORDER. Along the other axes coefficients are those of their transforms, so the
 * equations along axis 0 are tridiagonal systems, which are solved by elimination.
 */

#include <cartwright/fft.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A solver of one equation on one grid. */
typedef struct cw_poisson cw_poisson;

/** The Laplacian of a solver. */
typedef enum cw_poisson_laplacian {
  CW_POISSON_SPECTRAL = 0, /**< exact for the waves of the transforms */
  /** (u[i-1] - 2 u[i] + u[i+1]) / h^2 along each axis. Beyond a wall u is its mirror image, with the opposite sign for
   * D. The solution is that of these linear equations. */
  CW_POISSON_SECOND_ORDER = 1
} cw_poisson_laplacian;

/** Options of cw_poisson_create. Initialize with CW_POISSON_OPTIONS_INIT. */
typedef struct cw_poisson_options {
  /** sizeof(cw_poisson_options) */
  size_t size;
  /** Two letters for each axis, for its lower and its upper side: P, D, N or U; for example "PP DD DN". Blanks are
   * ignored. NULL: all axes are periodic. */
  const char* boundaries;
  /** A letter for each axis: C for points in the middle of cells, N for points at nodes; for example "CCN". NULL: C for
   * all axes. */
  const char* centering;
  /** ndims lengths of the box, finite and above 0. NULL: 2 pi for periodic axes, and pi for others. */
  const double* lengths;
  /** lambda in laplace(u) - lambda u = f. It is finite, and -lambda is not the square of a wave number of the grid (the
   * sum along all axes) unless it is 0. With unbounded axes it is 0 or more. */
  double lambda;
  /** The Laplacian; with unbounded axes CW_POISSON_SPECTRAL. */
  cw_poisson_laplacian laplacian;
  /** Not 0: f and u are complex. */
  int complex_data;
  /** Options of the plan; NULL: the defaults. The precision, fields, the process grid, order, method, effort,
   * physical_box, share and timeout are those of the solver. real, scale and transposed have no effect; other members
   * have their defaults. With CW_FFT_LONG_DOUBLE coefficients are divided by numbers in double precision. */
  const cw_fft_options* fft;
  /** The n[0] + 1 coordinates of the faces of the cells along axis 0 in ascending order, with sides P, D or N and
   * centering C, without unbounded axes, and with a lambda of 0 or more. The box extends from the first to the last,
   * and lengths[0] has no effect. NULL: no axis has cells of unequal widths. Only axis 0 may have them: order the axes
   * accordingly. */
  const double* faces;
} cw_poisson_options;
/** The default options: Poisson's equation in a periodic box, with real doubles. */
#define CW_POISSON_OPTIONS_INIT {sizeof(cw_poisson_options), NULL, NULL, NULL, 0, CW_POISSON_SPECTRAL, 0, NULL, NULL}

/**
 * Makes a solver. Collective over `comm`, and takes what cw_fft_plan_create takes. With unbounded axes or faces a
 * solver keeps a double for each coefficient (two for faces of a periodic axis), and with unbounded axes planning takes
 * the memory of a few arrays with all their zeros.
 *
 * \param comm    an intracommunicator
 * \param ndims   number of dimensions, 2 to CW_FFT_MAX_DIMS; a size of 1 of a periodic axis adds a dimension
 * \param n       ndims numbers of points
 * \param options NULL: the defaults. The physical boxes of `fft` may differ between processes
 * \param solver  receives the solver
 * \return as cw_fft_plan_create; CW_INVALID_ARGUMENT also for an axis with one periodic side, and for a
 *         lambda with which the equation has no unique solution; CW_UNSUPPORTED also for more than 3 unbounded axes,
 *         another lambda or Laplacian than they have, or a lambda or unbounded axes that faces exclude
 */
CW_API cw_status cw_poisson_create(MPI_Comm comm, size_t ndims, const int64_t n[], const cw_poisson_options* options,
                                   cw_poisson** solver);

/**
 * Frees a solver and its plan. Collective over the communicator of the solver; after MPI_Finalize it is local, and
 * frees memory only.
 *
 * \param solver a solver, or NULL
 * \return also CW_INVALID_ARGUMENT: the solver was already freed
 */
CW_API cw_status cw_poisson_free(cw_poisson* solver);

/**
 * The part of f and of u that a process holds, as by cw_fft_plan_array. Local.
 *
 * \param solver a solver
 * \param rank   rank in the communicator of the solver, or -1 for the calling process
 * \param array  receives the part; its size is set by the caller
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_poisson_array(const cw_poisson* solver, int rank, cw_fft_array* array);

/**
 * The points along an axis: that of global index i is at first + i * spacing. With faces those of axis 0 are at
 * (faces[i] + faces[i + 1]) / 2 instead. Local.
 *
 * \param solver  a solver
 * \param axis    an axis, from 0
 * \param first   receives the coordinate of the first point
 * \param spacing receives the distance between points
 * \return also CW_INVALID_ARGUMENT, for an axis that has faces, too
 */
CW_API cw_status cw_poisson_points(const cw_poisson* solver, size_t axis, double* first, double* spacing);

/**
 * Solves the equation. Collective over the communicator of the solver.
 *
 * When all sides are P or N and lambda is 0, the mean of u is 0, and that of f is ignored. In both, points on a wall
 * count half (nodes with NN): a quarter on two walls, and so on. With faces cells count by their widths.
 *
 * \param solver a solver
 * \param in     f at the points of this process, which is not changed unless in == out. NULL where the process holds no
 *               elements
 * \param out    receives u; `in` for a solution in place
 * \return as cw_fft_apply
 */
CW_API cw_status cw_poisson_solve(cw_poisson* solver, const void* in, void* out);

/**
 * The equation, the points and the transform of each axis, and the text of cw_fft_explain. Local; the same text on
 * every process.
 *
 * \param solver a solver
 * \return a few lines of text that belong to the solver; NULL after an error
 */
CW_API const char* cw_poisson_explain(const cw_poisson* solver);

/**
 * The plan of a solver, for its times, or to share its work space. Its normalization is CW_FFT_SCALE_BACKWARD, and its
 * spectral array is in transposed order. Local.
 *
 * \param solver a solver
 * \param plan   receives the plan, which belongs to the solver
 * \return also CW_INVALID_ARGUMENT
 */
CW_API cw_status cw_poisson_plan(const cw_poisson* solver, cw_fft_plan** plan);

#ifdef __cplusplus
}
#endif

#endif
