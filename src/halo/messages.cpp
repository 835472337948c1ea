// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/messages.hpp"

#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace cartwright::halo {

namespace {

using mpi::MessageUnit;
using mpi::real;
using mpi::succeed;

constexpr int message_tag = 1;

/// Pages are taken now: an exchange must not be the first to touch them.
std::byte* allocate(std::int64_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t pages = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
  void* const memory = std::aligned_alloc(page, pages);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(std::memset(memory, 0, pages));
}

}  // namespace

void MessageBuffers::Free::operator()(std::byte* memory) const { std::free(memory); }

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in)
    : out_(allocate(with_header(bytes_out))),
      in_(allocate(with_header(bytes_in))),
      units_in_(MessageUnit::units(with_header(bytes_in))) {
  MessageUnit::units(with_header(bytes_out));  // it must fit
}

PersistentMessage PersistentMessage::send(const void* from, int units, const MessageUnit& unit, int rank, int tag,
                                          MPI_Comm comm) {
  PersistentMessage made;
  succeed(real().Send_init(from, units, unit.type(), rank, tag, comm, &made.request_));
  return made;
}

PersistentMessage PersistentMessage::receive(void* to, int units, const MessageUnit& unit, int rank, int tag,
                                             MPI_Comm comm) {
  PersistentMessage made;
  succeed(real().Recv_init(to, units, unit.type(), rank, tag, comm, &made.request_));
  made.receives_ = true;
  return made;
}

PersistentMessage::PersistentMessage(PersistentMessage&& other) noexcept { *this = std::move(other); }

PersistentMessage& PersistentMessage::operator=(PersistentMessage&& other) noexcept {
  std::swap(request_, other.request_);
  std::swap(receives_, other.receives_);
  std::swap(active_, other.active_);
  return *this;
}

PersistentMessage::~PersistentMessage() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized != 0 || request_ == MPI_REQUEST_NULL) return;
  // After a failure, a message may be on its way.
  if (receives_ && active_) {
    PMPI_Cancel(&request_);
    MPI_Status status;
    real().Wait(&request_, &status);
  }
  if (request_ != MPI_REQUEST_NULL) real().Request_free(&request_);
}

void PersistentMessage::start() {
  if (request_ == MPI_REQUEST_NULL) return;
  succeed(real().Start(&request_));
  active_ = true;
}

bool PersistentMessage::complete() {
  if (!active_) return true;
  int done = 0;
  MPI_Status status;
  succeed(real().Test(&request_, &done, &status));
  active_ = done == 0;
  return done != 0;
}

Messages::Messages(MPI_Comm comm, const MessageUnit& unit, int rank, MessageBuffers& buffers, std::int64_t bytes_out,
                   bool receives) {
  if (bytes_out >= 0)
    send = PersistentMessage::send(buffers.out_.get(), MessageUnit::units(with_header(bytes_out)), unit, rank,
                                   message_tag, comm);
  if (receives)
    receive = PersistentMessage::receive(buffers.in_.get(), static_cast<int>(buffers.units_in()), unit, rank,
                                         message_tag, comm);
}

}  // namespace cartwright::halo
