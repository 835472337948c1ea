/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* MPICH over UCX spins while it waits. With more processes than cores, each burns its time slice before the process
 * that it waits for can run, and 16 processes on 2 cores are a hundred times slower than necessary. This library is
 * preloaded into tests. It yields the core after a poll that found nothing, and sleeps a little after many such polls:
 * a process that only yields still takes its share of the core from those that compute. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <time.h>

__attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
  enum { patience = 50 };
  static unsigned (*poll)(void*);
  static _Thread_local int empty_polls;
  if (!poll) *(void**)&poll = dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned found = poll(worker);
  empty_polls = found ? 0 : empty_polls + 1;
  if (empty_polls > patience)
    nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
  else if (!found)
    sched_yield();
  return found;
}
