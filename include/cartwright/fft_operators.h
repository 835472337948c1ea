/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#ifndef CARTWRIGHT_FFT_OPERATORS_H
#define CARTWRIGHT_FFT_OPERATORS_H

/**
 * \file
 * Operators on coefficients: forward, an operator, and backward in one call, for plans of fft.h, whose conventions hold
 * here. docs/fft.md is the guide.
 *
 * An operator gets the coefficients row by row, while they are in the cache. The spectral array is never stored: it is
 * not written, not read, and not brought into natural order.
 *
 * Operators are functions: those below, whose names are nouns, and functions of the user.
 * No function writes a file or reads an environment variable.
 */

#include <cartwright/fft.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A row of coefficients. A later version may have more members at its end. */
typedef struct cw_fft_row {
  void* values;  /**< the coefficients, contiguous, of the type of the spectral array: to be changed in place */
  int64_t count; /**< number of coefficients: all entries of `axis` */
  size_t axis;   /**< the axis along which they lie */
  size_t ndims;  /**< number of axes */
  int64_t n[CW_FFT_MAX_DIMS];     /**< sizes of the spectral grid, as passed to cw_fft_plan_create */
  int64_t start[CW_FFT_MAX_DIMS]; /**< global index of the first coefficient along each axis */
  /** Wave numbers in radians per unit of length (cw_fft_options.lengths): k[axis][i] is that of coefficient i, and
   * k[j][0] that of all of them along another axis j. Along Fourier axes they are 0, 1, ..., n/2, then negative; along
   * axes that are not transformed or of kind HC2R they are 0. */
  const double* k[CW_FFT_MAX_DIMS];
  int64_t field;  /**< number of the field */
  int64_t offset; /**< position of the first coefficient in a spectral array of one field in transposed order */
  cw_fft_precision precision; /**< the floating-point type of the coefficients */
  int complex_data;           /**< not 0: they are complex */
  /** Number of fields in the row: all of the plan in cw_fft_apply_fields, where `field` is 0, and 1 in cw_fft_apply. */
  int64_t fields;
  /** values_of[i]: the coefficients of field number `field` + i in this row, to be changed in place; values_of[0] is
   * `values`. */
  void** values_of;
} cw_fft_row;

/**
 * An operator. It is called once for each row that the process holds, in any order, by the thread that called
 * cw_fft_apply or cw_fft_apply_fields. It calls no function of the plan, and returns normally.
 */
typedef void (*cw_fft_operator)(const cw_fft_row* row, void* data);

/**
 * Transforms forward, applies an operator to the coefficients, and transforms backward. The result is that of
 * cw_fft_forward, the operator, and cw_fft_backward up to rounding, with the same normalization. Collective over the
 * communicator of the plan.
 *
 * It counts as one transform in each direction (cw_fft_plan_times). The first call takes work space: a page for each
 * transpose in shared memory, and the bytes of one more transpose with another method.
 *
 * \param plan     a plan without an open transform, for memory of the host
 * \param function the operator, the same on all processes
 * \param data     passed to the operator, as it requires; may differ between processes
 * \param in       the physical array of this process, which is not changed unless in == out. NULL where the process
 *                 holds no elements
 * \param out      receives the physical array; `in` for a transform in place
 * \return also CW_INVALID_ARGUMENT: a buffer is missing on some process or in memory of a GPU, the buffers overlap, a
 *         transform is open, an operator below has invalid data; CW_UNSUPPORTED: the plan is for memory of a GPU, or
 *         does not have what the operator requires; CW_NO_MEMORY: no work space, and the plan can then only be freed
 */
CW_API cw_status cw_fft_apply(cw_fft_plan* plan, cw_fft_operator function, void* data, const void* in, void* out);

/**
 * cw_fft_apply with an operator that takes all fields at once: it is called once for each row, with the coefficients
 * of all fields at the same wave numbers. For what mixes the components of a vector. Collective.
 *
 * The first call takes work space in which the last transpose of all fields fits, and with other methods than shared
 * memory a second transpose for each field, for the way back.
 *
 * \param plan     as for cw_fft_apply
 * \param function the operator, the same on all processes: cw_fft_projection, cw_fft_curl, or a function of the user
 * \param data     as for cw_fft_apply
 * \param in       as for cw_fft_apply
 * \param out      as for cw_fft_apply
 * \return as cw_fft_apply; CW_INVALID_ARGUMENT for an operator below that changes each field by itself, as there for
 *         one that takes all fields
 */
CW_API cw_status cw_fft_apply_fields(cw_fft_plan* plan, cw_fft_operator function, void* data, const void* in,
                                     void* out);

/**
 * The Laplacian: multiplies by -k^2, the sum of the squares of the wave numbers. Local.
 *
 * \param row  a row
 * \param data not used
 */
CW_API void cw_fft_laplacian(const cw_fft_row* row, void* data);

/**
 * The inverse of the Laplacian, which solves Poisson's equation: divides by -k^2. Where k is 0 the coefficient becomes
 * 0: the result has the mean 0. Local.
 *
 * \param row  a row
 * \param data not used
 */
CW_API void cw_fft_inverse_laplacian(const cw_fft_row* row, void* data);

/**
 * A Gaussian filter, or heat conduction over a time: multiplies by exp(-s k^2). Local.
 *
 * \param row  a row
 * \param data the address of s, a double in units of a squared length
 */
CW_API void cw_fft_gaussian(const cw_fft_row* row, void* data);

/**
 * The first derivative along a Fourier axis: multiplies by i k. The coefficient at n/2 of an even axis becomes 0:
 * the derivative of real data is real. Local.
 *
 * \param row  a row
 * \param data the address of the axis, an int from 0
 */
CW_API void cw_fft_derivative(const cw_fft_row* row, void* data);

/**
 * Multiplies each coefficient by a factor, the same for all fields. The plan has its spectral array in transposed
 * order, and without boxes. Local.
 *
 * \param row  a row
 * \param data one field of the spectral array, with the factors in place of the coefficients; NULL where the process
 *             holds no elements
 */
CW_API void cw_fft_factors(const cw_fft_row* row, void* data);

/**
 * The projection on fields without divergence, for cw_fft_apply_fields: subtracts k (k.u) / k^2 from the vector u.
 * Fields are its components, along Fourier axes. Where k is 0, as for the mean, u stays.
 *
 * The component of k along an even axis counts as 0 at n/2, as in cw_fft_derivative: the result of real data is real,
 * and its divergence by cw_fft_derivative is 0. Local.
 *
 * \param row  a row of all fields
 * \param data NULL for a plan with a field for each axis, in their order; otherwise the address of the axis of each
 *             field, ints from 0 that differ
 */
CW_API void cw_fft_projection(const cw_fft_row* row, void* data);

/**
 * The curl of a vector, for cw_fft_apply_fields: i k x u. The plan has 3 fields, the components along Fourier axes. At
 * n/2 of an even axis the component of k counts as 0, as in cw_fft_derivative. Local.
 *
 * \param row  a row of all fields
 * \param data NULL for a plan of 3 axes; otherwise as for cw_fft_projection: the axes of x, y and z
 */
CW_API void cw_fft_curl(const cw_fft_row* row, void* data);

#ifdef __cplusplus
}
#endif

#endif
