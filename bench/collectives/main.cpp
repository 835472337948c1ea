// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// How long collectives on MPI_COMM_WORLD take, as programs call them: run.py starts it under the MPI alone and with the
// interposer, in turn. Results are checked before and after they are timed. Calls follow each other without a barrier,
// and the root moves on with every call, as in the Intel MPI Benchmarks: no process can run far ahead of the others. It
// prints a JSON document with the members
//   "mpi": string; "processes": integer; "left_out": [string], for the memory or the time they need;
//   "results": "call": string; "size": mean bytes of a block, or bytes of the vector of a reduction; "calls": in a
//     batch; "seconds": of a call, for the slowest process: the median of the batches.
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

namespace cartwright::bench {

namespace {

/// Blocks in a buffer, one after the other.
struct Blocks {
  std::vector<int> bytes, places;
  std::vector<unsigned char> buffer;

  explicit Blocks(std::vector<int> sizes) : bytes(std::move(sizes)), places(bytes.size()) {
    std::exclusive_scan(bytes.begin(), bytes.end(), places.begin(), 0);
  }
  std::size_t total() const { return std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}); }
  unsigned char* data() { return buffer.data(); }
};

struct Buffers {
  int size;  ///< bytes of a block
  Blocks out, in;
};

enum class Count { one, each };  ///< one block, or one for each process
enum class Root { none, sends, receives };
enum class Sizes { equal, power_law };

struct Collective {
  std::string name;
  Count out, in;
  Root root;
  Sizes sizes;
  MPI_Datatype type;  ///< of the numbers that are added; otherwise bytes
  void (*call)(Buffers& b, int root);

  int element() const { return type == MPI_INT ? sizeof(int) : type == MPI_DOUBLE ? sizeof(double) : 1; }
};

void alltoallv(Buffers& b, int) {
  MPI_Alltoallv(b.out.data(), b.out.bytes.data(), b.out.places.data(), MPI_BYTE, b.in.data(), b.in.bytes.data(),
                b.in.places.data(), MPI_BYTE, MPI_COMM_WORLD);
}

std::vector<Collective> collectives() {
  constexpr auto one = Count::one, each = Count::each;
  constexpr auto equal = Sizes::equal, power_law = Sizes::power_law;
  return {
      {"barrier", one, one, Root::none, equal, MPI_BYTE, [](Buffers&, int) { MPI_Barrier(MPI_COMM_WORLD); }},
      {"bcast", one, one, Root::sends, equal, MPI_BYTE,
       [](Buffers& b, int root) {
         MPI_Bcast(root == world_rank() ? b.out.data() : b.in.data(), b.size, MPI_BYTE, root, MPI_COMM_WORLD);
       }},
      {"allgather", one, each, Root::none, equal, MPI_BYTE,
       [](Buffers& b, int) {
         MPI_Allgather(b.out.data(), b.size, MPI_BYTE, b.in.data(), b.size, MPI_BYTE, MPI_COMM_WORLD);
       }},
      {"allgatherv-power-law", one, each, Root::none, power_law, MPI_BYTE,
       [](Buffers& b, int) {
         MPI_Allgatherv(b.out.data(), b.out.bytes[0], MPI_BYTE, b.in.data(), b.in.bytes.data(), b.in.places.data(),
                        MPI_BYTE, MPI_COMM_WORLD);
       }},
      {"alltoall", each, each, Root::none, equal, MPI_BYTE,
       [](Buffers& b, int) {
         MPI_Alltoall(b.out.data(), b.size, MPI_BYTE, b.in.data(), b.size, MPI_BYTE, MPI_COMM_WORLD);
       }},
      {"alltoallv", each, each, Root::none, equal, MPI_BYTE, alltoallv},
      {"alltoallv-power-law", each, each, Root::none, power_law, MPI_BYTE, alltoallv},
      {"allreduce-int", one, one, Root::none, equal, MPI_INT,
       [](Buffers& b, int) { MPI_Allreduce(b.out.data(), b.in.data(), b.size / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }},
      {"allreduce-double", one, one, Root::none, equal, MPI_DOUBLE,
       [](Buffers& b, int) {
         MPI_Allreduce(b.out.data(), b.in.data(), b.size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
       }},
      {"reduce-int", one, one, Root::receives, equal, MPI_INT,
       [](Buffers& b, int root) {
         MPI_Reduce(b.out.data(), b.in.data(), b.size / 4, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
       }},
      {"gather", one, each, Root::receives, equal, MPI_BYTE,
       [](Buffers& b, int root) {
         MPI_Gather(b.out.data(), b.size, MPI_BYTE, b.in.data(), b.size, MPI_BYTE, root, MPI_COMM_WORLD);
       }},
      {"scatter", each, one, Root::sends, equal, MPI_BYTE,
       [](Buffers& b, int root) {
         MPI_Scatter(b.out.data(), b.size, MPI_BYTE, b.in.data(), b.size, MPI_BYTE, root, MPI_COMM_WORLD);
       }},
  };
}

/// The share of a process under the power law 1, 1/2, 1/3, ..., with a mean of 1. Consecutive processes, as those of a
/// node, get large and small ones.
double share(int process) {
  const int size = world_size();
  int step = std::max(1, static_cast<int>(0.618 * size));
  while (std::gcd(step, size) != 1) ++step;
  double sum = 0;
  for (int i = 1; i <= size; ++i) sum += 1.0 / i;
  return size / sum / (1 + process * step % size);
}

/// What processes send to each other is known to all of them.
int value(int from, int to, int place) { return (31 * from + 17 * to + place) % 251; }

/// A combination past the interposer, which learns from the calls it sees.
double combined(double mine, MPI_Op op) {
  PMPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  return mine;
}

/// A collective with blocks of one size.
class Case {
 public:
  Case(const Collective& collective, int size)
      : collective_(collective),
        buffers_{size, Blocks(sizes(size, collective.out, true)), Blocks(sizes(size, collective.in, false))} {}

  /// Bytes of the buffers of all processes.
  double total() const { return combined(static_cast<double>(buffers_.out.total() + buffers_.in.total()), MPI_SUM); }
  void allocate() {
    for (Blocks* blocks : {&buffers_.out, &buffers_.in}) blocks->buffer.assign(blocks->total() + 1, 0);
  }
  /// Seconds of a call of the slowest process.
  double run(int calls) {
    PMPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < calls; ++i) collective_.call(buffers_, i % processes_);
    return combined((MPI_Wtime() - start) / calls, MPI_MAX);
  }
  /// About so many calls: each process is the root as often as any other.
  int rounded(double calls) const {
    const int turn = collective_.root == Root::none ? 1 : processes_;
    return turn * static_cast<int>(std::ceil(std::clamp(calls, 1.0, 1e5) / turn));
  }
  /// Throws std::runtime_error if a call gives a wrong result.
  void check(int root) {
    Blocks &out = buffers_.out, &in = buffers_.in;
    const bool each_out = collective_.out == Count::each, each_in = collective_.in == Count::each;
    for (int to = 0; to < std::ssize(out.bytes); ++to)
      for (int k = 0; k < out.bytes[to]; k += collective_.element())
        put(out, to, k, value(rank_, each_out ? to : 0, k));
    std::ranges::fill(in.buffer, 0xee);
    collective_.call(buffers_, root);
    const bool own = collective_.root == Root::sends && !each_out;  // the root of a broadcast receives nothing
    if (rank_ == root ? own : collective_.root == Root::receives) return;
    for (int from = 0; from < std::ssize(in.bytes); ++from)
      for (int k = 0; k < in.bytes[from]; k += collective_.element()) {
        int expected = 0;
        if (collective_.type == MPI_BYTE)
          expected = value(each_in ? from : root, each_out ? rank_ : 0, k);
        else
          for (int i = 0; i < processes_; ++i) expected += value(i, 0, k);
        if (const int got = get(in, from, k); got != expected)
          throw std::runtime_error(fmt::format("{} of {} bytes: process {} got {} in place of {}, byte {} of block {}",
                                               collective_.name, buffers_.size, rank_, got, expected, k, from));
      }
  }

 private:
  /// Bytes of the blocks sent or received here.
  std::vector<int> sizes(int size, Count count, bool out) const {
    if (collective_.name == "barrier") return {0};
    std::vector<int> found(count == Count::each ? processes_ : 1, size);
    if (collective_.sizes == Sizes::power_law)
      for (int i = 0; i < std::ssize(found); ++i) {
        const bool both = collective_.out == Count::each;  // depends on sender and receiver
        const double part = both ? share(i) * share(rank_) : share(out ? rank_ : i);
        found[i] = static_cast<int>(std::lround(size * part));
      }
    return found;
  }
  void put(Blocks& blocks, int block, int place, int number) const {
    unsigned char* at = blocks.data() + blocks.places[block] + place;
    const double real = number;
    if (collective_.type == MPI_INT)
      std::memcpy(at, &number, sizeof number);
    else if (collective_.type == MPI_DOUBLE)
      std::memcpy(at, &real, sizeof real);
    else
      *at = static_cast<unsigned char>(number);
  }
  int get(Blocks& blocks, int block, int place) const {
    const unsigned char* at = blocks.data() + blocks.places[block] + place;
    int number = *at;
    double real = 0;
    if (collective_.type == MPI_INT) std::memcpy(&number, at, sizeof number);
    if (collective_.type != MPI_DOUBLE) return number;
    std::memcpy(&real, at, sizeof real);
    return real >= 0 && real < 1e9 ? static_cast<int>(real) : -1;
  }

  int processes_ = world_size(), rank_ = world_rank();
  const Collective& collective_;
  Buffers buffers_;
};

struct Options {
  std::vector<std::string> only;
  std::vector<int> sizes = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576};
  int warm_up = 200, batches = 5;
  double batch_ms = 2, memory = 256, longest = 20;
};

using Json = nlohmann::ordered_json;

/// The result of a case; null if it needs too much.
Json measured(const Collective& collective, int size, const Options& options) {
  Case one(collective, size);
  if (one.total() > options.memory * 1048576) return {};
  one.allocate();
  one.check(world_size() - 1);
  const double once = one.run(one.rounded(3));
  if (once * one.rounded(options.warm_up) > options.longest) return {};
  one.run(one.rounded(options.warm_up));
  const int calls = one.rounded(1e-3 * options.batch_ms / one.run(one.rounded(10)));
  std::vector<double> seconds;
  for (int batch = 0; batch < options.batches; ++batch) seconds.push_back(one.run(calls));
  one.check(world_size() / 2);
  return {{"call", collective.name}, {"size", size}, {"calls", calls}, {"seconds", median(seconds)}};
}

void parse_and_run(int argc, char** argv) {
  Options options;
  std::vector<Collective> all = collectives();
  std::set<std::string> names;
  for (const Collective& one : all) names.insert(one.name);
  CommandLine line("Collectives on MPI_COMM_WORLD");
  line.add_option("--only", options.only, "These calls (default: all)")->delimiter(',')->check(CLI::IsMember(names));
  line.add_option("--sizes", options.sizes, "Bytes of a block")->delimiter(',')->check(CLI::Range(1, 1 << 26));
  line.add_option("--warm-up", options.warm_up, "Calls before those that are timed")->check(CLI::PositiveNumber);
  line.add_option("--batches", options.batches, "The median of so many is the result")->check(CLI::PositiveNumber);
  line.add_option("--batch-ms", options.batch_ms, "Milliseconds of a batch, at least one call");
  line.add_option("--memory", options.memory, "Leave out a case whose buffers need more MiB, of all processes");
  line.add_option("--longest", options.longest, "Leave out a case that needs more seconds to warm up");
  line.read(argc, argv, world_rank());
  Json report = {
      {"mpi", mpi_name()}, {"processes", world_size()}, {"left_out", Json::array()}, {"results", Json::array()}};
  for (const Collective& one : all) {
    if (!options.only.empty() && std::ranges::find(options.only, one.name) == options.only.end()) continue;
    for (const int size : one.name == "barrier" ? std::vector{0} : options.sizes) {
      if (one.type != MPI_BYTE && size % one.element() != 0) continue;
      const Json result = measured(one, size, options);
      if (result.is_null())
        report["left_out"].push_back(fmt::format("{} of {} bytes", one.name, size));
      else
        report["results"].push_back(result);
    }
  }
  if (world_rank() == 0) fmt::print("{}\n", report.dump());
}

}  // namespace
}  // namespace cartwright::bench

int main(int argc, char** argv) {
  return cartwright::bench::mpi_main("collectives", argc, argv, cartwright::bench::parse_and_run);
}
