// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mpi/base/settings.hpp"

#include <mpi.h>

namespace cartwright::mpi {

/// The settings of a call as one process sees them, before all processes compare them.
struct CallSettings {
  Settings settings;
  std::uint64_t fingerprint = 0;  ///< a hash of all of them
  std::string remark;             ///< an error in a variable: then all processes keep their ranks
  int invalid = MPI_SUCCESS;      ///< MPI_ERR_INFO_VALUE for an invalid info key
};

/// The settings of the environment, changed by the info object of a call. Local.
CallSettings settings_of_call(MPI_Info info);

}  // namespace cartwright::mpi
