// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The experiment of [Hunold2020, VI-D]: how long MPI_Neighbor_alltoall takes under each mapping. Run it on several
// hosts, or on those of `cartwright cluster`: run.py beside this does. tables.py makes tables of the report, a JSON
// document with the members
//   "program", "mpi", "machine", "network": strings; "processes", "hosts": integers; "dims": [integer];
//   "results": one for each stencil, size and mapping, in this order: "stencil", "mapping", "title": strings; "size":
//     bytes to each neighbor; "j_sum", "j_max": messages between hosts, in all and of the busiest host (out or in,
//     whichever is more); "seconds": [number] of the slowest process.
#include "base/text.hpp"
#include "choose/choose.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "machine_line.hpp"
#include "mpi_main.hpp"
#include "mpi_name.hpp"
#include "neighbor_alltoall/exchange.hpp"
#include "report/json.hpp"
#include "world.hpp"
#include "write_report.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <nlohmann/json.hpp>

namespace cartwright::bench {

namespace {

struct Options {
  std::string dims, hosts, network = "the network as it is";
  std::vector<std::string> stencils = {"nn", "hops", "component"};
  std::vector<std::string> mappings = {"random", "blocked", "nodecart", "hyperplane", "kdtree", "strips", "best"};
  std::vector<int> sizes = {64, 512, 4096, 32768, 131072, 524288};
  int repetitions = 30;
  double seconds = 5;
  std::string json;
};

/// One way to place the processes for one stencil.
struct Candidate {
  std::string mapping, title;
  Traffic traffic;
  std::unique_ptr<Exchange> exchange;
  std::vector<double> seconds;  ///< here; of the slowest process once collected
};

bool is_first() { return world_rank() == 0; }

/// What process 0 says.
template <typename T>
T agreed(T value) {
  MPI_Bcast(&value, sizeof value, MPI_BYTE, 0, MPI_COMM_WORLD);
  return value;
}

/// Computed by process 0, so that all agree: `best` works by the clock.
mapping::Order find_order(const mapping::Problem& problem, const std::string& mapping) {
  mapping::Order order(problem.size());
  if (is_first())
    order = mapping == "best" ? choose::choose(problem, choose::Tier::best).mapping.order
                              : mapping::run_algorithm(mapping::find_algorithm(mapping), problem).order;
  std::vector<std::int64_t> cells(base::numbers(order).begin(), base::numbers(order).end());
  MPI_Bcast(cells.data(), static_cast<int>(cells.size()), MPI_INT64_T, 0, MPI_COMM_WORLD);
  std::ranges::transform(cells, order.begin(), [](std::int64_t cell) { return grid::Cell(cell); });
  return order;
}

std::vector<Candidate> make_candidates(const Options& options, const mapping::Problem& problem,
                                       const std::vector<std::int64_t>& hosts) {
  std::vector<Candidate> candidates;
  for (const std::string& mapping : options.mappings) {
    const std::vector<std::int64_t> cells = cells_of_processes(find_order(problem, mapping), hosts);
    candidates.push_back({mapping,
                          mapping == "best" ? "Cartwright" : std::string(mapping::find_algorithm(mapping).title),
                          traffic_of(problem, cells, hosts),
                          std::make_unique<Exchange>(problem, cells),
                          {}});
  }
  return candidates;
}

/// Mappings take turns, and another one begins each round: other work on the machine then delays all of them.
void measure(std::vector<Candidate>& candidates, std::vector<char>& out, std::vector<char>& in, int bytes,
             const Options& options) {
  for (Candidate& candidate : candidates) {
    candidate.seconds.clear();
    candidate.exchange->check(out, in, bytes);
  }
  const double start = MPI_Wtime();
  for (int round = 0; round < options.repetitions; ++round) {
    for (std::size_t turn = 0; turn < candidates.size(); ++turn) {
      Candidate& candidate = candidates[(turn + round) % candidates.size()];
      candidate.seconds.push_back(candidate.exchange->run(out, in, bytes));
    }
    if (agreed(round >= 4 && MPI_Wtime() - start > options.seconds)) break;
  }
  for (Candidate& candidate : candidates)
    MPI_Allreduce(MPI_IN_PLACE, candidate.seconds.data(), static_cast<int>(candidate.seconds.size()), MPI_DOUBLE,
                  MPI_MAX, MPI_COMM_WORLD);
}

report::Json result_of(const Candidate& candidate, const std::string& stencil, int bytes) {
  return {{"stencil", stencil},
          {"size", bytes},
          {"mapping", candidate.mapping},
          {"title", candidate.title},
          {"j_sum", candidate.traffic.sum},
          {"j_max", candidate.traffic.busiest},
          {"seconds", candidate.seconds}};
}

report::Json measured(const Options& options) {
  const std::vector<std::int64_t> hosts = find_hosts(options.hosts);
  const auto processes = static_cast<std::int64_t>(hosts.size());
  const machine::Machine machine = machine_of(hosts);
  const grid::Grid grid(options.dims.empty() ? grid::dims_create(processes, 2) : grid::parse_dims(options.dims));
  report::Json report = {{"program", "neighbor_alltoall"},
                         {"mpi", mpi_name()},
                         {"machine", machine_line()},
                         {"network", options.network},
                         {"processes", processes},
                         {"hosts", machine.node_sizes().count()},
                         {"dims", std::vector<std::int64_t>(grid.dims().begin(), grid.dims().end())},
                         {"results", report::Json::array()}};
  for (const std::string& name : options.stencils) {
    const mapping::Problem problem(grid, grid::parse_stencil(name, grid.ndims()), machine);
    std::vector<Candidate> candidates = make_candidates(options, problem, hosts);
    const std::size_t space = problem.stencil().size() * std::ranges::max(options.sizes);
    std::vector<char> out(space, 1), in(space, 0);
    for (const int bytes : options.sizes) {
      measure(candidates, out, in, bytes, options);
      for (const Candidate& candidate : candidates) report["results"].push_back(result_of(candidate, name, bytes));
      if (is_first()) fmt::print(stderr, "{} {}: {} rounds\n", name, bytes, candidates.front().seconds.size());
    }
  }
  return report;
}

int parse_and_run(int argc, char** argv) {
  Options options;
  CLI::App app("MPI_Neighbor_alltoall under each mapping");
  app.add_option("--dims", options.dims, "Dims of the grid (default: two, as MPI_Dims_create chooses)");
  app.add_option("--hosts", options.hosts, "Pretend these hosts, 4x12 (default: the real ones)");
  app.add_option("--network", options.network, "What to call the network in tables and figures");
  app.add_option("--stencils", options.stencils)->delimiter(',');
  app.add_option("--mappings", options.mappings)->delimiter(',');
  app.add_option("--sizes", options.sizes, "Bytes to each neighbor, ascending")
      ->delimiter(',')
      ->check(CLI::Range(16, 1 << 24));
  app.add_option("--repetitions", options.repetitions, "At most so many rounds")->check(CLI::Range(1, 1000000));
  app.add_option("--seconds", options.seconds, "No new round after so long, but at least 5 rounds");
  app.add_option("--json", options.json, "Write the report to this file, not to standard output");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return is_first() ? app.exit(error) : 2;
  }
  const report::Json report = measured(options);
  if (is_first()) write_report(report, options.json);
  return 0;
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("neighbor_alltoall", argc, argv, cartwright::bench::parse_and_run);
}
