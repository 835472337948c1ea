// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/node_exchange.hpp"

#include "mpi/real.hpp"
#include "preload/post.hpp"
#include "transport/waiting.hpp"

#include <exception>
#include <limits>

namespace cartwright::preload {

namespace {

/// MPI moves larger blocks in pieces, without memory for all of them.
constexpr std::int64_t most_posted = std::int64_t{4} << 20;

bool by_message(std::int64_t bytes) { return bytes > most_posted; }

}  // namespace

void wait_a_moment(unsigned turn) noexcept {
  constexpr unsigned spins = 4096;
  if (turn > spins)
    transport::yield();
  else
    transport::relax();
}

NodeExchange::NodeExchange(std::shared_ptr<const Neighborhood> neighborhood, Pairing pairing, const BlockOf& sent,
                           const BlockOf& received)
    : neighborhood_(std::move(neighborhood)) {
  const auto& [to, from] = std::tie(neighborhood_->destinations, neighborhood_->sources);
  TypeFacts facts;
  sends_.reserve(to.size());
  receives_.reserve(from.size());
  for (std::size_t i = 0; i < to.size() && valid_; ++i) valid_ = add(sends_, to[i], to[i].number, sent(i), facts);
  for (std::size_t i = 0; i < from.size() && valid_; ++i)
    valid_ = add(receives_, from[i], neighborhood_->number_of_source(i, pairing), received(i), facts);
}

/// False if MPI refuses the block.
bool NodeExchange::add(std::vector<End>& ends, const Neighborhood::Edge& edge, std::uint64_t number, const Block& block,
                       TypeFacts& facts) {
  if (edge.peer < 0) return true;
  End end{&edge, number, Piece(block.buffer, block.count, block.type, facts)};
  if (!end.piece.valid()) return false;
  ends.push_back(std::move(end));
  return true;
}

void NodeExchange::outlive_types() noexcept {
  for (End& end : receives_) end.piece.outlive_type();
}

void NodeExchange::start_messages(std::uint64_t channel) noexcept {
  const mpi::RealFunctions& real = mpi::real();
  const auto with_mpi = [&](const End& end, auto&& function) {
    if (!by_message(end.piece.bytes())) return;
    const Elements& elements = end.piece.elements();
    const int tag = tag_of({channel, 0, end.number});
    if (elements.count > std::numeric_limits<int>::max()) return fail(MPI_ERR_COUNT);
    messages_.push_back(MPI_REQUEST_NULL);
    if (function(elements.buffer, static_cast<int>(elements.count), elements.type, end.edge->rank, tag, post_comm(),
                 &messages_.back()) != MPI_SUCCESS)
      fail(MPI_ERR_OTHER);
  };
  for (const End& end : receives_) with_mpi(end, real.Irecv);
  for (const End& end : sends_) with_mpi(end, real.Isend);
}

void NodeExchange::start(std::uint64_t channel, std::uint64_t round) noexcept try {
  label_ = {channel, round, 0};
  error_ = MPI_SUCCESS;
  start_messages(channel);
  for (const End& end : sends_)
    if (!by_message(end.piece.bytes()) && !post(end.edge->peer, {channel, round, end.number}, end.piece))
      fail(MPI_ERR_INTERN);
  for (End& end : receives_) end.done = by_message(end.piece.bytes());
} catch (const std::exception&) {
  fail(MPI_ERR_NO_MEM);
}

bool NodeExchange::advance() noexcept try {
  bool all = true;
  for (End& end : receives_) {
    if (end.done) continue;
    const Taken taken = take_letter(end.edge->peer, {label_.channel, label_.round, end.number}, end.piece);
    end.done = taken != Taken::not_yet;
    all = all && end.done;
    if (taken == Taken::truncated) fail(MPI_ERR_TRUNCATE);
    if (taken == Taken::failed) fail(MPI_ERR_OTHER);
  }
  // A letter may be a message. And while a process waits here, its other messages must go on.
  constexpr unsigned turns = 16;
  if (!all && ++turns_ % turns == 0) progress_post();
  if (messages_.empty()) return all;
  int done = 0;
  std::vector<MPI_Status> statuses(messages_.size());
  if (mpi::real().Testall(static_cast<int>(messages_.size()), messages_.data(), &done, statuses.data()) !=
      MPI_SUCCESS) {
    for (const MPI_Status& status : statuses) {
      int error_class = MPI_SUCCESS;
      PMPI_Error_class(status.MPI_ERROR, &error_class);
      if (error_class != MPI_SUCCESS && error_class != MPI_ERR_PENDING) fail(error_class);
    }
    done = 1;
  }
  if (done) messages_.clear();
  return all && done;
} catch (const std::exception&) {
  fail(MPI_ERR_NO_MEM);
  return true;
}

void NodeExchange::finish() noexcept {
  for (unsigned turn = 1; !advance(); ++turn) wait_a_moment(turn);
}

}  // namespace cartwright::preload
