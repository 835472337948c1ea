/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* dladdr(), RTLD_DEFAULT, RTLD_NEXT */
#include "preload/front/entry.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A function that every MPI has and no tool replaces: its library is the MPI. */
static const char witness[] = "PMPI_Get_library_version";

static void* mpi;        /* the library of the program's MPI */
static void* interposer; /* null if the program runs without it */

static int switched_off(void) {
  const char* value = getenv("CARTWRIGHT");
  return value != NULL && (strcmp(value, "off") == 0 || strcmp(value, "0") == 0 || strcmp(value, "false") == 0);
}

/* The address of `name` in the library of the code at `caller`, or in those that it needs; null if they lack it. */
static void* look_up_for(const char* name, const void* caller) {
  Dl_info info;
  void* library = NULL;
  if (dladdr(caller, &info) != 0 && info.dli_fname != NULL) library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library == NULL ? NULL : dlsym(library, name);
}

/* AddressSanitizer ends a program in which its runtime is not the first library. Under a script, nothing can know in
 * time that it has to be preloaded. This library comes before it, and takes over none of its functions. The runtime
 * calls this when it starts; what the program or the user sets is stronger. */
__attribute__((visibility("default"))) const char* __asan_default_options(void) { return "verify_asan_link_order=0"; }

/* The runtime looks for the functions of the C++ library when it starts. The interposer would bring that library later,
 * and its first exception would end the program. */
static int too_late_for_exceptions;

__attribute__((constructor)) static void look_for_runtimes(void) {
  void* library = NULL;
  if (dlsym(RTLD_DEFAULT, "__asan_init") == NULL) return;
  library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  too_late_for_exceptions = library == NULL;
  if (library != NULL) dlclose(library);
}

/* The address of `name` for the code at `caller`. It is looked up in all libraries that the program was linked with. If
 * the program loaded its MPI privately (Python), it is looked up in the libraries that the caller's library needs. */
static void* look_up(const char* name, const void* caller) {
  void* found = dlsym(RTLD_DEFAULT, name);
  return found != NULL ? found : look_up_for(name, caller);
}

/* The folder of the interposers for this MPI's family; null for an unknown MPI. */
static const char* family_of(const char* path) {
#ifdef CARTWRIGHT_ONLY_MPI
  (void)path;
  return CARTWRIGHT_ONLY_MPI;
#else
  const char* file = strrchr(path, '/');
  char version[8192] = ""; /* MPI_MAX_LIBRARY_VERSION_STRING is 256 to 8192 */
  int length = 0;
  int (*get_version)(char*, int*);
  if (strncmp(file == NULL ? path : file + 1, "libmpi_abi", 10) == 0) return "abi";
  if (dlsym(mpi, "ompi_mpi_comm_world") != NULL) return "openmpi";
  *(void**)&get_version = dlsym(mpi, witness);
  if (get_version == NULL || get_version(version, &length) != 0) return NULL;
  if (strstr(version, "MPICH") != NULL || strstr(version, "Intel") != NULL || strstr(version, "MVAPICH") != NULL)
    return "mpich";
  return NULL;
#endif
}

/* `cartwright run` names a file. A process that prints why it runs without Cartwright leaves a mark there, so that the
 * command does not guess. */
static void leave_mark(void) {
  const int before = errno;
  const char* name = getenv("CARTWRIGHT_LOADED");
  const int file = name == NULL ? -1 : open(name, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file >= 0) {
    if (write(file, "-", 1) < 0) errno = before; /* a full disk must not affect the program */
    close(file);
  }
  errno = before;
}

/* Prints one line, from rank 0 only if the launcher gives the rank. */
static void say(const char* what, const char* why) {
  static const char* const variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};
  leave_mark();
  for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i) {
    const char* rank = getenv(variables[i]);
    if (rank != NULL && strcmp(rank, "0") != 0) return;
  }
  fprintf(stderr, "cartwright: %s: %s: the program runs without Cartwright\n", what, why);
}

/* The interposer lies in the folder of its MPI, next to the folder of this library. */
static void load_interposer(const char* mpi_path) {
  char path[PATH_MAX];
  Dl_info self;
  const char* family = family_of(mpi_path);
  if (family == NULL) {
    say(mpi_path, "this MPI is neither Open MPI nor MPICH or one of its descendants");
    return;
  }
  if (too_late_for_exceptions) {
    say("a script started a program with AddressSanitizer, and without the C++ library",
        "preload libstdc++.so.6 in the script, or start the program without it");
    return;
  }
  if (dladdr(witness, &self) == 0 || self.dli_fname == NULL) return;
  const char* slash = strrchr(self.dli_fname, '/');
  const int folder = slash == NULL ? 0 : (int)(slash - self.dli_fname) + 1;
  const int needed =
      snprintf(path, sizeof path, "%.*s../%s/libcartwright_interposer.so", folder, self.dli_fname, family);
  if (needed < 0 || (size_t)needed >= sizeof path) return;
  interposer = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
  if (interposer == NULL) say(path, dlerror());
}

static void find_mpi(const void* caller) {
  Dl_info info;
  void* found = look_up(witness, caller);
  if (found == NULL || dladdr(found, &info) == 0 || info.dli_fname == NULL) return;
  /* The interposer is bound to this MPI when it is loaded. This needs MPI's functions in the global scope. */
  mpi = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL);
  if (mpi != NULL && !switched_off()) load_interposer(info.dli_fname);
}

/* The function of a tool that the program is linked with or that was preloaded after this library; null if there is
 * none. A tool that comes before is called without our help. Both call PMPI_X. */
static const void* find_tool(const char* name) {
  Dl_info info;
  void* const next = dlsym(RTLD_NEXT, name);
  if (mpi == NULL || next == NULL || next == dlsym(mpi, name)) return NULL;
  if (dladdr(next, &info) == 0 || info.dli_fname == NULL || strstr(info.dli_fname, "/libcartwright_") != NULL)
    return NULL;
  return next;
}

static int recorded(void) { return getenv("CARTWRIGHT_RECORD") != NULL || getenv("CARTWRIGHT_LEARN") != NULL; }

/* A function of UCX, past the interposer, which only counts messages for a record. The program may call its MPI past
 * this library: then nothing loads the interposer. */
static const void* find_ucx(struct cw_entry* entry, const void* caller) {
  const void* found = dlsym(RTLD_NEXT, entry->name);
  if (found == NULL) found = look_up_for(entry->name, caller);
  if (found != NULL && !recorded()) __atomic_store_n(&entry->target, found, __ATOMIC_RELEASE);
  return found;
}

/* In place of a function that only the interposer has. */
static int nothing(void) { return 0; }

const void* cw_find_function(struct cw_entry* entry, const void* caller) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static int looked;
  char name[64];
  void* found = NULL;
  pthread_mutex_lock(&mutex);
  if (strncmp(entry->name, "ucp_", 4) == 0 && (!looked || !recorded())) {
    pthread_mutex_unlock(&mutex);
    return find_ucx(entry, caller);
  }
  if (!looked) find_mpi(caller);
  looked = 1;
  pthread_mutex_unlock(&mutex);

  if (entry->pmpi != NULL) {
    const void* const tool = find_tool(entry->name);
    __atomic_store_n(&entry->target, tool != NULL ? tool : entry->pmpi, __ATOMIC_RELEASE);
    return entry->target;
  }
  if (interposer != NULL) found = dlsym(interposer, entry->name);
  if (found == NULL && mpi != NULL) {
    /* The PMPI name is used for MPI's own function, because the other name might find the front. */
    snprintf(name, sizeof name, "P%s", entry->name);
    found = dlsym(mpi, name);
    if (found == NULL) found = dlsym(mpi, entry->name); /* not a function of the standard */
  }
  if (found == NULL) found = dlsym(RTLD_NEXT, entry->name);
  if (found == NULL && (strncmp(entry->name, "mca_", 4) == 0 || strncmp(entry->name, "ucp_", 4) == 0))
    found = look_up_for(entry->name, caller);
  if (found == NULL && (strcmp(entry->name, "cw_count_sent") == 0 || strncmp(entry->name, "mca_", 4) == 0))
    *(int (**)(void))&found = nothing;
  if (found == NULL) {
    fprintf(stderr, "cartwright: the MPI of this program has no function %s\n", entry->name);
    _exit(127);
  }
  __atomic_store_n(&entry->target, found, __ATOMIC_RELEASE);
  return found;
}
