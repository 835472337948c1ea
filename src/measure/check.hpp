// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace cartwright::measure {

/// The program of `cartwright doctor`: loads a library of Cartwright's beside this program, with its MPI, and runs
/// something small with it. `name` is interposer, mpi, halo, fft, or hwloc. Prints one line: the MPI, or the reason why
/// it does not work. Returns the exit status.
int check(int argc, char** argv, std::string_view name);

}  // namespace cartwright::measure
