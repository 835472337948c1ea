// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/exchange_on_node.hpp"

#include "base/buffer.hpp"
#include "mpi/base/real.hpp"
#include "preload/collectives/whole_node.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

namespace cartwright::preload {

namespace {

using mpi::real;

constexpr int joined_tag = 1;
constexpr int alone_tag = 2;

/// Larger equal blocks are left to the MPI.
constexpr std::int64_t most_each = NodeGroup::capacity / 4;

bool make(std::vector<BlockView>& views, const BlockOf& blocks, int count) {
  TypeInfo facts;
  views.reserve(count);
  for (int i = 0; i < count; ++i) {
    const Block block = blocks(i);
    if (!views.emplace_back(block.buffer, block.count, block.type, facts).valid()) return false;
  }
  return true;
}

/// Isend or Irecv of a SendBuffer or a ReceiveBuffer, or their forms for large counts.
template <typename Message, typename Function, typename Large>
int start(const Message& message, int rank, MPI_Comm comm, MPI_Request* request, Function function, Large large) {
  if constexpr (mpi::in_header<Large>)
    if (message.count() > std::numeric_limits<int>::max())
      return large(message.data(), message.count(), message.type(), rank, alone_tag, comm, request);
  return function(message.data(), static_cast<int>(message.count()), message.type(), rank, alone_tag, comm, request);
}

}  // namespace

/// False if MPI refuses an argument.
bool ExchangeOnNode::make_views(const CommNodes& nodes) {
  if (root_ < 0 || root_ >= nodes.size) return false;
  const bool is_root = nodes.rank == root_;
  const bool all_to_all = pattern_ == Pattern::all_to_all;
  const int all = all_to_all || is_root ? nodes.size : 0;
  const int one = is_root && in_place_ ? 0 : 1;
  return make(out_, sent_, pattern_ == Pattern::gather ? one : all) &&
         make(in_, received_, pattern_ == Pattern::scatter ? one : all);
}

std::int64_t ExchangeOnNode::bytes(const CommNodes& nodes) {
  if (!make_views(nodes)) return by_mpi_only;
  const auto rows = static_cast<std::int64_t>(2 * nodes.size * sizeof(std::int64_t));
  if (!equal_) return rows <= NodeGroup::capacity ? 0 : by_mpi_only;
  each_ = (in_.empty() ? out_ : in_).front().bytes();
  const auto differs = [&](const BlockView& view) { return view.bytes() != each_; };
  if (each_ == 0 || each_ > most_each || std::ranges::any_of(out_, differs)) return by_mpi_only;
  return each_;
}

std::int64_t ExchangeOnNode::mean_bytes() const {
  std::int64_t sum = 0;
  for (const auto* views : {&out_, &in_})
    for (const BlockView& view : *views) sum += view.bytes();
  return sum / std::max<std::int64_t>(1, std::ssize(out_) + std::ssize(in_));
}

bool ExchangeOnNode::sends_to(int from, int to) const {
  if (from == to) return false;
  return pattern_ == Pattern::all_to_all || (pattern_ == Pattern::gather ? to : from) == root_;
}

Streams ExchangeOnNode::known_streams(const CommNodes& nodes) const {
  Streams streams;
  for (const int here : nodes.here())
    for (int rank = 0; rank < nodes.size; ++rank) {
      streams.out.push_back(sends_to(here, rank) ? each_ : 0);
      streams.in.push_back(sends_to(rank, here) ? each_ : 0);
    }
  return streams;
}

Streams ExchangeOnNode::ask(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  auto* const mine = reinterpret_cast<std::int64_t*>(group.next());
  for (int rank = 0; rank < nodes.size; ++rank) {
    mine[rank] = sends_to(nodes.rank, rank) ? of(out_, rank).bytes() : 0;
    mine[nodes.size + rank] = sends_to(rank, nodes.rank) ? of(in_, rank).bytes() : 0;
  }
  group.arrive();
  group.await_all();
  Streams streams;
  for (int process = 0; process < group.size(); ++process) {
    const auto* const row = reinterpret_cast<const std::int64_t*>(group.buffer(process));
    streams.out.insert(streams.out.end(), row, row + nodes.size);
    streams.in.insert(streams.in.end(), row + nodes.size, row + 2 * nodes.size);
  }
  return streams;
}

const StreamPaths& ExchangeOnNode::find_paths(NodeComm& comm) const {
  std::unique_ptr<StreamPaths>& kept = comm.paths[static_cast<std::size_t>(pattern_)];
  if (equal_) {
    if (!kept || kept->each != each_ || kept->root != root_) {
      kept = std::make_unique<StreamPaths>(comm, known_streams(comm.nodes), false);
      kept->each = each_;
      kept->root = root_;
    }
    return *kept;
  }
  Streams streams = ask(comm);
  const bool relays = pattern_ == Pattern::all_to_all && comm.relaying.relays();
  if (!kept || kept->streams != streams || kept->relays != relays)
    kept = std::make_unique<StreamPaths>(comm, std::move(streams), relays);
  return *kept;
}

void ExchangeOnNode::start_alone(NodeComm& comm, const StreamPaths& paths) {
  constexpr CallKind kind = CallKind::nonblocking;
  const auto check_error = [this](int error) {
    if (error != MPI_SUCCESS) fail(error);
  };
  alone_.assign(paths.alone_in.size() + paths.alone_out.size(), MPI_REQUEST_NULL);
  MPI_Request* request = alone_.data();
  for (const int rank : paths.alone_in) {
    const Elements& to = of(in_, rank).elements();
    const ReceiveBuffer& message = arriving_.emplace_back(to.buffer, to.count, to.type, rank, comm.all, kind);
    check_error(start(message, rank, comm.all, request++, real().Irecv, CW_REAL_4(Irecv_c)));
  }
  for (const int rank : paths.alone_out) {
    const Elements& from = of(out_, rank).elements();
    const SendBuffer& message =
        leaving_.emplace_back(from.buffer, from.count, from.type, rank, alone_tag, comm.all, kind);
    check_error(message.sent(start(message, rank, comm.all, request++, real().Isend, CW_REAL_4(Isend_c))));
  }
}

void ExchangeOnNode::finish_alone() {
  if (alone_.empty()) return;
  std::vector<MPI_Status> statuses(alone_.size());
  const int error = real().Waitall(static_cast<int>(alone_.size()), alone_.data(), statuses.data());
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(error, &error_class);
  const bool by_status = error_class == MPI_ERR_IN_STATUS;
  if (error != MPI_SUCCESS && !by_status) fail(error);
  for (std::size_t i = 0; i < alone_.size(); ++i) {
    int of_one = by_status ? statuses[i].MPI_ERROR : error;
    if (i < arriving_.size()) of_one = arriving_[i].deliver(statuses[i], of_one);
    if (of_one != MPI_SUCCESS) fail(of_one);
  }
}

void ExchangeOnNode::move_to_self(const CommNodes& nodes) {
  if (in_place_ || (pattern_ != Pattern::all_to_all && nodes.rank != root_)) return;
  const BlockView& from = of(out_, nodes.rank);
  const BlockView& to = of(in_, nodes.rank);
  check(from.move_to(to));
  if (from.bytes() > to.bytes()) fail(MPI_ERR_TRUNCATE);
}

/// Short blocks between many nodes. A leader has for each node a block for each of its processes from each of its own.
int ExchangeOnNode::run_by_leaders(NodeComm& comm) {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  const std::int64_t of_pair = nodes.most * nodes.most * each_;  // bytes between two nodes
  const auto at = [&](int from, int to) {                        // the block of a rank for another one
    return comm.distance(nodes.node_of[from], nodes.node_of[to]) * of_pair +
           (nodes.number_of[to] * nodes.most + nodes.number_of[from]) * each_;
  };
  group.next();
  for (int rank = 0; rank < nodes.size; ++rank) check(of(out_, rank).pack(group.buffer(0) + at(nodes.rank, rank)));
  group.arrive();
  group.first_work(1, [&] {
    std::memcpy(group.buffer(0), group.last_buffer(0), nodes.count() * of_pair);
    if (const int error = comm.relay(group.buffer(0), of_pair)) fail(error);
  });
  group.await(0);
  for (int rank = 0; rank < nodes.size; ++rank) {
    const BlockView& to = of(in_, rank);
    check(to.unpack(group.buffer(0) + at(rank, nodes.rank), to.bytes()));
  }
  count_exchange(called_, nodes.size - nodes.most, comm.leads() ? comm.relayed_messages() : 0);
  return error_;
}

/// A leader passes on short blocks of different sizes, from the buffers of its node to those of the next epoch.
int ExchangeOnNode::relay(const NodeComm& comm, const StreamPaths& paths) {
  const NodeGroup& group = comm.group;
  const Relaying& how = comm.relaying;
  const std::int64_t count = comm.nodes.count();
  const base::Buffer places(count * how.longest());
  const auto place = [&](std::int64_t away) { return places.data() + away * how.longest(); };
  std::vector<std::int64_t> bytes = paths.short_to;
  for (std::int64_t away = 0; away < count; ++away)
    std::memcpy(place(away), group.last_buffer(how.process(away)) + how.outgoing(away), bytes[away]);
  if (const int error = comm.relay(places.data(), how.longest(), bytes.data())) return error;
  if (bytes != paths.short_from) return MPI_ERR_TRUNCATE;
  for (std::int64_t away = 0; away < count; ++away)
    std::memcpy(group.buffer(how.process(away)) + how.incoming(away), place(away), bytes[away]);
  return MPI_SUCCESS;
}

/// Relays the next exchanges if this one takes less time so, on the slowest node.
void ExchangeOnNode::decide_relaying(NodeComm& comm, const StreamPaths& paths) {
  NodeGroup& group = comm.group;
  group.first_work(1, [&] {
    std::array<double, 2> times = comm.relaying.times(paths.short_to);
    const int error = real().Allreduce(MPI_IN_PLACE, times.data(), 2, MPI_DOUBLE, MPI_MAX, comm.across);
    *group.buffer(0) = std::byte{error == MPI_SUCCESS && times[1] < times[0]};
  });
  group.await(0);
  comm.relaying.decide(*group.buffer(0) != std::byte{0});
}

int ExchangeOnNode::run(NodeComm& comm) {
  if (equal_ && pattern_ == Pattern::all_to_all && each_ <= comm.most_relayed()) return run_by_leaders(comm);
  const StreamPaths& paths = find_paths(comm);
  NodeGroup& group = comm.group;
  const CommNodes& nodes = comm.nodes;
  start_alone(comm, paths);
  group.next();
  for (const auto* parts : {&paths.near_out, &paths.joined_out, &paths.relayed_out})
    for (const StreamPaths::Part& part : *parts)
      check(of(out_, part.rank).pack(group.buffer(part.number) + part.offset));
  group.arrive();
  move_to_self(nodes);
  const bool leaves = paths.joins || paths.relays;
  const bool waits_for_all = leaves || std::ssize(paths.near_in) == group.size() - 1;
  if (waits_for_all) group.await_all();

  std::vector<MPI_Request> joined;
  if (leaves) {
    std::byte* const arrives = group.next();
    joined.assign(paths.received.size() + paths.sent.size(), MPI_REQUEST_NULL);
    MPI_Request* request = joined.data();
    for (const auto& [partner, offset, bytes] : paths.received)
      if (const int error = real().Irecv(arrives + offset, static_cast<int>(bytes), MPI_BYTE, partner, joined_tag,
                                         comm.all, request++))
        fail(error);
    for (const auto& [partner, offset, bytes] : paths.sent)
      if (const int error = real().Isend(group.last_buffer(group.me()) + offset, static_cast<int>(bytes), MPI_BYTE,
                                         partner, joined_tag, comm.all, request++))
        fail(error);
  }
  const bool leads = paths.relays && comm.leads();
  if (leads)
    if (const int error = relay(comm, paths)) fail(error);
  for (const auto& [rank, number, offset] : paths.near_in) {
    if (!waits_for_all) group.await(number);
    const BlockView& to = of(in_, rank);
    const std::int64_t bytes = paths.streams.out[static_cast<std::size_t>(number) * nodes.size + nodes.rank];
    check(to.unpack((leaves ? group.last_buffer(number) : group.buffer(number)) + offset, std::min(bytes, to.bytes())));
    if (bytes > to.bytes()) fail(MPI_ERR_TRUNCATE);
  }
  if (leaves) {
    if (const int error = wait(joined)) fail(error);
    group.arrive();
    if (paths.relays) group.await(0);
    for (const auto* parts : {&paths.relayed_in, &paths.joined_in})
      for (const auto& [rank, number, offset] : *parts) {
        if (parts == &paths.joined_in) group.await(number);
        const BlockView& to = of(in_, rank);
        check(to.unpack(group.buffer(number) + offset, to.bytes()));
      }
  }
  finish_alone();
  if (!equal_ && pattern_ == Pattern::all_to_all && comm.relaying.count()) decide_relaying(comm, paths);
  count_exchange(called_, std::ssize(paths.joined_out) + std::ssize(paths.relayed_out) + paths.far_alone,
                 std::ssize(paths.sent) + paths.far_alone + (leads ? comm.relayed_messages() : 0));
  return error_;
}

}  // namespace cartwright::preload
