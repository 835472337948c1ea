// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/workspace.hpp"

#include "base/checked.hpp"
#include "base/random_tag.hpp"
#include "mpi/base/real.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

namespace cartwright::fft::exchange {

namespace {

constexpr std::int64_t page = 4096;

/// Not a multiple of a page: equal offsets in two parts fall into different sets of the cache.
constexpr std::int64_t gap = page + 512;

/// Where a process counts the operations that it has ended, in the page of the tag.
constexpr std::ptrdiff_t counter = 64;

MPI_Comm duplicate(MPI_Comm comm) {
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_dup(comm, &made);
  return made;
}

}  // namespace

Workspace::Workspace(MPI_Comm comm, const std::string& pretended)
    : comm_(duplicate(comm)), node_(comm_, pretended), waits_(comm_, node_.crowd()), id_(base::random_tag()) {
  mpi::real().Bcast(&id_, 1, MPI_INT64_T, 0, comm_);
}

Workspace::~Workspace() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized == 0) PMPI_Comm_free(&comm_);
}

void Workspace::reserve(const std::vector<std::int64_t>& bytes) {
  bool grows = bytes.size() > wanted_.size();
  wanted_.resize(std::max(wanted_.size(), bytes.size()));
  for (std::size_t part = 0; part < bytes.size(); ++part) {
    grows = grows || bytes[part] > wanted_[part];
    wanted_[part] = std::max(wanted_[part], bytes[part]);
  }
  if (all(!grows)) return;
  ++generation_;
  has_pages_ = false;
  memory_ = {};
  const bool works = share();
  if (all(works)) return;
  memory_ = {};
  // On a node that cannot share memory, each process counts as a node from now on. All processes must know that. Later
  // exchanges rely on the nodes.
  if (generation_ == 1) {
    node_.take_apart(!works);
    if (all(share())) return;
    memory_ = {};
  }
  base::fail(base::Status::no_memory, "a process cannot get {} bytes of work space: use more processes or fewer fields",
             bytes_);
}

/// Whether `mine` is true on all processes.
bool Workspace::all(bool mine) { return waits_.least(mine ? 1 : 0) != 0; }

bool Workspace::share() {
  const std::size_t parts = wanted_.size();
  std::vector<std::int64_t> mine(parts);
  bytes_ = page;
  for (std::size_t part = 0; part < parts; ++part) {
    mine[part] = bytes_;
    bytes_ = base::checked_add(bytes_, (wanted_[part] + gap) / page * page + gap % page, "the work space");
  }
  offsets_.resize(parts * node_size());
  mpi::real().Allgather(mine.data(), static_cast<int>(parts), MPI_INT64_T, offsets_.data(), static_cast<int>(parts),
                        MPI_INT64_T, node());

  memory_ = mpi::share(node(), transport::TaggedRegion::create(bytes_));
  if (memory_) watch();
  return static_cast<bool>(memory_);
}

/// The other processes of the node. Their memory was opened by their ids, which therefore mean the same here.
void Workspace::watch() {
  std::vector<mpi::TimedWait::Watched> watched;
  const auto ended = [&](int process) {
    return reinterpret_cast<std::atomic<std::int64_t>*>(memory_.of[process]->region.data() + counter);
  };
  for (int process = 0; process < node_size(); ++process)
    if (process != node_rank()) watched.push_back({node_.ranks()[process], memory_.of[process]->pid, ended(process)});
  waits_.watch(std::move(watched), ended(node_rank()));
}

void Workspace::take_pages() {
  if (has_pages_) return;
  if (!memory_) base::fail(base::Status::no_memory, "the work space is lost since it could not grow: free the plan");
  const transport::Region& own = memory_.of[node_rank()]->region;
  own.collapse();
  if (!all(own.populate(0, own.size())))
    base::fail(base::Status::no_memory,
               "a process cannot get memory for {} bytes of work space: use more processes or fewer fields", bytes_);
  has_pages_ = true;
}

std::byte* Workspace::of(int node_rank, std::size_t part) const {
  return memory_.of[node_rank]->region.data() + offsets_[node_rank * wanted_.size() + part];
}

}  // namespace cartwright::fft::exchange
