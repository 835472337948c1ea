// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/discover.hpp"

#include "base/checked.hpp"
#include "machine/readers.hpp"

#include <algorithm>
#include <string_view>

namespace cartwright::mpi {

namespace {

/// The node of the process number `rank` when nodes are dealt one process each in turn, full ones skipped.
std::int64_t cyclic_node(const Sizes& sizes, std::int64_t rank) {
  // Rounds 0 ... h-1 are complete once every node has min(h, size) processes: find the round of this rank.
  std::int64_t low = 0;
  std::int64_t high = sizes.largest();
  const auto dealt = [&](std::int64_t rounds) {
    std::int64_t sum = 0;
    std::int64_t before = 0;
    for (const Sizes::Run& run : sizes.runs()) {
      sum += (run.last_part - before) * std::min(run.size, rounds);
      before = run.last_part;
    }
    return sum;
  };
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (dealt(middle) <= rank ? low : high) = middle;
  }
  std::int64_t left = rank - dealt(low);
  std::int64_t before = 0;
  for (const Sizes::Run& run : sizes.runs()) {
    const std::int64_t open = run.size > low ? run.last_part - before : 0;
    if (left < open) return before + left;
    left -= open;
    before = run.last_part;
  }
  return -1;
}

/// The pretended nodes, as far as they are for `size` processes.
class Pretended {
 public:
  explicit Pretended(std::string_view text) : cyclic_(text.starts_with(prefix)) {
    sizes_ = read_machine(std::string(text.substr(cyclic_ ? prefix.size() : 0))).node_sizes();
  }
  std::int64_t size() const { return sizes_.total(); }
  std::int64_t nodes() const { return sizes_.count(); }
  int node(int rank) const {
    return checked_int(cyclic_ ? cyclic_node(sizes_, rank) : sizes_.part_of(rank), "number of a pretended node");
  }

 private:
  static constexpr std::string_view prefix = "cyclic:";
  bool cyclic_;
  Sizes sizes_;
};

/// Which count of processes do the pretended nodes fit? Every process has the same text, but it may name a file.
enum class Fit : int { none, communicator, world };

struct Pretence {
  Fit fit = Fit::none;
  int node = 0;
  std::string remark;
};

Pretence pretend(MPI_Comm comm, const std::string& text) try {
  int rank = 0;
  int size = 0;
  int world_rank = 0;
  int world_size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  // Only this process's own place in it: nothing is communicated over MPI_COMM_WORLD.
  PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world_size);
  const Pretended machine(text);
  const std::string remark = fmt::format("pretending: CARTWRIGHT_NODES={} puts {} processes on {} nodes", text,
                                         machine.size(), machine.nodes());
  // Rank 0 speaks: that of the program, where the nodes are those of the program.
  if (machine.size() == world_size) return {Fit::world, machine.node(world_rank), world_rank == 0 ? remark : ""};
  if (machine.size() == size) return {Fit::communicator, machine.node(rank), rank == 0 ? remark : ""};
  fail(Status::invalid_argument, "it holds {} processes, the communicator has {}", machine.size(), size);
} catch (const std::exception& error) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  if (rank != 0) return {};
  return {Fit::none, 0, fmt::format("CARTWRIGHT_NODES={}: {}: using the real nodes", text, error.what())};
}

/// The lowest rank of `comm` that shares memory with this process.
int shared_memory_leader(MPI_Comm comm, int& leader) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  leader = rank;
  MPI_Comm node = MPI_COMM_NULL;
  int error = PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);
  if (error != MPI_SUCCESS) return error;
  error = PMPI_Bcast(&leader, 1, MPI_INT, 0, node);
  PMPI_Comm_free(&node);
  return error;
}

}  // namespace

NodeId discover_node(MPI_Comm comm, const std::string& pretended) {
  NodeId node;
  if (!pretended.empty()) {
    const Pretence mine = pretend(comm, pretended);
    // Least and greatest in one reduction: only what fits every process alike is used.
    const int fit = static_cast<int>(mine.fit);
    int extremes[] = {fit, -fit};
    node.error = PMPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_INT, MPI_MIN, comm);
    if (node.error != MPI_SUCCESS) return node;
    node.remark = mine.remark;
    node.pretended = mine.fit != Fit::none && extremes[0] == -extremes[1];
    if (node.pretended) {
      node.id = mine.node;
      return node;
    }
  }
  node.error = shared_memory_leader(comm, node.id);
  return node;
}

}  // namespace cartwright::mpi
