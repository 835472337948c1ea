// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/interpose.hpp"
#include "preload/node/same_node.hpp"
#include "preload/traffic/reordered.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// A probe returns the length of a message. A descriptor in its place would have another length.

CW_MPI(Probe)(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  decline_offers();
  const int error = mpi::real().Probe(source, tag, comm, status);
  if (error == MPI_SUCCESS) correct_probed(comm, status);
  return error;
}

CW_MPI(Mprobe)(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  note_use_if_watched(comm);
  decline_offers();
  const int error = mpi::real().Mprobe(source, tag, comm, message, status);
  if (error == MPI_SUCCESS) correct_probed(comm, status);
  return error;
}

CW_MPI(Iprobe)(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  decline_offers();
  const int error = mpi::real().Iprobe(source, tag, comm, flag, status);
  if (error == MPI_SUCCESS && *flag) correct_probed(comm, status);
  return error;
}

CW_MPI(Improbe)(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  note_use_if_watched(comm);
  decline_offers();
  const int error = mpi::real().Improbe(source, tag, comm, flag, message, status);
  if (error == MPI_SUCCESS && *flag) correct_probed(comm, status);
  return error;
}
