// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/traffic/traffic.hpp"

#include <mpi.h>

#include <tuple>

// The arguments of a collective for one of its buffers: a block for each process. `Count` and `At` are int, or
// MPI_Count and MPI_Aint in the functions with names in _c.

namespace cartwright::preload {

/// Blocks of one size, one after the other; or one block for all.
template <typename Count>
struct EqualBlocks {
  using Displacement = int;  ///< of packed data, which needs none
  void* buffer;
  Count count;
  MPI_Datatype type;

  EqualBlocks(const void* at, Count n, MPI_Datatype of) : buffer(const_cast<void*>(at)), count(n), type(of) {}
  auto arguments() const { return std::tuple(buffer, count, type); }
  std::int64_t bytes(int) const { return bytes_of(count, type); }
};

/// Blocks of one datatype. Displacements are in extents.
template <typename Count, typename At>
struct BlocksAt {
  using Displacement = At;
  void* buffer;
  const Count* counts;
  const At* displacements;
  MPI_Datatype type;

  BlocksAt(const void* at, const Count n[], const At by[], MPI_Datatype of)
      : buffer(const_cast<void*>(at)), counts(n), displacements(by), type(of) {}
  auto arguments() const { return std::tuple(buffer, counts, displacements, type); }
  std::int64_t bytes(int i) const { return bytes_of(counts[i], type); }
};

/// Blocks with a datatype each. Displacements are in bytes.
template <typename Count, typename At>
struct TypedBlocks {
  void* buffer;
  const Count* counts;
  const At* displacements;
  const MPI_Datatype* types;

  TypedBlocks(const void* at, const Count n[], const At by[], const MPI_Datatype of[])
      : buffer(const_cast<void*>(at)), counts(n), displacements(by), types(of) {}
  auto arguments() const { return std::tuple(buffer, counts, displacements, types); }
  std::int64_t bytes(int i) const { return bytes_of(counts[i], types[i]); }
};

}  // namespace cartwright::preload
