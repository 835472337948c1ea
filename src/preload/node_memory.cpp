// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node_memory.hpp"

#include "mpi/job_network.hpp"
#include "mpi/program_world.hpp"
#include "mpi/real.hpp"
#include "mpi/report.hpp"
#include "mpi/settings.hpp"
#include "preload/comm_number.hpp"
#include "preload/neighbor_ways.hpp"
#include "preload/peers.hpp"
#include "preload/post.hpp"
#include "preload/same_node.hpp"
#include "preload/size_setting.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cartwright::preload {

namespace {

std::unique_ptr<NodeMemory> the_memory;
bool all_share = false;

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// The number of bytes to share, 0 for none; all processes must agree on it.
std::int64_t bytes_to_share() {
  constexpr std::int64_t mebibyte = 1 << 20;
  const std::string_view mode = variable("CARTWRIGHT_DATATYPE");
  if (mode == "off" || mode == "0") return 0;
  return size_setting("CARTWRIGHT_SHARED", "MiB").value_or(64) * mebibyte;
}

/// The limits that `cartwright measure` found, or the usual ones.
Limits measured_limits(const std::string& file) {
  if (file.empty()) return limits();
  std::string note;
  const std::optional<machine::Measured> measured = mpi::read_measured(file, note);
  if (!measured) mpi::say_once(note);
  if (!measured || !measured->same_node) return limits();
  return {measured->same_node->least_bytes, measured->same_node->most_read_bytes};
}

/// What process 0 says: random bits that only the processes of MPI_COMM_WORLD know, and limits. `good` is nonzero if
/// the bits could be drawn.
struct Agreed {
  transport::Nonce nonce{};
  Limits limits;
  std::uint64_t good = 0;
};

Agreed agree() {
  Agreed agreed;
  int rank = 0;
  PMPI_Comm_rank(mpi::program_world(), &rank);
  if (rank == 0) agreed.limits = measured_limits(std::string(variable("CARTWRIGHT_MEASURED")));
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
  int letters = -1;
};

std::size_t letter_bytes(std::size_t processes) { return processes * sizeof(transport::Letterbox); }

/// The memory of all processes of the node, in the order of `node`, or none.
struct Memories {
  std::vector<transport::Arena> arenas;
  std::vector<transport::Region> letters;
};

/// Collective over `node`.
Memories share(MPI_Comm node, std::size_t bytes, const transport::Nonce& nonce, std::vector<Address>& addresses) {
  int me = 0;
  int size = 0;
  PMPI_Comm_rank(node, &me);
  PMPI_Comm_size(node, &size);
  std::optional<transport::Arena> mine = transport::Arena::create(bytes, nonce);
  const std::size_t with_bell = letter_bytes(size) + sizeof(transport::Doorbell);
  std::optional<transport::Region> mine_for_letters = transport::Region::create(with_bell);
  if (mine_for_letters && !mine_for_letters->populate(letter_bytes(size), with_bell)) mine_for_letters.reset();
  Address address{0, getpid(), mine ? mine->region().file() : -1, mine_for_letters ? mine_for_letters->file() : -1};
  PMPI_Comm_rank(mpi::program_world(), &address.rank);
  addresses.resize(size);
  mpi::real().Allgather(&address, sizeof address, MPI_BYTE, addresses.data(), sizeof address, MPI_BYTE, node);
  Memories memories;
  for (int i = 0; i < size && address.file >= 0 && address.letters >= 0; ++i) {
    const Address& other = addresses[i];
    std::optional<transport::Arena> one =
        i == me ? std::exchange(mine, std::nullopt) : transport::Arena::open(other.pid, other.file, bytes, nonce);
    // The nonce was compared: this is the process that it claims to be.
    if (!one) break;
    if (i == me)
      memories.letters.push_back(std::move(*mine_for_letters));
    else if (auto letters = transport::Region::open(other.pid, other.letters, with_bell))
      memories.letters.push_back(std::move(*letters));
    else
      break;
    memories.arenas.push_back(std::move(*one));
  }
  if (!all(memories.arenas.size() == addresses.size(), node)) return {};
  memories.arenas[me].region().hide();
  memories.letters[me].hide();
  return memories;
}

/// False if the processes of the node cannot share memory. True for a single process.
bool share_on_node(MPI_Comm node, std::size_t bytes, const transport::Nonce& nonce) {
  std::vector<Address> addresses;
  Memories memories = share(node, bytes, nonce, addresses);
  if (memories.arenas.size() < 2) return addresses.size() < 2;
  int me = 0;
  PMPI_Comm_rank(node, &me);
  std::unordered_map<int, int> on_node;
  std::vector<int> ranks;
  for (const Address& address : addresses) {
    on_node[address.rank] = static_cast<int>(ranks.size());
    ranks.push_back(address.rank);
  }
  set_peers_of_world(std::move(on_node));
  the_memory = std::make_unique<NodeMemory>(std::move(memories.arenas), std::move(memories.letters), std::move(ranks),
                                            static_cast<std::uint32_t>(me));
  return true;
}

}  // namespace

NodeMemory::NodeMemory(std::vector<transport::Arena> arenas, std::vector<transport::Region> letters,
                       std::vector<int> world_ranks, std::uint32_t me)
    : arenas_(std::move(arenas)),
      letters_(std::move(letters)),
      world_ranks_(std::move(world_ranks)),
      me_(me),
      crowded_(processes() > sysconf(_SC_NPROCESSORS_ONLN)),
      outbox_(arenas_[me]),
      layouts_(arenas_[me], outbox_) {}

transport::Doorbell& NodeMemory::doorbell(int process) const {
  return *reinterpret_cast<transport::Doorbell*>(letters_[process].data() + letter_bytes(letters_.size()));
}

transport::Letterbox* NodeMemory::letterbox(std::uint32_t from, std::uint32_t to) const {
  const std::size_t first = to * sizeof(transport::Letterbox);
  if (!letters_[from].populate(first, first + sizeof(transport::Letterbox))) return nullptr;
  return reinterpret_cast<transport::Letterbox*>(letters_[from].data() + first);
}

NodeMemory* node_memory() { return the_memory.get(); }

bool all_nodes_share() { return all_share; }

void start_same_node() {
  if (mpi::switched_off()) return;
  const std::int64_t bytes = bytes_to_share();
  const auto join = static_cast<std::int64_t>(join_setting());
  std::array extremes = {bytes, -bytes, join, -join};
  if (mpi::real().Allreduce(MPI_IN_PLACE, extremes.data(), extremes.size(), MPI_INT64_T, MPI_MIN,
                            mpi::program_world()) != MPI_SUCCESS)
    return;
  if (extremes[0] == 0 || extremes[0] != -extremes[1]) return;
  if (extremes[2] == -extremes[3]) set_join(static_cast<Join>(join));
  const Agreed agreed = agree();
  set_limits(agreed.limits);
  MPI_Comm node = MPI_COMM_NULL;
  // Split by nodes that really share memory, even if other nodes are pretended.
  if (agreed.good == 0 ||
      mpi::real().Comm_split_type(mpi::program_world(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS)
    return;
  const bool shared = share_on_node(node, bytes, agreed.nonce);
  PMPI_Comm_free(&node);
  int good[] = {shared ? 1 : 0, the_memory ? 0 : 1};
  mpi::real().Allreduce(MPI_IN_PLACE, good, 2, MPI_INT, MPI_MIN, mpi::program_world());
  all_share = good[0] == 1 && good[1] == 0 && start_post();
  if (all_share) number_world();
}

void stop_same_node() {
  if (all_share) stop_post();
  all_share = false;
  the_memory.reset();
}

}  // namespace cartwright::preload
