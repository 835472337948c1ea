/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* MPICH over UCX spins while it waits. With more processes than cores each then burns its time slice before the one it
 * waits for may run, and 16 processes on 2 cores are a hundred times slower than they could be. Preloaded into tests,
 * this gives the core away whenever a poll found nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>

__attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
  static unsigned (*poll)(void*);
  if (!poll) *(void**)&poll = dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned found = poll(worker);
  if (!found) sched_yield();
  return found;
}
