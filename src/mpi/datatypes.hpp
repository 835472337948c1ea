// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"
#include "jit/packer.hpp"
#include "mpi/experience.hpp"

#include <mpi.h>

#include <atomic>
#include <memory>

namespace cartwright::mpi {

/// What MPI_Type_get_envelope and MPI_Type_get_contents say of a datatype, predefined or derived, as a tree. Extents
/// and bounds are MPI's own at every level. Throws Error{unsupported} for what cannot be decoded. Local.
datatype::TypePtr decode(MPI_Datatype type);

/// What is kept with a datatype as long as anyone uses it; shared by all handles of equal layout that are not freed.
struct Datatype {
  std::shared_ptr<jit::Packer> packer;
  MPI_Count size = 0;
  std::shared_ptr<Experience> experience;  ///< never null
  bool divisible = true;                   ///< may be sent as bytes: see divisible.hpp
  mutable bool committed = false;          ///< seen to be, by who stands in for MPI_Type_commit
};

/// The compiled form of a datatype: made at commit or at first use, found again by its handle in a few nanoseconds.
/// Null when the type is predefined or cannot be decoded: then MPI is to do the work. Thread safe; what it returns
/// outlives the handle.
std::shared_ptr<const Datatype> compiled(MPI_Datatype type);

/// To be called before MPI_Type_free. A datatype that messages under way still use ends when they are done, inside MPI,
/// which would then call back: MPICH lets go of its lock for that, and in a program of several threads it must not.
void forget(MPI_Datatype type);
/// To be called after MPI_Type_dup, which copies the compiled form.
void remember_copy(MPI_Datatype original, MPI_Datatype copy);

/// MPI_Type_commit; the compiled form is made at once, with hints, in place of one that was made before. Returns what
/// MPI_Type_commit returned.
int commit_with_hints(MPI_Datatype* type, const jit::Hints& hints);

/// MPI_Pack and MPI_Unpack by the compiled form. False, with nothing done, when it is for MPI to do the work, or to say
/// what is wrong with the arguments. Thread safe.
bool pack(const void* data, int count, MPI_Datatype type, void* packed, int room, int* position, MPI_Comm comm);
bool unpack(const void* packed, int room, int* position, void* data, int count, MPI_Datatype type, MPI_Comm comm);

}  // namespace cartwright::mpi
