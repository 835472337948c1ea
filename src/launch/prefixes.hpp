// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <map>
#include <optional>

namespace cartwright::launch {

/// The environment of a command: ours, changed by `env` in front of it.
struct Environment {
  std::map<std::string, std::string> set;
  bool cleared = false;

  std::optional<std::string> value(const std::string& name) const;
};

/// How many words stand before the command that is really meant, as in `nice -n 5 timeout 60 env A=1 mpirun`, and the
/// environment that they make for it. An unknown command, or an unknown use of a known one, is the one that is meant.
struct Prefixes {
  std::size_t count = 0;
  Environment environment;
};
Prefixes read_prefixes(const CommandLine& command);

}  // namespace cartwright::launch
