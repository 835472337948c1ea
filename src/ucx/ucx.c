/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* What `cartwright cluster` loads before the MPI of its hosts, for MPICH over UCX, of which it replaces two functions.
 * Elsewhere nobody calls them. It needs neither library to be built. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

static void* last_worker;

/* MPICH spins while it waits. With more processes than cores each burns its time slice before the one it waits for may
 * run; here whoever found nothing gives the core away. */
__attribute__((visibility("default"))) unsigned ucp_worker_progress(void* worker) {
  static unsigned (*progress)(void*);
  if (!progress) *(void**)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
  last_worker = worker;
  const unsigned moved = progress(worker);
  if (!moved) sched_yield();
  return moved;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* MPI_Finalize of MPICH 4.0 disconnects from one process after the other and waits for each to answer, but a process
 * that is done with that answers no more: over TCP they often wait for ever (openucx/ucx issue 8738). So nobody
 * disconnects: what is under way gets out, until nothing has moved for a fifth of a second, and the connections go down
 * with the worker, after the barrier that follows. NULL says that it is done. */
__attribute__((visibility("default"))) void* ucp_disconnect_nb(void* endpoint) {
  static int quiet;
  (void)endpoint;
  for (double since = seconds(); !quiet;) {
    if (ucp_worker_progress(last_worker)) since = seconds();
    quiet = seconds() - since > 0.2;
  }
  return NULL;
}
