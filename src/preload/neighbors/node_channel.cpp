// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/node_channel.hpp"

#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/crowd.hpp"
#include "preload/node/node_memory.hpp"
#include "transport/stream.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace cartwright::preload {

namespace {

using transport::MessageId;
using transport::Packet;
using transport::RingBuffer;

constexpr int packet_tag = 0;

/// A packet that was taken out of its ring before it was asked for.
struct Unexpected {
  std::vector<std::byte> data;
  std::uint32_t slot = Packet::inside;
};

/// The sender of a packet from another node.
constexpr int far = -1;

/// A packet that is a message: its header, then its data.
struct Header {
  MessageId id;
  int sender = far;                     ///< its number on the node
  std::uint32_t slot = Packet::inside;  ///< or `rts`, or, from another node, `more`
};
/// Others follow.
constexpr std::uint32_t more = 0;

struct SentPacket {
  std::vector<std::byte> bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

/// A sender of this node, as its receiver sees it.
struct PeerQueue {
  std::optional<transport::RingWriter> to;
  std::optional<transport::RingReader> from;
  bool to_opened = false;
  bool from_opened = false;
  std::map<MessageId, Unexpected> unexpected;
};

/// A packet of bytes.
struct Bytes {
  std::span<const std::byte> data;

  std::int64_t bytes() const { return static_cast<std::int64_t>(data.size()); }
  bool pack(std::byte* to) const {
    std::ranges::copy(data, to);
    return true;
  }
  bool pack_into(const transport::Arena& arena, std::uint32_t slot) const {
    pack(arena.data(slot));
    arena.slots()[slot].ready.store(data.size(), std::memory_order_release);
    return true;
  }
};

class NodeChannel {
 public:
  explicit NodeChannel(MPI_Comm comm) : comm_(comm) {
    if (node_memory() != nullptr) peers_.resize(node_memory()->processes());
    int* most = nullptr;
    int exists = 0;
    mpi::real().Comm_get_attr(comm, MPI_TAG_UB, static_cast<void*>(&most), &exists);
    if (exists) tags_ = *most;
  }
  ~NodeChannel() {
    for (SentPacket& message : messages_) mpi::real().Wait(&message.request, MPI_STATUS_IGNORE);
    PMPI_Comm_free(&comm_);
  }
  NodeChannel(const NodeChannel&) = delete;
  NodeChannel& operator=(const NodeChannel&) = delete;

  MPI_Comm comm() const { return comm_; }

  /// Sends a BlockView, or Bytes.
  template <typename Source>
  bool send(int peer, const MessageId& id, const Source& source);
  int new_tag();
  void send_rts(int peer, const MessageId& id, const ReadyToSend& rts);
  Taken take(int peer, const MessageId& id, const BlockView& view, ReadyToSend& rts);
  std::optional<std::vector<std::byte>> take_bytes(int peer, const MessageId& id);
  std::optional<RemoteData> take_remote(const MessageId& id);
  void progress();

 private:
  PeerQueue& writing(int peer);
  void post(int peer, Packet& packet);
  PeerQueue& reading(int peer);
  template <typename Source>
  bool send_message(int peer, const MessageId& id, const Source& source);
  /// Sends a header and data, which `fill` writes.
  template <typename Fill>
  bool send_message(int peer, const Header& header, std::int64_t bytes, Fill&& fill);
  void receive_messages();
  /// Calls with_data(data, bytes, slot) or with_slot(slot) of the packet. False if it has not come.
  template <typename WithData, typename WithSlot>
  bool find(int peer, const MessageId& id, WithData&& with_data, WithSlot&& with_slot);

  std::mutex mutex_;    ///< of all below
  std::mutex looking_;  ///< for packets that are messages; locked first
  MPI_Comm comm_;
  int tags_ = 32767;
  int rts_count_ = 0;                       ///< counts tags
  std::vector<PeerQueue> peers_;            ///< by their number on the node
  std::vector<SentPacket> messages_;        ///< not known to be received
  std::map<MessageId, RemoteData> remote_;  ///< packets from other nodes
};

std::unique_ptr<NodeChannel> the_channel;

Taken result(std::int64_t sent, const BlockView& view, bool good) {
  if (!good) return Taken::failed;
  return sent > view.bytes() ? Taken::truncated : Taken::whole;
}

Taken take_slot(int peer, std::uint32_t slot, const BlockView& view) {
  const transport::Arena& arena = node_memory()->of(peer);
  const auto sent = static_cast<std::int64_t>(arena.slots()[slot].envelope.bytes);
  return result(sent, view, view.unpack_from(arena, slot));
}

PeerQueue& NodeChannel::writing(int peer) {
  PeerQueue& one = peers_[peer];
  if (!std::exchange(one.to_opened, true)) {
    NodeMemory& node = *node_memory();
    if (RingBuffer* ring = node.ring_buffer(node.me(), static_cast<std::uint32_t>(peer))) one.to.emplace(*ring);
  }
  return one;
}

void NodeChannel::post(int peer, Packet& packet) {
  peers_[peer].to->post(packet);
  if (crowd().oversubscribed()) node_memory()->doorbell(peer).ring();
}

PeerQueue& NodeChannel::reading(int peer) {
  PeerQueue& one = peers_[peer];
  if (!std::exchange(one.from_opened, true)) {
    NodeMemory& node = *node_memory();
    if (RingBuffer* ring = node.ring_buffer(static_cast<std::uint32_t>(peer), node.me())) one.from.emplace(*ring);
  }
  return one;
}

template <typename Source>
bool NodeChannel::send(int peer, const MessageId& id, const Source& source) {
  const std::lock_guard lock(mutex_);
  const auto bytes = static_cast<std::uint64_t>(source.bytes());
  const bool inside = bytes <= RingBuffer::max_inside;
  PeerQueue& one = writing(peer);
  Packet* packet = one.to ? one.to->write(inside ? bytes : 0) : nullptr;
  if (packet == nullptr) return send_message(peer, id, source);
  packet->id = id;
  packet->bytes = bytes;
  packet->slot = Packet::inside;
  if (inside) {
    const bool packed = source.pack(packet->data());
    post(peer, *packet);
    return packed;
  }
  // No probe finds it: it is for no process.
  transport::Envelope envelope{0, -1, 0, bytes};
  NodeMemory& node = *node_memory();
  const std::optional<std::uint32_t> slot = node.outbox().reserve(envelope);
  if (!slot) return send_message(peer, id, source);
  packet->slot = *slot;
  post(peer, *packet);
  return source.pack_into(node.mine(), *slot);
}

int NodeChannel::new_tag() {
  const std::lock_guard lock(mutex_);
  const int tag = packet_tag + 1 + rts_count_++ % (tags_ - packet_tag);
  if (rts_count_ == tags_) rts_count_ = 0;
  return tag;
}

void NodeChannel::send_rts(int peer, const MessageId& id, const ReadyToSend& rts) {
  const std::lock_guard lock(mutex_);
  const auto fill = [&](std::byte* to) {
    std::memcpy(to, &rts, sizeof rts);
    return true;
  };
  PeerQueue& one = writing(peer);
  Packet* packet = one.to ? one.to->write(sizeof rts) : nullptr;
  if (packet == nullptr) {
    send_message(peer, {id, static_cast<int>(node_memory()->me()), Packet::rts}, sizeof rts, fill);
    return;
  }
  packet->id = id;
  packet->bytes = sizeof rts;
  packet->slot = Packet::rts;
  fill(packet->data());
  post(peer, *packet);
}

template <typename Source>
bool NodeChannel::send_message(int peer, const MessageId& id, const Source& source) {
  const Header header{id, static_cast<int>(node_memory()->me()), Packet::inside};
  return send_message(peer, header, source.bytes(), [&](std::byte* to) { return source.pack(to); });
}

template <typename Fill>
bool NodeChannel::send_message(int peer, const Header& header, std::int64_t bytes, Fill&& fill) {
  std::erase_if(messages_, [](SentPacket& message) {
    int done = 0;
    mpi::real().Test(&message.request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
  SentPacket& message = messages_.emplace_back();
  message.bytes.resize(sizeof header + bytes);
  std::memcpy(message.bytes.data(), &header, sizeof header);
  const bool packed = fill(message.bytes.data() + sizeof header);
  const int error = mpi::real().Isend(message.bytes.data(), static_cast<int>(message.bytes.size()), MPI_BYTE,
                                      node_memory()->world_rank(peer), packet_tag, comm_, &message.request);
  return packed && error == MPI_SUCCESS;
}

void NodeChannel::receive_messages() {
  while (true) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status{};
    if (mpi::real().Improbe(MPI_ANY_SOURCE, packet_tag, comm_, &found, &message, &status) != MPI_SUCCESS || !found)
      return;
    int size = 0;
    PMPI_Get_count(&status, MPI_BYTE, &size);
    std::vector<std::byte> bytes(size);
    mpi::real().Mrecv(bytes.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    bytes.erase(bytes.begin(), bytes.begin() + sizeof header);
    const std::lock_guard lock(mutex_);
    if (header.sender == far)
      remote_.emplace(header.id, RemoteData{std::move(bytes), header.slot != more});
    else
      peers_[header.sender].unexpected.emplace(header.id, Unexpected{std::move(bytes), header.slot});
  }
}

template <typename WithData, typename WithSlot>
bool NodeChannel::find(int peer, const MessageId& id, WithData&& with_data, WithSlot&& with_slot) {
  PeerQueue& one = reading(peer);
  if (!one.unexpected.empty()) {
    if (const auto found = one.unexpected.extract(id)) {
      const Unexpected& unexpected = found.mapped();
      if (Packet::has_data(unexpected.slot))
        with_data(std::span<const std::byte>(unexpected.data), unexpected.slot);
      else
        with_slot(unexpected.slot);
      return true;
    }
  }
  while (const Packet* packet = one.from ? one.from->first() : nullptr) {
    const std::uint32_t slot = packet->slot;
    const std::span<const std::byte> data(packet->data(), Packet::has_data(slot) ? packet->bytes : 0);
    if (packet->id == id) {
      if (Packet::has_data(slot)) with_data(data, slot);
      one.from->remove();
      if (!Packet::has_data(slot)) with_slot(slot);
      return true;
    }
    one.unexpected.emplace(packet->id, Unexpected{{data.begin(), data.end()}, slot});
    one.from->remove();
  }
  return false;
}

Taken NodeChannel::take(int peer, const MessageId& id, const BlockView& view, ReadyToSend& rts) {
  const std::lock_guard lock(mutex_);
  Taken taken = Taken::not_yet;
  find(
      peer, id,
      [&](std::span<const std::byte> data, std::uint32_t slot) { taken = unpack_packet(data, slot, view, rts); },
      [&](std::uint32_t slot) { taken = take_slot(peer, slot, view); });
  return taken;
}

std::optional<std::vector<std::byte>> NodeChannel::take_bytes(int peer, const MessageId& id) {
  const std::lock_guard lock(mutex_);
  std::vector<std::byte> bytes;
  const bool found = find(
      peer, id, [&](std::span<const std::byte> data, std::uint32_t) { bytes.assign(data.begin(), data.end()); },
      [&](std::uint32_t slot) {
        const transport::Arena& arena = node_memory()->of(peer);
        bytes.resize(arena.slots()[slot].envelope.bytes);
        transport::drain(arena, slot, nullptr, bytes.data(), static_cast<std::int64_t>(bytes.size()), {}, crowd());
      });
  return found ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<RemoteData> NodeChannel::take_remote(const MessageId& id) {
  const std::lock_guard lock(mutex_);
  const auto found = remote_.extract(id);
  return found ? std::optional(std::move(found.mapped())) : std::nullopt;
}

void NodeChannel::progress() {
  // One thread looks, and the others take packets: in Improbe, an MPI may give away the core.
  if (const std::unique_lock looks(looking_, std::try_to_lock); looks) receive_messages();
}

}  // namespace

void start_node_channel() {
  MPI_Comm comm = MPI_COMM_NULL;
  if (!all_nodes_share() || mpi::real().Comm_dup(mpi::program_world(), &comm) != MPI_SUCCESS) return;
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  the_channel = std::make_unique<NodeChannel>(comm);
  number_world();
}

bool has_node_channel() { return the_channel != nullptr; }

void stop_node_channel() { the_channel.reset(); }

bool send_packet(int peer, const MessageId& id, const BlockView& view) { return the_channel->send(peer, id, view); }
bool send_packet(int peer, const MessageId& id, std::span<const std::byte> bytes) {
  return the_channel->send(peer, id, Bytes{bytes});
}

ReadyToSend new_rts(std::int64_t bytes) { return {the_channel->new_tag(), bytes}; }
void send_rts(int peer, const MessageId& id, const ReadyToSend& rts) { the_channel->send_rts(peer, id, rts); }

Taken take_packet(int peer, const MessageId& id, const BlockView& view, ReadyToSend& rts) {
  return the_channel->take(peer, id, view, rts);
}

std::optional<std::vector<std::byte>> take_bytes(int peer, const MessageId& id) {
  return the_channel->take_bytes(peer, id);
}

Taken unpack_packet(std::span<const std::byte> data, std::uint32_t slot, const BlockView& view, ReadyToSend& rts) {
  const auto sent = static_cast<std::int64_t>(data.size());
  if (slot != Packet::rts) return result(sent, view, view.unpack(data.data(), std::min(sent, view.bytes())));
  std::memcpy(&rts, data.data(), sizeof rts);
  return Taken::rts;
}

RemotePacket::RemotePacket(const MessageId& id) : message_(sizeof(Header)) {
  const Header header{id};
  std::memcpy(message_.data(), &header, sizeof header);
}

RemotePacket::~RemotePacket() {
  if (request_ != MPI_REQUEST_NULL) mpi::real().Wait(&request_, MPI_STATUS_IGNORE);
}

bool RemotePacket::send(int rank, bool last) {
  if (!last) std::memcpy(message_.data() + offsetof(Header, slot), &more, sizeof more);
  if (message_.size() > std::numeric_limits<int>::max()) return false;
  return mpi::real().Isend(message_.data(), static_cast<int>(message_.size()), MPI_BYTE, rank, packet_tag,
                           node_channel_comm(), &request_) == MPI_SUCCESS;
}

bool RemotePacket::sent() {
  int done = 0;
  return mpi::real().Test(&request_, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
}

std::optional<RemoteData> take_remote(const MessageId& id) { return the_channel->take_remote(id); }

void progress_node_channel() { the_channel->progress(); }

MPI_Comm node_channel_comm() { return the_channel->comm(); }

}  // namespace cartwright::preload
