// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/reordered.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "preload/base/interpose.hpp"
#include "preload/base/world.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <new>

namespace cartwright::preload {

namespace {

/// Whether there ever was an origin, and how many times one was attached or deleted. The origin that a thread remembers
/// is valid while this number stays the same.
std::atomic<bool> any{false};
std::atomic<std::uint64_t> changes{0};
std::atomic<std::uint64_t> line_bytes{0};
std::atomic<std::uint64_t> neighbor_bytes{0};

int copy_origin(MPI_Comm, int, void*, void* origin, void* copy, int* copied) {
  auto* made = new (std::nothrow) Origin(*static_cast<const Origin*>(origin));
  *static_cast<void**>(copy) = made;
  *copied = made != nullptr;
  ++changes;
  return MPI_SUCCESS;
}

int delete_origin(MPI_Comm, int, void* origin, void*) {
  ++changes;
  delete static_cast<Origin*>(origin);
  return MPI_SUCCESS;
}

int origin_key() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    mpi::real().Comm_create_keyval(copy_origin, delete_origin, &made, nullptr);
    return made;
  }();
  return key;
}

void attach(MPI_Comm comm, const Origin& origin) {
  auto kept = std::make_unique<Origin>(origin);
  if (PMPI_Comm_set_attr(comm, origin_key(), kept.get()) == MPI_SUCCESS) kept.release();
  any = true;
  is_watching = true;
  ++changes;
}

const Origin* look_up(MPI_Comm comm) {
  void* kept = nullptr;
  int exists = 0;
  mpi::real().Comm_get_attr(comm, origin_key(), static_cast<void*>(&kept), &exists);
  return exists ? static_cast<const Origin*>(kept) : nullptr;
}

/// Remembers the original order, in which rank r of the new communicator is the process with rank r in the old one.
void remember_original_order(const mpi::Reordered& made, ReorderedComm& reordered) {
  const std::vector<int> before = world_ranks(made.from);
  const std::vector<int> now = world_ranks(made.comm);
  const Origin* outer = origin_of(made.from);
  for (std::size_t rank = 0; rank < now.size(); ++rank) {
    int original = before[rank];
    if (outer != nullptr)
      if (const auto found = outer->reordered->original.find(original); found != outer->reordered->original.end())
        original = found->second;
    reordered.original.emplace(now[rank], original);
    reordered.cell.emplace(now[rank], static_cast<int>(rank));
  }
  reordered.dims = made.dims;
}

void remember(const mpi::Reordered& made) {
  if (made.comm == MPI_COMM_NULL) return;
  try {
    auto reordered = std::make_shared<ReorderedComm>();
    int rank = 0;
    mpi::real().Comm_rank(made.comm, &rank);
    PMPI_Comm_size(made.comm, &reordered->size);
    reordered->first = rank == 0;
    if (world() != nullptr && !world()->settings.report.empty()) remember_original_order(made, *reordered);
    reordered->fate = &reorder_outcome_of(
        made.dims.empty() ? made.function : fmt::format("{} {}", made.function, fmt::join(made.dims, "x")));
    reordered->fate->made += 1;
    attach(made.comm, {std::move(reordered)});
  } catch (const std::exception& error) {
    mpi::warn_once(base::as_error(error).what());
  }
}

}  // namespace

ReorderedComm::~ReorderedComm() {
  if (fate == nullptr || used || !asked) return;
  fate->freed_asked += 1;
  if (first && !grouped) warn_of_freed(fate->name);
}

const Origin* origin_of(MPI_Comm comm) {
  if (!any.load(std::memory_order_relaxed) || comm == MPI_COMM_NULL) return nullptr;
  struct Last {
    MPI_Comm comm{};
    std::uint64_t changes = 0;
    const Origin* origin = nullptr;
  };
  static constinit thread_local Last last;
  const std::uint64_t now = changes.load(std::memory_order_acquire);
  if (last.comm != comm || last.changes != now) last = {comm, now, look_up(comm)};
  return last.origin;
}

void watch_reordered() { mpi::listen_to_reordered(remember); }

void inherit_origin(MPI_Comm from, MPI_Comm made, bool by_location) {
  const Origin* origin = origin_of(from);
  if (origin == nullptr || made == MPI_COMM_NULL) return;
  // A communicator that was itself reordered keeps its own origin. Open MPI 4 copies attributes in
  // MPI_Comm_create_group, too.
  if (const Origin* own = look_up(made); own != nullptr && own->reordered != origin->reordered) return;
  Origin inherited = *origin;
  const int size = mpi::size_of(made);
  inherited.part = size < inherited.reordered->size;
  inherited.by_location = inherited.by_location || by_location;
  try {
    attach(made, inherited);
  } catch (const std::exception& error) {
    mpi::warn_once(base::as_error(error).what());
  }
}

void note_use(MPI_Comm comm) {
  const Origin* origin = origin_of(comm);
  if (origin == nullptr || origin->reordered->used.load(std::memory_order_relaxed)) return;
  if (!origin->reordered->used.exchange(true)) origin->reordered->fate->used += 1;
}

void add_sent(const mpi::SentBytes& bytes) {
  line_bytes.fetch_add(bytes.in_lines, std::memory_order_relaxed);
  neighbor_bytes.fetch_add(bytes.to_neighbors, std::memory_order_relaxed);
}

mpi::SentBytes sent_so_far() { return {line_bytes, neighbor_bytes}; }

}  // namespace cartwright::preload
