// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/measured.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/settings.hpp"

#include <optional>
#include <string>

namespace cartwright::mpi {

/// Puts the levels above the nodes (switches, chassis, groups) before the others of a location, and the wiring on
/// process 0. `network` is the value of CARTWRIGHT_NETWORK: a network, or a topology of Slurm, in which the nodes are
/// found by their names; "off" for none; or empty for what the nodes know themselves. Pretended nodes are the first
/// ones of the network. Each node sends its names to process 0, which alone reads files. What cannot be read leaves the
/// location as it is, with a remark. Collective.
void add_network(MPI_Comm comm, const std::string& network, Location& location);

/// Reads a file of `cartwright measure`, the value of CARTWRIGHT_MEASURED. If it cannot be used, nothing, with a note.
/// Local.
std::optional<machine::Measured> read_measured(const std::string& file, std::string& note);

/// Reads what was measured of the links on process 0, once, and gives it to all. `file` is the value of
/// CARTWRIGHT_MEASURED. A file that cannot be used leaves a note and a remark. Collective.
void add_measured(MPI_Comm comm, const std::string& file, Location& location);

/// The location of each process by the settings: its nodes and the levels inside them (discover), the network above,
/// and the speeds of the links. Found once and kept with the communicator. Collective.
Location locate(MPI_Comm comm, const Settings& settings);

}  // namespace cartwright::mpi
