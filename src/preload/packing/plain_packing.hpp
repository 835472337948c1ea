// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/base/own_type.hpp"

#include <mpi.h>

#include <cstddef>

namespace cartwright::preload {

/// MPI's own MPI_Pack and MPI_Unpack for some elements. Cartwright calls them only through this class. The elements may
/// lie at MPI_BOTTOM, which MPICH 4 refuses: a derived datatype then describes the same memory from another address.
/// Errors are returned and do not reach an error handler. Thread safe.
class PlainPacking {
 public:
  PlainPacking(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;

  /// Packs all elements, `bytes` bytes in total. False if MPI failed.
  bool pack(std::byte* packed, MPI_Count bytes) const noexcept;
  /// Unpacks all elements, `bytes` bytes in total. False if MPI failed.
  bool unpack(const std::byte* packed, MPI_Count bytes) const noexcept;

 private:
  /// Calls `function(buffer, count, offset, bytes)` for parts that fit into an int. False if one of the calls failed.
  template <typename Function>
  bool each_part(MPI_Count bytes, Function function) const noexcept;

  std::byte* buffer_;
  MPI_Count count_;
  MPI_Datatype type_;
  OwnType moved_;  ///< type_, for elements at MPI_BOTTOM
};

}  // namespace cartwright::preload
