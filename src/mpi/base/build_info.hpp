// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/build_info.hpp"

#include <mpi.h>

// The MPI whose headers were used.
#if defined(OMPI_MAJOR_VERSION)
#define CARTWRIGHT_MPI_NAME                                                                                    \
  "Open MPI " CARTWRIGHT_TEXT(OMPI_MAJOR_VERSION) "." CARTWRIGHT_TEXT(OMPI_MINOR_VERSION) "." CARTWRIGHT_TEXT( \
      OMPI_RELEASE_VERSION)
#elif defined(MPICH_VERSION) && !defined(MPI_ABI)
#define CARTWRIGHT_MPI_NAME "MPICH " MPICH_VERSION
#elif defined(MPI_ABI)
#define CARTWRIGHT_MPI_NAME "MPI ABI of MPI " CARTWRIGHT_TEXT(MPI_VERSION) "." CARTWRIGHT_TEXT(MPI_SUBVERSION)
#else
#define CARTWRIGHT_MPI_NAME "MPI " CARTWRIGHT_TEXT(MPI_VERSION) "." CARTWRIGHT_TEXT(MPI_SUBVERSION)
#endif
