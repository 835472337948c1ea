// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "contender.hpp"

namespace cartwright::bench {

std::unique_ptr<Contender> make_fftw_mpi(const Problem& /*problem*/, bool /*transposed*/) {
  base::fail(base::Status::unsupported,
             "FFTW-MPI is not installed for this MPI (Debian has it for Open MPI: libfftw3-mpi-dev)");
}

}  // namespace cartwright::bench
