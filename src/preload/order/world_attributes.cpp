// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/program_world.hpp"
#include "preload/base/interpose.hpp"
#include "preload/order/world_order.hpp"

#include <dlfcn.h>

using namespace cartwright;
using namespace cartwright::preload;

// Attributes of MPI_COMM_WORLD in a program that runs in another order. The program's own are those of program_world().
// The predefined ones, as MPI_TAG_UB, are those of MPI_COMM_WORLD itself. Callbacks get MPI_COMM_WORLD.

namespace {

/// With other keys, a duplicate would get attributes that are not copied: in MPICH, Comm_get_attr calls another
/// exported function, which exchanges MPI_COMM_WORLD for program_world() again.
bool is_set_by_mpi(int key) {
  return key == MPI_TAG_UB || key == MPI_HOST || key == MPI_IO || key == MPI_WTIME_IS_GLOBAL ||
         key == MPI_UNIVERSE_SIZE || key == MPI_LASTUSEDCODE || key == MPI_APPNUM;
}

}  // namespace

CW_MPI(Comm_get_attr)(MPI_Comm comm, int key, void* value, int* exists) {
  const int error = mpi::real().Comm_get_attr(comm, key, value, exists);
  if (error != MPI_SUCCESS || *exists != 0 || !is_set_by_mpi(key) || !stands_for_world(comm)) return error;
  return mpi::real().Comm_get_attr(MPI_COMM_WORLD, key, value, exists);
}

namespace {

/// The callbacks of a key. They live as long as the process.
struct Callbacks {
  MPI_Comm_copy_attr_function* copy;
  MPI_Comm_delete_attr_function* forget;
  void* state;
};

MPI_Comm as_program_knows(MPI_Comm comm) { return comm == mpi::program_world() ? MPI_COMM_WORLD : comm; }

int copy_attribute(MPI_Comm comm, int key, void* state, void* in, void* out, int* keep) {
  const auto& its = *static_cast<const Callbacks*>(state);
  return its.copy(as_program_knows(comm), key, its.state, in, out, keep);
}

int forget_attribute(MPI_Comm comm, int key, void* value, void* state) {
  const auto& its = *static_cast<const Callbacks*>(state);
  return its.forget(as_program_knows(comm), key, value, its.state);
}

}  // namespace

CW_MPI(Comm_create_keyval)
(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* forget, int* key, void* state) {
  const bool copies = copy != MPI_COMM_NULL_COPY_FN && copy != MPI_COMM_DUP_FN;
  const bool forgets = forget != MPI_COMM_NULL_DELETE_FN;
  if (!copies && !forgets) return mpi::real().Comm_create_keyval(copy, forget, key, state);
  auto* const its = new Callbacks{copy, forget, state};
  return mpi::real().Comm_create_keyval(copies ? copy_attribute : copy, forgets ? forget_attribute : forget, key, its);
}

// The names of MPI 1. Some headers declare them as errors.
extern "C" {
__attribute__((visibility("default"), alias("MPI_Comm_get_attr"))) int old_get_attr(MPI_Comm, int, void*,
                                                                                    int*) __asm__("MPI_Attr_get");
__attribute__((visibility("default"), alias("MPI_Comm_create_keyval"))) int old_create_keyval(
    MPI_Comm_copy_attr_function*, MPI_Comm_delete_attr_function*, int*, void*) __asm__("MPI_Keyval_create");
}

#ifdef OPEN_MPI
// The Fortran functions of Open MPI do not call those of C.

namespace {

using Name = const char*;

template <typename... Arguments>
void call(Name name, Arguments... arguments) {
  using Function = void(Arguments...);
  reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name))(arguments...);
}

void get(Name name, MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* exists, MPI_Fint* error) {
  const MPI_Comm given = PMPI_Comm_f2c(*comm);
  MPI_Fint its = PMPI_Comm_c2f(mpi::in_order(given));
  call(name, &its, key, value, exists, error);
  if (*error != MPI_SUCCESS || *exists != 0 || !stands_for_world(mpi::in_order(given))) return;
  MPI_Fint of_world = PMPI_Comm_c2f(MPI_COMM_WORLD);
  call(name, &of_world, key, value, exists, error);
}

void set(Name name, MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* error) {
  MPI_Fint its = PMPI_Comm_c2f(mpi::in_order(PMPI_Comm_f2c(*comm)));
  call(name, &its, key, value, error);
}

}  // namespace

#define CW_FORTRAN extern "C" __attribute__((visibility("default"))) void
CW_FORTRAN mpi_comm_get_attr_(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* exists, MPI_Fint* error) {
  get("ompi_comm_get_attr_f", comm, key, value, exists, error);
}
CW_FORTRAN pmpi_comm_get_attr_(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* exists, MPI_Fint* error) {
  get("ompi_comm_get_attr_f", comm, key, value, exists, error);
}
CW_FORTRAN mpi_attr_get_(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* exists, MPI_Fint* error) {
  get("ompi_attr_get_f", comm, key, value, exists, error);
}
CW_FORTRAN mpi_comm_set_attr_(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* error) {
  set("pmpi_comm_set_attr_", comm, key, value, error);
}
CW_FORTRAN ompi_comm_set_attr_f(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* error) {
  set("pmpi_comm_set_attr_", comm, key, value, error);
}
CW_FORTRAN mpi_attr_put_(MPI_Fint* comm, MPI_Fint* key, void* value, MPI_Fint* error) {
  set("pmpi_attr_put_", comm, key, value, error);
}
#endif
