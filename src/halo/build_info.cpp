// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/build_info.hpp"
#include "cartwright/halo.h"

int cw_halo_version(void) { return CW_VERSION; }

const char* cw_halo_build_info(void) { return CARTWRIGHT_BUILD_INFO ", " CARTWRIGHT_MPI_NAME; }
