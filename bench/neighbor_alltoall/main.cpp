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
#include "choose/choose.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"
#include "lib/write_report.hpp"
#include "machine/readers.hpp"
#include "report/json.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <numeric>

namespace cartwright::bench {

namespace {

/// The processes of MPI_COMM_WORLD on their hosts, which are numbered by their first process.
class Hosts {
 public:
  /// Collective. A machine in short notation pretends hosts of consecutive processes; empty text finds the real ones.
  explicit Hosts(const std::string& pretended) : host_(world_size()), processes_(host_.size()) {
    if (pretended.empty())
      find();
    else
      pretend(machine::read_machine(pretended).node_sizes());
    std::iota(processes_.begin(), processes_.end(), 0);
    std::ranges::stable_sort(processes_, {}, [&](std::int64_t process) { return host_[process]; });
  }

  std::int64_t host_of(std::size_t process) const { return host_[process]; }
  std::int64_t processes() const { return std::ssize(host_); }
  machine::Machine machine() const {
    std::vector<std::int64_t> sizes(std::ranges::max(host_) + 1);
    for (const std::int64_t host : host_) ++sizes[host];
    return machine::Machine::nodes(machine::Sizes(sizes));
  }
  /// For each process the cell it takes under an order of the slots of the machine.
  std::vector<std::int64_t> cells_of_processes(const mapping::Order& order) const {
    std::vector<std::int64_t> cells(order.size());
    for (const machine::Slot slot : order.ids()) cells[processes_[slot.index()]] = order[slot].number();
    return cells;
  }

 private:
  void pretend(const machine::Sizes& sizes) {
    if (sizes.total() != processes())
      throw CommonError(fmt::format("--hosts hold {} processes, there are {}", sizes.total(), processes()));
    for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = sizes.part_of(static_cast<std::int64_t>(i));
  }
  void find() {
    MPI_Comm mates = node_of(MPI_COMM_WORLD);
    std::int64_t first = world_rank();
    MPI_Bcast(&first, 1, MPI_INT64_T, 0, mates);
    MPI_Comm_free(&mates);
    MPI_Allgather(&first, 1, MPI_INT64_T, host_.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
    std::map<std::int64_t, std::int64_t> number;
    for (const std::int64_t host : host_) number.emplace(host, number.size());  // first processes ascend
    for (std::int64_t& host : host_) host = number[host];
  }

  std::vector<std::int64_t> host_;
  std::vector<std::int64_t> processes_;  ///< host by host: those in the slots of the machine
};

/// Messages between hosts.
struct Traffic {
  std::int64_t sum = 0;
  std::int64_t busiest = 0;  ///< of the host that sends or receives most

  Traffic(const mapping::Problem& problem, const std::vector<std::int64_t>& cells, const Hosts& hosts) {
    const grid::Grid& grid = problem.grid();
    std::vector<std::int64_t> host_of_cell(cells.size());
    for (std::size_t process = 0; process < cells.size(); ++process)
      host_of_cell[cells[process]] = hosts.host_of(process);
    std::map<std::int64_t, std::int64_t> out, in;
    for (const grid::Cell cell : grid.cells())
      for (const grid::Offset& offset : problem.stencil().offsets()) {
        const grid::Cell neighbor = grid.neighbor(grid.coords(cell), offset.delta);
        if (neighbor == grid::no_cell) continue;
        const std::int64_t from = host_of_cell[cell.index()], to = host_of_cell[neighbor.index()];
        if (from == to) continue;
        ++sum;
        busiest = std::max({busiest, ++out[from], ++in[to]});
      }
  }
};

/// A communicator with a distributed graph, on which every process exchanges blocks of equal size with its neighbors:
/// the grid and the stencil of the problem, its processes permuted. Collective to make.
class Exchange {
 public:
  Exchange(const mapping::Problem& problem, const std::vector<std::int64_t>& cells) {
    const grid::Grid& grid = problem.grid();
    const grid::Cell cell(cells[world_rank()]);
    MPI_Comm permuted = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, static_cast<int>(cell.number()), &permuted);
    for (const grid::Offset& offset : problem.stencil().offsets()) {
      grid::Coords back = offset.delta;
      for (std::int64_t& step : back) step = -step;
      if (const grid::Cell to = grid.neighbor(grid.coords(cell), offset.delta); to != grid::no_cell)
        targets_.push_back(static_cast<int>(to.number()));
      if (const grid::Cell from = grid.neighbor(grid.coords(cell), back); from != grid::no_cell)
        sources_.push_back(static_cast<int>(from.number()));
    }
    MPI_Dist_graph_create_adjacent(permuted, static_cast<int>(sources_.size()), sources_.data(), MPI_UNWEIGHTED,
                                   static_cast<int>(targets_.size()), targets_.data(), MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   /* reorder */ 0, &graph_);
    MPI_Comm_free(&permuted);
  }
  ~Exchange() { MPI_Comm_free(&graph_); }
  Exchange(const Exchange&) = delete;

  /// One MPI_Neighbor_alltoall after a barrier. Returns the seconds it took here.
  double run(std::vector<char>& out, std::vector<char>& in, int bytes) const {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    MPI_Neighbor_alltoall(out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, graph_);
    return MPI_Wtime() - start;
  }

  /// The same with blocks, of 16 bytes or more, that begin with their sender and their receiver. Throws
  /// std::runtime_error if a block did not come from where it should.
  void check(std::vector<char>& out, std::vector<char>& in, int bytes) const {
    using Label = std::array<int, 2>;
    const int rank = rank_of(graph_);
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const Label label = {rank, targets_[i]};
      std::memcpy(out.data() + i * bytes, label.data(), sizeof label);
    }
    run(out, in, bytes);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      Label label;
      std::memcpy(label.data(), in.data() + i * bytes, sizeof label);
      if (label != Label{sources_[i], rank})
        throw std::runtime_error(fmt::format("process {} got a block for process {} in place of that of process {}",
                                             rank, label[1], sources_[i]));
    }
  }

 private:
  std::vector<int> sources_, targets_;
  MPI_Comm graph_ = MPI_COMM_NULL;
};

struct Options {
  std::string dims, hosts, network = "the network as it is";
  std::vector<std::string> stencils = {"nn", "hops", "component"};
  std::vector<std::string> mappings = {"random", "blocked", "nodecart", "hyperplane", "kdtree", "strips", "best"};
  std::vector<int> sizes;
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

std::vector<Candidate> make_candidates(const Options& options, const mapping::Problem& problem, const Hosts& hosts) {
  std::vector<Candidate> candidates;
  for (const std::string& mapping : options.mappings) {
    const std::vector<std::int64_t> cells = hosts.cells_of_processes(find_order(problem, mapping));
    candidates.push_back({mapping,
                          mapping == "best" ? "Cartwright" : std::string(mapping::find_algorithm(mapping).title),
                          {problem, cells, hosts},
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

report::Json measured(const Options& options) {
  const Hosts hosts(options.hosts);
  const machine::Machine machine = hosts.machine();
  const grid::Grid grid(options.dims.empty() ? grid::dims_create(hosts.processes(), 2)
                                             : grid::parse_dims(options.dims));
  report::Json report = {{"program", "neighbor_alltoall"},
                         {"mpi", mpi_name()},
                         {"machine", machine_line()},
                         {"network", options.network},
                         {"processes", hosts.processes()},
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
      for (const Candidate& candidate : candidates)
        report["results"].push_back({{"stencil", name},
                                     {"size", bytes},
                                     {"mapping", candidate.mapping},
                                     {"title", candidate.title},
                                     {"j_sum", candidate.traffic.sum},
                                     {"j_max", candidate.traffic.busiest},
                                     {"seconds", candidate.seconds}});
      if (is_first()) fmt::print(stderr, "{} {}: {} rounds\n", name, bytes, candidates.front().seconds.size());
    }
  }
  return report;
}

void parse_and_run(int argc, char** argv) {
  Options options;
  CommandLine line("MPI_Neighbor_alltoall under each mapping");
  line.add_option("--dims", options.dims, "Dims of the grid (default: two, as MPI_Dims_create chooses)");
  line.add_option("--hosts", options.hosts, "Pretend these hosts, 4x12 (default: the real ones)");
  line.add_option("--network", options.network, "What to call the network in tables and figures");
  line.add_option("--stencils", options.stencils)->delimiter(',');
  line.add_option("--mappings", options.mappings)->delimiter(',');
  line.add_option("--sizes", options.sizes,
                  "Bytes to each neighbor, ascending (default: 64 to 512 KiB, as in the figures 6 and 7)")
      ->delimiter(',')
      ->check(CLI::Range(16, 1 << 24));
  line.add_option("--repetitions", options.repetitions, "At most so many rounds")->check(CLI::Range(1, 1000000));
  line.add_option("--seconds", options.seconds, "No new round after so long, but at least 5 rounds");
  line.add_option("--json", options.json, "Write the report to this file, not to standard output");
  line.read(argc, argv, world_rank());
  if (options.sizes.empty())
    for (int size = 64; size <= 512 << 10; size *= 2) options.sizes.push_back(size);
  const report::Json report = measured(options);
  if (is_first()) write_report(report, options.json);
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("neighbor_alltoall", argc, argv, cartwright::bench::parse_and_run);
}
