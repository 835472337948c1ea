/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#include <stddef.h>
#include <stdint.h>

/* Replaces the CUDA driver: memory passed to pretend_device is on a device. */

static uintptr_t first;
static uintptr_t last;

__attribute__((visibility("default"))) void pretend_device(const void* memory, size_t bytes) {
  first = (uintptr_t)memory;
  last = first + bytes;
}

/* CU_POINTER_ATTRIBUTE_MEMORY_TYPE is 2, CU_MEMORYTYPE_DEVICE is 2, CUDA_ERROR_INVALID_VALUE is 1. */
__attribute__((visibility("default"))) int cuPointerGetAttribute(void* result, int attribute, uintptr_t address) {
  if (attribute != 2 || address < first || address >= last) return 1;
  *(unsigned*)result = 2;
  return 0;
}
