/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <stdint.h>

/* libcartwright_preload is only a front. It defines the MPI functions that Cartwright replaces and needs only libc, so
 * any process may load it. Each function jumps through its entry. The first call to any of them finds the program's
 * MPI, loads libcartwright_interposer for it, and sets the entry. */
struct cw_entry {
  const void* target;
  const char* name;
  const void* pmpi; /* of MPI_X: the trampoline of PMPI_X; null for other names */
};

/* In libcartwright_in_order only, the front for programs that run in another order. The interposer makes a communicator
 * of the processes of MPI_COMM_WORLD in that order. After this call, an argument that is a communicator, and whose bits
 * in `mask` are `from`, is exchanged for `to`. Call it while no other thread calls MPI. */
__attribute__((visibility("default"))) void cw_exchange(uint64_t mask, uint64_t from, uint64_t to);

/* The function for `entry`, called from the code at `caller`: the interposer's if it could be loaded, and otherwise
 * MPI's own. Never null. Thread safe. The trampolines call it at most once per entry and thread. */
const void* cw_find_function(struct cw_entry* entry, const void* caller);
