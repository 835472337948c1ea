// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/neighbor_collective.hpp"

namespace cartwright::preload {

namespace {

/// Buffers may be MPI_BOTTOM, so this adds integers.
const void* moved(const void* buffer, std::int64_t bytes) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(buffer) + bytes);
}

std::int64_t extent_of(MPI_Datatype type) {
  MPI_Count lb = 0;
  MPI_Count extent = 0;
  if (type != MPI_DATATYPE_NULL) PMPI_Type_get_extent_x(type, &lb, &extent);
  return extent;
}

const Block refused{nullptr, -1, MPI_DATATYPE_NULL};

}  // namespace

BlockOf equal_blocks(const void* buffer, MPI_Count count, MPI_Datatype type) {
  if (buffer == MPI_IN_PLACE) return [](std::size_t) { return refused; };
  return [=, stride = count * extent_of(type)](std::size_t i) {
    return Block{moved(buffer, static_cast<std::int64_t>(i) * stride), count, type};
  };
}

BlockOf same_block(const void* buffer, MPI_Count count, MPI_Datatype type) {
  if (buffer == MPI_IN_PLACE) return [](std::size_t) { return refused; };
  return [=](std::size_t) { return Block{buffer, count, type}; };
}

template <typename Count, typename Displacement>
BlockOf blocks_at(const void* buffer, const Count counts[], const Displacement displacements[], MPI_Datatype type) {
  if (buffer == MPI_IN_PLACE || counts == nullptr || displacements == nullptr)
    return [](std::size_t) { return refused; };
  return [=, extent = extent_of(type)](std::size_t i) {
    return Block{moved(buffer, displacements[i] * extent), counts[i], type};
  };
}

template <typename Count>
BlockOf typed_blocks(const void* buffer, const Count counts[], const MPI_Aint displacements[],
                     const MPI_Datatype types[]) {
  if (buffer == MPI_IN_PLACE || counts == nullptr || displacements == nullptr || types == nullptr)
    return [](std::size_t) { return refused; };
  return [=](std::size_t i) { return Block{moved(buffer, displacements[i]), counts[i], types[i]}; };
}

template BlockOf blocks_at(const void*, const int[], const int[], MPI_Datatype);
template BlockOf blocks_at(const void*, const MPI_Count[], const MPI_Aint[], MPI_Datatype);
template BlockOf typed_blocks(const void*, const int[], const MPI_Aint[], const MPI_Datatype[]);
template BlockOf typed_blocks(const void*, const MPI_Count[], const MPI_Aint[], const MPI_Datatype[]);

}  // namespace cartwright::preload
