// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/integers.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace cartwright::mpi {

/// Whether the type is named or was requested by precision: the user did not make it and must not free it. True if MPI
/// does not tell.
bool is_predefined(MPI_Datatype type);

/// The call that made a datatype: MPI_Type_get_envelope and MPI_Type_get_contents, read in the order of the arguments
/// of that call, which may have been int, MPI_Aint or MPI_Count. Throws Error{unsupported} if MPI does not return them.
class Contents {
 public:
  explicit Contents(MPI_Datatype type);
  /// Frees the inner datatypes, except predefined ones.
  ~Contents();
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;

  /// MPI_COMBINER_*. The forms with Fortran integers, which MPI 3.0 removed, give the value of their replacements.
  int combiner() const { return combiner_; }
  /// As is_predefined().
  bool predefined() const;

  /// The next argument that is always an int; the next count; the next number of bytes.
  std::int64_t integer();
  std::int64_t number();
  std::int64_t bytes();
  std::vector<std::int64_t> integers(std::int64_t n);
  /// The next n values. None is converted or copied twice, because lists may have millions of entries.
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
