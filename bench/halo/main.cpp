// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The halo benchmark of [Niethammer2019, slides 25 to 31]: reads experiments from standard input and prints their
// times. Usage: mpirun -n N halo [options] < input; `halo --help` lists the options.
#include "halo/exchange.hpp"
#include "lib/options.hpp"

#include <cartwright/mpix.h>

#include <cstdlib>
#include <iostream>
#include <optional>

using namespace cartwright::bench;

namespace {

struct Options {
  int sizes = 10;
  int repeat = 10;
  std::int64_t max_bytes = INT64_MAX;
  bool periodic = false;
  std::string levels;
};

class Benchmark {
 public:
  Benchmark(MPI_Comm world, const Options& options)
      : world_(world), options_(options), rank_(rank_of(world)), processes_(size_of(world)) {
    find_levels();
  }

  void run(const Experiment& experiment) {
    dims_ = {0, 0, 0};
    const MPI_Comm cart = create(experiment);
    print_cuts(experiment, cart);
    if (rank_ == 0)
      fmt::print("message size      transfertime   duplex bandwidth per process and neighbor (grid&halo in #floats)\n");
    for (int step = 0; step < options_.sizes; ++step)
      if (!measure(experiment, cart, step)) break;
    if (rank_ == 0) fmt::print("\n");
    MPI_Comm_free(&cart_);
  }

 private:
  /// Finds the domain of this process at each level: the levels of --levels, with sequential ranks, or the nodes.
  void find_levels() {
    const char* const pretended = std::getenv("CARTWRIGHT_NODES");
    if (!options_.levels.empty()) {
      const auto sizes = parse_levels(options_.levels, processes_);
      if (!sizes)
        throw CommonError(
            fmt::format("--levels {} is not of the form 8x2x12 with a product of {}", options_.levels, processes_));
      level_sizes_ = *sizes;
    } else if (const auto sizes = parse_levels(pretended == nullptr ? "" : pretended, processes_)) {
      level_sizes_ = *sizes;
    }
    if (!level_sizes_.empty()) {
      std::int64_t inner = processes_;
      for (const std::int64_t size : level_sizes_) domains_.push_back(static_cast<int>(rank_ / (inner /= size)));
      return;
    }
    MPI_Comm node = node_of(world_);
    // The first processes of all nodes count the nodes.
    const int first = rank_of(node) == 0, here = size_of(node);
    int node_number = 0;
    MPI_Exscan(&first, &node_number, 1, MPI_INT, MPI_SUM, world_);
    if (rank_ == 0) node_number = 0;
    MPI_Bcast(&node_number, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    int smallest = 0;
    MPI_Allreduce(&here, &smallest, 1, MPI_INT, MPI_MIN, world_);
    level_sizes_ = {processes_ / smallest, smallest};  // if nodes differ, no cuts will be found
    domains_ = {node_number, rank_};
  }

  void check(int error, const char* function) const {
    if (error == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(error, text, &length);
    throw CommonError(std::string(function) + ": " + text);
  }

  MPI_Comm create(const Experiment& experiment) {
    const int ring = options_.periodic;
    const int periods[] = {ring, ring, ring};
    std::array<double, 3> weights = experiment.weights;
    if (experiment.method == 3)
      for (std::size_t d = 0; d < 3; ++d) weights[d] = 4.0 / static_cast<double>(experiment.start[d]);
    if (experiment.method == 1) {
      check(MPI_Dims_create(processes_, 3, dims_.data()), "MPI_Dims_create");
      check(MPI_Cart_create(world_, 3, dims_.data(), periods, 0, &cart_), "MPI_Cart_create");
    } else if (experiment.method == 5) {
      std::vector<int> cuts;
      for (const auto& of_dimension : experiment.cuts)
        cuts.insert(cuts.end(), of_dimension.begin(), of_dimension.begin() + experiment.levels);
      check(
          MPIX_Cart_ml_create(world_, 3, periods, experiment.levels, cuts.data(), MPI_INFO_NULL, dims_.data(), &cart_),
          "MPIX_Cart_ml_create");
    } else {
      const double* const given = experiment.method == 2 ? MPIX_WEIGHTS_EQUAL : weights.data();
      check(MPIX_Cart_weighted_create(world_, 3, given, periods, MPI_INFO_NULL, dims_.data(), &cart_),
            "MPIX_Cart_weighted_create");
    }
    constexpr const char* calls[] = {"MPI_Dims_create + MPI_Cart_create",
                                     "MPIX_Cart_weighted_create( MPIX_WEIGHTS_EQUAL )",
                                     "MPIX_Cart_weighted_create( weights := 4 / start grid sizes )",
                                     "MPIX_Cart_weighted_create( manual weights )", "MPIX_Cart_ml_create( dims_ml )"};
    if (rank_ != 0) return cart_;
    fmt::print("cart_method == {}: {}\n", experiment.method, calls[experiment.method - 1]);
    if (experiment.method == 3 || experiment.method == 4) fmt::print("weights= {:f}\n", fmt::join(weights, " "));
    fmt::print("start grid sizes integer start values for 3 dimensions = {}\n", fmt::join(experiment.start, " "));
    fmt::print("blocklength & stride pairs for each of the 3 dimensions =");
    for (const Blocks& blocks : experiment.blocks) fmt::print(" {} {}", blocks.blocklength, blocks.stride);
    fmt::print("\nndims=3 dims= {}\n", fmt::join(dims_, " "));
    return cart_;
  }

  Triple dims() const { return {dims_[0], dims_[1], dims_[2]}; }

  /// Prints the cuts of each level from the actual locations of processes; collective.
  void print_cuts(const Experiment& experiment, MPI_Comm cart) const {
    // Process 0 of the old ranks prints, and needs the new rank of every process.
    const std::size_t levels = domains_.size();
    std::vector<int> mine(1), all(rank_ == 0 ? processes_ * (levels + 1) : 0);
    MPI_Comm_rank(cart, mine.data());
    mine.insert(mine.end(), domains_.begin(), domains_.end());
    const int count = static_cast<int>(mine.size());
    MPI_Gather(mine.data(), count, MPI_INT, all.data(), count, MPI_INT, 0, world_);
    if (rank_ != 0) return;
    std::optional<std::vector<std::array<double, 3>>> cuts;
    if (experiment.method == 1) {
      cuts = sequential_cuts(level_sizes_, dims());
    } else if (experiment.method == 5) {
      cuts.emplace(experiment.levels);
      for (std::size_t l = 0; l < cuts->size(); ++l)
        for (std::size_t d = 0; d < 3; ++d) (*cuts)[l][d] = experiment.cuts[d][l];
    } else {
      std::vector<int> domains(all.size() / (levels + 1) * levels);
      for (std::size_t i = 0; i < all.size(); i += levels + 1)
        std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, levels,
                    domains.begin() + static_cast<std::ptrdiff_t>(all[i] * levels));
      cuts = placed_cuts(domains, levels, dims());
    }
    if (!cuts) {
      fmt::print("dims_ml: the processes of nodes are not boxes of one size\n");
      return;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      fmt::print("dims_ml[d={}] {} =", d, dims_[d]);
      for (std::size_t l = 0; l < cuts->size(); ++l) fmt::print("{}{:.3g}", l == 0 ? " " : " x ", (*cuts)[l][d]);
      fmt::print("\n");
    }
  }

  /// Measures and prints one line. False at the end, for lack of memory or by --max-bytes.
  bool measure(const Experiment& experiment, MPI_Comm cart, int step) const {
    constexpr std::int64_t most_memory = std::int64_t{1} << 29;
    const HaloSizes sizes = halo_sizes(experiment.start, dims(), step);
    if (sizes.bytes() > options_.max_bytes) return false;
    if (2 * std::int64_t{sizeof(float)} * longest_span(sizes, experiment.blocks) > most_memory) {
      if (rank_ == 0) fmt::print("{} bytes: stopping, because the buffers would be too large\n", sizes.bytes());
      return false;
    }
    HaloExchange exchange(cart, sizes, experiment.blocks);
    if (!exchange.arrives()) throw CommonError("a halo arrived with wrong data");
    const double seconds = exchange.seconds(options_.repeat);
    if (rank_ != 0) return true;
    fmt::print("{:9} bytes  {:12.3f} usec  {:10.3f} MB/s  gridsizes total= {} per process= {} halosizes= {}= {}\n",
               sizes.bytes(), seconds * 1e6, static_cast<double>(sizes.bytes()) / seconds / 1e6,
               fmt::join(sizes.total, " "), fmt::join(sizes.per_process, " "), sizes.halo_sum(),
               fmt::join(sizes.halo, "+"));
    std::fflush(stdout);
    return true;
  }

  MPI_Comm world_;
  MPI_Comm cart_ = MPI_COMM_NULL;
  const Options& options_;
  const int rank_, processes_;
  std::array<int, 3> dims_{};
  std::vector<std::int64_t> level_sizes_;
  std::vector<int> domains_;
};

/// Reads an experiment on process 0 and broadcasts it.
Experiment next_experiment(MPI_Comm world) {
  Experiment experiment;
  std::string problem;
  if (rank_of(world) == 0) try {
      experiment = read_experiment(std::cin);
    } catch (const InputError& error) {
      problem = error.what();
      experiment.method = -1;
    }
  MPI_Bcast(&experiment, static_cast<int>(sizeof experiment), MPI_BYTE, 0, world);
  if (experiment.method < 0) throw CommonError(problem);
  return experiment;
}

void run(int argc, char** argv) {
  Options options;
  CommandLine line(
      "The halo benchmark of [Niethammer2019]: cart_method, start grid sizes, blocklength & stride pairs, ... on "
      "standard input (docs/benchmarks-halo.md).");
  line.add_option("--sizes", options.sizes, "Grids to measure, each twice as wide as the one before")
      ->check(CLI::Range(1, 10));
  line.add_option("--repeat", options.repeat, "Exchanges to take the mean of")->check(CLI::Range(1, 1'000'000));
  line.add_option("--max-bytes", options.max_bytes, "Stop before messages (all six of a process) larger than this")
      ->check(CLI::PositiveNumber);
  line.add_flag("--periodic", options.periodic, "Make each dimension periodic: every process then has six neighbors");
  line.add_option("--levels", options.levels,
                  "The hardware levels, such as 8x2x12, with sequential ranks: for the report of dims_ml");
  line.read(argc, argv, world_rank());
  MPI_Comm world;
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  Benchmark benchmark(world, options);
  while (true) {
    const Experiment experiment = next_experiment(world);
    if (experiment.method == 0) break;
    benchmark.run(experiment);
  }
  MPI_Comm_free(&world);
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("halo", argc, argv, run); }
