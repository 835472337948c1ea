// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

/// A function that is found before MPI's own of the same name.
#define CW_INTERPOSE extern "C" __attribute__((visibility("default")))

/// The same function under the name by which mpi_f08 calls it. Its handles are derived types of one integer, and the
/// error argument may be absent, that is null: otherwise the arguments are those of the older bindings.
#define CW_ALSO_F08(type, name, arguments) CW_INTERPOSE type name##_f08_ arguments __attribute__((alias(#name "_")))
