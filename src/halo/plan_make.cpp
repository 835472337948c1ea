// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "base/error.hpp"
#include "halo/dimension_ordered.hpp"
#include "halo/neighbor_exchange.hpp"
#include "halo/windows.hpp"
#include "mpi/collectively.hpp"
#include "mpi/comm.hpp"
#include "mpi/succeed.hpp"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace cartwright::halo {

namespace {

using base::Status;
using engine::Pattern;
using mpi::real;
using mpi::succeed;

/// MPI counts units in 31 bits.
constexpr std::int64_t max_of_message = std::int64_t{64} << 30;

/// Sent to each neighbor on the host.
struct Offer {
  transport::SharedPlace memory;
  std::int64_t reader = 0;           ///< the number of the receiver among those of the sender
  std::int64_t streams[2] = {0, 0};  ///< offsets of the streams for the receiver
};

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

}  // namespace

Plan::Plan(MPI_Comm comm, PlanRequest request) : request_(std::move(request)), shortest_read_(request_.shortest_read) {
  const int processes = mpi::size_of(comm);
  PMPI_Comm_rank(comm, &rank_);
  mpi::collectively(comm, [&] {
    check_request(request_, processes);
    find_peers();
    find_gpu();
  });
  PMPI_Comm_dup(comm, &comm_);
  try {
    // Errors come back to the caller, whatever the communicator does with its own.
    PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    connect_peers();
    agree();
    if (agreed_.messages) make_buffers();
    join(request_.longest_joined ? *request_.longest_joined : estimated_join());
    cut(request_.piece != 0 ? request_.piece : agreed_.piece);
    if (agreed_.any_gpu) mpi::collectively(comm_, [&] { prepared(whole()); });
    if ((request_.by_axes ? *request_.by_axes : estimated_by_axes()) && may_go_by_axes()) go_by_axes(true);
    if (request_.measure) measure();
    node_.reset();
  } catch (...) {
    node_.reset();
    joined_.reset();
    by_axes_.reset();
    prepared_.clear();
    PMPI_Comm_free(&comm_);
    throw;
  }
}

Plan::~Plan() {
  if (flags_) flags_->close();
  int finalized = 0;
  PMPI_Finalized(&finalized);
  prepared_.clear();
  joined_.reset();
  // After a failure, a message may still be on its way. It must never match a receive of another communicator, so this
  // one is not given up: MPICH would use its number again.
  const bool clean = !failed_ && !open();
  if (finalized == 0 && clean) PMPI_Comm_free(&comm_);
}

void Plan::find_peers() {
  std::ranges::sort(request_.neighbors, [](const Neighbor& a, const Neighbor& b) {
    return std::ranges::lexicographical_compare(a.side, b.side);
  });
  std::map<int, engine::Peer> by_rank;
  for (const Neighbor& neighbor : request_.neighbors) {
    engine::Peer& peer = by_rank[neighbor.rank];
    peer.rank = neighbor.rank;
    if (neighbor.read) peer.sides.push_back(neighbor.side);
  }
  for (auto& [rank, peer] : by_rank) (rank == rank_ ? self_.emplace() : peers_.emplace_back()) = std::move(peer);
  links_.resize(peers_.size());

  mine_.fields = request_.fields;
  mine_.bases = request_.bases;
  for (std::size_t i = 0; i < mine_.fields.size(); ++i) {
    const engine::Span span = span_of(mine_.fields[i]);
    auto array = request_.share ? engine::find_array(mine_.bases[i] + span.first, mine_.bases[i] + span.last) : nullptr;
    mine_.shared.push_back(array != nullptr);
    arrays_.push_back(std::move(array));
    for (const engine::Numbers* widths : {&mine_.fields[i].low, &mine_.fields[i].high})
      for (const std::int64_t width : *widths) widest_ = std::max(widest_, width);
  }
}

void Plan::connect_peers() {
  NeighborInfo mine;
  node_.emplace(comm_, request_.pretended);
  crowd_ = node_->crowd();
  // Data on a GPU is shared with others on a GPU.
  if (request_.share) mine.node = 2 * std::int64_t{node_->nodes()[rank_]} + (gpu_ ? 2 : 1);
  mine.pid = getpid();
  mine.neighbors = request_.neighbors;
  mine.fields = mine_.fields;
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    mine.places.push_back(arrays_[i] ? arrays_[i]->place(mine_.bases[i]) : transport::SharedPlace{});
  std::vector<int> ranks;
  for (const engine::Peer& peer : peers_) ranks.push_back(peer.rank);
  std::vector<NeighborInfo> infos;
  mpi::collectively(comm_, [&] {
    infos = exchange_info(comm_, mine, ranks, crowd_);
    for (std::size_t i = 0; i < peers_.size(); ++i) check_fit(rank_, mine, ranks[i], infos[i]);
    if (self_) check_fit(rank_, mine, rank_, mine);
  });
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    const NeighborInfo& theirs = infos[i];
    peers_[i].theirs = {theirs.fields, std::vector<std::byte*>(theirs.fields.size(), nullptr),
                        std::vector<bool>(theirs.fields.size(), false), false};
    peers_[i].shares = mine.node != 0 && theirs.node == mine.node;
    links_[i].pid = static_cast<int>(theirs.pid);
    for (const Neighbor& neighbor : theirs.neighbors)
      if (neighbor.rank == rank_ && neighbor.read) peers_[i].their_sides.push_back(neighbor.side);
  }
  share_memory();
  // Map the arrays of the others. Where that fails on one side, both use messages.
  std::vector<char> works(peers_.size());
  for (std::size_t i = 0; i < peers_.size(); ++i) {
    works[i] = peers_[i].shares;
    for (std::size_t field = 0; !gpu_ && works[i] != 0 && field < mine_.fields.size(); ++field) {
      const transport::SharedPlace& place = infos[i].places[field];
      if (place.tag == 0) continue;
      peers_[i].theirs.bases[field] = address_of(place);
      works[i] = peers_[i].theirs.bases[field] != nullptr;
      if (works[i] == 0) break;
      peers_[i].theirs.shared[field] = true;
    }
  }
  const std::vector<char> they_work = neighbor_exchange(comm_, ranks, works);
  for (std::size_t i = 0; i < peers_.size(); ++i) peers_[i].shares = works[i] != 0 && they_work[i] != 0;
  if (memory_) memory_->region.hide();
}

void Plan::make_buffers() {
  mpi::collectively(comm_, [&] {
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (peers_[i].shares) continue;
      const std::int64_t most = max_bytes(mine_, peers_[i]);
      if (gpu_)
        links_[i].buffers.emplace(most, most, message_pool(), agreed_.apart);
      else
        links_[i].buffers.emplace(most, most);
    }
  });
}

void Plan::cut(std::int64_t piece) {
  prepared_.clear();
  piece_ = piece == unlimited ? max_of_message : std::min(mpi::MessageUnit::padded(piece), max_of_message);
}

void Plan::go_by_axes(bool by_axes) {
  if (!by_axes) return by_axes_.reset();
  PlanRequest request = request_;
  request.piece = piece_;
  // Values are never rounded in a node.
  for (engine::Field& field : request.fields) field.narrow = field.narrow && !agreed_.sharing;
  by_axes_ = std::make_unique<DimensionOrdered>(comm_, request);
}

void Plan::join(std::int64_t longest) {
  prepared_.clear();
  joined_.reset();
  longest_joined_ = longest;
  if (longest == 0 || !may_join()) return;
  std::vector<Joined::Neighbor> neighbors;
  for (const engine::Peer& peer : peers_) {
    Joined::Neighbor& neighbor = neighbors.emplace_back(peer.rank);
    if (peer.shares) continue;
    neighbor.bytes_out = wire_bytes(peer.theirs, peer.their_sides);
    neighbor.bytes_in = wire_bytes(mine_, peer.sides);
  }
  joined_ = Joined::make(comm_, *node_, unit_, neighbors, longest);
}

std::byte* Plan::address_of(const transport::SharedPlace& place) {
  if (place.file < 0) return find_in_window(place);
  std::shared_ptr<transport::TaggedRegion> array = transport::TaggedRegion::open(place);
  if (!array) return nullptr;
  std::byte* const address = array->region.data() + place.offset;
  their_arrays_.push_back(std::move(array));
  return address;
}

void Plan::share_memory() {
  std::vector<int> ranks;
  std::vector<std::size_t> sharing;
  for (std::size_t i = 0; i < peers_.size(); ++i)
    if (peers_[i].shares) {
      ranks.push_back(peers_[i].rank);
      sharing.push_back(i);
    }
  std::vector<Offer> offers(sharing.size());
  if (!sharing.empty()) {
    const auto flag_bytes = static_cast<std::int64_t>(transport::EpochFlags::bytes(sharing.size()));
    std::int64_t bytes = static_cast<std::int64_t>(transport::TaggedRegion::tag_bytes) + transport::padded(flag_bytes);
    std::int64_t on_gpu = 0;
    std::int64_t& end = gpu_ ? on_gpu : bytes;
    for (std::size_t reader = 0; reader < sharing.size(); ++reader) {
      Link& link = links_[sharing[reader]];
      link.peer_reader = reader;
      for (std::int64_t& stream : link.streams) {
        stream = end;
        end = base::checked_add(end, transport::padded(max_bytes(mine_, peers_[sharing[reader]])),
                                "the buffers of a halo exchange");
      }
      offers[reader].reader = static_cast<std::int64_t>(reader);
      std::copy_n(link.streams, 2, offers[reader].streams);
    }
    memory_ = engine::take_pages(bytes);
    if (gpu_ && !allocate_streams(on_gpu)) memory_.reset();
    if (memory_) flags_.emplace(memory_->region.data() + transport::TaggedRegion::tag_bytes);
  }
  for (Offer& offer : offers)
    if (memory_) offer.memory = memory_->place(0);
  const std::vector<Offer> theirs = neighbor_exchange(comm_, ranks, offers);
  for (std::size_t k = 0; k < sharing.size(); ++k) {
    Link& link = links_[sharing[k]];
    link.memory = memory_ ? transport::TaggedRegion::open(theirs[k].memory) : nullptr;
    peers_[sharing[k]].shares = link.memory != nullptr;
    if (!link.memory) continue;
    link.flags.emplace(link.memory->region.data() + transport::TaggedRegion::tag_bytes);
    link.reader = theirs[k].reader;
    std::copy_n(theirs[k].streams, 2, link.their_streams);
  }
  if (gpu_) share_gpu_memory(ranks, sharing);
}

Pattern Plan::whole(Pattern::Way way) const {
  return {way, engine::Combination::sum, std::vector<bool>(mine_.fields.size(), true), widest_};
}

Plan::Prepared& Plan::prepared(const Pattern& pattern) {
  Prepared& made = prepared_[pattern];
  if (made.pass) return made;
  try {
    made.joined = joined_ && pattern.hash() == whole().hash();
    auto pass = std::make_unique<engine::Pass>(pattern, mine_, request_.types, peers_, self_, shortest_read_, moves_);
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      std::optional<Messages>& messages = made.messages.emplace_back();
      if (!links_[i].buffers) continue;
      const bool sends = pass->sends_to(i) && !(made.joined && joined_->sends_to(i));
      const bool receives = pass->gets_from(i) && !(made.joined && joined_->gets_from(i));
      messages.emplace(made.requests, comm_, unit_, peers_[i].rank, *links_[i].buffers, sends ? pass->bytes_out(i) : -1,
                       receives ? pass->bytes_in(i) : -1, Messages::Cut{piece_, agreed_.apart});
    }
    if (gpu_) made.on_gpu = make_gpu_pass(*pass);
    made.pass = std::move(pass);
  } catch (...) {
    prepared_.erase(pattern);
    throw;
  }
  return made;
}

}  // namespace cartwright::halo
