// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/checked.hpp"
#include "mpi/base/real.hpp"

#include <mpi.h>

#include <string>

namespace cartwright::fft {

/// Collective: all processes get the text of process 0.
inline void broadcast(MPI_Comm comm, std::string& text) {
  auto size = static_cast<std::int64_t>(text.size());
  mpi::real().Bcast(&size, 1, MPI_INT64_T, 0, comm);
  const int bytes = base::checked_int(size, "the text that process 0 sends, in bytes,");
  text.resize(size);
  mpi::real().Bcast(text.data(), bytes, MPI_BYTE, 0, comm);
}

}  // namespace cartwright::fft
