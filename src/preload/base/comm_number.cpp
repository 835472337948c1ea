// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/comm_number.hpp"

#include "base/hash.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"

#include <memory>
#include <new>

namespace cartwright::preload {

namespace {

struct Numbered {
  std::uint64_t number = 0;
  std::uint64_t made = 0;  ///< communicators from this one

  std::uint64_t next() {
    base::Hash hash;
    hash.add(number);
    hash.add(++made);
    return hash.value();
  }
};

bool started = false;

int copy_number(MPI_Comm, int, void*, void* from, void* copy, int* copied) {
  auto* made = new (std::nothrow) Numbered{static_cast<Numbered*>(from)->next()};
  *static_cast<void**>(copy) = made;
  *copied = made != nullptr;
  return MPI_SUCCESS;
}

int forget_number(MPI_Comm, int, void* kept, void*) {
  delete static_cast<Numbered*>(kept);
  return MPI_SUCCESS;
}

int number_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    mpi::real().Comm_create_keyval(copy_number, forget_number, &made, nullptr);
    return made;
  }();
  return key;
}

Numbered* find_number(MPI_Comm comm) {
  void* kept = nullptr;
  int exists = 0;
  if (!started || comm == MPI_COMM_NULL) return nullptr;
  mpi::real().Comm_get_attr(comm, number_key(), static_cast<void*>(&kept), &exists);
  return exists ? static_cast<Numbered*>(kept) : nullptr;
}

void set_number(MPI_Comm comm, std::uint64_t number) noexcept {
  auto* const kept = new (std::nothrow) Numbered{number};
  if (kept != nullptr && PMPI_Comm_set_attr(comm, number_key(), kept) != MPI_SUCCESS) delete kept;
}

}  // namespace

void number_world() noexcept {
  if (started) return;
  started = true;
  set_number(mpi::program_world(), base::Hash().value() + 1);
}

void number_made(MPI_Comm from, MPI_Comm made) noexcept {
  Numbered* const parent = find_number(from);
  if (parent == nullptr) return;
  const std::uint64_t number = parent->next();
  if (made != MPI_COMM_NULL) set_number(made, number);
}

std::uint64_t number_of(MPI_Comm comm) noexcept {
  const Numbered* const found = find_number(comm);
  return found == nullptr ? 0 : found->number;
}

}  // namespace cartwright::preload
