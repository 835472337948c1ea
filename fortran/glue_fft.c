/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The parts of the modules cartwright_fft and cartwright_poisson that Fortran cannot express: communicators are
 * converted to those of C, and arrays of any type and rank are compared with the arrays of the plan. */
#include "cartwright/fft_operators.h"
#include "cartwright/poisson.h"
#include "glue_status.h"

#include <ISO_Fortran_binding.h>
#include <inttypes.h>

int cwf_fft_plan_create(MPI_Fint comm, int ndims, const int64_t n[], cw_fft_options* options, cw_fft_plan** plan) {
  options->size = sizeof *options;
  return (int)cw_fft_plan_create(MPI_Comm_f2c(comm), (size_t)ndims, n, options, plan);
}

/* The number of elements; a very large one for arrays of assumed size, u(*). */
static int64_t elements_of(const CFI_cdesc_t* array) {
  if (array->rank > 0 && array->dim[array->rank - 1].extent < 0) return INT64_MAX / 64;
  int64_t count = 1;
  for (int i = 0; i < array->rank; ++i) count *= array->dim[i].extent;
  return count;
}

/* Compilers use different types for long double: there only the size is compared. */
static int has_type(const CFI_cdesc_t* array, const cw_fft_array* needed) {
  static const CFI_type_t floats[] = {CFI_type_float, CFI_type_float_Complex};
  static const CFI_type_t doubles[] = {CFI_type_double, CFI_type_double_Complex};
  const int is_complex = needed->complex_data != 0;
  if ((int64_t)array->elem_len != needed->element_bytes) return 0;
  if (needed->element_bytes == (1 + is_complex) * (int64_t)sizeof(float)) return array->type == floats[is_complex];
  if (needed->element_bytes == (1 + is_complex) * (int64_t)sizeof(double)) return array->type == doubles[is_complex];
  return 1;
}

/* The memory of an array for one space of the plan. Refuses an array that does not fit. */
static int find_memory(const CFI_cdesc_t* array, const char* name, const cw_fft_plan* plan, cw_fft_space space,
                       int64_t fields, void** memory) {
  cw_fft_array needed = CW_FFT_ARRAY_INIT;
  *memory = NULL;
  if (cw_fft_plan_array(plan, space, -1, &needed) == CW_OK && needed.elements > 0) {
    const int64_t count = (fields - 1) * needed.field_stride + needed.elements;
    if (!has_type(array, &needed))
      return cwf_refuse("%s must be an array of %s numbers of %" PRId64 " bytes", name,
                        needed.complex_data ? "complex" : "real", needed.element_bytes);
    if (elements_of(array) < count)
      return cwf_refuse("%s has %" PRId64 " elements, the plan needs %" PRId64, name, elements_of(array), count);
    if (!CFI_is_contiguous(array)) return cwf_refuse("%s is not contiguous: pass all of an array", name);
  }
  *memory = array->base_addr;
  return CW_OK;
}

/* An array that does not fit is passed as a missing one: then all processes get an error. */
int cwf_fft_transform(cw_fft_plan* plan, int64_t fields, int transform, const CFI_cdesc_t* in, const CFI_cdesc_t* out) {
  static cw_status (*const functions[])(cw_fft_plan*, const void*, void*) = {
      cw_fft_forward, cw_fft_backward, cw_fft_forward_start, cw_fft_backward_start};
  const int forward = transform % 2 == 0;
  void *from = NULL, *to = NULL;
  int refused = find_memory(in, "in", plan, forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL, fields, &from);
  if (refused == CW_OK)
    refused = find_memory(out, "out", plan, forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL, fields, &to);
  const cw_status status = functions[transform](plan, from, to);
  return refused != CW_OK ? refused : (int)status;
}

int cwf_fft_transform_in_place(cw_fft_plan* plan, int transform, const CFI_cdesc_t* buffer) {
  int64_t needed = 0;
  int refused = CW_OK;
  const int64_t bytes = elements_of(buffer) * (int64_t)buffer->elem_len;
  if (cw_fft_plan_buffer_bytes(plan, &needed) == CW_OK && bytes < needed)
    refused = cwf_refuse("buffer has %" PRId64 " bytes, the plan needs %" PRId64, bytes, needed);
  void* const memory = refused != CW_OK ? NULL : buffer->base_addr;
  const cw_status status =
      transform == 0 ? cw_fft_forward(plan, memory, memory) : cw_fft_backward(plan, memory, memory);
  return refused != CW_OK ? refused : (int)status;
}

/* An operator of Fortran, and its argument. */
struct fortran_operator {
  cw_fft_operator function;
  void* data;
};

/* Calls an operator of Fortran with a row whose axes are in the order of Fortran, and which counts from 1. */
static void call_fortran(const cw_fft_row* row, void* data) {
  const struct fortran_operator* const given = data;
  cw_fft_row reversed = *row;
  for (size_t axis = 0; axis < row->ndims; ++axis) {
    const size_t to = row->ndims - 1 - axis;
    reversed.n[to] = row->n[axis];
    reversed.start[to] = row->start[axis] + 1;
    reversed.k[to] = row->k[axis];
  }
  reversed.axis = row->ndims - row->axis;
  reversed.field += 1;
  reversed.offset += 1;
  given->function(&reversed, given->data);
}

/* The axis of C of each component of a vector, from those of Fortran, or null. Fields of Fortran are in its order of
 * axes, so the first component lies along the last axis of C. */
static void* axes_of_components(const cw_fft_plan* plan, int64_t fields, const int* given, int axes[CW_FFT_MAX_DIMS]) {
  cw_fft_array array = CW_FFT_ARRAY_INIT;
  if (cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, &array) != CW_OK) return NULL;
  const int ndims = (int)array.ndims;
  if (fields > ndims || (given == NULL && fields != ndims)) return NULL; /* which is refused */
  for (int i = 0; i < (int)fields; ++i) axes[i] = ndims - (given == NULL ? i + 1 : given[i]);
  return axes;
}

int cwf_fft_apply(cw_fft_plan* plan, int64_t fields, int all_fields, cw_fft_operator function, void* data,
                  const CFI_cdesc_t* in, const CFI_cdesc_t* out) {
  static const cw_fft_operator known[] = {cw_fft_laplacian, cw_fft_inverse_laplacian, cw_fft_gaussian, cw_fft_factors};
  void *from = NULL, *to = NULL;
  int refused = find_memory(in, "in", plan, CW_FFT_PHYSICAL, fields, &from);
  if (refused == CW_OK) refused = find_memory(out, "out", plan, CW_FFT_PHYSICAL, fields, &to);

  struct fortran_operator given = {function, data};
  int axes[CW_FFT_MAX_DIMS] = {0};
  int is_known = 0;
  for (size_t i = 0; i < sizeof known / sizeof *known; ++i) is_known = is_known || function == known[i];
  if (function == cw_fft_derivative && data != NULL) {
    axes_of_components(plan, 1, data, axes);
    data = axes;
  } else if (function == cw_fft_projection || function == cw_fft_curl) {
    data = axes_of_components(plan, fields, data, axes);
  } else if (function != cw_fft_derivative && !is_known) {
    function = call_fortran;
    data = &given;
  }
  const cw_status status = (all_fields ? cw_fft_apply_fields : cw_fft_apply)(plan, function, data, from, to);
  return refused != CW_OK ? refused : (int)status;
}

int cwf_poisson_create(MPI_Fint comm, int ndims, const int64_t n[], cw_poisson_options* options, cw_fft_options* fft,
                       cw_poisson** solver) {
  options->size = sizeof *options;
  fft->size = sizeof *fft;
  options->fft = fft;
  return (int)cw_poisson_create(MPI_Comm_f2c(comm), (size_t)ndims, n, options, solver);
}

int cwf_poisson_points(const cw_poisson* solver, int axis, double* first, double* spacing) {
  cw_fft_array array = CW_FFT_ARRAY_INIT;
  const cw_status status = cw_poisson_array(solver, -1, &array);
  if (status != CW_OK) return (int)status;
  if (axis < 1 || axis > (int)array.ndims)
    return cwf_refuse("axis %d of %d: give 1 to %d", axis, (int)array.ndims, (int)array.ndims);
  return (int)cw_poisson_points(solver, array.ndims - (size_t)axis, first, spacing);
}

int cwf_poisson_solve(cw_poisson* solver, int64_t fields, const CFI_cdesc_t* in, const CFI_cdesc_t* out) {
  cw_fft_plan* plan = NULL;
  void *from = NULL, *to = NULL;
  int refused = CW_OK;
  if (cw_poisson_plan(solver, &plan) == CW_OK) {
    refused = find_memory(in, "in", plan, CW_FFT_PHYSICAL, fields, &from);
    if (refused == CW_OK) refused = find_memory(out, "out", plan, CW_FFT_PHYSICAL, fields, &to);
  }
  const cw_status status = cw_poisson_solve(solver, from, to);
  return refused != CW_OK ? refused : (int)status;
}
