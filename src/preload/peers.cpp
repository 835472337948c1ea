// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/peers.hpp"

#include "mpi/hash.hpp"
#include "preload/interpose.hpp"

#include <memory>
#include <mutex>
#include <numeric>
#include <utility>

namespace cartwright::mpi {

namespace {

std::vector<int> world_on_node;

int forget(MPI_Comm, int, void* peers, void*) {
  delete static_cast<Peers*>(peers);
  return MPI_SUCCESS;
}

int keyval() {
  static const int key = [] {
    int made = MPI_KEYVAL_INVALID;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &made, nullptr);
    return made;
  }();
  return key;
}

/// The rank in MPI_COMM_WORLD of every rank, or MPI_UNDEFINED.
std::vector<int> world_ranks(MPI_Comm comm) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  int size = 0;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<int> translated(ranks.size());
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, translated.data());
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  return translated;
}

std::unique_ptr<Peers> find_peers(MPI_Comm comm) {
  auto peers = std::make_unique<Peers>();
  if (!is_intracommunicator(comm)) return peers;
  int me = 0;
  PMPI_Comm_rank(comm, &me);
  Hash hash;
  for (const int rank : world_ranks(comm)) {
    const bool known = rank != MPI_UNDEFINED && static_cast<int>(peers->on_node.size()) != me;
    peers->on_node.push_back(known ? world_on_node[static_cast<std::size_t>(rank)] : -1);
    peers->any = peers->any || peers->on_node.back() >= 0;
    hash.add(static_cast<std::uint64_t>(rank));
  }
  peers->group = hash.value();
  return peers;
}

}  // namespace

void set_peers_of_world(std::vector<int> on_node) { world_on_node = std::move(on_node); }

const Peers& peers_of(MPI_Comm comm) {
  static std::mutex mutex;
  static const Peers nobody;
  if (world_on_node.empty() || comm == MPI_COMM_NULL) return nobody;
  void* found = nullptr;
  int exists = 0;
  PMPI_Comm_get_attr(comm, keyval(), static_cast<void*>(&found), &exists);
  if (exists) return *static_cast<const Peers*>(found);
  const std::lock_guard lock(mutex);
  PMPI_Comm_get_attr(comm, keyval(), static_cast<void*>(&found), &exists);
  if (exists) return *static_cast<const Peers*>(found);
  std::unique_ptr<Peers> made = find_peers(comm);
  PMPI_Comm_set_attr(comm, keyval(), made.get());
  return *made.release();
}

}  // namespace cartwright::mpi
