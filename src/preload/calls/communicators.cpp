// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/comm_number.hpp"
#include "preload/base/in_collective.hpp"
#include "preload/base/interpose.hpp"
#include "preload/traffic/reordered.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Communicators made from a reordered one inherit its origin. A duplicate gets it as an attribute.

namespace {

int inherited(int error, MPI_Comm from, const MPI_Comm* made, bool by_location = false, bool by_all = true) {
  if (error == MPI_SUCCESS && by_all) number_made(from, *made);
  if (error == MPI_SUCCESS && watched()) inherit_origin(from, *made, by_location);
  return error;
}

}  // namespace

CW_MPI(Comm_split)(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  return inherited(mpi::real().Comm_split(comm, color, key, made), comm, made);
}

CW_MPI(Comm_split_type)(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made) {
  return inherited(mpi::real().Comm_split_type(comm, type, key, info, made), comm, made, true);
}

CW_MPI(Comm_create)(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  return inherited(mpi::real().Comm_create(comm, group, made), comm, made);
}

CW_MPI(Comm_create_group)(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  const auto create = [&] {
    const InCollective inside;  // Open MPI sends with the tag of the caller, as if the program did
    return mpi::real().Comm_create_group(comm, group, tag, made);
  };
  return inherited(create(), comm, made, false, false);
}

CW_MPI(Cart_sub)(MPI_Comm comm, const int remain[], MPI_Comm* made) {
  return inherited(mpi::real().Cart_sub(comm, remain, made), comm, made);
}
