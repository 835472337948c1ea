/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* The parts of the module cartwright_layout that Fortran cannot express: arrays of any type and rank, which are
 * compared with the bytes of the layout. */
#include "cartwright/layout.h"
#include "glue_status.h"

#include <ISO_Fortran_binding.h>
#include <inttypes.h>

int cwf_layout_with_options(const cw_layout* of, int64_t expected_uses, int64_t count, cw_layout** layout) {
  const cw_layout_options options = {sizeof options, expected_uses, count};
  return (int)cw_layout_with_options(of, &options, layout);
}

/* A very large number for arrays of assumed size, u(*). */
static int64_t bytes_of(const CFI_cdesc_t* array) {
  if (array->rank > 0 && array->dim[array->rank - 1].extent < 0) return INT64_MAX;
  int64_t bytes = (int64_t)array->elem_len;
  for (int i = 0; i < array->rank; ++i) bytes *= array->dim[i].extent;
  return bytes;
}

/* Refuses elements that do not lie in the array. What the library refuses is left to it. */
static int check_elements(const cw_layout* layout, int64_t count, const CFI_cdesc_t* array, const char* name) {
  int64_t lb = 0, extent = 0, data_lb = 0, data = 0;
  if (count < 1 || cw_layout_extent(layout, &lb, &extent) != CW_OK ||
      cw_layout_true_extent(layout, &data_lb, &data) != CW_OK || data == 0)
    return CW_OK;
  int64_t way = 0, first = data_lb, last = 0;
  if (__builtin_mul_overflow(count - 1, extent, &way) || __builtin_add_overflow(data_lb, data, &last) ||
      __builtin_add_overflow(way < 0 ? first : last, way, way < 0 ? &first : &last))
    return cwf_refuse("count is %" PRId64 ": the elements do not fit in 63 bits", count);
  const int64_t bytes = bytes_of(array);
  if (first >= 0 && last <= bytes) return CW_OK;
  return cwf_refuse("%" PRId64 " elements lie in bytes %" PRId64 " to %" PRId64 " of %s, which has %" PRId64
                    ": pass a larger array",
                    count, first + 1, last, name, bytes);
}

/* Refuses too little room for packed bytes. */
static int check_packed(int64_t needed, const CFI_cdesc_t* packed) {
  if (needed <= bytes_of(packed)) return CW_OK;
  return cwf_refuse("packed has %" PRId64 " bytes, and %" PRId64 " are needed: pass a larger array", bytes_of(packed),
                    needed);
}

/* The same for all bytes of some elements. The library refuses a layout or a count that has no size. */
static int check_all_packed(const cw_layout* layout, int64_t count, const CFI_cdesc_t* packed) {
  int64_t size = 0, needed = 0;
  if (cw_layout_size(layout, &size) != CW_OK || __builtin_mul_overflow(count, size, &needed)) return CW_OK;
  return check_packed(needed, packed);
}

int cwf_layout_pack(const cw_layout* layout, const CFI_cdesc_t* array, int64_t count, const CFI_cdesc_t* packed) {
  int refused = check_elements(layout, count, array, "array");
  if (refused == CW_OK) refused = check_all_packed(layout, count, packed);
  return refused != CW_OK ? refused : (int)cw_layout_pack(layout, array->base_addr, count, packed->base_addr);
}

int cwf_layout_unpack(const cw_layout* layout, const CFI_cdesc_t* packed, int64_t count, const CFI_cdesc_t* array) {
  int refused = check_elements(layout, count, array, "array");
  if (refused == CW_OK) refused = check_all_packed(layout, count, packed);
  return refused != CW_OK ? refused : (int)cw_layout_unpack(layout, packed->base_addr, count, array->base_addr);
}

int cwf_layout_pack_range(const cw_layout* layout, const CFI_cdesc_t* array, int64_t count, int64_t first, int64_t last,
                          const CFI_cdesc_t* packed) {
  int refused = check_elements(layout, count, array, "array");
  if (refused == CW_OK) refused = check_packed(last - first, packed);
  return refused != CW_OK ? refused
                          : (int)cw_layout_pack_range(layout, array->base_addr, count, first, last, packed->base_addr);
}

int cwf_layout_unpack_range(const cw_layout* layout, const CFI_cdesc_t* packed, int64_t count, int64_t first,
                            int64_t last, const CFI_cdesc_t* array) {
  int refused = check_elements(layout, count, array, "array");
  if (refused == CW_OK) refused = check_packed(last - first, packed);
  return refused != CW_OK
             ? refused
             : (int)cw_layout_unpack_range(layout, packed->base_addr, count, first, last, array->base_addr);
}

int cwf_layout_move(const cw_layout* from, const CFI_cdesc_t* from_array, int64_t from_count, const cw_layout* to,
                    int64_t to_count, const CFI_cdesc_t* to_array) {
  int refused = check_elements(from, from_count, from_array, "from_array");
  if (refused == CW_OK) refused = check_elements(to, to_count, to_array, "to_array");
  if (refused != CW_OK) return refused;
  return (int)cw_layout_move(from, from_array->base_addr, from_count, to, to_count, to_array->base_addr);
}
