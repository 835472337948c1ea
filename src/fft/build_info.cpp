// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/build_info.hpp"
#include "cartwright/fft.h"

int cw_fft_version(void) { return CW_VERSION; }

const char* cw_fft_build_info(void) { return CARTWRIGHT_BUILD_INFO ", " CARTWRIGHT_MPI_NAME; }
