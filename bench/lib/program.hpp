// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace cartwright::bench {

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds of the processor, which other programs on the machine change little.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The median of at least one value.
inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

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

/// Binds this process, and those that it starts, to one core.
inline void stay_on(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(static_cast<std::size_t>(core), &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0)
    throw std::runtime_error(fmt::format("this process cannot run on core {}", core));
}

/// Whether the only option, --quick, is given.
inline bool quick_asked(int argc, char** argv) {
  const bool quick = argc == 2 && std::string(argv[1]) == "--quick";
  if (argc > 1 && !quick)
    throw std::invalid_argument(fmt::format("'{}' is not an option: use --quick, or none", argv[1]));
  return quick;
}

/// Thrown to end a program that has said why.
struct Exit {
  int status;
};

/// The main() of a benchmark without MPI. An exception is printed and gives status 2.
inline int plain_main(const char* name, int argc, char** argv, void (*run)(int argc, char** argv)) {
  try {
    run(argc, argv);
    return 0;
  } catch (const Exit& exit) {
    return exit.status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 2;
  }
}

}  // namespace cartwright::bench
