// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/node.hpp"

#include "base/hash.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/discover.hpp"
#include "mpi/base/succeed.hpp"

#include <sched.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string_view>
#include <utility>

namespace cartwright::mpi {

namespace {

std::string line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// What a process compares with the others on its node.
struct Keys {
  std::int64_t host = 0;
  std::int64_t node = 0;  ///< the same, or that of a pretended node
};

Keys find_keys(MPI_Comm comm, const std::string& pretended) {
  base::Hash hash;
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  PMPI_Get_processor_name(name, &length);
  hash.add(std::string_view(name, length));
  hash.add(line_of("/proc/sys/kernel/random/boot_id"));
  struct stat pids{};
  if (stat("/proc/self/ns/pid", &pids) == 0) hash.add(std::uint64_t{pids.st_ino});
  Keys keys;
  keys.host = keys.node = static_cast<std::int64_t>(hash.value());
  if (pretended.empty()) return keys;
  const Location location = discover(comm, pretended);
  succeed(location.error);
  for (std::size_t level = 0; level <= location.node_level && level < location.domains.size(); ++level)
    hash.add(static_cast<std::uint64_t>(location.domains[level]));
  keys.node = static_cast<std::int64_t>(hash.value());
  return keys;
}

/// The processors on which some process of `comm` may run.
int processors_of(MPI_Comm comm) {
  std::array<std::uint64_t, sizeof(cpu_set_t) / sizeof(std::uint64_t)> allowed{};
  if (sched_getaffinity(0, sizeof allowed, reinterpret_cast<cpu_set_t*>(allowed.data())) != 0) allowed.fill(~0ULL);
  succeed(real().Allreduce(MPI_IN_PLACE, allowed.data(), allowed.size(), MPI_UINT64_T, MPI_BOR, comm));
  int processors = 0;
  for (const std::uint64_t word : allowed) processors += std::popcount(word);
  return processors;
}

/// The processes of all emulated hosts, which share the cores of one machine; 0 elsewhere.
int emulated_processes() {
  const char* const text = std::getenv("CARTWRIGHT_CLUSTER_PROCESSES");
  return text == nullptr ? 0 : static_cast<int>(std::strtol(text, nullptr, 10));
}

}  // namespace

Node::Node(MPI_Comm comm, const std::string& pretended) : all_(comm) {
  const Keys mine = find_keys(comm, pretended);
  // First by some bits of the host, and then by what all processes with the same bits have.
  MPI_Comm alike = MPI_COMM_NULL;
  const int rank = rank_in(comm);
  constexpr std::int64_t bits_of_int = 0x7fffffff;
  succeed(real().Comm_split(comm, static_cast<int>(mine.host & bits_of_int), rank, &alike));
  std::vector<Keys> keys(size_of(alike));
  succeed(real().Allgather(&mine, sizeof mine, MPI_BYTE, keys.data(), sizeof mine, MPI_BYTE, alike));
  crowd_.processes = std::max(static_cast<int>(std::ranges::count(keys, mine.host, &Keys::host)), emulated_processes());
  crowd_.cores = processors_of(alike);
  // All of them see whether they are on one node.
  if (std::ranges::count(keys, keys.front().node, &Keys::node) < std::ssize(keys)) {
    const auto first = std::ranges::find(keys, mine.node, &Keys::node) - keys.begin();
    MPI_Comm host = std::exchange(alike, MPI_COMM_NULL);
    succeed(real().Comm_split(host, static_cast<int>(first), rank, &alike));
    PMPI_Comm_free(&host);
  }
  find(alike);
}

Node::~Node() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized == 0 && comm_ != MPI_COMM_NULL) PMPI_Comm_free(&comm_);
}

void Node::find(MPI_Comm part) {
  comm_ = part;
  rank_ = rank_in(part);
  int lowest = rank_in(all_);
  succeed(real().Bcast(&lowest, 1, MPI_INT, 0, part));
  nodes_.resize(size_of(all_));
  succeed(real().Allgather(&lowest, 1, MPI_INT, nodes_.data(), 1, MPI_INT, all_));
  ranks_.clear();
  here_.assign(nodes_.size(), -1);
  for (std::size_t rank = 0; rank < nodes_.size(); ++rank)
    if (nodes_[rank] == lowest) {
      here_[rank] = size();
      ranks_.push_back(static_cast<int>(rank));
    }
}

int Node::count() const {
  int count = 0;
  for (std::size_t rank = 0; rank < nodes_.size(); ++rank) count += nodes_[rank] == static_cast<int>(rank) ? 1 : 0;
  return count;
}

void Node::take_apart(bool apart) {
  MPI_Comm part = comm_;
  if (apart) {
    succeed(real().Comm_split(comm_, rank_, 0, &part));
    PMPI_Comm_free(&comm_);
  }
  find(part);
}

std::vector<transport::Stream> gather_streams(MPI_Comm node, const std::vector<transport::Stream>& mine) {
  const int bytes = static_cast<int>(mine.size() * sizeof mine[0]);
  std::vector<int> counts(size_of(node)), starts(counts.size(), 0);
  succeed(real().Allgather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, node));
  std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), 0);
  std::vector<transport::Stream> all((starts.back() + counts.back()) / sizeof mine[0]);
  succeed(real().Allgatherv(mine.data(), bytes, MPI_BYTE, all.data(), counts.data(), starts.data(), MPI_BYTE, node));
  return all;
}

}  // namespace cartwright::mpi
