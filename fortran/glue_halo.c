/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The parts of the module cartwright_halo that Fortran cannot express: arrays of any type and rank become fields, and
 * communicators are converted to those of C. */
#include "cartwright/halo.h"
#include "glue_status.h"

#include <ISO_Fortran_binding.h>
#include <stdlib.h>
#include <string.h>

/* A field with the numbers that it points to. */
typedef struct {
  cw_halo_field field;
  int64_t sizes[CW_HALO_MAX_DIMS], strides[CW_HALO_MAX_DIMS], low[CW_HALO_MAX_DIMS], high[CW_HALO_MAX_DIMS];
} entry;

/* The fields of a plan that is still to be made. */
typedef struct {
  size_t count;
  int rank;
  entry* entries;
} list;

static int refuse_numbers(const char* name, int given, int needed) {
  return cwf_refuse("%s has %d elements, the array has %d axes: give one for each", name, given, needed);
}

static cw_halo_type type_of(CFI_type_t type) {
  switch (type) {
    case CFI_type_float: return CW_HALO_FLOAT;
    case CFI_type_double: return CW_HALO_DOUBLE;
    case CFI_type_int32_t: return CW_HALO_INT32;
    case CFI_type_int64_t: return CW_HALO_INT64;
    default: return CW_HALO_BYTES;
  }
}

/* Adds an array with ghost points to a list, which is made if it is NULL. `low` and `high` have one number for all
 * axes, or one for each. */
int cwf_halo_add(void** handle, const CFI_cdesc_t* array, const int64_t low[], int lows, const int64_t high[],
                 int highs, int wire_type) {
  const int rank = array->rank;
  if (rank < 1 || rank > CW_HALO_MAX_DIMS)
    return cwf_refuse("an array of rank %d: give an array of rank 1 to %d", rank, CW_HALO_MAX_DIMS);
  if (lows != 1 && lows != rank) return refuse_numbers("low", lows, rank);
  if (highs != 1 && highs != rank) return refuse_numbers("high", highs, rank);
  if (array->dim[rank - 1].extent < 0)
    return cwf_refuse("an array of assumed size, u(*), has no extent: give its last one");
  list* fields = *handle;
  if (fields == NULL) fields = *handle = calloc(1, sizeof *fields);
  if (fields == NULL) return cwf_no_memory();
  if (fields->count > 0 && fields->rank != rank)
    return cwf_refuse("an array of rank %d: the other fields have rank %d", rank, fields->rank);
  entry* entries = realloc(fields->entries, (fields->count + 1) * sizeof *entries);
  if (entries == NULL) return cwf_no_memory();
  fields->entries = entries;
  fields->rank = rank;
  entry* made = &entries[fields->count++];
  made->field = (cw_halo_field)CW_HALO_FIELD_INIT;
  made->field.type = type_of(array->type);
  made->field.value_bytes = (int64_t)array->elem_len;
  made->field.wire_type = (cw_halo_type)wire_type;
  char* own = array->base_addr;
  for (int i = 0; i < rank; ++i) {
    made->low[i] = low[lows == 1 ? 0 : i];
    made->high[i] = high[highs == 1 ? 0 : i];
    made->strides[i] = array->dim[i].sm;
    made->sizes[i] = array->dim[i].extent - made->low[i] - made->high[i];
    own += made->low[i] * made->strides[i];
  }
  made->field.base = array->base_addr == NULL ? NULL : own;
  return CW_OK;
}

void cwf_halo_clear(void** handle) {
  list* const fields = *handle;
  if (fields != NULL) free(fields->entries);
  free(fields);
  *handle = NULL;
}

int cwf_halo_create(MPI_Fint comm, void* handle, const cw_halo_options* given, cw_halo** halo) {
  static const list none;
  const list* const fields = handle != NULL ? handle : &none;
  cw_halo_field* const flat = malloc((fields->count + 1) * sizeof *flat);
  for (size_t i = 0; flat != NULL && i < fields->count; ++i) {
    entry* const one = &fields->entries[i];
    one->field.sizes = one->sizes;
    one->field.strides = one->strides;
    one->field.low = one->low;
    one->field.high = one->high;
    flat[i] = one->field;
  }
  cw_halo_options options = *given;
  options.size = sizeof options;
  const int rank = fields->count > 0 ? fields->rank : 1;
  const cw_status status =
      cw_halo_create(MPI_Comm_f2c(comm), (size_t)rank, 0, flat, flat != NULL ? fields->count : 0, &options, halo);
  free(flat);
  return (int)status;
}

int cwf_halo_share_window(MPI_Fint comm, MPI_Fint win) {
  return (int)cw_halo_share_window(MPI_Comm_f2c(comm), MPI_Win_f2c(win));
}

/* The arrays of all fields are column-major; `arrays` receives the addresses of their first ghost points. */
int cwf_halo_cart_create(MPI_Fint comm, int ndims, const int64_t sizes[], const int periods[], int width, int type,
                         const cw_halo_options* given, int dims[], int64_t start[], int64_t own[], MPI_Fint* cart,
                         int nfields, void* arrays[], cw_halo** halo) {
  cw_halo_options options = *given;
  cw_halo_block block = CW_HALO_BLOCK_INIT;
  MPI_Comm made = MPI_COMM_NULL;
  cw_halo_field* const fields = malloc((size_t)(nfields + 1) * sizeof *fields);
  options.size = sizeof options;
  options.column_major = 1;
  for (int i = 0; fields != NULL && i < nfields; ++i) {
    fields[i] = (cw_halo_field)CW_HALO_FIELD_INIT;
    fields[i].type = (cw_halo_type)type;
  }
  for (int i = 0; i < ndims && i < CW_HALO_MAX_DIMS; ++i) block.dims[i] = dims[i];
  const cw_status status = cw_halo_cart_create(MPI_Comm_f2c(comm), (size_t)ndims, sizes, periods, width, fields,
                                               fields != NULL ? (size_t)nfields : 0, &options, &block, &made, halo);
  if (status == CW_OK) {
    const int64_t bytes = type == CW_HALO_FLOAT || type == CW_HALO_INT32 ? 4 : 8;
    int64_t before = 0, stride = bytes;
    for (int i = 0; i < ndims; ++i) {
      dims[i] = block.dims[i];
      start[i] = block.start[i];
      own[i] = block.sizes[i];
      before += width * stride;
      stride *= block.sizes[i] + 2 * width;
    }
    for (int i = 0; i < nfields; ++i) arrays[i] = (char*)fields[i].base - before;
    *cart = MPI_Comm_c2f(made);
  }
  free(fields);
  return (int)status;
}
