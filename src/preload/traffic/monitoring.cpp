// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/monitoring.hpp"

#include <mpi.h>

#ifndef MPICH_VERSION

#include "base/openmpi_parameters.hpp"
#include "base/text.hpp"
#include "mpi/base/library_version.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/uncounted.hpp"
#include "preload/base/in_collective.hpp"
#include "preload/base/passed_over.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/record_writer.hpp"
#include "preload/traffic/recorder.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>

namespace cartwright::preload {

namespace {

bool looks_at_nodes = false;
std::atomic<bool> called{false};
std::vector<int> rank_of_launched;  ///< by the rank that the launcher gave; empty while no message is to be recorded

std::optional<std::string> setting(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

#ifdef OPEN_MPI

bool switched_on = false;

/// The value of a parameter of Open MPI for this process; empty if it is not set.
std::string parameter(const std::string& name) {
  if (const auto value = setting(("OMPI_MCA_" + name).c_str())) return *value;
  Dl_info info{};
  if (dladdr(reinterpret_cast<void*>(&PMPI_Get_library_version), &info) == 0 || info.dli_fname == nullptr) return "";
  return base::openmpi_parameter(name, base::openmpi_parameter_files(setting, info.dli_fname));
}

bool is_tested_mpi() { return base::mpi_name(mpi::library_version()).starts_with("Open MPI v4.1."); }

#endif

}  // namespace

Monitoring::Monitoring() {
#ifdef OPEN_MPI
  if (!is_recorded() || !is_tested_mpi()) return;
  looks_at_nodes = !parameter("coll_han_priority").empty();
  if (!parameter("pml_monitoring_enable").empty() || !parameter("pml_monitoring_enable_output").empty()) return;
  const std::string collectives = parameter("coll");
  const std::string layers = parameter("pml");
  constexpr const char* component = "monitoring";
  if (collectives.find(component) != std::string::npos || layers.find(component) != std::string::npos) return;
  // Its part for collectives is left out: with it, 4.1.4 crashes in programs with intercommunicators.
  if (collectives.empty() || collectives.front() == '^')
    set("OMPI_MCA_coll", collectives.empty() ? "^monitoring" : collectives + ",monitoring");
  if (!layers.empty() && layers.front() != '^') set("OMPI_MCA_pml", layers + ",monitoring");
  set("OMPI_MCA_pml_monitoring_enable", "1");
  switched_on = true;
#endif
}

Monitoring::~Monitoring() {
  for (const auto& [name, value] : before_)
    if (value)
      setenv(name.c_str(), value->c_str(), 1);
    else
      unsetenv(name.c_str());
}

void Monitoring::set(const char* name, const std::string& value) {
  before_.emplace_back(name, setting(name));
  setenv(name, value.c_str(), 1);
}

bool begin_monitoring() {
#ifdef OPEN_MPI
  // A message to itself shows whether the component is there.
  mpi::real().Sendrecv(nullptr, 0, MPI_BYTE, 0, 0, nullptr, 0, MPI_BYTE, 0, 0, mpi::own_comm(), MPI_STATUS_IGNORE);
  if (called) rank_of_launched = world_ranks_of_launched();
#endif
  return called;
}

bool collectives_look_at_nodes() { return looks_at_nodes; }

}  // namespace cartwright::preload

#ifdef OPEN_MPI

using namespace cartwright;
using namespace cartwright::preload;

/// Open MPI sends `bytes` to the process with the rank `to` of the launcher. Messages inside of collectives have
/// negative tags; but if an algorithm makes persistent requests, as that of MPI_Alltoallv does, the component says 1.
extern "C" __attribute__((visibility("default"))) void mca_common_monitoring_record_pml(int to, std::size_t bytes,
                                                                                        int tag) {
  using Function = void(int, std::size_t, int);
  static auto* const next = passed_over<Function>(__func__, __builtin_return_address(0));
  called = true;
  if ((tag < 0 || InCollective::any()) && recording() && !mpi::Uncounted::any() &&
      static_cast<std::size_t>(to) < rank_of_launched.size())
    record_inside(rank_of_launched[to], static_cast<std::int64_t>(bytes));
  if (next != nullptr) next(to, bytes, tag);
}

/// Called when a communicator is freed, for the part that is left out above. Open MPI crashes here without it.
extern "C" __attribute__((visibility("default"))) void mca_common_monitoring_coll_cache_name(void* comm) {
  static auto* const next = passed_over<void(void*)>(__func__, __builtin_return_address(0));
  if (!switched_on && next != nullptr) next(comm);
}

#endif

#endif
