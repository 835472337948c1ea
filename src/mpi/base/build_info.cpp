// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/build_info.hpp"

#include "cartwright/mpix.h"

extern "C" int cw_mpi_version() { return CW_VERSION; }

extern "C" const char* cw_mpi_build_info() { return CARTWRIGHT_BUILD_INFO ", " CARTWRIGHT_MPI_NAME; }
