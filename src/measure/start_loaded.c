/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause */
/* cartwright_measure in a wheel, which names no library of MPI to load: the MPI of the launcher may lie anywhere, and
 * have one of several names. Loads it, then the program itself, which is in the interposer in the folder of this one.
 * */
#define _GNU_SOURCE /* dladdr() */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The names of libraries with the same ABI. */
static const char* const names[] = {CARTWRIGHT_MPI_FILES};
enum { name_count = sizeof names / sizeof *names };

/* Loads FOLDER/NAME for the program `exe`: `after` follows the folder of the program. */
static void* load_beside(const char* exe, const char* after, const char* name, int scope) {
  char program[PATH_MAX], path[2 * PATH_MAX];
  const ssize_t length = readlink(exe, program, sizeof program - 1);
  char* slash;
  if (length <= 0) return NULL;
  program[length] = '\0';
  slash = strrchr(program, '/');
  if (slash == NULL) return NULL;
  *slash = '\0';
  snprintf(path, sizeof path, "%s/%s%s", program, after, name);
  return access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | scope) : NULL;
}

/* The MPI in the installation of the launcher, whose program started this process; the one that the system knows; the
 * one that pip installed below the same prefix. */
static void* load_mpi(void) {
  char launcher[64];
  void* mpi = NULL;
  snprintf(launcher, sizeof launcher, "/proc/%ld/exe", (long)getppid());
  for (int i = 0; mpi == NULL && i < name_count; ++i) mpi = load_beside(launcher, "../lib/", names[i], RTLD_GLOBAL);
  for (int i = 0; mpi == NULL && i < name_count; ++i) mpi = dlopen(names[i], RTLD_NOW | RTLD_GLOBAL);
  for (int i = 0; mpi == NULL && i < name_count; ++i)
    mpi = load_beside("/proc/self/exe", "../../", names[i], RTLD_GLOBAL);
  return mpi;
}

int main(int argc, char** argv) {
  int (*measure)(int, char**) = NULL;
  void* program = NULL;
  if (load_mpi() == NULL) {
    fprintf(stderr, "cartwright: cannot load %s: add the folder of your MPI's libraries to LD_LIBRARY_PATH\n",
            names[0]);
    return 127;
  }
  program = load_beside("/proc/self/exe", "", "libcartwright_interposer.so", RTLD_LOCAL);
  if (program != NULL) *(void**)&measure = dlsym(program, "cw_measure");
  if (measure == NULL) {
    const char* why = dlerror();
    fprintf(stderr, "cartwright: cannot load libcartwright_interposer.so, which belongs beside this program: %s\n",
            why == NULL ? "not found" : why);
    return 127;
  }
  return measure(argc, argv);
}
