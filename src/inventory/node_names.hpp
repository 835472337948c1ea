// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/environment.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace cartwright::inventory {

/// What a node knows of itself.
struct NodeNames {
  std::vector<std::string> names;  ///< host name, name in Slurm, PALS or Kubernetes; the most specific one first
  std::string location;            ///< of a Cray system: "c0-0c2s1n3", "x1000c0s0b0n0"; empty if unknown
  std::string address;             ///< SLURM_TOPOLOGY_ADDR: "s0.s4.node7"
  std::string address_pattern;     ///< SLURM_TOPOLOGY_ADDR_PATTERN: "switch.switch.node"
  std::string number;              ///< PBS_NODENUM: of the node among those of the job

  /// As one line, for messages between processes.
  std::string text() const;
  static NodeNames from_text(std::string_view text);
};

/// The names of the node that this process runs on. `root` is the folder of the system's files.
NodeNames names_of_this_node(const std::filesystem::path& root, const base::Environment& environment);

}  // namespace cartwright::inventory
