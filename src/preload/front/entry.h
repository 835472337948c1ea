/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#pragma once

/* libcartwright_preload is only a front: it defines the functions of MPI that Cartwright stands in for and needs no
 * library but libc, so that any process may load it. Each function jumps through its entry. The first call of any of
 * them finds the MPI that the program has, loads libcartwright_interposer for it, and fills the entry in. */
struct cw_entry {
  const void* target;
  const char* name;
};

/* The function that `entry` stands for, called from the code at `caller`: the interposer's where it could be loaded,
 * and otherwise MPI's own. Never null. Thread safe. Called by the trampolines, once per entry and thread at most. */
const void* cw_find_function(struct cw_entry* entry, const void* caller);
