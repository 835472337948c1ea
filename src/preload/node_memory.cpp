// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node_memory.hpp"

#include "mpi/program_world.hpp"
#include "mpi/real.hpp"
#include "mpi/settings.hpp"
#include "preload/peers.hpp"
#include "preload/same_node.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cartwright::preload {

namespace {

std::unique_ptr<NodeMemory> the_memory;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_off(std::string_view value) { return value == "off" || value == "0"; }

/// The number of bytes to share, 0 for none; all processes must agree on it. CARTWRIGHT_SHARED is off, or a number of
/// MiB.
std::int64_t bytes_to_share() {
  constexpr std::int64_t mebibyte = 1 << 20;
  const std::string_view value = variable("CARTWRIGHT_SHARED");
  if (is_off(variable("CARTWRIGHT_DATATYPE")) || is_off(value)) return 0;
  std::int64_t size = 0;
  const bool number = std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc{};
  return (number && size > 0 ? std::min<std::int64_t>(size, 1 << 16) : 64) * mebibyte;
}

/// Random bits that only the processes of MPI_COMM_WORLD know; `good` is nonzero if they could be drawn.
struct Agreed {
  transport::Nonce nonce{};
  std::uint64_t good = 0;
};

Agreed agree_on_nonce() {
  Agreed agreed;
  agreed.good = getrandom(agreed.nonce.data(), sizeof agreed.nonce, GRND_NONBLOCK) == sizeof agreed.nonce;
  if (mpi::real().Bcast(&agreed, sizeof agreed, MPI_BYTE, 0, mpi::program_world()) != MPI_SUCCESS) agreed.good = 0;
  return agreed;
}

/// Whether `mine` is true on all processes of the communicator.
bool all(bool mine, MPI_Comm comm) {
  int yes = mine ? 1 : 0;
  return mpi::real().Allreduce(MPI_IN_PLACE, &yes, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && yes == 1;
}

/// The data by which other processes open this process's memory.
struct Address {
  int rank = 0;  ///< in MPI_COMM_WORLD
  int pid = 0;
  int file = -1;
};

/// The arenas of all processes of the node, in the order of `node`, or none. Collective over `node`.
std::vector<transport::Arena> share(MPI_Comm node, std::size_t bytes, const transport::Nonce& nonce,
                                    std::vector<Address>& addresses) {
  int me = 0;
  int size = 0;
  PMPI_Comm_rank(node, &me);
  PMPI_Comm_size(node, &size);
  std::optional<transport::Arena> mine = transport::Arena::create(bytes, nonce);
  Address address{0, getpid(), mine ? mine->region().file() : -1};
  PMPI_Comm_rank(mpi::program_world(), &address.rank);
  addresses.resize(size);
  mpi::real().Allgather(&address, sizeof address, MPI_BYTE, addresses.data(), sizeof address, MPI_BYTE, node);
  std::vector<transport::Arena> arenas;
  for (int i = 0; i < size && address.file >= 0; ++i) {
    const Address& other = addresses[i];
    std::optional<transport::Arena> one =
        i == me ? std::exchange(mine, std::nullopt) : transport::Arena::open(other.pid, other.file, bytes, nonce);
    if (!one) break;
    arenas.push_back(std::move(*one));
  }
  if (!all(arenas.size() == addresses.size(), node)) return {};
  arenas[me].region().hide();
  return arenas;
}

void share_on_node(MPI_Comm node, std::size_t bytes, const transport::Nonce& nonce) {
  std::vector<Address> addresses;
  std::vector<transport::Arena> arenas = share(node, bytes, nonce, addresses);
  if (arenas.size() < 2) return;
  int me = 0;
  PMPI_Comm_rank(node, &me);
  std::unordered_map<int, int> on_node;
  for (std::size_t i = 0; i < addresses.size(); ++i) on_node[addresses[i].rank] = static_cast<int>(i);
  set_peers_of_world(std::move(on_node));
  the_memory = std::make_unique<NodeMemory>(std::move(arenas), static_cast<std::uint32_t>(me));
}

}  // namespace

NodeMemory* node_memory() { return the_memory.get(); }

void start_same_node() {
  if (mpi::switched_off()) return;
  const std::int64_t bytes = bytes_to_share();
  std::int64_t extremes[] = {bytes, -bytes};
  if (mpi::real().Allreduce(MPI_IN_PLACE, extremes, 2, MPI_INT64_T, MPI_MIN, mpi::program_world()) != MPI_SUCCESS)
    return;
  if (extremes[0] == 0 || extremes[0] != -extremes[1]) return;
  const Agreed agreed = agree_on_nonce();
  MPI_Comm node = MPI_COMM_NULL;
  // Split by nodes that really share memory, even if other nodes are pretended.
  if (agreed.good == 0 ||
      mpi::real().Comm_split_type(mpi::program_world(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS)
    return;
  share_on_node(node, bytes, agreed.nonce);
  PMPI_Comm_free(&node);
}

void stop_same_node() { the_memory.reset(); }

}  // namespace cartwright::preload
