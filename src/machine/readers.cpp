// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/input_file.hpp"
#include "base/registry.hpp"
#include "base/text.hpp"
#include "machine/join.hpp"
#include "machine/readers_p.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

namespace cartwright::machine {

namespace {

// clang-format off
constexpr std::array registry = {
    MachineReader{"json", "Cartwright's own JSON (docs/schemas/machine.schema.json)", is_json, read_json},
    MachineReader{"hwloc", "one node as hwloc XML (lstopo --of xml), a process per core", is_hwloc, read_hwloc_cores},
    MachineReader{"hwloc-pu", "the same, a process per hardware thread", is_hwloc, read_hwloc_threads},
    MachineReader{"openmpi", "host file of Open MPI: host slots=48", is_openmpi, read_openmpi},
    MachineReader{"mpich", "host file of MPICH (Hydra): host:48", is_mpich, read_mpich},
    MachineReader{"slurm", "host list of Slurm: nid[1-60]:48, a host per line, or its variables", is_slurm, read_slurm},
};
// clang-format on

bool is_file(const std::string& path) {
  std::error_code error;  // a path that cannot be examined does not count as a file
  return std::filesystem::exists(path, error) && !std::filesystem::is_directory(path, error);
}

Machine read_machine_file(const std::string& path, const MachineReader* reader) {
  const std::string text = base::read_file(path);
  try {
    return base::read_text(machine_readers(), text, "use JSON, hwloc XML or a host file", reader);
  } catch (const base::Error& error) {
    base::fail(error.status(), "machine file '{}': {}", path, error.what());
  }
}

[[noreturn]] void refuse(std::string_view spec) {
  base::fail(
      base::Status::parse,
      "machine {} is neither a file nor short notation: write 50x48, 4x2x6, 30*48,30*32, group:4 node:8 core:48, a "
      "file, 50*node.xml, or NAME: and a file, where NAME is {}",
      base::quote(spec), fmt::join(base::names_of(registry), ", "));
}

/// "node.xml" or "30*thin.xml,2*fat.xml"
Machine read_files(std::string_view spec, const MachineReader* reader) {
  if (const std::string path(spec); is_file(path)) return read_machine_file(path, reader);
  std::vector<Copies> all;
  for (std::string_view piece : base::split(spec, ',')) {
    std::int64_t count = 1;
    if (const std::size_t star = piece.find('*'); star != std::string_view::npos && base::is_digit(piece.front())) {
      count = base::parse_count(piece.substr(0, star), "copies of a machine file");
      piece.remove_prefix(star + 1);
    }
    const std::string path(piece);
    if (!is_file(path)) refuse(piece);
    all.push_back({count, read_machine_file(path, reader)});
  }
  return join(all);
}

}  // namespace

std::span<const MachineReader> machine_readers() { return registry; }

void check_level_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto allowed = [&](char c) { return is_letter(c) || base::is_digit(c) || c == '-' || c == '_'; };
  if (name.empty() || name.size() > 64 || !is_letter(name.front()) || !std::ranges::all_of(name, allowed))
    base::fail(base::Status::parse, "{} is not a name for a level: use a letter, then letters, digits, '-' and '_'",
               base::quote(name));
}

Machine read_machine(const std::string& spec) {
  std::string_view text = base::trim(spec);
  const auto named = std::ranges::find(registry, text.substr(0, text.find(':')), &MachineReader::name);
  const MachineReader* reader = named == registry.end() ? nullptr : &*named;
  if (reader == nullptr && is_notation(text)) return read_notation(text);
  if (reader != nullptr) text.remove_prefix(std::min(text.size(), reader->name.size() + 1));
  // People also type Slurm's lists. A bracket, or the name of the reader, distinguishes them from names of files.
  const bool typed_list = reader == nullptr ? text.find('[') != std::string_view::npos : reader->read == read_slurm;
  if (typed_list && !is_file(std::string(text))) return read_slurm(text);
  return read_files(text, reader);
}

}  // namespace cartwright::machine
