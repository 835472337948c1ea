// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/slurm_topology.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace cartwright::launch {

std::string save_slurm_topology(RunFolder& folder) {
  if (std::getenv("SLURM_JOB_ID") == nullptr) return "";
  // Slurm's controller may be busy or gone: a program must not wait for it.
  const auto close = [](std::FILE* open) { pclose(open); };
  // NOLINTNEXTLINE(bugprone-command-processor): nothing of the command comes from outside
  std::FILE* const started = popen("timeout 5 scontrol show topology 2>/dev/null </dev/null", "r");
  const std::unique_ptr<std::FILE, decltype(close)> pipe(started, close);
  if (pipe == nullptr) return "";
  std::string text;
  std::array<char, 4096> part;
  for (std::size_t read = 0; (read = std::fread(part.data(), 1, part.size(), pipe.get())) > 0;)
    text.append(part.data(), read);
  if (text.find("SwitchName=") == std::string::npos && text.find("BlockName=") == std::string::npos) return "";
  std::ofstream(folder.path() / "topology.conf") << text;
  return folder.path().string();
}

}  // namespace cartwright::launch
