// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/script_launchers.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/launch_plan.hpp"
#include "launch/launcher.hpp"
#include "launch/standard_input.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

namespace cartwright::launch {

namespace {

void write_wrapper(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) base::fail(base::Status::io, "cannot write {}: set TMPDIR", file.string());
  out.close();
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

std::string without(const std::string& path, const std::string& folder) {
  std::string kept;
  for (const std::string_view entry : base::split(path, ':'))
    if (entry != folder) kept += fmt::format("{}{}", kept.empty() ? "" : ":", entry);
  return kept;
}

}  // namespace

std::string wrap_launchers(const std::string& path, const std::string& mpi, const std::filesystem::path& folder) {
  const std::filesystem::path wrappers = folder / "launchers";
  std::filesystem::create_directory(wrappers);
  CommandLine start = {std::filesystem::read_symlink("/proc/self/exe").string(), "run", "--in-script",
                       wrappers.string()};
  if (!mpi.empty()) start.insert(start.end(), {"--mpi", mpi});
  for (const std::string_view launcher : launcher_names())
    if (const std::string name(launcher); !find_program(name, path).empty())
      write_wrapper(wrappers / name, fmt::format("#!/bin/sh\nexec {} -- {} \"$@\"\n", shell_text(start), name));
  return wrappers.string();
}

void become_launcher(const CommandLine& command, const std::string& mpi, const std::string& wrappers) {
  if (const char* path = std::getenv("PATH")) setenv("PATH", without(path, wrappers).c_str(), 1);
  CommandLine line = command;
  try {
    // `cartwright run` removes this folder when the script ends.
    RunFolder folder(wrappers);
    note_standard_input();
    const LaunchPlan plan = plan_launch(command, mpi, folder);
    if (!plan.is_script) line = plan.command;  // "flux jobs" starts nothing, and would find this wrapper again
  } catch (const base::Error&) {
    // The launcher runs without the interposer; `cartwright run` reports that at the end.
  }
  become(line);
}

}  // namespace cartwright::launch
