// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The bandwidth of MPI_Alltoall, per process and per node [Aseeri2019, IV-B and figure 7]: with one process of each
// node, and with all of them. Usage: mpirun -n N fft_bandwidth [options]
#include "base/error.hpp"
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "report/box_stats.hpp"

#include <climits>

namespace cartwright::bench {

namespace {

/// Runs as JSON, from which tables and figures are made.
///   "runs": one per run of the program: "machine", "mpi", "network": texts; "results": one per set of processes and
///   message: "processes"; "nodes": number of their nodes; "per_node": most processes on one node; "bytes" from each
///   process to each other; seconds of the slowest process: "median", "lower_quartile", "upper_quartile"; and, computed
///   from the median, bytes per second that a process sends to others, "process_bandwidth", and that the processes of a
///   node send, "node_bandwidth".
using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::int64_t> sizes = {64, 512, 4096, 32768, 262144, 2097152};
  int repetitions = 200;
  double seconds = 2;
  std::int64_t most_memory = 256 << 20;
  std::string network = "the network as it is", json;
};

/// The processes that take part in a measurement.
struct Team {
  MPI_Comm comm = MPI_COMM_NULL;
  int nodes = 0;
  int per_node = 0;  ///< most processes on one node
};

Team team_of(MPI_Comm comm) {
  MPI_Comm node = node_of(comm);
  const int first = rank_of(node) == 0, here = size_of(node);
  Team team{comm, 0, 0};
  MPI_Allreduce(&first, &team.nodes, 1, MPI_INT, MPI_SUM, comm);
  MPI_Allreduce(&here, &team.per_node, 1, MPI_INT, MPI_MAX, comm);
  MPI_Comm_free(&node);
  return team;
}

/// The first process of each node; MPI_COMM_NULL for the others.
MPI_Comm first_of_nodes() {
  MPI_Comm node = node_of(MPI_COMM_WORLD), firsts = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank_of(node) == 0 ? 0 : MPI_UNDEFINED, 0, &firsts);
  MPI_Comm_free(&node);
  return firsts;
}

/// Seconds of one call, averaged over several calls in a row, on the slowest process.
double time_call(MPI_Comm comm, int bytes, int calls, const char* out, char* in) {
  MPI_Barrier(comm);
  const double begin = MPI_Wtime();
  for (int call = 0; call < calls; ++call) MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm);
  return maximum((MPI_Wtime() - begin) / calls, comm);
}

/// Takes samples. Each has so many calls that it does not matter if a process leaves the barrier late. The result is
/// the same on all processes.
std::vector<double> time_calls(MPI_Comm comm, int bytes, const Options& options, const char* out, char* in) {
  constexpr double long_enough = 1e-3;
  for (int warm = 0; warm < 2; ++warm) time_call(comm, bytes, 1, out, in);  // finds routes and touches pages
  const int calls = std::clamp(static_cast<int>(long_enough / time_call(comm, bytes, 1, out, in)), 1, 1000);
  std::vector<double> seconds;
  const double start = MPI_Wtime();
  for (int enough = 0; enough == 0;) {
    seconds.push_back(time_call(comm, bytes, calls, out, in));
    const auto done = static_cast<int>(seconds.size());
    enough = done >= options.repetitions || (done >= 5 && MPI_Wtime() - start > options.seconds);
    MPI_Bcast(&enough, 1, MPI_INT, 0, comm);
  }
  return seconds;
}

void measure(const Team& team, const Options& options, Json& results) {
  const int processes = size_of(team.comm);
  if (processes == 1) return;
  for (const std::int64_t bytes : options.sizes) {
    if (2 * bytes * processes > options.most_memory) {
      if (rank_of(team.comm) == 0)
        fmt::print(stderr, "{} bytes to each of {} processes: left out by --most-memory\n", bytes, processes);
      continue;
    }
    std::vector<char> out(bytes * processes, 1), in(out.size(), 0);
    const report::BoxStats timing =
        report::box_stats(time_calls(team.comm, static_cast<int>(bytes), options, out.data(), in.data()));
    const double sent = static_cast<double>(bytes * (processes - 1)) / timing.median;
    // The bandwidth of a node counts bytes that leave it; on a single node, bytes between its processes.
    const double left = static_cast<double>(bytes * (processes - team.per_node) * team.per_node) / timing.median;
    const double of_node = team.nodes == 1 ? sent * processes : left;
    if (world_rank() == 0)
      fmt::print("{:>9} {:>5} {:>9} {:>10.1f} {:>22} {:>13.1f} {:>11.1f}\n", processes, team.nodes, bytes,
                 1e6 * timing.median,
                 fmt::format("{:.1f} to {:.1f}", 1e6 * timing.lower_quartile, 1e6 * timing.upper_quartile), 1e-6 * sent,
                 1e-6 * of_node);
    results.push_back({{"processes", processes},
                       {"nodes", team.nodes},
                       {"per_node", team.per_node},
                       {"bytes", bytes},
                       {"median", timing.median},
                       {"lower_quartile", timing.lower_quartile},
                       {"upper_quartile", timing.upper_quartile},
                       {"process_bandwidth", sent},
                       {"node_bandwidth", of_node}});
  }
}

Json measured(const Options& options) {
  Json run = {
      {"machine", machine_line()}, {"mpi", mpi_name()}, {"network", options.network}, {"results", Json::array()}};
  Json& results = run["results"];
  if (world_rank() == 0) {
    fmt::print("{}; {}; {}\nMPI_Alltoall, medians of the slowest process\n", machine_line(), options.network,
               mpi_name());
    fmt::print("{:>9} {:>5} {:>9} {:>10} {:>22} {:>13} {:>11}\n", "processes", "nodes", "bytes", "us", "quartiles",
               "MB/s process", "MB/s node");
  }
  const Team all = team_of(MPI_COMM_WORLD);
  if (all.nodes > 1 && all.per_node > 1) {
    MPI_Comm firsts = first_of_nodes();
    if (firsts != MPI_COMM_NULL) {
      measure(team_of(firsts), options, results);
      MPI_Comm_free(&firsts);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  measure(all, options, results);
  return {{"program", "fft_bandwidth"}, {"runs", Json::array({run})}};
}

void parse_and_run(int argc, char** argv) {
  Options options;
  CommandLine line("Bandwidth of MPI_Alltoall per process and per node, by message size");
  line.add_option("--sizes", options.sizes, "Bytes from each process to each other process")
      ->delimiter(',')
      ->check(CLI::Range(1, INT_MAX));
  line.add_option("--repetitions", options.repetitions, "Maximum number of samples")->check(CLI::Range(1, 1000000));
  line.add_option("--seconds", options.seconds, "Take no new sample after this time, but at least 5");
  line.add_option("--most-memory", options.most_memory,
                  "Bytes of the buffers of a process: larger messages are left out");
  line.add_option("--network", options.network, "Name of the network in tables and figures");
  line.add_option("--json", options.json, "Write all measurements to this file");
  line.read(argc, argv, world_rank());
  const Json report = measured(options);
  if (world_rank() != 0) return;
  if (report["runs"][0]["results"].empty())
    base::fail(base::Status::invalid_argument,
               "nothing was measured: start at least 2 processes, and allow sizes that fit");
  if (!options.json.empty()) write_report(report, options.json);
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("fft_bandwidth", argc, argv, cartwright::bench::parse_and_run);
}
