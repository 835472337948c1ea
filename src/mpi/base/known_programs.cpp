// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/known_programs.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"

#include <fnmatch.h>
#include <link.h>

#include <algorithm>
#include <filesystem>
#include <mutex>

namespace cartwright::mpi {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view own_table = R"(
# LAMMPS, processors ... map cart/reorder: it sends to the ranks of the reordered communicator in another one.
lmp*           reorder=off
liblammps*     reorder=off
# GROMACS stops if rank 0 changes.
gmx*           keep_rank_0=on
mdrun*         keep_rank_0=on
# Transforms, with all-to-alls in rows and columns: compact blocks would be worse than the original order.
*/mpi4py_fft/* stencil=off
libpfft*       stencil=off
)";

std::mutex mutex;
std::vector<KnownProgram> known;

/// Those of this program, found when libraries had been loaded or unloaded so often. MPI_Init reads the settings twice.
std::vector<KnownProgram> found;
unsigned long long found_after = 0;

unsigned long long changes_of_libraries() {
  unsigned long long changes = 0;
  const auto first = [](dl_phdr_info* info, std::size_t, void* sum) {
    *static_cast<unsigned long long*>(sum) = info->dlpi_adds + info->dlpi_subs;
    return 1;
  };
  dl_iterate_phdr(first, &changes);
  return changes;
}

/// The names by which this program is known now.
std::vector<std::string> names_of_this_program() {
  std::error_code none;
  std::vector<std::string> names = {fs::read_symlink("/proc/self/exe", none).filename().string(), name_of_this_build()};
  const auto add = [](dl_phdr_info* info, std::size_t, void* all) {
    const std::string_view library = info->dlpi_name;
    auto& so_far = *static_cast<std::vector<std::string>*>(all);
    so_far.emplace_back(library);
    so_far.emplace_back(library.substr(library.rfind('/') + 1));
    return 0;
  };
  dl_iterate_phdr(add, &names);
  return names;
}

bool matches_any(const std::string& pattern, const std::vector<std::string>& names) {
  const std::string_view literal = std::string_view(pattern).substr(0, pattern.find_first_of("*?[\\"));
  return std::ranges::any_of(names, [&](const std::string& name) {
    return name.starts_with(literal) && fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
  });
}

}  // namespace

std::vector<KnownProgram> parse_known_programs(std::string_view text) {
  std::vector<KnownProgram> programs;
  base::read_lines(text, "the table of programs", [&](std::string_view line) {
    const std::vector<std::string_view> words = base::words(line);
    KnownProgram program{std::string(words.front()), {}};
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = std::min(words[i].find('='), words[i].size());
      program.settings.push_back({std::string(words[i].substr(0, equals)),
                                  std::string(words[i].substr(std::min(equals + 1, words[i].size())))});
    }
    if (program.settings.empty())
      base::fail(base::Status::parse, "'{}' has no setting: write a pattern and settings, as in 'lmp* reorder=off'",
                 line);
    programs.push_back(std::move(program));
  });
  return programs;
}

void know_programs(std::string_view more) {
  std::vector<KnownProgram> all = parse_known_programs(own_table);
  for (KnownProgram& program : parse_known_programs(more)) all.push_back(std::move(program));
  const std::lock_guard lock(mutex);
  known = std::move(all);
  found_after = 0;
}

std::string name_of_this_build() {
  std::error_code none;
  const fs::path path = fs::read_symlink("/proc/self/exe", none);
  const std::string name = path.filename().string();
  base::Hash hash;
  hash.add(path.string());
  hash.add(static_cast<std::uint64_t>(fs::file_size(path, none)));
  hash.add(static_cast<std::uint64_t>(fs::last_write_time(path, none).time_since_epoch().count()));
  const bool interprets = name.starts_with("python") || name.starts_with("julia") || name.starts_with("perl");
  if (interprets) try {
      hash.add(base::read_file("/proc/self/cmdline"));
    } catch (const base::Error&) {
      // All its programs then count as one.
    }
  return fmt::format("{}@{:016x}", name, hash.value());
}

std::vector<KnownProgram> known_of_this_program() {
  const std::lock_guard lock(mutex);
  const unsigned long long changes = changes_of_libraries();
  if (known.empty() || changes == found_after) return found;
  const std::vector<std::string> names = names_of_this_program();
  found.clear();
  for (const KnownProgram& program : known)
    if (matches_any(program.pattern, names)) found.push_back(program);
  found_after = changes;
  return found;
}

}  // namespace cartwright::mpi
