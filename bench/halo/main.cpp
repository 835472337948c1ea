// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The halo benchmark of [Niethammer2019, slides 25 to 31]: reads experiments from standard input and prints their
// times. Usage: mpirun -n N halo [options] < input; `halo --help` lists the options.
#include "halo/exchange.hpp"
#include "halo/levels.hpp"

#include <cartwright/mpix.h>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>

using namespace cartwright::bench;

namespace {

struct Options {
  int sizes = 10;
  int repeat = 10;
  std::int64_t max_bytes = INT64_MAX;
  bool periodic = false;
  std::string levels;
};

/// A failure that all processes know: process 0 prints it, and all end.
struct Failure {
  std::string what;
};

class Benchmark {
 public:
  Benchmark(MPI_Comm world, const Options& options) : world_(world), options_(options) {
    MPI_Comm_rank(world, &rank_);
    MPI_Comm_size(world, &processes_);
    find_levels();
  }

  void run(const Experiment& experiment) {
    dims_ = {0, 0, 0};
    const MPI_Comm cart = create(experiment);
    print_cuts(experiment, cart);
    if (rank_ == 0)
      std::puts("message size      transfertime   duplex bandwidth per process and neighbor (grid&halo in #floats)");
    for (int step = 0; step < options_.sizes; ++step)
      if (!measure(experiment, cart, step)) break;
    if (rank_ == 0) std::puts("");
    MPI_Comm_free(&cart_);
  }

 private:
  /// Finds the domain of this process at each level: the levels of --levels, with sequential ranks, or the nodes.
  void find_levels() {
    const char* const pretended = std::getenv("CARTWRIGHT_NODES");
    if (!options_.levels.empty()) {
      const auto sizes = parse_levels(options_.levels, processes_);
      if (!sizes)
        throw Failure{"--levels " + options_.levels + " is not of the form 8x2x12 with a product of " +
                      std::to_string(processes_)};
      level_sizes_ = *sizes;
    } else if (const auto sizes = parse_levels(pretended == nullptr ? "" : pretended, processes_)) {
      level_sizes_ = *sizes;
    }
    if (!level_sizes_.empty()) {
      std::int64_t inner = processes_;
      for (const std::int64_t size : level_sizes_) domains_.push_back(static_cast<int>(rank_ / (inner /= size)));
      return;
    }
    MPI_Comm node;
    MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
    int on_node = 0, here = 0, node_number = 0;
    MPI_Comm_rank(node, &on_node);
    MPI_Comm_size(node, &here);
    // The first processes of all nodes count the nodes.
    const int first = on_node == 0;
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
    throw Failure{std::string(function) + ": " + text};
  }

  MPI_Comm create(const Experiment& experiment) {
    const int ring = options_.periodic;
    const int periods[] = {ring, ring, ring};
    std::array<double, 3> weights = experiment.weights;
    const char* called = "";
    switch (experiment.method) {
      case 1:
        called = "MPI_Dims_create + MPI_Cart_create";
        check(MPI_Dims_create(processes_, 3, dims_.data()), "MPI_Dims_create");
        check(MPI_Cart_create(world_, 3, dims_.data(), periods, 0, &cart_), "MPI_Cart_create");
        break;
      case 2:
        called = "MPIX_Cart_weighted_create( MPIX_WEIGHTS_EQUAL )";
        check(MPIX_Cart_weighted_create(world_, 3, MPIX_WEIGHTS_EQUAL, periods, MPI_INFO_NULL, dims_.data(), &cart_),
              "MPIX_Cart_weighted_create");
        break;
      case 3:
      case 4:
        called = experiment.method == 3 ? "MPIX_Cart_weighted_create( weights := 4 / start grid sizes )"
                                        : "MPIX_Cart_weighted_create( manual weights )";
        if (experiment.method == 3)
          for (std::size_t d = 0; d < 3; ++d) weights[d] = 4.0 / static_cast<double>(experiment.start[d]);
        check(MPIX_Cart_weighted_create(world_, 3, weights.data(), periods, MPI_INFO_NULL, dims_.data(), &cart_),
              "MPIX_Cart_weighted_create");
        break;
      default: {
        called = "MPIX_Cart_ml_create( dims_ml )";
        std::vector<int> cuts;
        for (const auto& of_dimension : experiment.cuts)
          cuts.insert(cuts.end(), of_dimension.begin(), of_dimension.begin() + experiment.levels);
        check(MPIX_Cart_ml_create(world_, 3, periods, experiment.levels, cuts.data(), MPI_INFO_NULL, dims_.data(),
                                  &cart_),
              "MPIX_Cart_ml_create");
      }
    }
    if (rank_ != 0) return cart_;
    std::printf("cart_method == %d: %s\n", experiment.method, called);
    if (experiment.method == 3 || experiment.method == 4)
      std::printf("weights= %f %f %f\n", weights[0], weights[1], weights[2]);
    std::printf("start grid sizes integer start values for 3 dimensions = %ld %ld %ld\n",
                static_cast<long>(experiment.start[0]), static_cast<long>(experiment.start[1]),
                static_cast<long>(experiment.start[2]));
    std::printf("blocklength & stride pairs for each of the 3 dimensions =");
    for (const Blocks& blocks : experiment.blocks)
      std::printf(" %ld %ld", static_cast<long>(blocks.blocklength), static_cast<long>(blocks.stride));
    std::printf("\nndims=3 dims= %d %d %d\n", dims_[0], dims_[1], dims_[2]);
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
      std::puts("dims_ml: the processes of nodes are not boxes of one size");
      return;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      std::printf("dims_ml[d=%zu] %d =", d, dims_[d]);
      for (std::size_t l = 0; l < cuts->size(); ++l) std::printf("%s%.3g", l == 0 ? " " : " x ", (*cuts)[l][d]);
      std::puts("");
    }
  }

  /// Measures and prints one line. False at the end, for lack of memory or by --max-bytes.
  bool measure(const Experiment& experiment, MPI_Comm cart, int step) const {
    constexpr std::int64_t most_memory = std::int64_t{1} << 29;
    const HaloSizes sizes = halo_sizes(experiment.start, dims(), step);
    if (sizes.bytes() > options_.max_bytes) return false;
    if (HaloExchange::memory(sizes, experiment.blocks) > most_memory) {
      if (rank_ == 0) std::printf("%ld bytes: stopping, because the buffers would be too large\n", long{sizes.bytes()});
      return false;
    }
    HaloExchange exchange(cart, sizes, experiment.blocks);
    if (!exchange.arrives()) throw Failure{"a halo arrived with wrong data"};
    const double seconds = exchange.seconds(options_.repeat);
    if (rank_ != 0) return true;
    const auto triple = [](const Triple& t, const char* separator) {
      return std::to_string(t[0]) + separator + std::to_string(t[1]) + separator + std::to_string(t[2]);
    };
    std::printf("%9ld bytes  %12.3f usec  %10.3f MB/s  gridsizes total= %s per process= %s halosizes= %ld= %s\n",
                long{sizes.bytes()}, seconds * 1e6, static_cast<double>(sizes.bytes()) / seconds / 1e6,
                triple(sizes.total, " ").c_str(), triple(sizes.per_process, " ").c_str(), long{sizes.halo_sum()},
                triple(sizes.halo, "+").c_str());
    std::fflush(stdout);
    return true;
  }

  MPI_Comm world_;
  MPI_Comm cart_ = MPI_COMM_NULL;
  const Options& options_;
  int rank_ = 0, processes_ = 0;
  std::array<int, 3> dims_{};
  std::vector<std::int64_t> level_sizes_;
  std::vector<int> domains_;
};

/// Reads an experiment on process 0 and broadcasts it.
Experiment next_experiment(MPI_Comm world) {
  int rank = 0;
  MPI_Comm_rank(world, &rank);
  Experiment experiment;
  std::string problem;
  if (rank == 0) try {
      const bool interactive = isatty(STDIN_FILENO) != 0;
      experiment = read_experiment(std::cin, [&](const char* question) {
        if (interactive) std::printf("%s ", question);
        std::fflush(stdout);
      });
    } catch (const InputError& error) {
      problem = error.what();
      experiment.method = -1;
    }
  MPI_Bcast(&experiment, static_cast<int>(sizeof experiment), MPI_BYTE, 0, world);
  if (experiment.method < 0) throw Failure{problem};
  return experiment;
}

/// The options; nothing after --help.
std::optional<Options> read_options(int argc, char** argv, int rank) {
  Options options;
  CLI::App app(
      "The halo benchmark of [Niethammer2019]: cart_method, start grid sizes, blocklength & stride pairs, ... on "
      "standard input (docs/benchmarks-halo.md).",
      "halo");
  app.add_option("--sizes", options.sizes, "Grids to measure, each twice as wide as the one before")
      ->check(CLI::Range(1, 10))
      ->capture_default_str();
  app.add_option("--repeat", options.repeat, "Exchanges to take the mean of")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--max-bytes", options.max_bytes, "Stop before messages (all six of a process) larger than this")
      ->check(CLI::PositiveNumber);
  app.add_flag("--periodic", options.periodic, "Make each dimension periodic: every process then has six neighbors");
  app.add_option("--levels", options.levels,
                 "The hardware levels, such as 8x2x12, with sequential ranks: for the report of dims_ml");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    if (rank == 0) std::fputs(app.help().c_str(), stdout);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    throw Failure{error.what()};
  }
  return options;
}

int run(int argc, char** argv, MPI_Comm world, int rank) try {
  const std::optional<Options> options = read_options(argc, argv, rank);
  if (!options) return 0;
  Benchmark benchmark(world, *options);
  for (;;) {
    const Experiment experiment = next_experiment(world);
    if (experiment.method == 0) return 0;
    benchmark.run(experiment);
  }
} catch (const Failure& failure) {
  if (rank == 0) std::fprintf(stderr, "halo: %s\n", failure.what.c_str());
  return 2;
} catch (const std::bad_alloc&) {
  // The others wait for this one.
  std::fprintf(stderr, "halo: process %d is out of memory\n", rank);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm world;
  int rank = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &world);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  MPI_Comm_rank(world, &rank);
  const int status = run(argc, argv, world, rank);
  MPI_Comm_free(&world);
  MPI_Finalize();
  return status;
}
