// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node/same_node.hpp"

#include "device/memory.hpp"
#include "preload/base/crowd.hpp"
#include "preload/base/peers.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/node/windows.hpp"
#include "transport/stream.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace cartwright::preload {

namespace {

using transport::Arena;
using transport::Slot;

/// The limits without a measurement. Open MPI uses a handshake from 4 KiB, MPICH above 8 KiB, which costs microseconds.
/// Below, packed data takes less time than a descriptor. Reading was measured to be 1.2 to 1.8 times as fast from 8 to
/// 64 KiB.
#ifdef OPEN_MPI
constexpr std::int64_t usual_least_bytes = 4000;
#else
constexpr std::int64_t usual_least_bytes = 8193;
#endif

/// Below this size, a copy through MPI's own queues is faster than a descriptor and the memory of another process.
std::atomic<std::int64_t> least_bytes = usual_least_bytes;
/// Up to this size, one kernel that reads the other's cache is faster than two that work at the same time.
std::atomic<std::int64_t> max_read_bytes = 64 * 1024;

/// The time a sender waits for the receiver to read its data directly.
constexpr double patience_microseconds = 50;
/// After an unsuccessful wait, a sender packs this many messages without waiting.
constexpr int messages_without = 64;

std::atomic<bool> looking = false;     ///< every receive posted from now on is checked when it completes
std::atomic<bool> overlooked = false;  ///< a receive was posted that will not be checked

bool let_receiver_read(NodeMemory& node, std::uint32_t slot, jit::Packer& packer, const void* buffer, MPI_Count count) {
  thread_local int without = 0;
  if (without > 0) {
    --without;
    return false;
  }
  if (count * packer.layout().size > max_read_bytes.load(std::memory_order_relaxed)) return false;
  std::optional<transport::Source> source = in_window(packer.layout(), buffer, count);
  if (!source || !node.layouts().publish(packer, *source)) return false;
  const bool read = transport::offer_direct_read(node.mine(), slot, *source, patience_microseconds);
  if (!read) without = messages_without;
  return read;
}

/// Where this process can read the data of another process of the node.
std::optional<transport::Readable> resolve(NodeMemory& node, std::uint32_t sender, const transport::Source& source) {
  const std::byte* base = in_window_of(sender, source);
  if (base == nullptr) return std::nullopt;
  std::shared_ptr<jit::Packer> packer = node.foreign_layouts().find(sender, node.of(static_cast<int>(sender)), source);
  if (!packer) return std::nullopt;
  return transport::Readable{std::move(packer), base};
}

Slot& slot_of(const NodeMemory& node, const transport::Descriptor& descriptor) {
  return node.of(static_cast<int>(descriptor.sender)).slots()[descriptor.slot];
}

bool large_enough(MPI_Count bytes) { return bytes >= least_bytes.load(std::memory_order_relaxed); }

}  // namespace

void set_limits(const Limits& limits) {
  least_bytes = std::max<std::int64_t>(limits.least_bytes, transport::descriptor_bytes);
  max_read_bytes = limits.max_read_bytes;
}

Limits limits() { return {least_bytes, max_read_bytes}; }

void Offer::fill(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept {
  transport::fill(node_memory()->mine(), slot_, packer, static_cast<const std::byte*>(buffer), count);
}

void Offer::fill_or_let_read(jit::Packer& packer, const void* buffer, MPI_Count count) const noexcept {
  if (!let_receiver_read(*node_memory(), slot_, packer, buffer, count)) fill(packer, buffer, count);
}

void Offer::withdraw() const noexcept { node_memory()->outbox().withdraw(slot_); }

bool worth_offering(MPI_Comm comm, int dest, MPI_Count bytes) noexcept {
  const NodeMemory* node = node_memory();
  if (node == nullptr || !large_enough(bytes)) return false;
  const int peer = peers_of(comm).of(dest);
  if (peer < 0) return false;
  const transport::Arena& its = node->of(peer);
  return its.looks().load(std::memory_order_acquire) && !its.probes().load(std::memory_order_relaxed);
}

bool may_become_worth_offering(MPI_Comm comm, int dest, MPI_Count bytes) noexcept {
  const NodeMemory* node = node_memory();
  if (node == nullptr || !large_enough(bytes)) return false;
  const int peer = peers_of(comm).of(dest);
  return peer >= 0 && !node->of(peer).probes().load(std::memory_order_relaxed);
}

std::optional<Offer> offer(MPI_Comm comm, int dest, int tag, MPI_Count bytes) noexcept {
  return offer_on_gpu(comm, dest, tag, bytes, -1, nullptr);
}

std::optional<Offer> offer_on_gpu(MPI_Comm comm, int dest, int tag, MPI_Count bytes, std::int64_t at,
                                  std::shared_ptr<const void> keep) noexcept {
  if (!worth_offering(comm, dest, bytes)) return std::nullopt;
  NodeMemory& node = *node_memory();
  const Peers& peers = peers_of(comm);
  transport::Envelope envelope{peers.group, peers.of(dest), tag, static_cast<std::uint64_t>(bytes), 0, at};
  const std::optional<std::uint32_t> slot = node.outbox().reserve(envelope, std::move(keep));
  if (!slot) return std::nullopt;
  // If a receiver declines now, either it sees the slot, or we see that it declined: see offers_ended().
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (node.of(envelope.dest).probes().load(std::memory_order_relaxed)) {
    node.outbox().withdraw(*slot);
    return std::nullopt;
  }
  return Offer(*slot, {node.nonce(), envelope.bytes, envelope.sequence, node.me(), *slot});
}

void start_looking() noexcept {
  if (looking.load(std::memory_order_relaxed)) return;
  looking.store(true);
  NodeMemory* node = node_memory();
  if (node != nullptr && !overlooked.load()) node->mine().looks().store(true, std::memory_order_release);
}

bool must_look() noexcept {
  if (looking.load(std::memory_order_relaxed)) return true;
  // A program on GPUs may be offered data of any datatype.
  if (device::driver_known()) {
    start_looking();
    return true;
  }
  if (!overlooked.load(std::memory_order_relaxed)) overlooked.store(true);
  // If another thread starts looking now, either it sees this receive or we see its flag.
  return looking.load();
}

bool may_be_offered(MPI_Comm comm, int source, MPI_Count bytes) noexcept {
  if (node_memory() == nullptr || bytes < transport::descriptor_bytes) return false;
  const Peers& peers = peers_of(comm);
  return source == MPI_ANY_SOURCE ? peers.any() : peers.of(source) >= 0;
}

bool is_descriptor(const void* bytes, MPI_Count size) noexcept {
  const NodeMemory* node = node_memory();
  return node != nullptr && transport::read_descriptor(bytes, size, node->nonce()).has_value();
}

MPI_Count described_bytes(const void* descriptor) noexcept {
  const auto read = transport::read_descriptor(descriptor, transport::descriptor_bytes, node_memory()->nonce());
  return static_cast<MPI_Count>(read->bytes);
}

std::optional<OnGpu> described_on_gpu(const void* descriptor) noexcept {
  const auto read = transport::read_descriptor(descriptor, transport::descriptor_bytes, node_memory()->nonce());
  const std::int64_t at = slot_of(*node_memory(), *read).envelope.on_gpu;
  return at < 0 ? std::nullopt : std::optional(OnGpu{read->sender, at});
}

void taken_from_gpu(const void* descriptor) noexcept {
  const auto read = transport::read_descriptor(descriptor, transport::descriptor_bytes, node_memory()->nonce());
  slot_of(*node_memory(), *read).state.store(Slot::taken, std::memory_order_release);
}

bool take(const void* descriptor, jit::Packer* packer, void* buffer, MPI_Count count) noexcept {
  const NodeMemory& node = *node_memory();
  const auto read = transport::read_descriptor(descriptor, transport::descriptor_bytes, node.nonce());
  return transport::drain(
      node.of(static_cast<int>(read->sender)), read->slot, packer, static_cast<std::byte*>(buffer), count,
      [sender = read->sender](const transport::Source& source) { return resolve(*node_memory(), sender, source); },
      crowd());
}

void decline_offers() noexcept {
  if (NodeMemory* node = node_memory()) node->mine().probes().store(true, std::memory_order_relaxed);
}

bool offers_ended() noexcept {
  static std::atomic<bool> ended = false;
  const NodeMemory* node = node_memory();
  if (node == nullptr || ended.load(std::memory_order_relaxed)) return true;
  decline_offers();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (int process = 0; process < node->processes(); ++process)
    for (const Slot& slot : node->of(process).slots()) {
      const std::uint32_t state = slot.state.load(std::memory_order_acquire);
      const bool waits = state == Slot::offered || state == Slot::direct || state == Slot::reading;
      if (waits && slot.envelope.dest == static_cast<int>(node->me())) return false;
    }
  ended.store(true, std::memory_order_relaxed);
  return true;
}

extern "C" int cw_same_node_limits(std::int64_t least, std::int64_t max_read) {
  set_limits({least, max_read});
  return node_memory() != nullptr;
}

void correct_probed(MPI_Comm comm, MPI_Status* status) noexcept {
  const NodeMemory* node = node_memory();
  int bytes = 0;
  if (node == nullptr || status == MPI_STATUS_IGNORE) return;
  if (PMPI_Get_count(status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes != transport::descriptor_bytes) return;
  const Peers& peers = peers_of(comm);
  const int sender = peers.of(status->MPI_SOURCE);
  if (sender < 0) return;
  // The oldest match is the one that MPI found: messages do not overtake each other.
  const transport::Envelope* found = nullptr;
  for (const Slot& slot : node->of(sender).slots()) {
    if (slot.state.load(std::memory_order_acquire) != Slot::offered) continue;
    const transport::Envelope& one = slot.envelope;
    const bool fits = one.dest == static_cast<int>(node->me()) && one.tag == status->MPI_TAG && one.comm == peers.group;
    if (fits && (found == nullptr || one.sequence < found->sequence)) found = &one;
  }
  if (found != nullptr) PMPI_Status_set_elements_x(status, MPI_BYTE, static_cast<MPI_Count>(found->bytes));
}

}  // namespace cartwright::preload
