// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

namespace cartwright::mpi {

/// Whether packed data of this type may be sent as bytes to a receiver using a derived datatype. An MPI may cut such a
/// message at any multiple of 8 bytes, because it sees no elements in it. MPICH 4 over UCX cannot receive a piece that
/// ends inside an element: it reports a truncated message. So every element must have 1, 2, 4 or 8 bytes and lie at a
/// multiple of its size in the packed data. Always true with Open MPI, which receives any piece.
bool divisible(const datatype::Type& type);

}  // namespace cartwright::mpi
