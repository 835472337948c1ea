// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <fstream>
#include <string>

namespace cartwright::bench {

/// "AMD EPYC ..., 2 cores": printed above every table.
inline std::string machine_line() {
  std::ifstream info("/proc/cpuinfo");
  std::string line, model = "unknown processor";
  int cores = 0;
  while (std::getline(info, line)) {
    if (line.starts_with("model name")) model = line.substr(line.find(':') + 2);
    cores += line.starts_with("processor");
  }
  return fmt::format("{}, {} cores", model, cores);
}

}  // namespace cartwright::bench
