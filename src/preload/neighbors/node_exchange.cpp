// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/neighbors/node_exchange.hpp"

#include "mpi/base/real.hpp"
#include "preload/base/crowd.hpp"
#include "preload/node/node_memory.hpp"
#include "preload/packing/gpu_data.hpp"

#include <algorithm>
#include <exception>
#include <limits>

namespace cartwright::preload {

namespace {

/// MPI moves larger blocks in pieces, without memory for all of them.
constexpr std::int64_t max_posted = std::int64_t{4} << 20;

bool large(std::int64_t bytes) { return bytes > max_posted; }

}  // namespace

NodeExchange::NodeExchange(std::shared_ptr<const Neighborhood> neighborhood, Pairing pairing, const BlockOf& sent,
                           const BlockOf& received, const JoinPlan* plan)
    : neighborhood_(std::move(neighborhood)), plan_(plan) {
  const auto& [to, from] = std::tie(neighborhood_->destinations, neighborhood_->sources);
  TypeInfo facts;
  sends_.reserve(to.size());
  receives_.reserve(from.size());
  for (std::size_t i = 0; i < to.size() && valid_; ++i)
    valid_ = add(sends_, to[i], to[i].number, plan == nullptr ? own : plan->to_node[i], sent(i), facts);
  for (std::size_t i = 0; i < from.size() && valid_; ++i)
    valid_ = add(receives_, from[i], neighborhood_->number_of_source(i, pairing),
                 plan == nullptr ? own : plan->from_node[i], received(i), facts);
}

/// False if MPI refuses the block.
bool NodeExchange::add(std::vector<End>& ends, const Neighborhood::Edge& edge, std::uint64_t number, int node,
                       const Block& block, TypeInfo& facts) {
  const bool joined = plan_ != nullptr && edge.peer == Neighborhood::by_mpi;
  if (edge.peer < 0 && !joined) return true;
  End end{&edge, number, BlockView(block.buffer, block.count, block.type, facts)};
  if (!end.view.valid()) return false;
  if (joined) end.node = node;
  ends.push_back(std::move(end));
  return true;
}

void NodeExchange::fail(int error) {
  if (error_ == MPI_SUCCESS && (error != MPI_ERR_TRUNCATE || reports_truncation())) error_ = error;
}

void NodeExchange::outlive_types(CallKind kind) noexcept {
  for (End& end : receives_) end.view.outlive_type(large(end.view.bytes()));
  if (kind != CallKind::persistent) return;
  for (End& end : sends_) end.view.outlive_type(large(end.view.bytes()) || end.view.on_device());
}

template <typename Function, typename Large>
void NodeExchange::start_message(const End& end, int tag, Function function, Large large_function) {
  const Elements& elements = end.view.elements();
  messages_.push_back(MPI_REQUEST_NULL);
  const auto start = [&](auto call, auto count) {
    if (call(elements.buffer, count, elements.type, end.edge->rank, tag, node_channel_comm(), &messages_.back()) !=
        MPI_SUCCESS)
      fail(MPI_ERR_OTHER);
  };
  if (elements.count <= std::numeric_limits<int>::max()) return start(function, static_cast<int>(elements.count));
  if constexpr (mpi::in_header<Large>)
    if (large_function != nullptr) return start(large_function, elements.count);
  fail(MPI_ERR_COUNT);
}

template <typename Function>
void NodeExchange::start_packed(std::byte* packed, std::int64_t bytes, const End& end, int tag, Function function) {
  messages_.push_back(MPI_REQUEST_NULL);
  if (function(packed, static_cast<int>(bytes), MPI_PACKED, end.edge->rank, tag, node_channel_comm(),
               &messages_.back()) != MPI_SUCCESS)
    fail(MPI_ERR_OTHER);
}

void NodeExchange::receive_announced(const End& end, const ReadyToSend& rts) {
  const auto usual = [&] { start_message(end, rts.tag, mpi::real().Irecv, CW_REAL_4(Irecv_c)); };
  const std::int64_t bytes = std::max(end.view.bytes(), rts.bytes);
  const bool fits = rts.bytes <= end.view.bytes();
  const bool on_gpu = end.view.elements().kernels != nullptr;
  if ((large(bytes) && fits && !on_gpu) || bytes > std::numeric_limits<int>::max()) return usual();
  // The type may be freed by now, but its compiled form and its kernels are not. And Open MPI 4.1 writes all of a
  // message that is too long.
  base::Buffer packed =
      on_gpu ? buffer_for(end.view.elements(), {}, bytes) : base::Buffer(static_cast<std::size_t>(bytes));
  if (packed.data() == nullptr) return usual();
  packed_.push_back({messages_.size(), &end, std::move(packed)});
  start_packed(packed_.back().data.data(), bytes, end, rts.tag, mpi::real().Irecv);
}

/// Sends a block that is rts.
void NodeExchange::send_announced(const End& end, int tag) {
  const auto usual = [&] { start_message(end, tag, mpi::real().Isend, CW_REAL_4(Isend_c)); };
  const std::int64_t bytes = end.view.bytes();
  if (end.view.elements().kernels == nullptr || bytes > std::numeric_limits<int>::max()) return usual();
  base::Buffer packed = buffer_for(end.view.elements(), {}, bytes);
  if (packed.data() == nullptr || !end.view.pack(packed.data())) return usual();
  sent_.push_back(std::move(packed));
  start_packed(sent_.back().data(), bytes, end, tag, mpi::real().Isend);
}

void NodeExchange::start_send(const End& end) {
  const std::int64_t bytes = end.view.bytes();
  if (end.node != own) {
    if (!end.view.on_device() && joined_->has_room(end.node, bytes)) {
      if (!joined_->add(end.node, end.edge->rank, end.number, end.view)) fail(MPI_ERR_INTERN);
      return;
    }
    const ReadyToSend rts = new_rts(bytes);
    joined_->send_rts(end.node, end.edge->rank, end.number, rts);
    return send_announced(end, rts.tag);
  }
  const transport::MessageId id{label_.channel, label_.round, end.number};
  if (large(bytes) || end.view.on_device()) {
    const ReadyToSend rts = new_rts(bytes);
    send_rts(end.edge->peer, id, rts);
    return send_announced(end, rts.tag);
  }
  if (!send_packet(end.edge->peer, id, end.view)) fail(MPI_ERR_INTERN);
}

/// Moves a block of this process to itself. False if MPI must move it.
bool NodeExchange::move_to_self(const End& from) {
  if (large(from.view.bytes()) || from.view.on_device()) return false;
  const auto to = std::ranges::find_if(receives_, [&](const End& end) {
    return end.node == own && end.edge->peer == from.edge->peer && end.number == from.number;
  });
  if (to == receives_.end() || to->view.on_device()) return false;
  if (!from.view.move_to(to->view)) fail(MPI_ERR_OTHER);
  if (from.view.bytes() > to->view.bytes()) fail(MPI_ERR_TRUNCATE);
  to->done = true;
  return true;
}

void NodeExchange::start(std::uint64_t channel, std::uint64_t round) noexcept try {
  label_ = {channel, round, 0};
  error_ = MPI_SUCCESS;
  if (plan_ != nullptr) joined_.emplace(*plan_, channel, round);
  for (End& end : receives_) end.done = false;
  const auto to_self = [](const End& end) {
    return end.node == own && end.edge->peer == static_cast<int>(node_memory()->me());
  };
  for (const End& end : sends_)
    if (!to_self(end)) start_send(end);
  for (const End& end : sends_)
    if (to_self(end) && !move_to_self(end)) start_send(end);
  if (joined_) joined_->start();
} catch (const std::exception&) {
  fail(MPI_ERR_NO_MEM);
}

Taken NodeExchange::take(const End& end, ReadyToSend& rts) {
  if (end.node != own) return joined_->take(end.node, end.edge->rank, end.number, end.view, rts);
  return take_packet(end.edge->peer, {label_.channel, label_.round, end.number}, end.view, rts);
}

/// Unpacks what has come by MPI when all has.
bool NodeExchange::messages_done() {
  if (messages_.empty()) return true;
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
  if (done == 0) return false;
  for (const Packed& packed : packed_) {
    int bytes = 0;
    PMPI_Get_count(&statuses[packed.message], MPI_PACKED, &bytes);
    const std::int64_t expected = packed.end->view.bytes();
    if (error_ == MPI_SUCCESS && !packed.end->view.unpack(packed.data.data(), std::min<std::int64_t>(bytes, expected)))
      fail(MPI_ERR_OTHER);
    if (bytes > expected) fail(MPI_ERR_TRUNCATE);
  }
  packed_.clear();
  sent_.clear();
  messages_.clear();
  return true;
}

bool NodeExchange::step() noexcept try {
  bool all = !joined_ || joined_->advance();
  for (End& end : receives_) {
    if (end.done) continue;
    ReadyToSend rts;
    const Taken taken = take(end, rts);
    end.done = taken != Taken::not_yet;
    all = all && end.done;
    if (taken == Taken::rts) receive_announced(end, rts);
    if (taken == Taken::truncated) fail(MPI_ERR_TRUNCATE);
    if (taken == Taken::failed) fail(MPI_ERR_OTHER);
  }
  return messages_done() && all;
} catch (const std::exception&) {
  fail(MPI_ERR_NO_MEM);
  return true;
}

bool NodeExchange::advance() noexcept {
  // A packet may be a message. And while a process waits here, its other messages must go on.
  constexpr unsigned turns = 16;
  const bool all = step();
  if (!all && ++turns_ % turns == 0) progress_node_channel();
  return all;
}

void NodeExchange::finish() noexcept {
  // A process of the node answers soon, another node does not.
  transport::Backoff backoff(crowd(), joined_ ? 0 : 100);
  const bool rung = crowd().oversubscribed();  // the others ring the doorbell
  for (bool all = step(); !all; all = all || (rung ? step() : advance())) {
    const bool polls = !messages_.empty() || (joined_ && joined_->polls()) || has_windows;
    backoff.wait([&] {
      if (!rung) return transport::yield();
      if (!polls && !node_memory()->own_doorbell().sleep_unless([&] { return all = step(); })) progress_node_channel();
    });
    // Where it finds nothing, MPI waits in its own way.
    if (polls) progress_node_channel();
  }
}

}  // namespace cartwright::preload
