// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "preload/node_exchange.hpp"

#include <functional>
#include <utility>

namespace cartwright::preload {

/// The arguments of a neighborhood collective: the block of each neighbor.
struct NeighborBlocks {
  BlockOf sent;
  BlockOf received;
};

/// Arguments of the four kinds. An argument that MPI refuses gives blocks that are not valid.
/// Blocks of equal size, one after the other.
BlockOf equal_blocks(const void* buffer, MPI_Count count, MPI_Datatype type);
/// The same block for all.
BlockOf same_block(const void* buffer, MPI_Count count, MPI_Datatype type);
/// Blocks of one type. Displacements are in extents. The types are int and int, or MPI_Count and MPI_Aint.
template <typename Count, typename Displacement>
BlockOf blocks_at(const void* buffer, const Count counts[], const Displacement displacements[], MPI_Datatype type);
/// Blocks of several types. Displacements are in bytes. `Count` is int or MPI_Count.
template <typename Count>
BlockOf typed_blocks(const void* buffer, const Count counts[], const MPI_Aint displacements[],
                     const MPI_Datatype types[]);

/// Carries out a neighborhood collective, if Cartwright handles those of `comm`, and returns true with its error. Blocks
/// for processes of this node stay on it, and MPI gets the others.
bool exchange_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, int& error);
/// Starts one, which is complete when the request is.
bool begin_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                          int& error);
/// Makes a persistent one, which each start of the request carries out.
bool make_with_neighbors(MPI_Comm comm, NeighborForm form, const NeighborBlocks& blocks, MPI_Request* request,
                         int& error);

}  // namespace cartwright::preload
