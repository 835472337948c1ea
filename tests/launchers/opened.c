/* SPDX-FileCopyrightText: 2026 The Cartwright authors
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that is not linked with MPI, and opens it when it runs, as Julia and MPItrampoline do.
 * usage: opened CALLS HOW [MPI]
 * CALLS is a library with the calls (opened_calls.c), opened with the flag HOW: local, global, deepbind, or apart from
 * all libraries of the program. With MPI, a library, its functions are those of that library by their addresses. */
#define _GNU_SOURCE /* dlmopen() */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static int fail(void) {
  fprintf(stderr, "opened: %s\n", dlerror());
  return 1;
}

int main(int argc, char* argv[]) {
  const char* const how = argc > 2 ? argv[2] : "";
  const int scope = strcmp(how, "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
  const int deep = strcmp(how, "deepbind") == 0 ? RTLD_DEEPBIND : 0;
  int (*calls)(void*);
  void* const mpi = argc > 3 ? dlopen(argv[3], RTLD_LAZY | scope) : NULL;
  if (argc < 3 || (argc > 3 && mpi == NULL)) return fail();
  void* const library =
      strcmp(how, "apart") == 0 ? dlmopen(LM_ID_NEWLM, argv[1], RTLD_LAZY) : dlopen(argv[1], RTLD_LAZY | scope | deep);
  if (library == NULL) return fail();
  *(void**)&calls = dlsym(library, "calls");
  return calls == NULL ? fail() : calls(mpi);
}
