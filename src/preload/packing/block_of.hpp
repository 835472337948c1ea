// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/packing/block_arguments.hpp"

#include <cstddef>
#include <functional>

namespace cartwright::preload {

/// Elements in the user's memory.
struct Block {
  const void* buffer = nullptr;
  MPI_Count count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};
using BlockOf = std::function<Block(std::size_t)>;

/// The blocks that the arguments of a collective describe, by process. An argument that MPI refuses, or MPI_IN_PLACE,
/// gives blocks that are not valid.
template <typename Count>
BlockOf blocks_of(const EqualBlocks<Count>& blocks);
template <typename Count, typename At>
BlockOf blocks_of(const BlocksAt<Count, At>& blocks);
template <typename Count, typename At>
BlockOf blocks_of(const TypedBlocks<Count, At>& blocks);
/// The same block for all.
template <typename Count>
BlockOf same_block(const EqualBlocks<Count>& block);

}  // namespace cartwright::preload
