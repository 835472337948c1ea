// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/integers.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace cartwright::mpi {

/// The call that made a datatype: MPI_Type_get_envelope and MPI_Type_get_contents, read in the order of the arguments
/// of that call. It does not matter whether they were given as int, MPI_Aint or MPI_Count. Throws Error{unsupported}
/// when the MPI does not tell.
class Contents {
 public:
  explicit Contents(MPI_Datatype type);
  /// Frees the datatypes inside, but for predefined ones.
  ~Contents();
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

  /// MPI_COMBINER_*; for the forms with Fortran integers, which MPI 3.0 removed, that of the others.
  int combiner() const { return combiner_; }
  /// Named, or asked for by precision: nothing that a user made, and nothing to free.
  bool predefined() const;

  /// The next argument that is always an int, that is a count, and that is a count of bytes.
  std::int64_t integer();
  std::int64_t number();
  std::int64_t bytes();
  std::vector<std::int64_t> integers(std::int64_t n);
  /// The next n. No value is converted or copied twice: lists may have millions of entries.
  datatype::Integers numbers(std::int64_t n);
  datatype::Integers displacements_in_bytes(std::int64_t n);

  const std::vector<MPI_Datatype>& types() const { return types_; }

 private:
  int combiner_ = 0;
  std::vector<int> integers_;
  std::vector<MPI_Aint> addresses_;
  std::vector<MPI_Count> counts_;
  std::vector<MPI_Datatype> types_;
  std::size_t next_integer_ = 0;
  std::size_t next_address_ = 0;
  std::size_t next_count_ = 0;
};

}  // namespace cartwright::mpi
