// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cost/choose.hpp"

#include <cstdint>
#include <string>

namespace cartwright::mpi {

/// What the environment of an MPI program says (docs/mpi.md lists the variables).
struct Settings {
  std::string nodes;                                    ///< CARTWRIGHT_NODES: nodes to pretend; empty for the real ones
  std::string stencil = "nn";                           ///< CARTWRIGHT_STENCIL: what MPI_Cart_create is taken to be for
  std::string mapping = "auto";                         ///< CARTWRIGHT_MAPPING: an algorithm of the registry, or auto
  Tier tier = Tier::balanced;                           ///< CARTWRIGHT_TIER; with a budget alone: best
  double budget_seconds = MapOptions{}.budget_seconds;  ///< CARTWRIGHT_BUDGET
  std::uint64_t seed = 0;                               ///< CARTWRIGHT_SEED
  bool reorder = true;                                  ///< CARTWRIGHT_REORDER=off: count and report, but place nothing
  std::string report;                                   ///< CARTWRIGHT_REPORT: a file, or stderr; empty for no report

  /// A hash of all that the processes must agree on.
  std::uint64_t fingerprint() const;
};

/// CARTWRIGHT=off: the interposer is to behave as if it were not there.
bool switched_off();

/// Throws Error: a variable that cannot be understood, by name.
Settings read_settings();

}  // namespace cartwright::mpi
