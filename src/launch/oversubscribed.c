/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */

/* `cartwright cluster` preloads this library on its hosts, which share the cores of one machine. It replaces
 * sched_yield and, for MPICH, two functions of UCX. Building it needs neither MPI nor UCX. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* MPI processes poll while they wait. With many processes per core, the waiting ones leave little time for the working
 * ones and for the kernel's network, even if they yield after every poll. Therefore they sleep; with more processes per
 * core they sleep longer (CARTWRIGHT_CLUSTER_NAP, in nanoseconds). Open MPI calls sched_yield after each poll that
 * found nothing. */
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

/* MPICH over UCX never yields. */
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

/* MPI_Finalize of MPICH 4.0 disconnects from one process after the other and waits for each answer, but a process that
 * has finished this no longer answers: over TCP they often wait forever (openucx/ucx issue 8738). Therefore no process
 * disconnects. Pending messages are sent until nothing has moved for a fifth of a second, and the connections end with
 * the worker, after the barrier that follows. The result NULL means done. */
EXPORT void* ucp_disconnect_nb(void* endpoint) {
  static int quiet;
  (void)endpoint;
  for (double since = seconds(); !quiet;) {
    if (ucp_worker_progress(last_worker)) since = seconds();
    quiet = seconds() - since > 0.2;
  }
  return NULL;
}
