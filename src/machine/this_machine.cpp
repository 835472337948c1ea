// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/this_machine.hpp"

#include "base/error.hpp"
#include "machine/domains.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include <sched.h>
#include <unistd.h>

namespace cartwright::machine {

namespace {

/// The number at the beginning of a file; -1 if there is none. For a list of processors, it is the first of them.
int number_in(const std::filesystem::path& file) {
  int number = -1;
  return std::ifstream(file) >> number ? number : -1;
}

/// The domains of a processor, each named by the first processor of it, outermost first.
using Place = std::array<int, 5>;
constexpr std::array kind_names = {"socket", "numa", "die", "l3", "core"};

Place place_of(const std::filesystem::path& processor) {
  const std::filesystem::path topology = processor / "topology";
  Place place = {number_in(topology / "core_siblings_list"), -1, number_in(topology / "die_cpus_list"), -1,
                 number_in(topology / "thread_siblings_list")};
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(processor, error))
    if (const std::string name = entry.path().filename(); name.starts_with("node"))
      place[1] = number_in(entry.path() / "cpulist");
  for (const auto& entry : std::filesystem::directory_iterator(processor / "cache", error))
    if (number_in(entry.path() / "level") == 3) place[3] = number_in(entry.path() / "shared_cpu_list");
  return place;
}

}  // namespace

Machine read_processors(const std::filesystem::path& root, std::span<const int> processors, const std::string& host) {
  if (processors.empty()) base::fail(base::Status::unsupported, "there is no processor that this process may use");
  std::vector<Place> slots;
  for (const int processor : processors) {
    Place place = place_of(root / "sys/devices/system/cpu" / fmt::format("cpu{}", processor));
    if (place.back() < 0) place.back() = processor;
    slots.push_back(place);
  }
  std::ranges::sort(slots);
  const auto again = std::ranges::unique(slots);  // hardware threads of one core
  slots.erase(again.begin(), again.end());
  std::vector<Kind> domains;
  for (std::size_t kind = 0; kind < kind_names.size(); ++kind) {
    Kind& added = domains.emplace_back(Kind{kind_names[kind], {}});
    for (const Place& place : slots) added.of_slot.push_back(place[kind]);
  }
  return node_of_domains(slots.size(), std::move(domains), {host});
}

Machine this_machine() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> processors;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(processor, &allowed)) processors.push_back(processor);
  } else {  // more processors than a cpu_set_t holds
    for (int processor = 0; processor < sysconf(_SC_NPROCESSORS_ONLN); ++processor) processors.push_back(processor);
  }
  std::array<char, 256> host = {};
  gethostname(host.data(), host.size() - 1);
  return read_processors("/", processors, host.data());
}

/// [Niethammer2019, implementation remarks]: consecutive ranks on the hardware threads of a core. Open MPI 4.1.4 and
/// MPICH 4.0.2 bind as stated here.
std::string hardware_thread_note(std::int64_t threads, std::int64_t cores) {
  if (threads <= cores) return "";
  return fmt::format(
      "{0} hardware threads share {1} cores: start up to {1} processes with mpirun --map-by core, one per core; start "
      "more with mpirun --map-by hwthread (MPICH: mpiexec -bind-to hwthread): ranks 0 and 1 then share a core",
      threads, cores);
}

std::string hardware_thread_note(const Machine& machine) {
  const Level& last = machine.levels().back();
  return last.name == "core" ? hardware_thread_note(machine.size(), last.sizes.count()) : "";
}

}  // namespace cartwright::machine
