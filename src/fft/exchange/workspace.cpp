// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/workspace.hpp"

#include "base/checked.hpp"
#include "base/draw.hpp"
#include "mpi/discover.hpp"
#include "mpi/real.hpp"

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

/// Splits a node into the nodes that CARTWRIGHT_NODES pretends.
void split_pretended(MPI_Comm comm, const std::string& pretended, MPI_Comm& node) {
  const mpi::Location location = mpi::discover(comm, pretended);
  const int levels = static_cast<int>(location.domains.size());
  int size = 0;
  int rank = 0;
  PMPI_Comm_size(node, &size);
  PMPI_Comm_rank(node, &rank);
  std::vector<int> domains(size * levels);
  mpi::real().Allgather(location.domains.data(), levels, MPI_INT, domains.data(), levels, MPI_INT, node);
  const auto of = [&](int process) { return domains.begin() + process * levels; };
  const auto shared_levels = static_cast<std::ptrdiff_t>(location.node_level) + 1;
  int first = 0;
  while (!std::equal(of(first), of(first) + shared_levels, of(rank))) ++first;
  MPI_Comm part = MPI_COMM_NULL;
  PMPI_Comm_split(node, first, rank, &part);
  PMPI_Comm_free(&node);
  node = part;
}

}  // namespace

Workspace::Workspace(MPI_Comm comm, const std::string& pretended) : waits_(comm) {
  // A duplicate, because the workspace may outlive the plan that it was made for.
  PMPI_Comm_dup(comm, &comm_);
  PMPI_Comm_rank(comm, &rank_);
  id_ = base::draw_tag();
  mpi::real().Bcast(&id_, 1, MPI_INT64_T, 0, comm_);
  PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node_);
  if (!pretended.empty()) split_pretended(comm, pretended, node_);
  find_processes();
}

Workspace::~Workspace() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized) return;
  PMPI_Comm_free(&node_);
  PMPI_Comm_free(&comm_);
}

void Workspace::find_processes() {
  PMPI_Comm_rank(node_, &node_rank_);
  PMPI_Comm_size(node_, &node_size_);
  int leader = rank_;
  mpi::real().Bcast(&leader, 1, MPI_INT, 0, node_);
  int size = 0;
  PMPI_Comm_size(comm_, &size);
  nodes_.resize(size);
  mpi::real().Allgather(&leader, 1, MPI_INT, nodes_.data(), 1, MPI_INT, comm_);
  node_ranks_.assign(nodes_.size(), -1);
  int next = 0;
  for (std::size_t rank = 0; rank < nodes_.size(); ++rank)
    if (nodes_[rank] == leader) node_ranks_[rank] = next++;
}

void Workspace::leave_node() {
  MPI_Comm alone = MPI_COMM_NULL;
  PMPI_Comm_split(node_, node_rank_, 0, &alone);
  PMPI_Comm_free(&node_);
  node_ = alone;
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
  regions_.clear();
  // On a node that cannot share memory, each process counts as a node from now on. All processes must know that.
  if (const bool works = share(); !all(works)) {
    if (!works) leave_node();
    find_processes();
    regions_.clear();
    if (!all(share()))
      base::fail(base::Status::no_memory,
                 "a process cannot get {} bytes of work space: use more processes or fewer fields", bytes_);
  }
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
  const std::size_t processes = node_size_;
  offsets_.resize(parts * processes);
  mpi::real().Allgather(mine.data(), static_cast<int>(parts), MPI_INT64_T, offsets_.data(), static_cast<int>(parts),
                        MPI_INT64_T, node_);

  std::shared_ptr<transport::TaggedRegion> own = transport::TaggedRegion::create(bytes_);
  const transport::SharedPlace place = own ? own->place() : transport::SharedPlace{};
  std::vector<transport::SharedPlace> places(processes);
  mpi::real().Allgather(&place, sizeof place, MPI_BYTE, places.data(), sizeof place, MPI_BYTE, node_);
  bool works = true;
  for (int process = 0; process < node_size_; ++process) {
    regions_.push_back(process == node_rank_ ? std::move(own) : transport::TaggedRegion::open(places[process]));
    works = works && regions_.back();
  }
  int every = works ? 1 : 0;
  mpi::real().Allreduce(MPI_IN_PLACE, &every, 1, MPI_INT, MPI_LAND, node_);
  if (every == 0) return false;
  regions_[node_rank_]->region.hide();
  watch(places);
  return true;
}

/// The other processes of the node. Their memory was opened by their ids, which therefore mean the same here.
void Workspace::watch(const std::vector<transport::SharedPlace>& places) {
  std::vector<mpi::TimedWait::Watched> watched;
  std::atomic<std::int64_t>* mine = nullptr;
  for (std::size_t rank = 0; rank < node_ranks_.size(); ++rank) {
    const int process = node_ranks_[rank];
    if (process < 0) continue;
    auto* const ended = reinterpret_cast<std::atomic<std::int64_t>*>(regions_[process]->region.data() + counter);
    if (process == node_rank_)
      mine = ended;
    else
      watched.push_back({static_cast<int>(rank), static_cast<int>(places[process].pid), ended});
  }
  waits_.watch(std::move(watched), mine);
}

void Workspace::take_pages() {
  if (has_pages_) return;
  const transport::Region& own = regions_[node_rank_]->region;
  own.collapse();
  if (!all(own.populate(0, own.size())))
    base::fail(base::Status::no_memory,
               "a process cannot get memory for {} bytes of work space: use more processes or fewer fields", bytes_);
  has_pages_ = true;
}

std::byte* Workspace::of(int node_rank, std::size_t part) const {
  return regions_[node_rank]->region.data() + offsets_[node_rank * wanted_.size() + part];
}

}  // namespace cartwright::fft::exchange
