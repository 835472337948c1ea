// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/checked.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// Messages are counted in units of one cache line, and begin at a cache line in buffers. Counts and displacements of
/// 31 bits then reach 128 GiB.
class MessageUnit {
 public:
  static constexpr std::int64_t bytes = 64;
  static std::int64_t padded(std::int64_t size) { return (size + bytes - 1) / bytes * bytes; }
  /// Throws Error{overflow} past 2^31 units.
  static int units(std::int64_t size) {
    return base::checked_int((size + bytes - 1) / bytes, "a message, in units of 64 bytes,");
  }

  MessageUnit() {
    PMPI_Type_contiguous(bytes, MPI_BYTE, &type_);
    PMPI_Type_commit(&type_);
  }
  ~MessageUnit() {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (!finalized) PMPI_Type_free(&type_);
  }
  MessageUnit(const MessageUnit&) = delete;
  MPI_Datatype type() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

}  // namespace cartwright::mpi
