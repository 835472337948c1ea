// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/parts/segments.hpp"

#include "base/hash.hpp"
#include "device/memory.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/settings.hpp"
#include "mpi/base/threads.hpp"
#include "mpi/datatypes/contents.hpp"
#include "preload/base/agreed.hpp"
#include "preload/base/comm_number.hpp"
#include "preload/base/peers.hpp"
#include "preload/base/variables.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/gpu_mode.hpp"
#include "preload/parts/parts.hpp"
#include "preload/parts/rendezvous.hpp"
#include "transport/waiting.hpp"

#include <algorithm>
#include <bitset>
#include <exception>
#include <functional>
#include <memory>

namespace cartwright::preload {

bool segments_started = false;

namespace {

/// A set that may contain more than was added.
class Marks {
 public:
  void add(std::uint64_t key) { bits_.set(key % bits_.size()); }
  bool has(std::uint64_t key) const { return bits_.test(key % bits_.size()); }

 private:
  std::bitset<4096> bits_;
};

std::uint64_t key_of(MPI_Comm comm, int dest, int tag) {
  const auto handle = static_cast<std::uint64_t>(std::hash<MPI_Comm>{}(comm));
  return base::mix(base::mix(handle, static_cast<std::uint64_t>(dest)), static_cast<std::uint64_t>(tag));
}

/// Messages and receives with these keys are never in parts. Sources are 0 and tags may be MPI_ANY_TAG for receives.
Marks sent_usually;
Marks received_nonblocking;
bool one_thread = false;  ///< communicates
std::int64_t part_bytes = 0;
bool asked_for = false;  ///< by CARTWRIGHT_SEGMENT
MPI_Comm hidden = MPI_COMM_NULL;
std::unique_ptr<Rendezvous> rendezvous;

/// Whether a nonblocking receive may take messages with a tag.
bool may_be_taken(MPI_Comm comm, int tag) {
  return received_nonblocking.has(key_of(comm, 0, tag)) || received_nonblocking.has(key_of(comm, 0, MPI_ANY_TAG));
}

constexpr const char* segment_variable = "CARTWRIGHT_SEGMENT";

/// The rank in `hidden` of a process that shares no memory with this one; -1 for others, and for invalid ranks.
int distant(MPI_Comm comm, int rank) {
  const int size = mpi::size_of(comm);
  const int me = mpi::rank_in(comm);
  if (rank < 0 || rank >= size || rank == me || peers_of(comm).of(rank) >= 0) return -1;
  MPI_Group here = MPI_GROUP_NULL;
  MPI_Group all = MPI_GROUP_NULL;
  int found = MPI_UNDEFINED;
  PMPI_Comm_group(comm, &here);
  PMPI_Comm_group(hidden, &all);
  PMPI_Group_translate_ranks(here, 1, &rank, all, &found);
  PMPI_Group_free(&here);
  PMPI_Group_free(&all);
  return found == MPI_UNDEFINED ? -1 : found;
}

/// Whether elements can go in parts, and are so large that parts save memory. Unless CARTWRIGHT_SEGMENT asks for it,
/// messages in memory of the host that can be packed as a whole are, because that is often faster. Those in memory of a
/// GPU are copied there and back, which takes as long as to send them.
bool large(const void* buffer, MPI_Count count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return false;
  const auto compiled = mpi::compiled(type);
  MPI_Count size = compiled ? compiled->size : 0;
  // Contiguous types have no compiled form.
  if (!compiled && device::driver_known()) size = mpi::extents_of(type).value_or(mpi::Extents{}).size;
  if (count * size < 2 * Parts::depth * part_bytes) return false;
  if (is_on_gpu({const_cast<void*>(buffer), count, type, nullptr})) return gpu_mode() == mpi::Gpu::staged;
  return compiled && compiled->divisible && (asked_for || too_large(count * size));
}

/// Whether these elements go in parts if the other process agrees.
bool divides(const Elements& elements) {
  return elements.kernels != nullptr || (elements.compiled && worth_packing(elements));
}

void count_moved_parts(const Elements& elements, jit::Direction direction, std::int64_t bytes) {
  if (elements.kernels != nullptr)
    count_parts_of_gpu(bytes);
  else
    count_use(elements, direction, bytes);
}

/// A sender waits this long for a receiver that is late: the time of the message at 1 GB/s.
double max_wait(std::int64_t bytes) { return 1e-9 * static_cast<double>(bytes); }

int raise_in(MPI_Comm comm, int error) {
  PMPI_Comm_call_errhandler(comm, error);
  return error;
}

}  // namespace

std::int64_t wanted_part() {
  constexpr std::int64_t kibibyte = 1024;
  if (datatypes() == mpi::Datatypes::off) return 0;
  return size_setting(segment_variable, "KiB").value_or(2048) * kibibyte;
}

void start_segments() noexcept try {
  if (agreed().part_bytes == 0 || one_node_shares()) return;
  const int rank = mpi::rank_in(mpi::program_world());
  if (mpi::real().Comm_split(mpi::program_world(), 0, rank, &hidden) != MPI_SUCCESS) return;
  PMPI_Comm_set_errhandler(hidden, MPI_ERRORS_RETURN);
  part_bytes = agreed().part_bytes;
  asked_for = size_setting(segment_variable, "KiB").has_value();
  segments_started = true;
  rendezvous = std::make_unique<Rendezvous>(hidden);
  one_thread = !mpi::calls_overlap();
  number_world();
} catch (const std::exception&) {
  // This process announces and claims nothing, so no other one sends it parts or expects them from it.
}

void stop_segments() noexcept {
  if (hidden == MPI_COMM_NULL) return;
  mpi::real().Barrier(hidden);
  if (rendezvous) rendezvous->finish();
  segments_started = false;
  rendezvous.reset();
  PMPI_Comm_free(&hidden);
}

void note_usual_send(MPI_Comm comm, int dest, int tag) noexcept {
  if (one_thread) sent_usually.add(key_of(comm, dest, tag));
}

void note_nonblocking_receive(MPI_Comm comm, int tag) noexcept {
  if (!one_thread) return;
  received_nonblocking.add(key_of(comm, 0, tag));
}

Path send_in_parts(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, int& error,
                   const std::function<void()>& meanwhile) noexcept try {
  if (!one_thread || tag < 0 || !large(buffer, count, type) || sent_usually.has(key_of(comm, dest, tag)))
    return Path::mpi;
  const Channel channel{number_of(comm), tag};
  const int peer = channel.comm == 0 ? -1 : distant(comm, dest);
  if (peer < 0) return Path::mpi;
  const Elements elements = compiled_elements(buffer, count, type);
  if (!divides(elements)) return Path::synchronous;
  Parts parts(jit::Direction::pack, elements, part_bytes);
  const std::function<void()> wait = meanwhile ? meanwhile : transport::yield;
  if (!rendezvous->claim(peer, channel, elements.bytes(), max_wait(elements.bytes()), wait)) return Path::synchronous;
  record_elements(elements);
  error = parts.send(peer, hidden, meanwhile);
  count_moved_parts(elements, jit::Direction::pack, elements.bytes());
  if (error != MPI_SUCCESS) error = raise_in(comm, MPI_ERR_OTHER);
  return Path::parts;
} catch (const std::exception&) {
  return Path::mpi;
}

namespace {

class ArrivalInParts : public Arrival {
 public:
  ArrivalInParts(const Elements& elements, int source, int tag, MPI_Comm comm, int peer)
      : elements_(elements),
        source_(source),
        tag_(tag),
        comm_(comm),
        peer_(peer),
        parts_(jit::Direction::unpack, elements_, part_bytes) {}

  std::optional<Path> advance() noexcept override try {
    if (path_ == Path::parts) parts_.receive_some();
    if (path_) return path_;
    if (const std::optional<std::int64_t> sent = rendezvous->claimed(peer_)) {
      sent_ = *sent;
      parts_.expect(sent_, peer_, hidden);
      rendezvous->accept(peer_);
      return path_ = Path::parts;
    }
    int found = 0;
    if (mpi::real().Iprobe(source_, tag_, comm_, &found, MPI_STATUS_IGNORE) != MPI_SUCCESS || found) withdraw();
    return path_;
  } catch (const std::exception&) {
    return path_;
  }

  void withdraw() noexcept override {
    if (path_) return;
    path_ = Path::mpi;
    rendezvous->withdraw(peer_);
  }

  int receive(MPI_Status* status) noexcept override {
    record_elements(elements_);
    int error = parts_.receive() == MPI_SUCCESS ? MPI_SUCCESS : MPI_ERR_OTHER;
    const std::int64_t fits = std::min(sent_, elements_.bytes());
    count_moved_parts(elements_, jit::Direction::unpack, fits);
    if (status != MPI_STATUS_IGNORE) {
      status->MPI_SOURCE = source_;
      status->MPI_TAG = tag_;
      PMPI_Status_set_elements_x(status, MPI_BYTE, fits);
      PMPI_Status_set_cancelled(status, 0);
    }
    if (error == MPI_SUCCESS && fits < sent_) error = MPI_ERR_TRUNCATE;
    return error == MPI_SUCCESS ? error : raise_in(comm_, error);
  }

 private:
  Elements elements_;
  int source_;
  int tag_;
  MPI_Comm comm_;
  int peer_;  ///< in `hidden`
  Parts parts_;
  std::optional<Path> path_;
  std::int64_t sent_ = 0;
};

}  // namespace

std::unique_ptr<Arrival> Arrival::announce(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                                           MPI_Comm comm) noexcept try {
  if (!one_thread || tag < 0 || !large(buffer, count, type) || may_be_taken(comm, tag)) return nullptr;
  const Channel channel{number_of(comm), tag};
  const int peer = channel.comm == 0 ? -1 : distant(comm, source);
  if (peer < 0) return nullptr;
  const Elements elements = compiled_elements(buffer, count, type);
  if (!elements.compiled && elements.kernels == nullptr) return nullptr;
  auto made = std::make_unique<ArrivalInParts>(elements, source, tag, comm, peer);
  return rendezvous->ready(peer, channel) ? std::move(made) : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

bool receive_in_parts(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                      MPI_Status* status, int& error) noexcept {
  const std::unique_ptr<Arrival> arrival = Arrival::announce(buffer, count, type, source, tag, comm);
  if (!arrival) return false;
  std::optional<Path> path = arrival->advance();
  for (; !path; path = arrival->advance()) transport::yield();
  if (path == Path::parts) error = arrival->receive(status);
  return path == Path::parts;
}

}  // namespace cartwright::preload
