// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/neighbors.hpp"

#include "mpi/base/collectively.hpp"
#include "mpi/base/real.hpp"

#include <utility>

namespace cartwright::fft::cuda {

Neighbors::Neighbors(std::shared_ptr<exchange::Workspace> host, device::Stream* stream)
    : host_(std::move(host)), own_(stream) {}

Neighbors::~Neighbors() { close(); }

void Neighbors::reserve(MPI_Comm comm, const WorkBytes& bytes) {
  host_->reserve({sizeof(transport::Counter)});
  int grows = bytes.array > own_.has().array ? 1 : 0;
  mpi::real().Allreduce(MPI_IN_PLACE, &grows, 1, MPI_INT, MPI_LOR, comm);
  if (grows != 0) close();
  mpi::collectively(comm, [&] { own_.reserve(bytes); });
  if (grows != 0) open();
}

/// Waits until no process has mapped the arrays of another one.
void Neighbors::close() {
  if (!std::exchange(open_, false)) return;
  others_.clear();
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (!finalized) mpi::real().Barrier(host_->node());
}

void Neighbors::open() {
  using Arrays = std::array<gpu::SharedMemory, 2>;
  const std::size_t processes = host_->node_size();
  const std::size_t me = host_->node_rank();
  Arrays mine;
  for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = gpu::share(own_.array(i), own_.has().array);
  std::vector<Arrays> all(processes);
  mpi::real().Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, host_->node());

  open_ = true;
  others_.resize(processes);
  std::vector<char> opened(processes);
  const gpu::Current current(own_.context());
  for (std::size_t other = 0; other < processes; ++other) {
    if (other == me) continue;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      others_[other].arrays[i] = gpu::map(current, all[other][i]);
      others_[other].at[i] = all[other][i].offset;
    }
    opened[other] = others_[other] ? 1 : 0;
  }
  // Both must have opened the memory of the other.
  std::vector<char> table(processes * processes);
  mpi::real().Allgather(opened.data(), static_cast<int>(processes), MPI_CHAR, table.data(), static_cast<int>(processes),
                        MPI_CHAR, host_->node());
  for (std::size_t other = 0; other < processes; ++other)
    if (table[other * processes + me] == 0) others_[other] = {};
}

const Neighbors::Other* Neighbors::of(int rank) const {
  const int node_rank = host_->node_rank_of(rank);
  if (node_rank < 0 || others_.empty()) return nullptr;
  const Other& other = others_[static_cast<std::size_t>(node_rank)];
  return other ? &other : nullptr;
}

void Neighbors::offer(std::size_t which) {
  offered_ = which;
  announce(4 * ++transposes_ + offered_);
}

void Neighbors::deliver() { announce(4 * transposes_ + 2 + offered_); }

std::size_t Neighbors::await_offer(int rank) { return await(rank, 4 * transposes_) % 2; }

void Neighbors::await_delivery(int rank) { await(rank, 4 * transposes_ + 2); }

std::uint64_t Neighbors::await(int rank, std::uint64_t least) {
  transport::Counter& theirs = flag(host_->node_rank_of(rank));
  std::uint64_t value = 0;
  host_->waits().until([&] { return (value = theirs.get()) >= least; }, [&] { theirs.sleep(value); });
  return value;
}

}  // namespace cartwright::fft::cuda
