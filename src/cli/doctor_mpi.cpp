// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "cartwright/status.h"
#include "cli/doctor_check.hpp"
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
using base::Obtained;

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

/// The path of a file of Cartwright's for an MPI; empty if it was not built.
std::string built(std::string_view mpi, const std::string& name) try {
  return launch::find_for_mpi(std::string(mpi), name);
} catch (const base::Error&) {
  return "";
}

constexpr const char* install_again = "install what is missing, or Cartwright again";

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

/// Asks a launcher for its version. One of a known MPI starts a process; others may have to wait for a job.
Finding examine(const std::string& name, const std::string& names) {
  Finding finding{State::found, Obtained::queried, "launcher", names, ""};
  try {
    const launch::Finished asked = launch::run_quietly({name, "--version"});
    if (const std::string version = version_in(asked.output); !version.empty()) finding.what += ": " + version;
    if (asked.status != 0)
      finding.advice = fmt::format("{0} --version ended with status {1}: type it to see why", name, asked.status);
    const launch::CommandLine command = {name, "run"};  // flux has subcommands
    const launch::Launcher* const launcher = launch::find_launcher(command, {}, "");
    if (launcher != nullptr && !launcher->mpi.empty()) {
      if (built(launcher->mpi, "libcartwright_preload.so").empty())
        finding.advice = fmt::format("no interposer for {} was built: install its headers, and build again",
                                     title_of(launcher->mpi));
      else if (refuses_root(launcher->mpi))
        finding.advice = "it starts nothing as root: export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1";
      else {
        const Check check = check_launcher(name, std::string(launcher->mpi));
        finding.obtained = Obtained::tried;
        if (check.result == Check::Result::works)
          finding.state = State::works;
        else
          finding.advice = fmt::format("it did not start a process with the interposer: {}", check.said);
      }
    }
  } catch (const base::Error& error) {
    finding.advice = error.what();
  }
  if (!finding.advice.empty()) finding.state = State::trouble;
  return finding;
}

}  // namespace

std::vector<Finding> find_interposers() {
  std::vector<Finding> found;
  for (const KnownMpi& mpi : mpis) {
    const std::string title = fmt::format("for {} ({})", mpi.title, mpi.library);
    const std::string path = built(mpi.name, "libcartwright_preload.so");
    if (path.empty()) {
      found.push_back({State::absent, Obtained::queried, "interposer", title + ": not built", std::string(mpi.advice)});
      continue;
    }
    Check check = check_preload(std::string(mpi.name), path);
    constexpr const char* other = "libcartwright_in_order.so";  // for --order
    if (const std::string in_order = built(mpi.name, other); in_order.empty())
      check = {Check::Result::fails, fmt::format("{} is missing beside {}", other, path)};
    else if (check.result == Check::Result::works)
      check = check_preload(std::string(mpi.name), in_order);
    switch (check.result) {
      case Check::Result::works:
        found.push_back(
            {State::works, Obtained::tried, "interposer", fmt::format("{}: {}, in {}", title, path, check.said), ""});
        break;
      case Check::Result::no_mpi:
        found.push_back({State::absent, Obtained::queried, "interposer",
                         fmt::format("{}: {}, not tried without this MPI", title, path),
                         "load the module of this MPI, or install it, if you use it"});
        break;
      case Check::Result::fails:
        found.push_back(
            {State::trouble, Obtained::tried, "interposer", fmt::format("{}: {}", title, check.said), install_again});
        break;
    }
  }
  return found;
}

std::vector<Finding> find_libraries() {
  struct Part {
    const char* name;
    const char* topic;
    std::string_view with;
    const char* advice;  ///< if it was not built
  };
  constexpr const char* no_mpi = "install an MPI with its headers, and build again, if you use it";
  constexpr std::array parts = {
      Part{"mpi", "MPIX", "", no_mpi}, Part{"halo", "halo", "", no_mpi},
      Part{"fft", "FFT", CARTWRIGHT_FFT_BACKENDS, "install FFTW or pocketfft, and build again, if you use it"}};
  std::vector<Finding> found;
  for (const Part& part : parts) {
    std::vector<std::string_view> works;
    std::vector<std::string_view> untried;
    const std::size_t before = found.size();
    for (const KnownMpi& mpi : mpis) {
      if (built(mpi.name, fmt::format("libcartwright_{}.so.{}", part.name, CW_VERSION_MAJOR)).empty()) continue;
      const Check check = check_library(std::string(mpi.name), part.name);
      if (check.result == Check::Result::works)
        works.push_back(mpi.title);
      else if (check.result == Check::Result::no_mpi)
        untried.push_back(mpi.title);
      else
        found.push_back({State::trouble, Obtained::tried, part.topic, fmt::format("for {}: {}", mpi.title, check.said),
                         install_again});
    }
    const std::string with = part.with.empty() ? "" : fmt::format(", by {}", part.with);
    if (!works.empty())
      found.push_back(
          {State::works, Obtained::tried, part.topic, fmt::format("for {}{}", fmt::join(works, ", "), with), ""});
    else if (!untried.empty())
      found.push_back({State::absent, Obtained::queried, part.topic,
                       fmt::format("for {}{}: not tried without its MPI", fmt::join(untried, ", "), with), ""});
    else if (found.size() == before)
      found.push_back({State::absent, Obtained::queried, part.topic, "not built", part.advice});
  }
  return found;
}

std::vector<Finding> find_hwloc() {
  const std::string_view version = CARTWRIGHT_HWLOC_VERSION;
  if (version.empty())
    return {{State::absent, Obtained::queried, "hwloc",
             "not built in: Open MPI, and others from MPI 4 on, find sockets themselves",
             "for other MPIs, install hwloc with its headers, and build again"}};
  for (const KnownMpi& mpi : mpis) {
    if (built(mpi.name, "cartwright_measure").empty()) continue;
    const Check check = check_library(std::string(mpi.name), "hwloc");
    if (check.result == Check::Result::works)
      return {{State::works, Obtained::tried, "hwloc", fmt::format("{} finds sockets where the MPI does not", version),
               ""}};
    if (check.result == Check::Result::fails)
      return {{State::trouble, Obtained::tried, "hwloc", check.said,
               fmt::format("install hwloc {}, or build again", version)}};
  }
  return {{State::absent, Obtained::queried, "hwloc",
           fmt::format("{} is for processes of an MPI: not tried without one", version), ""}};
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
    return {{State::absent, Obtained::queried, "launcher", "no mpirun, mpiexec, srun, aprun, jsrun or flux in PATH",
             "load the module of an MPI, or install openmpi-bin or mpich"}};
  std::vector<Finding> found;
  for (const std::string& file : files)
    found.push_back(examine(names[file].front(), fmt::format("{}", fmt::join(names[file], ", "))));
  return found;
}

}  // namespace cartwright::cli
