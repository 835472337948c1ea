// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/block_of.hpp"

#include "mpi/datatypes/datatypes.hpp"

namespace cartwright::preload {

namespace {

/// Buffers may be MPI_BOTTOM, so this adds integers.
const void* moved(const void* buffer, std::int64_t bytes) {
  return reinterpret_cast<const void*>(reinterpret_cast<std::intptr_t>(buffer) + bytes);
}

std::int64_t extent_of(MPI_Datatype type) { return mpi::extents_of(type).value_or(mpi::Extents{}).extent; }

const Block refused{nullptr, -1, MPI_DATATYPE_NULL};

}  // namespace

template <typename Count>
BlockOf blocks_of(const EqualBlocks<Count>& blocks) {
  if (blocks.buffer == MPI_IN_PLACE) return [](std::size_t) { return refused; };
  return [=, stride = blocks.count * extent_of(blocks.type)](std::size_t i) {
    return Block{moved(blocks.buffer, static_cast<std::int64_t>(i) * stride), blocks.count, blocks.type};
  };
}

template <typename Count>
BlockOf same_block(const EqualBlocks<Count>& block) {
  if (block.buffer == MPI_IN_PLACE) return [](std::size_t) { return refused; };
  return [=](std::size_t) { return Block{block.buffer, block.count, block.type}; };
}

template <typename Count, typename At>
BlockOf blocks_of(const BlocksAt<Count, At>& blocks) {
  if (blocks.buffer == MPI_IN_PLACE || blocks.counts == nullptr || blocks.displacements == nullptr)
    return [](std::size_t) { return refused; };
  return [=, extent = extent_of(blocks.type)](std::size_t i) {
    return Block{moved(blocks.buffer, blocks.displacements[i] * extent), blocks.counts[i], blocks.type};
  };
}

template <typename Count, typename At>
BlockOf blocks_of(const TypedBlocks<Count, At>& blocks) {
  if (blocks.buffer == MPI_IN_PLACE || blocks.counts == nullptr || blocks.displacements == nullptr ||
      blocks.types == nullptr)
    return [](std::size_t) { return refused; };
  return [=](std::size_t i) {
    return Block{moved(blocks.buffer, blocks.displacements[i]), blocks.counts[i], blocks.types[i]};
  };
}

template BlockOf blocks_of(const EqualBlocks<int>&);
template BlockOf blocks_of(const EqualBlocks<MPI_Count>&);
template BlockOf same_block(const EqualBlocks<int>&);
template BlockOf same_block(const EqualBlocks<MPI_Count>&);
template BlockOf blocks_of(const BlocksAt<int, int>&);
template BlockOf blocks_of(const BlocksAt<MPI_Count, MPI_Aint>&);
template BlockOf blocks_of(const TypedBlocks<int, int>&);
template BlockOf blocks_of(const TypedBlocks<int, MPI_Aint>&);
template BlockOf blocks_of(const TypedBlocks<MPI_Count, MPI_Aint>&);

}  // namespace cartwright::preload
