/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* What `cartwright cluster` loads before the MPI of its hosts, all of which share the cores of one machine. It replaces
 * sched_yield, and two functions of UCX for MPICH; it needs neither MPI nor UCX to be built. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* Processes of MPI poll while they wait. With many of them to a core, those that wait leave little of it to those that
 * work, and to the kernel's network, even when each gives way after every look. So they sleep, the longer the more they
 * are: CARTWRIGHT_CLUSTER_NAP is in nanoseconds. Open MPI comes here after each look that found nothing. */
EXPORT int sched_yield(void) {
  static long nap = -1;
  if (nap < 0) {
    const char* text = getenv("CARTWRIGHT_CLUSTER_NAP");
    nap = text ? strtol(text, NULL, 10) % 1000000000 : 0;
  }
  if (nap <= 0) return (int)syscall(SYS_sched_yield);
  nanosleep(&(struct timespec){0, nap}, NULL);
  return 0;
}

static void* last_worker;

/* MPICH over UCX never gives way. */
EXPORT unsigned ucp_worker_progress(void* worker) {
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
EXPORT void* ucp_disconnect_nb(void* endpoint) {
  static int quiet;
  (void)endpoint;
  for (double since = seconds(); !quiet;) {
    if (ucp_worker_progress(last_worker)) since = seconds();
    quiet = seconds() - since > 0.2;
  }
  return NULL;
}
