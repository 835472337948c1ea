// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Halo exchanges by Cartwright and by what programs do with MPI, in one run. Boundary points change before every
// exchange, and all ghost points are checked.
//     mpirun -n 2 bench_halo_exchange --sizes 8 32 100 --fields 3
#include "exchange/contenders.hpp"
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <thread>

using namespace cartwright::bench;

namespace {

struct Options {
  std::vector<std::size_t> axes = {3};
  std::vector<std::int64_t> sizes = {8, 16, 32, 64, 100};
  std::vector<std::int64_t> widths = {1};
  std::vector<int> fields = {3};
  std::vector<std::string> neighbors = {"faces", "all", "each axis"};
  int rounds = 9;
  double round_ms = 5;
  bool measure = true;
  bool alltoallw = true;
};

/// Seconds of one exchange, on the process where it is greatest: the median of `count` exchanges. So other programs,
/// which interrupt few exchanges for long, change little. Where processes share cores, one that runs ahead has long
/// exchanges and short ones by turns: then it is the average. Computing is not counted.
double time_of(Contender& contender, const Blocks& blocks, int count, int& step) {
  MPI_Barrier(blocks.cart());
  std::vector<double> each;
  for (int i = 0; i < count; ++i) {
    ++step;
    for (std::size_t field = 0; field < contender.fields().size(); ++field)
      blocks.compute(contender.fields()[field], static_cast<int>(field), step);
    const double begin = MPI_Wtime();
    contender.exchange();
    each.push_back(MPI_Wtime() - begin);
  }
  const bool share_cores = world_size() > static_cast<int>(std::thread::hardware_concurrency());
  return maximum(share_cores ? std::accumulate(each.begin(), each.end(), 0.0) / count : median(each));
}

void check(const Contender& contender, const Blocks& blocks, int step) {
  for (std::size_t field = 0; field < contender.fields().size(); ++field)
    if (!contender.name().starts_with("limit") &&
        !blocks.right(contender.fields()[field], static_cast<int>(field), step))
      throw std::runtime_error(contender.name() + ": a ghost point is wrong");
}

class Benchmark {
 public:
  explicit Benchmark(Options options) : options_(std::move(options)) {}

  void run(const HaloCase& halo, const std::string& neighbors) {
    const Blocks blocks(halo);
    std::vector<std::unique_ptr<Contender>> all = contenders(blocks, options_.measure, options_.alltoallw);
    std::map<std::string, std::vector<double>> times;
    std::map<std::string, int> counts;
    int step = 0;
    for (const auto& contender : all) {
      time_of(*contender, blocks, 3, step);
      const double once = time_of(*contender, blocks, 5, step);
      check(*contender, blocks, step);
      counts[contender->name()] = std::clamp(static_cast<int>(options_.round_ms * 1e-3 / once), 21, 5000);
    }
    for (int round = 0; round < options_.rounds; ++round)
      for (const auto& contender : all) {
        times[contender->name()].push_back(time_of(*contender, blocks, counts[contender->name()], step));
        check(*contender, blocks, step);
      }
    report(halo, neighbors, blocks, times);
  }

  void finish() const {
    if (rank_ != 0 || ratios_.empty()) return;
    double logs = 0;
    for (const double ratio : ratios_) logs += std::log(ratio);
    fmt::print("\nBest MPI / Cartwright: {:.2f} in the geometric mean of {} rows, at least {:.2f}.\n",
               std::exp(logs / static_cast<double>(ratios_.size())), ratios_.size(),
               *std::ranges::min_element(ratios_));
  }

 private:
  void report(const HaloCase& halo, const std::string& neighbors, const Blocks& blocks,
              const std::map<std::string, std::vector<double>>& times) {
    const auto us = [&](const std::string& name) {
      const auto found = times.find(name);
      return found == times.end() ? NAN : 1e6 * median(found->second);
    };
    double best = INFINITY;
    for (const auto& [name, of] : times)
      if (name.starts_with("MPI")) best = std::min(best, us(name));
    const double limit = std::fmin(us("limit, one copy"), us("limit, packed"));
    const double ours = us("Cartwright");
    ratios_.push_back(best / ours);
    if (rank_ != 0) return;
    if (ratios_.size() == 1)
      fmt::print(
          "| axes | size | width | fields | neighbors | KiB | loops | subarrays | persistent | alltoallw | one copy | "
          "packed | Cartwright | best MPI / Cartwright | Cartwright / limit |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    fmt::print(
        "| {:4} | {:4} | {:5} | {:6} | {:9} | {:6.1f} | {:6.1f} | {:9.1f} | {:10.1f} | {:9.1f} | {:8.1f} | {:6.1f} | "
        "{:10.1f} | {:10.2f} | {:10.2f} |\n",
        halo.axes, halo.size, halo.width, halo.fields, neighbors, static_cast<double>(blocks.ghost_bytes()) / 1024,
        us("MPI, loops"), us("MPI, subarrays"), us("MPI, persistent"), us("MPI, Neighbor_alltoallw"),
        us("limit, one copy"), us("limit, packed"), ours, best / ours, ours / limit);
    std::fflush(stdout);
  }

  Options options_;
  const int rank_ = world_rank();
  std::vector<double> ratios_;
};

void run(int argc, char** argv) {
  Options options;
  CommandLine line("Halo exchanges by Cartwright and by MPI; times in microseconds");
  line.add_option("--axes", options.axes, "numbers of axes, 1 to 4")->check(CLI::Range(1, 4));
  line.add_option("--sizes", options.sizes, "own points along each axis")->check(CLI::PositiveNumber);
  line.add_option("--widths", options.widths, "ghost points at each side")->check(CLI::PositiveNumber);
  line.add_option("--fields", options.fields, "numbers of fields")->check(CLI::PositiveNumber);
  line.add_option("--neighbors", options.neighbors, "faces, all, \"each axis\"");
  line.add_option("--rounds", options.rounds, "interleaved rounds")->check(CLI::PositiveNumber);
  line.add_option("--round-ms", options.round_ms, "milliseconds of a round");
  line.add_flag("!--estimate", options.measure, "let Cartwright plan by estimate");
  line.add_flag("!--no-alltoallw", options.alltoallw, "without MPI_Neighbor_alltoallw, in which Open MPI 5.0.11 fails");
  line.read(argc, argv, world_rank());
  if (world_rank() == 0) fmt::print("{}; {} processes; {}; microseconds\n\n", machine_line(), world_size(), mpi_name());
  Benchmark benchmark(options);
  for (const std::size_t axes : options.axes)
    for (const int fields : options.fields)
      for (const std::int64_t width : options.widths)
        for (const std::string& neighbors : options.neighbors)
          for (const std::int64_t size : options.sizes) {
            HaloCase halo{axes, size, width, fields, neighbors == "all", -1};
            if (width > size) continue;
            if (neighbors != "each axis") {
              benchmark.run(halo, neighbors);
              continue;
            }
            for (halo.only_axis = 0; halo.only_axis < static_cast<int>(axes); ++halo.only_axis)
              benchmark.run(halo, fmt::format("axis {}", halo.only_axis));
          }
  benchmark.finish();
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("bench_halo_exchange", argc, argv, run); }
