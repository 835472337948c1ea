// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/messages.hpp"

#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

#include <cstring>
#include <utility>

namespace cartwright::halo {

namespace {

using mpi::MessageUnit;
using mpi::real;
using mpi::succeed;

constexpr int message_tag = 1;

/// Pages are taken now: an exchange must not be the first to touch them.
base::Pages take(std::int64_t bytes) {
  base::Pages taken(bytes);
  std::memset(taken.data(), 0, static_cast<std::size_t>(bytes));
  return taken;
}

}  // namespace

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in)
    : host_out_(take(with_header(bytes_out))),
      host_in_(take(with_header(bytes_in))),
      out_{host_out_.data(), host_out_.data() + sizeof(Header)},
      in_{host_in_.data(), host_in_.data() + sizeof(Header)},
      room_(with_header(bytes_in)) {
  for (const std::int64_t bytes : {bytes_in, bytes_out}) MessageUnit::units(with_header(bytes));  // they must fit
}

MessageBuffers::MessageBuffers(std::int64_t bytes_out, std::int64_t bytes_in, base::Pool& pool, bool apart)
    : pool_out_(static_cast<std::size_t>(with_header(bytes_out)), pool),
      pool_in_(static_cast<std::size_t>(with_header(bytes_in)), pool),
      out_{pool_out_.data(), pool_out_.data() + sizeof(Header)},
      in_{pool_in_.data(), pool_in_.data() + sizeof(Header)},
      room_(with_header(bytes_in)) {
  for (const std::int64_t bytes : {bytes_in, bytes_out}) MessageUnit::units(with_header(bytes));
  if (!apart) return;
  host_out_ = take(sizeof(Header));
  host_in_ = take(sizeof(Header));
  out_.header = host_out_.data();
  in_.header = host_in_.data();
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

std::vector<Messages::Piece> Messages::pieces(std::int64_t bytes, const Cut& cut) {
  std::vector<Piece> pieces;
  std::int64_t begin = 0;
  while (begin < bytes) {
    const std::int64_t longest = cut.apart && begin == 0 ? header_bytes : cut.piece;
    const std::int64_t end = std::min(begin + longest, bytes);
    pieces.emplace_back(begin, end);
    begin = end;
  }
  return pieces;
}

Messages::Messages(MPI_Comm comm, const MessageUnit& unit, int rank, MessageBuffers& buffers, std::int64_t bytes_out,
                   std::int64_t bytes_in, const Cut& cut)
    : bytes_out_(bytes_out) {
  if (bytes_out >= 0) pieces_ = pieces(with_header(bytes_out), cut);
  for (const Piece& piece : pieces_)
    sends_.push_back(PersistentMessage::send(
        address(buffers.out_, piece), MessageUnit::units(piece.second - piece.first), unit, rank, message_tag, comm));
  if (bytes_in < 0) return;
  // A neighbor may send another pattern by mistake, so each piece has room for all that one can have.
  for (const Piece& piece : pieces(with_header(bytes_in), cut)) {
    const std::int64_t longest = cut.apart && piece.first == 0 ? header_bytes : cut.piece;
    const std::int64_t room = std::min(longest, buffers.room() - piece.first);
    receives_.push_back(PersistentMessage::receive(address(buffers.in_, piece), MessageUnit::units(room), unit, rank,
                                                   message_tag, comm));
  }
}

void Messages::receive() {
  for (PersistentMessage& piece : receives_) piece.start();
}

bool Messages::sent() {
  bool all = true;
  for (PersistentMessage& piece : sends_) all = piece.complete() && all;
  return all;
}

bool Messages::received() {
  bool all = true;
  for (PersistentMessage& piece : receives_) all = piece.complete() && all;
  return all;
}

}  // namespace cartwright::halo
