// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/real.hpp"

#include <dlfcn.h>

namespace cartwright::mpi {

namespace {

/// The loaded library that has MPI's functions. It is asked directly: a lookup by name would find the interposer's
/// functions, and a program that loads its MPI privately (Python) hides it from RTLD_NEXT.
void* find_library() {
  // This function is not replaced, so its library is libmpi.
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&PMPI_Get_library_version), &info) != 0 && info.dli_fname != nullptr)
    if (void* library = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) return library;
  return RTLD_NEXT;
}

void* library_of_mpi() {
  static void* const library = find_library();
  return library;
}

template <typename F>
void look_up(void* library, const char* name, F*& function) {
  function = reinterpret_cast<F*>(dlsym(library, name));
}

RealFunctions find_functions() {
  void* const library = library_of_mpi();
  RealFunctions found{};
#define CW_FIND(name, positions) look_up(library, "PMPI_" #name, found.name);
#define CW_LEAVE(name, positions)
  CW_FUNCTIONS(CW_FIND, CW_FIND, CW_LEAVE)
#undef CW_LEAVE
#undef CW_FIND
  return found;
}

}  // namespace

void* find_extension(const char* name) { return dlsym(library_of_mpi(), name); }

std::atomic<const RealFunctions*> known_functions = nullptr;

const RealFunctions& find_real() {
  static const RealFunctions functions = find_functions();
  known_functions.store(&functions, std::memory_order_release);
  return functions;
}

}  // namespace cartwright::mpi
