// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/obtained.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::cli {

/// A line of `cartwright doctor`.
struct Finding {
  enum class State : std::uint8_t {
    works,
    found,    ///< it is here, and more is not known
    absent,   ///< not here, and not needed by everybody
    trouble,  ///< here, but it does not work as it should
  };
  State state = State::works;
  base::Obtained obtained = base::Obtained::queried;
  std::string topic;   ///< "launcher"
  std::string what;    ///< "mpirun: Open MPI 4.1.4 (/usr/bin/mpirun)"
  std::string advice;  ///< the way out; empty if there is nothing to do
};

/// The value of an environment variable; empty if it is not set.
std::string variable(const char* name);

/// One finding or several on each topic.
std::vector<Finding> find_interposers();
std::vector<Finding> find_libraries();
std::vector<Finding> find_hwloc();
std::vector<Finding> find_launchers();
std::vector<Finding> find_batch_system();
std::vector<Finding> find_network();
std::vector<Finding> find_measured();
std::vector<Finding> find_processors();
std::vector<Finding> find_memory();
std::vector<Finding> find_cache();
std::vector<Finding> find_gpu();

}  // namespace cartwright::cli
