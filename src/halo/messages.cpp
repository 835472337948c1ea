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

constexpr int tag = 1;

/// Pages are taken now: an exchange must not be the first to touch them.
std::byte* allocate(std::int64_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t pages = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
  void* const memory = std::aligned_alloc(page, pages);
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<std::byte*>(std::memset(memory, 0, pages));
}

std::int64_t with_header(std::int64_t bytes) { return MessageUnit::padded(bytes) + MessageUnit::bytes; }

}  // namespace

void MessageBuffers::Free::operator()(std::byte* memory) const { std::free(memory); }

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in)
    : out_(allocate(with_header(bytes_out))),
      in_(allocate(with_header(bytes_in))),
      units_in_(MessageUnit::units(with_header(bytes_in))) {
  MessageUnit::units(with_header(bytes_out));  // it must fit
}

Messages::Messages(MPI_Comm comm, const MessageUnit& unit, int rank, MessageBuffers& buffers, std::int64_t bytes_out,
                   bool receives) {
  if (bytes_out >= 0)
    succeed(real().Send_init(buffers.out_.get(), MessageUnit::units(with_header(bytes_out)), unit.type(), rank, tag,
                             comm, &send_));
  if (receives)
    succeed(real().Recv_init(buffers.in_.get(), static_cast<int>(buffers.units_in()), unit.type(), rank, tag, comm,
                             &receive_));
}

Messages::Messages(Messages&& other) noexcept
    : send_(std::exchange(other.send_, MPI_REQUEST_NULL)),
      receive_(std::exchange(other.receive_, MPI_REQUEST_NULL)),
      sending_(other.sending_),
      receiving_(other.receiving_) {}

Messages::~Messages() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (finalized != 0) return;
  // After a failure, a message may be on its way.
  if (receiving_ && receive_ != MPI_REQUEST_NULL) {
    PMPI_Cancel(&receive_);
    MPI_Status status;
    real().Wait(&receive_, &status);
  }
  if (receive_ != MPI_REQUEST_NULL) real().Request_free(&receive_);
  if (send_ != MPI_REQUEST_NULL) real().Request_free(&send_);
}

void Messages::start_receive() {
  if (receive_ == MPI_REQUEST_NULL) return;
  succeed(real().Start(&receive_));
  receiving_ = true;
}

void Messages::start_send() {
  if (send_ == MPI_REQUEST_NULL) return;
  succeed(real().Start(&send_));
  sending_ = true;
}

bool Messages::complete(MPI_Request& request, bool& active) {
  if (!active) return true;
  int done = 0;
  MPI_Status status;
  succeed(real().Test(&request, &done, &status));
  active = done == 0;
  return done != 0;
}

bool Messages::arrived() { return complete(receive_, receiving_); }
bool Messages::sent() { return complete(send_, sending_); }

}  // namespace cartwright::halo
