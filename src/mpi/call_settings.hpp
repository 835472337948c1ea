// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/settings.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// What one process knows about the settings of a call, before it compares them with the others.
struct CallSettings {
  Settings settings;
  std::uint64_t fingerprint = 0;  ///< a hash of all of them
  std::string remark;             ///< the variable that cannot be understood: nobody moves, then
  int invalid = MPI_SUCCESS;      ///< MPI_ERR_INFO_VALUE: an info key cannot be understood
};

/// The settings of the environment, changed by the info object of a call. Local.
CallSettings settings_of_call(MPI_Info info);

}  // namespace cartwright::mpi
