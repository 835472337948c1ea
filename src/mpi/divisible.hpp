// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

namespace cartwright::mpi {

/// Whether packed data of this type may be sent as bytes to who receives it with a derived datatype of MPI's. An MPI
/// may cut such a message into pieces at any multiple of 8 bytes, for it sees no elements there; and MPICH 4 over UCX
/// cannot receive a piece that ends inside an element: it calls the message truncated. So every element must be 1, 2, 4
/// or 8 bytes that lie at a multiple of that in the packed data. It is always so with Open MPI, which receives any
/// piece.
bool divisible(const datatype::Type& type);

}  // namespace cartwright::mpi
