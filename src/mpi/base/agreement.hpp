// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/real.hpp"

#include <mpi.h>

#include <cstdint>

namespace cartwright::mpi {

/// Bytes that a process has sent over communicators made from reordered ones.
struct SentBytes {
  std::uint64_t in_lines = 0;      ///< by all-to-alls within parts of them
  std::uint64_t to_neighbors = 0;  ///< between two processes, and by neighborhood collectives
};

/// Results of a comparison of arguments and settings between all processes.
struct Agreement {
  int error = MPI_SUCCESS;    ///< of the comparison itself
  int invalid = MPI_SUCCESS;  ///< the greatest error class that a process found in its own arguments
  bool same_invalid = true;   ///< all processes found the same class
  bool same_arguments = true;
  bool same_settings = true;
  SentBytes most;  ///< for each kind, the most that one process has sent
};

/// Collective: one reduction of eight integers. It comes before any other communication, in which a process with
/// different arguments could fail to take part.
inline Agreement agree(MPI_Comm comm, int invalid, std::uint64_t arguments, std::uint64_t settings,
                       const SentBytes& sent = {}) {
  // The maxima of a value and of its complement are complements exactly if all values are equal.
  const auto error_class = static_cast<std::uint64_t>(invalid);
  std::uint64_t greatest[] = {error_class, ~error_class, arguments,     ~arguments,
                              settings,    ~settings,    sent.in_lines, sent.to_neighbors};
  Agreement agreement;
  agreement.error = real().Allreduce(MPI_IN_PLACE, greatest, 8, MPI_UINT64_T, MPI_MAX, comm);
  agreement.invalid = static_cast<int>(greatest[0]);
  agreement.same_invalid = greatest[0] == ~greatest[1];
  agreement.same_arguments = greatest[2] == ~greatest[3];
  agreement.same_settings = greatest[4] == ~greatest[5];
  agreement.most = {greatest[6], greatest[7]};
  return agreement;
}

}  // namespace cartwright::mpi
