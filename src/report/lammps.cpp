// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cartwright::report {

/// "I J": the process with rank I in the order of the launcher gets rank J (LAMMPS, "Command-line options", -reorder
/// custom: https://docs.lammps.org/Run_options.html). LAMMPS skips comments only before the first such line.
std::string write_lammps(const Placement& placement) {
  std::string out = fmt::format("# mpirun -n {} lmp -reorder custom FILE ...\n", placement.order.size());
  for (const machine::Slot slot : placement.order.ids())
    fmt::format_to(std::back_inserter(out), "{} {}\n", slot.number(), placement.order[slot].number());
  return out;
}

}  // namespace cartwright::report
