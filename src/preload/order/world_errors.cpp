// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/program_world.hpp"
#include "preload/base/interpose.hpp"

#include <array>
#include <atomic>
#include <utility>

using namespace cartwright;

// Error handlers in a program that runs in another order. MPI raises errors that belong to no communicator on
// MPI_COMM_WORLD itself, so both communicators have the same handler. Handlers get MPI_COMM_WORLD.

namespace {

/// A handler has no state, so each gets a function of its own, as long as there are some left.
constexpr std::size_t max_handlers = 64;
std::array<MPI_Comm_errhandler_function*, max_handlers> handlers;
std::atomic<std::size_t> handler_count{0};

template <std::size_t I>
void handle(MPI_Comm* comm, int* error, ...) {
  MPI_Comm known = *comm == mpi::program_world() ? MPI_COMM_WORLD : *comm;
  handlers[I](&known, error);
}

template <std::size_t... I>
constexpr std::array<MPI_Comm_errhandler_function*, max_handlers> make_functions(std::index_sequence<I...>) {
  return {handle<I>...};
}

constexpr auto functions = make_functions(std::make_index_sequence<max_handlers>());

}  // namespace

CW_MPI(Comm_create_errhandler)(MPI_Comm_errhandler_function* handler, MPI_Errhandler* made) {
  const std::size_t next = handler_count++;
  if (handler == nullptr || next >= max_handlers) return mpi::real().Comm_create_errhandler(handler, made);
  handlers[next] = handler;
  return mpi::real().Comm_create_errhandler(functions[next], made);
}

CW_MPI(Comm_set_errhandler)(MPI_Comm comm, MPI_Errhandler handler) {
  const int error = mpi::real().Comm_set_errhandler(comm, handler);
  if (error == MPI_SUCCESS && comm == mpi::program_world() && comm != MPI_COMM_WORLD)
    return mpi::real().Comm_set_errhandler(MPI_COMM_WORLD, handler);
  return error;
}

// The names of MPI 1. Some headers declare them as errors.
extern "C" {
__attribute__((visibility("default"), alias("MPI_Comm_create_errhandler"))) int old_create_errhandler(
    MPI_Comm_errhandler_function*, MPI_Errhandler*) __asm__("MPI_Errhandler_create");
__attribute__((visibility("default"),
               alias("MPI_Comm_set_errhandler"))) int old_set_errhandler(MPI_Comm,
                                                                         MPI_Errhandler) __asm__("MPI_Errhandler_set");
}
