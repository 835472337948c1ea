// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

// MPICH over UCX is counted in ucx_messages.cpp. Open MPI can count every message that its point-to-point layer sends,
// those inside of collectives included: its component pml_monitoring calls a function for each of them. The interposer
// has a function of the same name, which records the messages inside of collectives and passes the call on. (The tools
// interface MPI_T lacks the counts of version 4.1: the component is closed, and its variables with it, before it
// counts.)

namespace cartwright::preload {

/// Switches the component on in an MPI_Init that runs while this lives, if the program is recorded, the MPI is one with
/// which this was tested, and the user did not set it. Later the environment is as before.
class Monitoring {
 public:
  Monitoring();
  ~Monitoring();
  Monitoring(const Monitoring&) = delete;

 private:
  void set(const char* name, const std::string& value);
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

/// Whether messages inside of collectives are counted. Call once, after MPI_Init and once the ranks of program_world()
/// are known.
bool begin_monitoring();

/// Whether the algorithms of the collectives may depend on the nodes of the processes.
bool collectives_look_at_nodes();

}  // namespace cartwright::preload
