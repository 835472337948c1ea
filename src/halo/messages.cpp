// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/messages.hpp"

#include <cstring>

namespace cartwright::halo {

namespace {

using mpi::MessageUnit;

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

Messages::Messages(Requests& requests, MPI_Comm comm, const MessageUnit& unit, int rank, MessageBuffers& buffers,
                   std::int64_t bytes_out, std::int64_t bytes_in, const Cut& cut)
    : requests_(&requests), bytes_out_(bytes_out) {
  if (bytes_out >= 0) pieces_ = pieces(with_header(bytes_out), cut);
  for (const Piece& piece : pieces_)
    sends_.push_back(requests.send(address(buffers.out_, piece), MessageUnit::units(piece.second - piece.first), unit,
                                   rank, message_tag, comm));
  if (bytes_in < 0) return;
  // A neighbor may send another pattern by mistake, so each piece has room for all that one can have.
  for (const Piece& piece : pieces(with_header(bytes_in), cut)) {
    const std::int64_t longest = cut.apart && piece.first == 0 ? header_bytes : cut.piece;
    const std::int64_t room = std::min(longest, buffers.room() - piece.first);
    receives_.push_back(
        requests.receive(address(buffers.in_, piece), MessageUnit::units(room), unit, rank, message_tag, comm));
  }
}

void Messages::receive() {
  for (const std::size_t number : receives_) requests_->start(number);
}

}  // namespace cartwright::halo
