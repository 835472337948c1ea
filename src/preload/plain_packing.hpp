// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/own_type.hpp"

#include <mpi.h>

#include <cstddef>

namespace cartwright::preload {

/// MPI's own MPI_Pack and MPI_Unpack of some elements: the only way in which Cartwright calls them. They may lie at
/// MPI_BOTTOM, which MPICH 4 refuses: then a datatype of its own describes the same memory from another address.
/// Errors are returned and reach no error handler. Thread safe.
class PlainPacking {
 public:
  PlainPacking(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;

  /// Packs all elements, which are `bytes` bytes in all. False when MPI did not.
  bool pack(std::byte* packed, MPI_Count bytes) const noexcept;
  /// Unpacks all elements, which are `bytes` bytes in all. False when MPI did not.
  bool unpack(const std::byte* packed, MPI_Count bytes) const noexcept;

 private:
  /// Calls `function(buffer, count, offset, bytes)` for parts that an int can count. False when one of them failed.
  template <typename Function>
  bool each_part(MPI_Count bytes, Function function) const noexcept;

  std::byte* buffer_;
  MPI_Count count_;
  MPI_Datatype type_;
  OwnType moved_;  ///< type_, for elements at MPI_BOTTOM
};

}  // namespace cartwright::preload
