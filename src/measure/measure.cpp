// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The MPI program of `cartwright measure`, which starts it. usage: cartwright_measure BUDGET [NODES [NETWORK]]
// Process 0 prints one line: what it measured as JSON, or {"error": "..."}.
// For `cartwright doctor`: cartwright_measure --check NAME (check.hpp).
// For `cartwright calibrate`: cartwright_measure --collective FUNCTION [blocking|nonblocking] (collectives.hpp).
#include "measure/measure.h"

#include "base/text.hpp"
#include "machine/measured.hpp"
#include "measure/campaign.hpp"
#include "measure/check.hpp"
#include "measure/collectives.hpp"
#include "measure/mpi_name.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/node.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <fstream>
#include <iostream>

namespace cartwright::measure {

namespace {

/// "node01, AMD EPYC 7742"
std::string host_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> text;
  int length = 0;
  MPI_Get_processor_name(text.data(), &length);
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name"))
      return fmt::format("{}, {}", std::string_view(text.data(), length),
                         base::trim(std::string_view(line).substr(line.find(':') + 1)));
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Whether a host has more processes than processors, on any host.
bool oversubscribed() { return !mpi::everywhere(!mpi::Node(MPI_COMM_WORLD).crowd().oversubscribed(), MPI_COMM_WORLD); }

bool on_any(bool mine) {
  int any = mine ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return any != 0;
}

/// The locations of all processes, on every process.
choose::RankLocations locate(const std::string& pretended, const std::string& network) {
  mpi::Location location = mpi::discover(MPI_COMM_WORLD, pretended);
  const bool rejected = on_any(!pretended.empty() && !location.pretended);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rejected)
    base::fail(base::Status::invalid_argument,
               "--nodes {} is not a machine of {} processes: give nodes that hold as many as the launcher starts",
               pretended, size);
  location.remark.clear();
  mpi::add_network(MPI_COMM_WORLD, network, location);
  if (on_any(!location.remark.empty())) base::fail(base::Status::invalid_argument, "{}", location.remark);
  const auto levels = static_cast<int>(location.domains.size());
  std::vector<int> table(location.domains.size() * size);
  MPI_Allgather(location.domains.data(), levels, MPI_INT, table.data(), levels, MPI_INT, MPI_COMM_WORLD);
  return choose::RankLocations(mpi::levels_of_table(location.levels, table));
}

/// Every process throws the same errors.
machine::Measured measure(double budget, const std::string& pretended, const std::string& network,
                          Interposer& interposer) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2)
    base::fail(base::Status::invalid_argument,
               "one process has no links to measure: start two or more, for example with mpirun -n 2");
  const choose::RankLocations locations = locate(pretended, network);
  machine::Measured measured = {.host = host_name(),
                                .mpi = mpi_name(),
                                .processes = size,
                                .nodes = locations.machine().node_sizes().count(),
                                .pretended = pretended,
                                .oversubscribed = oversubscribed(),
                                .links = {},
                                .same_node = {},
                                .notes = {}};
  Campaign campaign(link_classes(locations), budget, interposer);
  campaign.run();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) campaign.report(measured);
  return measured;
}

std::string output_of(double budget, const std::string& pretended, const std::string& network,
                      Interposer& interposer) try {
  return machine::to_json(measure(budget, pretended, network, interposer))
      .dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
} catch (const base::Error& error) {
  return nlohmann::ordered_json{{"error", error.what()}}.dump();
}

}  // namespace

}  // namespace cartwright::measure

int cw_measure(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--check") return cartwright::measure::check(argc, argv, argv[2]);
  const std::string_view forms = argc == 4 ? argv[3] : "all";
  if (argc >= 3 && std::string_view(argv[1]) == "--collective")
    return cartwright::measure::call_collectives(argc, argv, argv[2], forms != "nonblocking", forms != "blocking");
  cartwright::measure::Interposer interposer(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::string output = cartwright::measure::output_of(
      argc > 1 ? std::strtod(argv[1], nullptr) : 10, argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "", interposer);
  if (rank == 0) std::cout << output << '\n' << std::flush;
  return 0;
}
