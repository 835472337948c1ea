// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/message.hpp"

#include "device/memory.hpp"
#include "gpu/transfer.hpp"
#include "mpi/base/real.hpp"
#include "preload/packing/gpu_data.hpp"
#include "preload/packing/gpu_share.hpp"
#include "preload/packing/plain_packing.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <limits>

namespace cartwright::preload {

SendBuffer::SendBuffer(const void* buffer, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                       CallKind kind) noexcept
    : elements_(elements_to_move(buffer, count, type, jit::Direction::pack, kind)), count_(count), type_(type) {
  if (dest == MPI_PROC_NULL || comm == MPI_COMM_NULL) return;
  try {
    if (elements_.kernels != nullptr) pack_from_gpu(dest, tag, comm, kind);
    if (!elements_.compiled) return;
    const Path path = this->path(dest, tag, comm, kind);
    form_ = form_of(kind, path);
    if (form_ == Form::packed) pack_first(path, kind);
    if (offer_) describe();
    if (form_ == Form::filled_before) offer_->fill(*elements_.compiled->packer, buffer, count);
  } catch (const std::exception&) {
    // Without memory for packed data or a descriptor, MPI sends the user's data.
    withdraw();
    offer_.reset();
  }
}

/// The path of this message. If it is Path::shared, sets the offer.
Path SendBuffer::path(int dest, int tag, MPI_Comm comm, CallKind kind) noexcept {
  if (may_share(kind)) offer_ = offer(comm, dest, tag, elements_.bytes());
  if (offer_) return Path::shared;
  if (!elements_.compiled->divisible) return Path::mpi;
  return path_to_pack(elements_, kind);
}

void SendBuffer::describe() {
  packed_ = base::Buffer(transport::descriptor_bytes);
  std::memcpy(packed_.data(), &offer_->descriptor(), transport::descriptor_bytes);
  count_ = transport::descriptor_bytes;
  type_ = MPI_PACKED;
}

void SendBuffer::pack_first(Path path, CallKind kind) {
  base::Buffer packed(elements_.bytes());
  if (path == Path::measured) learn_to_pack(elements_, packed.data());
  pack(elements_, packed.data(), kind);
  packed_ = std::move(packed);
  count_ = elements_.bytes();
  type_ = MPI_PACKED;
}

/// In any size: a message that MPI sends itself may need memory that the CPU can touch.
void SendBuffer::pack_from_gpu(int dest, int tag, MPI_Comm comm, CallKind kind) {
  const std::int64_t bytes = elements_.bytes();
  if (may_share(kind) && !go_as_they_are(elements_, {})) offer_ = offer_from_gpu(elements_, comm, dest, tag);
  if (offer_) return describe();
  base::Buffer packed = buffer_for(elements_, {.by_cpu = kind == CallKind::buffered}, bytes);
  if (packed.data() == nullptr || !pack_on_gpu(elements_, packed.data())) return;
  if (bytes > std::numeric_limits<int>::max()) {
    pieces_ = adjacent_bytes(elements_.kernels->size());
    if (pieces_.get() == MPI_DATATYPE_NULL) return;
    type_ = pieces_.get();
  } else {
    count_ = bytes;
    type_ = MPI_PACKED;
  }
  packed_ = std::move(packed);
}

void SendBuffer::pack_again() noexcept {
  if (elements_.kernels != nullptr)
    pack_on_gpu(elements_, packed_.data());
  else
    pack(elements_, packed_.data(), CallKind::persistent);
}

int SendBuffer::sent(int error) const noexcept {
  if (!offer_) return error;
  if (error != MPI_SUCCESS) withdraw();
  if (elements_.kernels != nullptr) return error;
  jit::Packer& packer = *elements_.compiled->packer;
  if (error == MPI_SUCCESS && form_ == Form::handed_over)
    offer_->fill_or_let_read(packer, elements_.buffer, elements_.count);
  else if (error == MPI_SUCCESS && form_ == Form::filled_after)
    offer_->fill(packer, elements_.buffer, elements_.count);
  count_use(elements_, jit::Direction::pack, elements_.bytes());
  return error;
}

namespace {

MPI_Count whole_bytes(const Elements& elements) {
  if (elements.compiled || elements.kernels != nullptr) return elements.bytes();
  if (elements.count <= 0) return 0;
  const std::optional<mpi::Extents> of_one = mpi::extents_of(elements.type);
  return of_one ? of_one->size * elements.count : 0;
}

/// Whether the data is one block that begins at the buffer address.
bool is_dense(MPI_Datatype type) {
  const std::optional<mpi::Extents> found = mpi::extents_of(type);
  return found && found->true_lb == 0 && found->extent == found->size && found->true_extent == found->size;
}

/// A type for more bytes than an int can count.
constexpr int piece = 1 << 16;
MPI_Datatype one_piece() {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(piece, MPI_PACKED, &made);
  mpi::real().Type_commit(&made);
  return made;
}

#ifdef OPEN_MPI
/// If a message is too long and the buffer has no gaps, Open MPI 4.1 and 5.0 write past the end of the buffer when they
/// read the sender's memory. If errors are fatal the program ends anyway; otherwise the type must have a gap.
constexpr MPI_Aint gap = 64;

bool errors_are_fatal(MPI_Comm comm) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (PMPI_Comm_get_errhandler(comm, &handler) != MPI_SUCCESS) return true;
  const bool fatal = handler == MPI_ERRORS_ARE_FATAL;
  PMPI_Errhandler_free(&handler);
  return fatal;
}

/// A type of `bytes` bytes with a gap before the last one.
MPI_Datatype with_gap(int bytes) {
  const int lengths[] = {bytes - 1, 1};
  const MPI_Aint displacements[] = {0, bytes - 1 + gap};
  MPI_Datatype made = MPI_DATATYPE_NULL;
  PMPI_Type_create_hindexed(2, lengths, displacements, MPI_PACKED, &made);
  mpi::real().Type_commit(&made);
  return made;
}
#endif

}  // namespace

ReceiveBuffer::ReceiveBuffer(void* buffer, MPI_Count count, MPI_Datatype type, int source, MPI_Comm comm,
                             CallKind kind) noexcept
    : elements_(elements_to_move(buffer, count, type, jit::Direction::unpack, kind)),
      count_(count),
      type_(type),
      comm_(comm),
      kind_(kind) {
  if (source == MPI_PROC_NULL || comm == MPI_COMM_NULL) return;
  room_ = whole_bytes(elements_);
  try {
    offered_ = may_be_offered(comm, source, room_);
    // An offer needs a buffer of the size of the message, in memory that the CPU can read.
    const bool on_gpu = offered_ && elements_.kernels == nullptr && device::on_device(buffer);
    const bool declines =
        elements_.kernels == nullptr ? too_large(room_) || on_gpu : room_ > std::numeric_limits<int>::max();
    if (offered_ && declines) offered_ = !offers_ended();
    if (elements_.kernels != nullptr) {
      if (offered_) expect_shares();
      receive_packed();
      if (!own()) receive_in_place();
      return;
    }
    const Path path = path_to_unpack(elements_, kind);
    measured_ = path == Path::measured;
    if (path != Path::mpi || (offered_ && (elements_.compiled || on_gpu || !is_dense(type))))
      receive_packed();
    else
      receive_in_place();
  } catch (const std::exception&) {
    // Without memory for packed data, MPI receives into the user's buffer.
  }
}

/// A descriptor is not a whole number of elements, for which MPICH 5 ends the program. In dense data it is one of
/// bytes.
void ReceiveBuffer::receive_in_place() {
#ifndef OPEN_MPI
  if (!offered_ || room_ > std::numeric_limits<int>::max()) return;
  count_ = room_;
  type_ = MPI_PACKED;
#endif
}

/// Empty if MPI receives into memory of a GPU itself.
base::Buffer ReceiveBuffer::buffer(MPI_Count bytes) const {
  if (elements_.kernels == nullptr) return base::Buffer(bytes);
  return buffer_for(elements_, {.by_cpu = offered_}, bytes);
}

void ReceiveBuffer::receive_packed() {
  room_ = whole_bytes(elements_);
  if (room_ <= std::numeric_limits<int>::max()) {
    packed_ = buffer(room_);
    if (!own()) return;
    count_ = room_;
    type_ = MPI_PACKED;
#ifdef OPEN_MPI
    if (room_ > 1 && !errors_are_fatal(comm_)) {
      packed_ = buffer(room_ + gap);
      gapped_ = OwnType(with_gap(static_cast<int>(room_)));
      count_ = 1;
      type_ = gapped_.get();
    }
#endif
  } else {
    const MPI_Count rounded_up = (room_ + piece - 1) / piece;
    packed_ = buffer(rounded_up * piece);
    if (!own()) return;
    count_ = rounded_up;
    pieces_ = OwnType(one_piece());
    type_ = pieces_.get();
  }
}

int ReceiveBuffer::deliver(MPI_Status& status, int error) noexcept {
  if (!pending()) return error;
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  if (error_class != MPI_SUCCESS && error_class != MPI_ERR_TRUNCATE) return error;
  int canceled = 0;
  MPI_Count received = room_;
  if (counted_) {
    PMPI_Test_cancelled(&status, &canceled);
    PMPI_Get_elements_x(&status, MPI_BYTE, &received);
  }
  if (canceled) return error;
#ifdef OPEN_MPI
  if (gapped_.get() != MPI_DATATYPE_NULL && !move_last_byte(false)) return raise(MPI_ERR_INTERN);
#endif
  if (offered_ && elements_.kernels != nullptr) map_share(elements_, comm_, status.MPI_SOURCE);
  std::array<std::byte, transport::descriptor_bytes> copy;
  if (const void* const found = descriptor(counted_ ? received : transport::descriptor_bytes, copy.data()))
    return take_offered(found, status);
  if (!own()) return error;
  if (!unpack_received(std::min(received, room_))) return raise(MPI_ERR_INTERN);
  return received > room_ && error == MPI_SUCCESS ? raise(MPI_ERR_TRUNCATE) : error;
}

bool ReceiveBuffer::pack_current(std::byte* packed) const noexcept {
  if (elements_.kernels != nullptr) return pack_on_gpu(elements_, packed);
  if (!elements_.compiled) return PlainPacking(elements_.buffer, elements_.count, elements_.type).pack(packed, room_);
  pack(elements_, packed, CallKind::exchanged);
  return true;
}

void ReceiveBuffer::expect_any_count() noexcept {
  if (!pending()) return;
  counted_ = own() && !pack_current(packed_.data());
#ifdef OPEN_MPI
  if (gapped_.get() != MPI_DATATYPE_NULL) move_last_byte(true);
#endif
}

#ifdef OPEN_MPI
/// Moves the last byte, in any memory, behind the gap or to where it belongs. False if the driver of a GPU refuses.
bool ReceiveBuffer::move_last_byte(bool into_gap) noexcept try {
  std::byte* const last = packed_.data() + room_ - 1;
  std::byte* const to = into_gap ? last + gap : last;
  const std::byte* const from = into_gap ? last : last + gap;
  if (device::kind_of(last) == device::MemoryKind::device)
    gpu::copy_and_wait(to, from, 1);
  else
    *to = *from;
  return true;
} catch (const std::exception&) {
  return false;
}
#endif

/// The descriptor that was received in place of the data; null if there is none. MPI may have received it into memory
/// of a GPU: then it is copied.
const void* ReceiveBuffer::descriptor(MPI_Count received, std::byte* copy) const noexcept try {
  if (!offered_ || received != transport::descriptor_bytes) return nullptr;
  const void* bytes = data();
  if (device::kind_of(bytes) == device::MemoryKind::device) {
    gpu::copy_and_wait(copy, static_cast<const std::byte*>(bytes), transport::descriptor_bytes);
    bytes = copy;
  }
  return is_descriptor(bytes, received) ? bytes : nullptr;
} catch (const std::exception&) {
  return nullptr;
}

int ReceiveBuffer::take_offered(const void* descriptor, MPI_Status& status) noexcept {
  const MPI_Count sent = described_bytes(descriptor);
  const MPI_Count bytes = std::min(sent, room_);
  bool whole = false;
  if (const auto on_gpu = described_on_gpu(descriptor)) {
    whole = take_from_gpu(*on_gpu, bytes);
    taken_from_gpu(descriptor);
  } else if (elements_.compiled) {
    whole = take(descriptor, elements_.compiled->packer.get(), elements_.buffer, elements_.count);
    count_use(elements_, jit::Direction::unpack, bytes);
  } else if (own() || elements_.kernels == nullptr) {
    whole = take(descriptor, nullptr, data(), room_) && (!own() || unpack_received(bytes));
  } else {
    // The CPU cannot write the buffer.
    const base::Buffer packed(room_);
    whole = take(descriptor, nullptr, packed.data(), room_) && unpack_on_gpu(elements_, packed.data(), bytes);
  }
  PMPI_Status_set_elements_x(&status, MPI_BYTE, bytes);
  if (!whole) return raise(MPI_ERR_OTHER);
  return sent > room_ ? raise(MPI_ERR_TRUNCATE) : MPI_SUCCESS;
}

bool ReceiveBuffer::take_from_gpu(const OnGpu& data_there, MPI_Count bytes) noexcept {
  if (elements_.kernels != nullptr) return unpack_from_share(data_there, elements_, bytes);
  return copy_from_share(data_there, static_cast<std::byte*>(data()), bytes) && (!own() || unpack_received(bytes));
}

bool ReceiveBuffer::unpack_received(MPI_Count bytes) noexcept {
  if (elements_.kernels != nullptr) return unpack_on_gpu(elements_, packed_.data(), bytes);
  if (elements_.compiled) {
    if (measured_ && bytes == room_) learn_to_unpack(elements_, packed_.data());
    unpack(elements_, packed_.data(), bytes, kind_);
    return true;
  }
  // The type cannot be compiled.
  const MPI_Count size = room_ / elements_.count;
  const MPI_Count whole = bytes / size;
  return whole == 0 || PlainPacking(elements_.buffer, whole, elements_.type).unpack(packed_.data(), whole * size);
}

int ReceiveBuffer::raise(int error) const noexcept {
  PMPI_Comm_call_errhandler(comm_, error);
  return error;
}

void ReceiveBuffer::outlive_type() noexcept {
  if (!own() || elements_.kernels != nullptr || (elements_.compiled && !measured_)) return;
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  mpi::real().Type_dup(elements_.type, &copy);
  own_type_ = OwnType(copy);
  elements_.type = copy;
}

}  // namespace cartwright::preload
