// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node/node_memory.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/settings.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/crowd.hpp"
#include "preload/base/peers.hpp"
#include "preload/base/variables.hpp"
#include "preload/node/measured_links.hpp"
#include "preload/node/same_node.hpp"

#include <sys/random.h>

#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cartwright::preload {

namespace {

std::unique_ptr<NodeMemory> the_memory;
bool all_share = false;
bool on_one_node = false;

traffic::NodeLinks the_links;

/// What process 0 says: random bits that only the processes of MPI_COMM_WORLD know, and results of
/// `cartwright measure`, or the usual ones. `good` is nonzero if the bits could be drawn.
struct Announcement {
  transport::Nonce nonce{};
  Limits limits;
  traffic::NodeLinks links;
  std::uint64_t good = 0;

  void read(const std::string& file);
};

void Announcement::read(const std::string& file) {
  limits = preload::limits();
  if (file.empty()) return;
  std::string note;
  const std::optional<machine::Measured> measured = mpi::read_measured(file, note);
  if (!measured) return mpi::warn_once(note);
  if (measured->same_node) limits = {measured->same_node->least_bytes, measured->same_node->max_read_bytes};
  const machine::MeasuredLink* const between = measured->between_nodes();
  const machine::MeasuredLink* const inside = measured->in_node();
  if (between != nullptr && inside != nullptr)
    links = {.costs = {.latency = between->latency().median,
                       .in_node_latency = measured->memory_latency(),
                       .overhead = 1 / between->messages_per_second.median},
             .byte = 1 / between->injection().bytes_per_second.median,
             .copied_byte = 1 / inside->injection().bytes_per_second.median};
}

Announcement announcement() {
  Announcement made;
  if (mpi::rank_in(mpi::program_world()) == 0) made.read(std::string(variable("CARTWRIGHT_MEASURED")));
  made.good = getrandom(made.nonce.data(), sizeof made.nonce, GRND_NONBLOCK) == sizeof made.nonce;
  if (mpi::real().Bcast(&made, sizeof made, MPI_BYTE, 0, mpi::program_world()) != MPI_SUCCESS) made.good = 0;
  return made;
}

/// At the end of the memory of each process.
constexpr std::size_t doorbell_bytes = transport::padded(sizeof(transport::Counter));

/// False if the processes of the node cannot share memory. True for a single process.
bool share_on_node(const mpi::Node& node, std::size_t bytes, const transport::Nonce& nonce) {
  const std::size_t processes = node.size();
  const std::size_t all = NodeMemory::bytes(bytes, processes);
  std::shared_ptr<transport::TaggedRegion> own = transport::TaggedRegion::create(all);
  if (own && !own->region.populate(all - doorbell_bytes, all)) own.reset();
  mpi::SharedMemory memory = mpi::share(node.comm(), std::move(own));
  if (processes < 2) return true;
  if (!memory) return false;
  std::unordered_map<int, int> on_node;
  for (const int rank : node.ranks()) on_node[rank] = node.here(rank);
  set_peers_of_world(std::move(on_node));
  set_crowd(node.crowd());
  the_memory = std::make_unique<NodeMemory>(node, std::move(memory), bytes, nonce);
  return true;
}

}  // namespace

NodeMemory::NodeMemory(const mpi::Node& node, mpi::SharedMemory memory, std::size_t arena_bytes,
                       const transport::Nonce& nonce)
    : memory_(std::move(memory)),
      arenas_([&] {
        std::vector<transport::Arena> arenas;
        for (const auto& one : memory_.of) arenas.emplace_back(one, arena_bytes);
        return arenas;
      }()),
      letters_at_(transport::Arena::memory_bytes(arena_bytes)),
      world_ranks_(node.ranks()),
      me_(static_cast<std::uint32_t>(node.rank())),
      nonce_(nonce),
      outbox_(arenas_[me_]),
      layouts_(arenas_[me_], outbox_) {}

std::size_t NodeMemory::bytes(std::size_t arena_bytes, std::size_t processes) {
  return transport::Arena::memory_bytes(arena_bytes) + processes * sizeof(transport::RingBuffer) + doorbell_bytes;
}

transport::Counter& NodeMemory::doorbell(int process) const {
  const transport::Region& region = memory_.of[process]->region;
  return *reinterpret_cast<transport::Counter*>(region.data() + region.size() - doorbell_bytes);
}

transport::RingBuffer* NodeMemory::ring_buffer(std::uint32_t from, std::uint32_t to) const {
  const std::size_t first = letters_at_ + to * sizeof(transport::RingBuffer);
  const transport::Region& region = memory_.of[from]->region;
  if (!region.populate(first, first + sizeof(transport::RingBuffer))) return nullptr;
  return reinterpret_cast<transport::RingBuffer*>(region.data() + first);
}

NodeMemory* node_memory() { return the_memory.get(); }

const traffic::NodeLinks& measured_links() { return the_links; }

bool all_nodes_share() { return all_share; }
bool one_node_shares() { return on_one_node; }

std::int64_t bytes_to_share() {
  constexpr std::int64_t mebibyte = 1 << 20;
  const std::string_view mode = variable("CARTWRIGHT_DATATYPE");
  if (mode == "off" || mode == "0") return 0;
  return size_setting("CARTWRIGHT_SHARED", "MiB").value_or(64) * mebibyte;
}

void start_same_node() try {
  const int size = mpi::size_of(mpi::program_world());
  on_one_node = size == 1;
  if (agreed().shared_bytes == 0) return;
  const Announcement announced = announcement();
  set_limits(announced.limits);
  the_links = announced.links;
  if (announced.good == 0) return;
  // Nodes that really share memory, even if others are pretended.
  const mpi::Node node(mpi::program_world());
  const bool shared = share_on_node(node, agreed().shared_bytes, announced.nonce);
  int all[] = {shared ? 1 : 0, the_memory ? 0 : 1, shared && node.size() == size ? 1 : 0};
  mpi::real().Allreduce(MPI_IN_PLACE, all, 3, MPI_INT, MPI_MIN, mpi::program_world());
  all_share = all[0] == 1 && all[1] == 0;
  on_one_node = all[2] == 1;
} catch (const std::exception&) {
  the_memory.reset();  // MPI does without
}

void stop_same_node() {
  all_share = false;
  the_memory.reset();
}

}  // namespace cartwright::preload
