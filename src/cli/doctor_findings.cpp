// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/doctor_findings.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/format_bytes.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "datatype/notation.hpp"
#include "inventory/job_nodes.hpp"
#include "inventory/node_names.hpp"
#include "jit/backend.hpp"
#include "jit/executable.hpp"
#include "jit/packer.hpp"
#include "launch/process.hpp"
#include "machine/measured.hpp"
#include "machine/this_machine.hpp"
#include "transport/region.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include <sched.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cartwright::cli {

namespace {

using State = Finding::State;
using base::Obtained;

/// Whether another process can open memory of this one, as processes of a node do.
bool opened_by_another(const transport::Region& region) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) _exit(transport::Region::open(parent, region.file(), region.size()) ? 0 : 1);
  return child > 0 && launch::wait_for(child) == 0;
}

/// Whether generated code packs every other number of an array.
bool generated_code_packs() {
  constexpr std::int64_t n = 64;
  const auto packer = jit::Packer::of(datatype::normalize(*datatype::parse_type("vec(64 1 2)[double]")));
  if (!packer->prepare()) return false;
  std::array<double, 2 * n> field;
  std::array<double, n> packed = {};
  std::iota(field.begin(), field.end(), 1.0);
  packer->pack(reinterpret_cast<std::byte*>(packed.data()), reinterpret_cast<const std::byte*>(field.data()), 1);
  for (std::int64_t i = 0; i < n; ++i)
    if (packed[i] != field[2 * i]) return false;
  return true;
}

/// The same in a child, which the system may kill for it. Empty if it works.
std::string why_no_generated_code() {
  const pid_t child = fork();
  if (child == 0) {
    constexpr unsigned seconds = 10;
    alarm(seconds);
    _exit(generated_code_packs() ? 0 : 1);
  }
  const int status = child < 0 ? 1 : launch::wait_for(child);
  if (status > 128) return fmt::format("generated code was ended by signal {}", status - 128);
  if (const std::string why = jit::why_not_executable(); !why.empty()) return why;
  return status == 0 ? "" : "generated code packs wrongly";
}

Finding find_machine_code() {
  const char* const advice = "precompiled kernels pack instead, more slowly";
  if (jit::native_backend() == nullptr) {
    const bool none = jit::backends().empty();
    return {State::absent, Obtained::queried, "machine code",
            none ? "this build generates none" : "none for this processor",
            none ? fmt::format("{}: install AsmJit, and build again", advice) : advice};
  }
  if (const std::string why = why_no_generated_code(); !why.empty())
    return {State::trouble, Obtained::tried, "machine code", why, advice};
  return {State::works, Obtained::tried, "machine code", "generated code packs a datatype", ""};
}

}  // namespace

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<Finding> find_batch_system() {
  struct Batch {
    const char* title;
    const char* job;      ///< a variable that jobs have
    const char* program;  ///< a command of the system
  };
  constexpr std::array systems = {Batch{"Slurm", "SLURM_JOB_ID", "scontrol"}, Batch{"PBS", "PBS_JOBID", "pbsnodes"},
                                  Batch{"LSF", "LSB_JOBID", "bjobs"}, Batch{"Flux", "FLUX_URI", "flux"}};
  std::vector<Finding> found;
  for (const Batch& batch : systems)
    if (const std::string job = variable(batch.job); !job.empty())
      found.push_back(
          {State::found, Obtained::queried, "batch system", fmt::format("{}, in job {}", batch.title, job), ""});
    else if (!launch::find_program(batch.program).empty())
      found.push_back(
          {State::found, Obtained::queried, "batch system", fmt::format("{}, outside of a job", batch.title), ""});
  if (found.empty())
    found.push_back({State::absent, Obtained::queried, "batch system", "none of Slurm, PBS, LSF and Flux", ""});
  return found;
}

std::vector<Finding> find_network() {
  if (const std::string given = variable("CARTWRIGHT_NETWORK"); !given.empty()) {
    try {
      inventory::check_network(given);
      return {{State::works, Obtained::read, "network", fmt::format("CARTWRIGHT_NETWORK={}", given), ""}};
    } catch (const base::Error& error) {
      return {{State::trouble, Obtained::read, "network", fmt::format("CARTWRIGHT_NETWORK={}", given), error.what()}};
    }
  }
  const auto environment = [](const char* name) { return static_cast<const char*>(std::getenv(name)); };
  const std::vector<inventory::NodeNames> nodes = {inventory::names_of_this_node("/", environment)};
  const inventory::JobNodes job = inventory::locate_job(nodes, "/etc/slurm");
  if (!job.source.empty())
    return {{State::works, Obtained::queried, "network", fmt::format("levels from {}", job.source), ""}};
  return {{State::absent, Obtained::assumed, "network", "the wiring is unknown: nodes, sockets and cores count",
           "give a file or a kind of network in CARTWRIGHT_NETWORK: cartwright network --help"}};
}

std::vector<Finding> find_measured() {
  const std::string file = variable("CARTWRIGHT_MEASURED");
  if (file.empty())
    return {{State::absent, Obtained::assumed, "measured links", "speeds are assumed",
             "cartwright measure --output links.json -- mpirun ..., then CARTWRIGHT_MEASURED=links.json"}};
  try {
    machine::read_measured(base::read_file(file), file);
    return {{State::works, Obtained::read, "measured links", fmt::format("CARTWRIGHT_MEASURED={}", file), ""}};
  } catch (const base::Error& error) {
    return {
        {State::trouble, Obtained::read, "measured links", fmt::format("CARTWRIGHT_MEASURED={}", file), error.what()}};
  }
}

std::vector<Finding> find_processors() {
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  const long mine = sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : online;
  return {{State::works, Obtained::queried, "processors", fmt::format("{} of {} may be used", mine, online),
           machine::hardware_thread_note(mine, machine::this_machine().size())}};
}

std::vector<Finding> find_memory() {
  std::vector<Finding> found;
  found.push_back(find_machine_code());

  constexpr std::size_t bytes = 4096;
  const auto region = transport::Region::create(bytes);
  if (region && opened_by_another(*region))
    found.push_back(
        {State::works, Obtained::tried, "shared memory", "processes of a node open each other's memory", ""});
  else
    found.push_back({State::trouble, Obtained::tried, "shared memory",
                     "processes of a node cannot open each other's memory",
                     "messages go through MPI; in a container, allow ptrace: --cap-add=SYS_PTRACE"});

  // Not Cartwright's, but the MPI's: containers have little of it.
  constexpr double enough = 128e6;
  struct statvfs shm{};
  if (statvfs("/dev/shm", &shm) == 0) {
    const double size = static_cast<double>(shm.f_blocks) * static_cast<double>(shm.f_frsize);
    Finding finding{State::works, Obtained::queried, "/dev/shm", base::format_bytes(size), ""};
    if (size < enough)
      finding = {State::trouble, Obtained::queried, "/dev/shm", base::format_bytes(size),
                 "MPI may need more: --shm-size=1g"};
    found.push_back(finding);
  }
  return found;
}

std::vector<Finding> find_cache() {
  const std::string folder = base::cache_folder(std::getenv);
  const std::string advice =
      "measurements are repeated in each run: set XDG_CACHE_HOME to a folder that can be written";
  if (folder.empty())
    return {{State::trouble, Obtained::queried, "cache", "neither XDG_CACHE_HOME nor HOME is set", advice}};
  std::filesystem::path existing = folder;
  std::error_code error;
  while (!std::filesystem::exists(existing, error) && existing.has_relative_path()) existing = existing.parent_path();
  if (access(existing.c_str(), W_OK) == 0) return {{State::works, Obtained::queried, "cache", folder, ""}};
  return {{State::trouble, Obtained::queried, "cache", fmt::format("{} cannot be written", folder), advice}};
}

std::vector<Finding> find_gpu() {
  std::error_code error;
  if (std::filesystem::exists("/dev/nvidiactl", error))
    return {{State::found, Obtained::queried, "GPU", "an NVIDIA driver (/dev/nvidiactl)",
             "`run` leaves data on a GPU to MPI unless CARTWRIGHT_GPU is set (docs/gpu.md)"}};
  if (std::filesystem::exists("/dev/kfd", error))
    return {{State::found, Obtained::queried, "GPU", "an AMD driver (/dev/kfd), which Cartwright does not use", ""}};
  return {{State::absent, Obtained::queried, "GPU", "none", ""}};
}

}  // namespace cartwright::cli
