// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/linkage.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/prefixes.hpp"

#include <fmt/format.h>

#include <fstream>

#include <sys/stat.h>

namespace cartwright::launch {

namespace {

bool is_elf(const std::string& file) {
  char magic[4] = {};
  std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "\177ELF";
}

/// The MPI whose library has this name. Open MPI's libraries have version 40 since release 2; those of MPICH and of
/// MPIs compatible with it (Intel, Cray) have version 12.
std::string_view mpi_of(std::string_view library) {
  if (!library.starts_with("libmpi")) return "";
  if (library.starts_with("libmpi_abi.so")) return "abi";
  if (library.ends_with(".so.40")) return "openmpi";
  if (library.ends_with(".so.12")) return "mpich";
  return "";
}

/// Whether a library is the runtime of AddressSanitizer, which ends the program unless it is the first one.
bool is_asan(std::string_view library) {
  return library.starts_with("libasan.so") || library.starts_with("libclang_rt.asan");
}

/// The path in a line of ldd, "NAME => PATH (ADDRESS)". Empty if the library was not found.
std::string loaded_path(std::string_view line) {
  const std::size_t begin = line.find('/');
  return begin == std::string_view::npos ? "" : std::string(line.substr(begin, line.find(" (", begin) - begin));
}

Linkage linkage_of(const std::string& file) {
  Linkage linkage = {.file = file};
  struct stat status = {};
  linkage.is_setuid = stat(file.c_str(), &status) == 0 && (status.st_mode & (S_ISUID | S_ISGID)) != 0;
  const Finished ldd = run_quietly({"ldd", file});
  linkage.is_static = ldd.output.find("not a dynamic executable") != std::string::npos ||
                      ldd.output.find("statically linked") != std::string::npos;
  for (const std::string_view line : base::split(ldd.output, '\n')) {
    const std::string_view path = base::trim(line).substr(0, base::trim(line).find(' '));
    const std::string_view library = path.substr(path.rfind('/') + 1);
    if (is_asan(library)) linkage.first = loaded_path(base::trim(line));
    if (const std::string_view mpi = mpi_of(library); !mpi.empty() && linkage.mpi.empty()) {
      linkage.mpi = mpi;
      linkage.library = library;
    }
  }
  return linkage;
}

}  // namespace

Linkage find_linkage(const CommandLine& program) {
  const std::size_t prefixes = read_prefixes(program).count;
  for (std::size_t i = prefixes; i < program.size(); ++i) {
    // Only the first word is looked up in PATH: an argument may have the name of a command.
    const std::string file =
        i == prefixes || program[i].find('/') != std::string::npos ? find_program(program[i]) : std::string();
    try {
      if (!file.empty() && is_elf(file)) return linkage_of(file);
    } catch (const base::Error&) {
      return {};  // ldd is not installed
    }
  }
  return {};
}

std::string why_not_loaded(const Linkage& linkage) {
  if (linkage.is_static) return fmt::format("'{}' is statically linked: link it with a shared libmpi", linkage.file);
  if (linkage.is_setuid)
    return fmt::format("'{}' is setuid or setgid, which prevents preloading: run a copy without these bits",
                       linkage.file);
  return "";
}

}  // namespace cartwright::launch
