// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/connections.hpp"

#include "base/checked.hpp"
#include "halo/neighbor_exchange.hpp"
#include "halo/windows.hpp"
#include "mpi/base/collectively.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

namespace cartwright::halo {

namespace {

using base::Status;
using transport::EpochFlags;
using transport::SharedPlace;
using transport::TaggedRegion;

void check_request(const PlanRequest& request, int processes) {
  if (request.fields.empty()) base::fail(Status::invalid_argument, "no fields are given: give at least one");
  const std::size_t axes = request.fields.front().axes();
  if (axes == 0) base::fail(Status::invalid_argument, "the fields have 0 axes: give 1 to {}", engine::max_axes);
  for (std::size_t i = 0; i < request.fields.size(); ++i) {
    const std::string name = fmt::format("field {}", i);
    if (request.bases[i] == nullptr) base::fail(Status::invalid_argument, "{}: its address is NULL", name);
    check(request.fields[i], name);
    const std::int64_t value = bytes_of(request.types[i]);
    if (value != 0 && value != request.fields[i].element)
      base::fail(Status::invalid_argument, "{}: its values have {} bytes, but those of its type have {}", name,
                 request.fields[i].element, value);
  }
  for (const Neighbor& neighbor : request.neighbors) {
    if (neighbor.rank < 0 || neighbor.rank >= processes)
      base::fail(Status::invalid_argument, "the neighbor at side {} is rank {}, which is outside 0 to {}",
                 engine::describe(neighbor.side), neighbor.rank, processes - 1);
    if (std::ranges::count(request.neighbors, neighbor.side, &Neighbor::side) > 1)
      base::fail(Status::invalid_argument, "two neighbors are given for side {}", engine::describe(neighbor.side));
  }
}

void find_peers(PlanRequest& request, Connections& connections) {
  std::ranges::sort(request.neighbors, [](const Neighbor& a, const Neighbor& b) {
    return std::ranges::lexicographical_compare(a.side, b.side);
  });
  std::map<int, engine::Peer> by_rank;
  for (const Neighbor& neighbor : request.neighbors) {
    engine::Peer& peer = by_rank[neighbor.rank];
    peer.rank = neighbor.rank;
    if (neighbor.read) peer.sides.push_back(neighbor.side);
  }
  for (auto& [rank, peer] : by_rank)
    (rank == connections.rank ? connections.self.emplace() : connections.peers.emplace_back()) = std::move(peer);
  connections.links.resize(connections.peers.size());
  connections.buffers.resize(connections.peers.size());
}

void find_fields(const PlanRequest& request, Connections& connections) {
  engine::Fields& mine = connections.mine;
  mine.fields = request.fields;
  mine.bases = request.bases;
  for (std::size_t i = 0; i < mine.fields.size(); ++i) {
    const engine::Span span = span_of(mine.fields[i]);
    auto array = request.share ? engine::find_array(mine.bases[i] + span.first, mine.bases[i] + span.last) : nullptr;
    mine.shared.push_back(array != nullptr);
    connections.arrays.push_back(std::move(array));
    for (const engine::Numbers* widths : {&mine.fields[i].low, &mine.fields[i].high})
      for (const std::int64_t width : *widths) connections.widest = std::max(connections.widest, width);
  }
}

/// Connects this process with its peers, step by step. All steps are collective.
class Connecting {
 public:
  Connecting(MPI_Comm comm, Connections& connections) : comm_(comm), to_(connections) {
    for (const engine::Peer& peer : to_.peers) ranks_.push_back(peer.rank);
  }

  /// Peers share memory if they are on one node.
  void introduce(const NeighborInfo& mine) {
    mpi::collectively(comm_, [&] {
      infos_ = exchange_info(comm_, mine, ranks_, to_.crowd);
      for (std::size_t i = 0; i < ranks_.size(); ++i) check_fit(to_.rank, mine, ranks_[i], infos_[i]);
      if (to_.self) check_fit(to_.rank, mine, to_.rank, mine);
    });
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      const NeighborInfo& theirs = infos_[i];
      engine::Peer& peer = to_.peers[i];
      peer.theirs = {theirs.fields, std::vector<std::byte*>(theirs.fields.size(), nullptr),
                     std::vector<bool>(theirs.fields.size(), false), false};
      peer.shares = mine.node != 0 && theirs.node == mine.node;
      to_.links[i].pid = static_cast<int>(theirs.pid);
      for (const Neighbor& neighbor : theirs.neighbors)
        if (neighbor.rank == to_.rank && neighbor.read) peer.their_sides.push_back(neighbor.side);
      if (peer.shares) sharing_.push_back(i);
    }
  }

  /// Flags and streams, for those that share memory.
  void share_memory() {
    std::vector<Offer> offers(sharing_.size());
    if (!sharing_.empty()) take_memory(offers);
    std::vector<int> ranks;
    std::vector<engine::Peer*> peers;
    for (const std::size_t i : sharing_) {
      ranks.push_back(ranks_[i]);
      peers.push_back(&to_.peers[i]);
    }
    const std::vector<Offer> theirs = neighbor_exchange(comm_, ranks, offers);
    for (std::size_t k = 0; k < sharing_.size(); ++k) open(theirs[k], to_.links[sharing_[k]], *peers[k]);
    std::vector<std::byte*> bases;
    if (to_.gpu) bases = map_gpu_memory(comm_, peers, to_.memory != nullptr, *to_.gpu);
    for (std::size_t k = 0; k < sharing_.size(); ++k) {
      NodeLink& link = to_.links[sharing_[k]];
      if (!peers[k]->shares) continue;
      std::byte* const own = to_.gpu ? to_.gpu->streams.data() : to_.memory->region.data();
      std::byte* const other = to_.gpu ? bases[k] : link.memory->region.data();
      for (int parity = 0; parity < 2; ++parity) {
        link.out[parity] = own + offers[k].streams[parity];
        link.in[parity] = other + theirs[k].streams[parity];
      }
    }
  }

  /// Maps the arrays of the others. Where that fails on one side, both use messages.
  void map_arrays() {
    std::vector<char> works(ranks_.size());
    for (std::size_t i = 0; i < ranks_.size(); ++i)
      works[i] = to_.peers[i].shares && (to_.gpu || map_arrays(infos_[i].places, to_.peers[i].theirs)) ? 1 : 0;
    const std::vector<char> they_work = neighbor_exchange(comm_, ranks_, works);
    for (std::size_t i = 0; i < ranks_.size(); ++i) to_.peers[i].shares = works[i] != 0 && they_work[i] != 0;
    if (to_.memory) to_.memory->region.hide();
  }

 private:
  /// Sent to each neighbor on the host.
  struct Offer {
    SharedPlace memory;
    std::int64_t reader = 0;           ///< the number of the receiver among those of the sender
    std::int64_t streams[2] = {0, 0};  ///< offsets of those for the receiver, in memory of the GPU if there is one
  };

  void take_memory(std::vector<Offer>& offers) {
    const auto flag_bytes = static_cast<std::int64_t>(EpochFlags::bytes(offers.size()));
    std::int64_t bytes = static_cast<std::int64_t>(TaggedRegion::tag_bytes) + transport::padded(flag_bytes);
    std::int64_t on_gpu = 0;
    std::int64_t& end = to_.gpu ? on_gpu : bytes;
    for (std::size_t reader = 0; reader < offers.size(); ++reader) {
      to_.links[sharing_[reader]].peer_reader = reader;
      offers[reader].reader = static_cast<std::int64_t>(reader);
      for (std::int64_t& stream : offers[reader].streams) {
        stream = end;
        end = base::checked_add(end, transport::padded(max_bytes(to_.mine, to_.peers[sharing_[reader]])),
                                "the buffers of a halo exchange");
      }
    }
    to_.memory = engine::take_pages(bytes);
    if (to_.gpu && !allocate_streams(*to_.gpu, on_gpu)) to_.memory.reset();
    if (!to_.memory) return;
    to_.flags.emplace(to_.memory->region.data() + TaggedRegion::tag_bytes);
    for (Offer& offer : offers) offer.memory = to_.memory->place(0);
  }

  void open(const Offer& offer, NodeLink& link, engine::Peer& peer) const {
    link.memory = to_.memory ? TaggedRegion::open(offer.memory) : nullptr;
    peer.shares = link.memory != nullptr;
    if (!link.memory) return;
    link.flags.emplace(link.memory->region.data() + TaggedRegion::tag_bytes);
    link.reader = offer.reader;
  }

  bool map_arrays(const std::vector<SharedPlace>& places, engine::Fields& theirs) {
    for (std::size_t field = 0; field < places.size(); ++field) {
      if (places[field].tag == 0) continue;
      theirs.bases[field] = address_of(places[field]);
      if (theirs.bases[field] == nullptr) return false;
      theirs.shared[field] = true;
    }
    return true;
  }

  /// The address here of an array of another process. Null if it cannot be read.
  std::byte* address_of(const SharedPlace& place) {
    if (place.file < 0) return find_in_window(place);
    std::shared_ptr<TaggedRegion> array = TaggedRegion::open(place);
    if (!array) return nullptr;
    return to_.maps.emplace_back(std::move(array))->region.data() + place.offset;
  }

  MPI_Comm comm_;
  Connections& to_;
  std::vector<int> ranks_;            ///< of the peers
  std::vector<NeighborInfo> infos_;   ///< per peer
  std::vector<std::size_t> sharing_;  ///< peers on this node
};

}  // namespace

Connections find_connections(MPI_Comm comm, PlanRequest& request) {
  check_request(request, mpi::size_of(comm));
  Connections connections;
  connections.rank = mpi::rank_in(comm);
  find_peers(request, connections);
  find_fields(request, connections);
  connections.gpu = find_gpu(request, connections.mine);
  return connections;
}

void connect(MPI_Comm comm, const mpi::Node& node, const PlanRequest& request, Connections& connections) {
  NeighborInfo mine;
  connections.crowd = node.crowd();
  // Data on a GPU is shared with others on a GPU.
  if (request.share) mine.node = 2 * std::int64_t{node.nodes()[connections.rank]} + (connections.gpu ? 2 : 1);
  mine.pid = getpid();
  mine.neighbors = request.neighbors;
  mine.fields = connections.mine.fields;
  for (std::size_t i = 0; i < connections.arrays.size(); ++i)
    mine.places.push_back(connections.arrays[i] ? connections.arrays[i]->place(connections.mine.bases[i])
                                                : SharedPlace{});
  Connecting connecting(comm, connections);
  connecting.introduce(mine);
  connecting.share_memory();
  connecting.map_arrays();
}

void make_buffers(MPI_Comm comm, bool apart, Connections& connections) {
  mpi::collectively(comm, [&] {
    for (std::size_t i = 0; i < connections.peers.size(); ++i) {
      if (connections.peers[i].shares) continue;
      const std::int64_t most = max_bytes(connections.mine, connections.peers[i]);
      if (connections.gpu)
        connections.buffers[i].emplace(most, most, message_pool(*connections.gpu), apart, !connections.gpu->aware);
      else
        connections.buffers[i].emplace(most, most);
    }
  });
}

}  // namespace cartwright::halo
