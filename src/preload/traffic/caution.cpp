// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/caution.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/known_programs.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/world.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace cartwright::preload {

namespace {

bool uses_tables = false;

/// The file with a line for each program that was seen not to survive other ranks. Empty if there is no cache folder.
std::string kept_lines() {
  const std::string folder = base::cache_folder(std::getenv);
  return folder.empty() ? folder : folder + "/programs";
}

/// Empty if a file cannot be read or makes no sense: it is a cache.
std::string kept() try {
  const std::string file = kept_lines();
  std::error_code none;
  if (file.empty() || !std::filesystem::exists(file, none)) return "";
  std::string text = base::read_file(file);
  mpi::check_known_programs(text);
  return text;
} catch (const base::Error&) {
  return "";
}

/// The table of the user, and what was kept. "off" if neither counts.
std::string tables() try {
  const char* const file = std::getenv("CARTWRIGHT_PROGRAMS");
  if (file == nullptr || *file == '\0') return kept();
  if (std::string_view(file) == "off") return "off";
  const std::string given = base::read_file(file);
  mpi::check_known_programs(given);
  return kept() + "\n" + given;
} catch (const base::Error& error) {
  mpi::say(fmt::format("CARTWRIGHT_PROGRAMS={}: {}: this table is not used", std::getenv("CARTWRIGHT_PROGRAMS"),
                       error.what()));
  return kept();
}

}  // namespace

void share_known_programs() {
  if (mpi::switched_off()) return;
  const int rank = mpi::rank_in(MPI_COMM_WORLD);
  std::string text = rank == 0 ? tables() : "";
  int length = static_cast<int>(text.size());
  mpi::real().Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  text.resize(length);
  mpi::real().Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  uses_tables = text != "off";
  if (!uses_tables) return;
  mpi::know_programs(text);
  reread_settings();
}

void keep_ranks_from_now_on() try {
  const std::string file = kept_lines();
  if (!uses_tables || file.empty()) return;
  base::make_private_folder(std::filesystem::path(file).parent_path());
  const std::string line = fmt::format("{} reorder=off\n", mpi::name_of_this_build());
  if (kept().find(line) != std::string::npos) return;
  const int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (opened < 0) return;
  if (write(opened, line.data(), line.size()) < 0) mpi::warn_once(fmt::format("cannot write {}", file));
  close(opened);
} catch (const std::exception& error) {
  mpi::warn_once(error.what());
}

}  // namespace cartwright::preload
