// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/process.hpp"

#include <map>
#include <optional>

namespace cartwright::launch {

/// The environment of a command: ours, with the changes of a preceding `env`.
struct Environment {
  std::map<std::string, std::string> set;
  bool cleared = false;

  std::optional<std::string> value(const std::string& name) const;
};

/// The number of words before the actual command, as in `nice -n 5 timeout 60 env A=1 mpirun`, and the environment that
/// they give it. An unknown command, or a known one with unknown options, counts as the actual command.
struct Prefixes {
  std::size_t count = 0;
  Environment environment;
};
Prefixes read_prefixes(const CommandLine& command);

}  // namespace cartwright::launch
