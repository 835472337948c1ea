// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "datatype/type.hpp"
#include "jit/packer.hpp"
#include "mpi/datatypes/pack_statistics.hpp"

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace cartwright::mpi {

/// The tree of a predefined or derived datatype, from MPI_Type_get_envelope and MPI_Type_get_contents. Extents and
/// bounds are MPI's own at every level. Throws Error{unsupported} if the datatype cannot be decoded. Local.
datatype::TypePtr decode(MPI_Datatype type);

/// The compiled form of a datatype, kept while it is in use. All handles with an equal layout share it.
struct Datatype {
  std::shared_ptr<jit::Packer> packer;
  MPI_Count size = 0;
  std::shared_ptr<PackStatistics> pack_statistics;  ///< never null
  bool divisible = true;                            ///< may be sent as bytes: see divisible.hpp
};

/// The compiled form of a datatype: made at first use, found again by its handle in a few nanoseconds.
/// Null if the type is predefined, contiguous or cannot be decoded, or if MPI refuses it: then MPI does the work, or
/// raises its error. Thread safe. The result outlives the handle.
std::shared_ptr<const Datatype> compiled(MPI_Datatype type);

/// The same for calls in which nobody may free the datatype: it owns nothing, and counts no references.
std::shared_ptr<const Datatype> borrowed(MPI_Datatype type);

/// The last types for which compiled() was null, of all threads.
constexpr unsigned null_form_bits = 8;
inline constinit std::array<std::atomic<MPI_Datatype>, 1 << null_form_bits> null_forms{};
inline std::atomic<MPI_Datatype>& null_form_of(MPI_Datatype type) {
  return null_forms[std::hash<MPI_Datatype>{}(type)*base::golden_ratio >> (64 - null_form_bits)];
}

/// Whether compiled() is known to be null: found with two loads. Thread safe.
inline bool has_no_compiled_form(MPI_Datatype type) {
  return null_form_of(type).load(std::memory_order_relaxed) == type;
}

/// Sizes of a datatype in bytes, as MPI returns them.
struct Extents {
  MPI_Count size = 0;
  MPI_Count lb = 0;
  MPI_Count extent = 0;
  MPI_Count true_lb = 0;
  MPI_Count true_extent = 0;
};
/// Those of any datatype, found as quickly; none if MPI refuses it. Thread safe.
std::optional<Extents> extents_of(MPI_Datatype type);

/// What is known of a datatype that compiled() has seen holds until this number changes: one of them was freed then.
std::uint64_t datatype_generation();
/// The number when compiled() saw this datatype last; 0 if that is not known.
std::uint64_t generation_of(MPI_Datatype type);

/// Call before MPI_Type_free. A datatype that active messages still use ends inside MPI when they are complete. MPI
/// would then call back: MPICH releases its lock for that, which is wrong in a multithreaded program.
void forget(MPI_Datatype type);
/// Call after MPI_Type_dup, which copies the compiled form, if there is one.
void remember_copy(MPI_Datatype original, MPI_Datatype copy);

/// MPI_Type_commit that also makes the compiled form at once, with hints, and replaces an earlier one. Returns the
/// result of MPI_Type_commit.
int commit_with_hints(MPI_Datatype* type, const jit::Hints& hints);

/// MPI_Pack and MPI_Unpack with the compiled form. Returns false and does nothing if MPI must do the work or report an
/// error in the arguments. Thread safe.
bool pack(const void* data, int count, MPI_Datatype type, void* packed, int room, int* position, MPI_Comm comm);
bool unpack(const void* packed, int room, int* position, void* data, int count, MPI_Datatype type, MPI_Comm comm);

}  // namespace cartwright::mpi
