// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/doctor_findings.hpp"
#include "launch/launch_plan.hpp"
#include "launch/launcher.hpp"
#include "launch/process.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <unistd.h>

namespace cartwright::cli {

namespace {

using State = Finding::State;

struct KnownMpi {
  std::string_view name;
  std::string_view title;
  std::string_view library;  ///< programs of its ABI are linked with it
  std::string_view advice;   ///< if there is no interposer for it
};
constexpr std::array mpis = {
    KnownMpi{"openmpi", "Open MPI", "libmpi.so.40",
             "install this MPI with its headers, and build again, if you use it"},
    KnownMpi{"mpich", "MPICH", "libmpi.so.12, libmpich.so.12",
             "install this MPI with its headers, and build again, if you use it"},
    KnownMpi{"abi", "the MPI 5 ABI", "libmpi_abi.so",
             "run tools/mpi-abi.sh, which gets its headers from PyPI, and build again, if you use it"}};

std::string title_of(std::string_view mpi) {
  for (const KnownMpi& known : mpis)
    if (known.name == mpi) return std::string(known.title);
  return std::string(mpi);
}

/// The path of the interposer for an MPI; empty if it was not built.
std::string interposer(std::string_view mpi) try {
  return launch::find_preload(std::string(mpi));
} catch (const base::Error&) {
  return "";
}

/// The version in the output of `--version`: its first line. Hydra, the launcher of MPICH, has a line for it.
std::string version_in(const std::string& text) {
  constexpr std::string_view hydra = "Version:";
  const std::size_t said = text.find(hydra);
  const std::size_t begin = said == std::string::npos ? 0 : said + hydra.size();
  const std::string version(base::trim(text.substr(begin, text.find('\n', begin) - begin)));
  return said == std::string::npos ? version : "MPICH's Hydra " + version;
}

/// Open MPI starts no processes as root unless two variables allow it.
bool refuses_root(std::string_view mpi) {
  return mpi == "openmpi" && geteuid() == 0 &&
         (variable("OMPI_ALLOW_RUN_AS_ROOT") != "1" || variable("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM") != "1");
}

/// Asks a launcher for its version, and whether it can start programs with Cartwright.
Finding examine(const std::string& name, const std::string& names) {
  Finding finding{State::works, "launcher", names, ""};
  try {
    const launch::Finished asked = launch::run_quietly({name, "--version"});
    if (const std::string version = version_in(asked.output); !version.empty()) finding.what += ": " + version;
    if (asked.status != 0)
      finding.advice = fmt::format("{0} --version ended with status {1}: type it to see why", name, asked.status);
    const launch::CommandLine command = {name, "run"};  // flux has subcommands
    const launch::Launcher* const launcher = launch::find_launcher(command, {}, "");
    if (launcher != nullptr && !launcher->mpi.empty()) {
      if (interposer(launcher->mpi).empty())
        finding.advice = fmt::format("no interposer for {} was built: install its headers, and build again",
                                     title_of(launcher->mpi));
      else if (refuses_root(launcher->mpi))
        finding.advice = "it starts nothing as root: export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
    }
  } catch (const base::Error& error) {
    finding.advice = error.what();
  }
  if (!finding.advice.empty()) finding.state = State::trouble;
  return finding;
}

}  // namespace

std::vector<Finding> find_libraries() {
  std::vector<Finding> found;
  for (const KnownMpi& mpi : mpis) {
    const std::string path = interposer(mpi.name);
    if (!path.empty())
      found.push_back({State::works, "interposer", fmt::format("for {} ({}): {}", mpi.title, mpi.library, path), ""});
    else
      found.push_back({State::absent, "interposer", fmt::format("for {} ({}): not built", mpi.title, mpi.library),
                       std::string(mpi.advice)});
  }
  return found;
}

std::vector<Finding> find_hwloc() {
  const std::string_view version = CARTWRIGHT_HWLOC_VERSION;
  if (!version.empty())
    return {{State::works, "hwloc", fmt::format("{} finds sockets where the MPI does not", version), ""}};
  return {{State::absent, "hwloc", "not built in: Open MPI, and others from MPI 4 on, find sockets themselves",
           "for other MPIs, install hwloc with its headers, and build again"}};
}

std::vector<Finding> find_fft() {
  std::vector<std::string_view> found;
  for (const KnownMpi& mpi : mpis) {
    const std::filesystem::path folder = std::filesystem::path(interposer(mpi.name)).parent_path();
    std::error_code error;
    for (const auto& file : std::filesystem::directory_iterator(folder, error))
      if (file.path().filename().string().starts_with("libcartwright_fft.so")) {
        found.push_back(mpi.title);
        break;
      }
  }
  if (found.empty())
    return {{State::absent, "FFT", "not built", "install FFTW or pocketfft, and build again, if you use it"}};
  Finding finding{State::works, "FFT", fmt::format("for {}, by {}", fmt::join(found, ", "), CARTWRIGHT_FFT_BACKENDS),
                  ""};
  if (const std::string backend = variable("CARTWRIGHT_FFT_BACKEND"); !backend.empty()) {
    finding.what += fmt::format("; CARTWRIGHT_FFT_BACKEND={}", backend);
    const std::string_view built = CARTWRIGHT_FFT_BACKENDS;
    const std::string_view title = backend == "fftw" ? "FFTW" : backend == "pocketfft" ? "pocketfft" : "";
    if (title.empty() || built.find(title) == std::string_view::npos) {
      finding.state = State::trouble;
      finding.advice = "unset it, or set it to fftw or pocketfft, if that was built";
    }
  }
  return {finding};
}

std::vector<Finding> find_launchers() {
  std::map<std::string, std::vector<std::string>> names;  // by file, because several names may lead to one
  std::vector<std::string> files;
  for (const std::string_view name : launch::launcher_names()) {
    const std::string path = launch::find_program(std::string(name));
    if (path.empty()) continue;
    std::error_code error;
    const std::string file = std::filesystem::canonical(path, error).string();
    if (!names.contains(file)) files.push_back(file);
    names[file].emplace_back(name);
  }
  if (files.empty())
    return {{State::absent, "launcher", "no mpirun, mpiexec, srun, aprun, jsrun or flux in PATH",
             "load the module of an MPI, or install openmpi-bin or mpich"}};
  std::vector<Finding> found;
  for (const std::string& file : files)
    found.push_back(examine(names[file].front(), fmt::format("{}", fmt::join(names[file], ", "))));
  return found;
}

}  // namespace cartwright::cli
