// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/datatypes.hpp"
#include "mpi/settings.hpp"

#include <mpi.h>

#include <memory>

namespace cartwright::preload {

/// CARTWRIGHT_DATATYPE, read once. A value that cannot be understood is said once and counts as off.
mpi::Datatypes datatypes();

/// Elements in memory: where, how many, of which type; and the compiled form of the type, when it is for Cartwright to
/// move them.
struct Elements {
  void* buffer = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  std::shared_ptr<const mpi::Datatype> compiled;

  std::int64_t bytes() const { return count * compiled->size; }
};

/// Whether a message is MPI's own because of its size.
bool too_large(std::int64_t bytes) noexcept;

/// Elements whose compiled form is set if Cartwright can pack them at all: not those of predefined and of contiguous
/// types, and none that MPI must look at to raise its error. Never throws, like all that follows.
Elements elements_at(const void* buffer, MPI_Count count, MPI_Datatype type) noexcept;

/// What the packed data is for: for the user, or for a message, which costs a copy more. What is persistent must be
/// decided upon before its first use.
enum class Use { pack, message, persistent };

/// How to treat some elements.
enum class Way {
  mpi,       ///< MPI is as good, or not known to be worse
  compiled,  ///< Cartwright's kernel is faster
  measured,  ///< Cartwright's kernel, and call learn_* once there is packed data
};
Way way_to_pack(const Elements& elements, Use use) noexcept;
Way way_to_unpack(const Elements& elements, Use use) noexcept;

/// Measures both ways, which write the same bytes to the same place. Of unpacking all `bytes()` must be there.
void learn_to_pack(const Elements& elements, std::byte* packed) noexcept;
void learn_to_unpack(const Elements& elements, const std::byte* packed) noexcept;

/// Packs all, and unpacks the first `bytes` of the stream.
void pack(const Elements& elements, std::byte* packed, Use use) noexcept;
void unpack(const Elements& elements, const std::byte* packed, std::int64_t bytes, Use use) noexcept;

/// Counts, for the report, what was moved by other means.
void count_use(const Elements& elements, jit::Direction direction, std::int64_t bytes) noexcept;

}  // namespace cartwright::preload
