// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace cartwright::python {

/// A machine, and what reports call it.
struct NamedMachine {
  Machine machine;
  std::string text;
};

/// What functions take for a machine.
using MachineArgument = std::variant<NamedMachine, std::filesystem::path, std::vector<std::int64_t>>;
NamedMachine machine_from(const MachineArgument& machine);

}  // namespace cartwright::python
