// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/collectives/reductions.hpp"

#include "base/buffer.hpp"
#include "mpi/base/real.hpp"
#include "preload/collectives/exact.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace cartwright::preload {

namespace {

using mpi::real;

/// A slice of `items` elements.
struct Slice {
  std::int64_t first, end;
  Slice(std::int64_t items, int slices, int number)
      : first(items * number / slices), end(items * (number + 1) / slices) {}
  std::int64_t items() const { return end - first; }
};

/// The bytes of an element, if the elements lie one after the other in memory; otherwise 0.
std::int64_t element_bytes(const BlockView& view, const TypeInfo& facts) {
  return view.valid() && facts.predefined && facts.one_block && facts.extent == facts.size ? facts.size : 0;
}

}  // namespace

Reducing::Reducing(const void* in, void* out, std::int64_t count, MPI_Datatype type, MPI_Op op)
    : in_(in), out_(out), count_(count), type_(type), op_(op) {
  if (!any_order(op, type)) return;
  TypeInfo facts;
  given_ = BlockView(in == MPI_IN_PLACE ? out : in, count, type, facts);
  size_ = element_bytes(given_, facts);
}

bool Reducing::lands(std::int64_t items) {
  if (in_ == out_) return false;
  TypeInfo facts;
  result_ = BlockView(out_, items, type_, facts);
  if (result_.on_device()) on_host_ = base::Buffer(size_of(items));
  return element_bytes(result_, facts) > 0;
}

int Reducing::delivered(int error) const {
  if (on_host_.data() == nullptr || result_.unpack(on_host_.data(), result_.bytes())) return error;
  return std::max<int>(error, MPI_ERR_INTERN);
}

std::int64_t Reducing::agreed_bytes(std::int64_t most) const {
  const std::int64_t bytes = size_of(count_);
  return size_ > 0 && count_ > 0 && bytes <= most ? bytes : by_mpi_only;
}

template <typename Make>
int Reducing::run_rounds(NodeComm& comm, Make make) const {
  const std::int64_t most = NodeGroup::capacity / size_;
  int error = MPI_SUCCESS;
  for (std::int64_t first = 0; first < count_; first += most) {
    const auto from_first = [&](const void* data) {
      return data == MPI_IN_PLACE ? data : static_cast<const std::byte*>(data) + size_of(first);
    };
    auto round = make(from_first(in_), const_cast<void*>(from_first(out_)), std::min(most, count_ - first));
    error = round.bytes(comm.nodes) < 0 ? MPI_ERR_INTERN : std::max(error, round.run(comm));
  }
  return error;
}

void Reducing::give(std::byte* to) const { given_.pack(to); }

int Reducing::add(const std::byte* from, std::byte* to, std::int64_t items) const {
  return PMPI_Reduce_local(from, to, static_cast<int>(items), type_, op_);
}

template <typename BufferOf>
int Reducing::combine(BufferOf buffer_of, int processes, std::int64_t at, std::byte* to, std::int64_t items) const {
  std::memcpy(to, buffer_of(0) + at, size_of(items));
  int error = MPI_SUCCESS;
  for (int process = 1; process < processes; ++process)
    error = std::max(error, add(buffer_of(process) + at, to, items));
  return error;
}

int Reducing::combine_slices(NodeComm& comm) const {
  NodeGroup& group = comm.group;
  give(group.next());
  group.arrive();
  const int slices = slices_on(comm.nodes);
  int error = MPI_SUCCESS;
  group.first_work(slices, [&] {
    const Slice own(count_, slices, group.me());
    std::byte* const sum = group.buffer(group.me()) + size_of(own.first);
    error = combine([&](int process) { return group.last_buffer(process); }, group.size(), size_of(own.first), sum,
                    own.items());
    if (comm.nodes.alone()) return;
    const int count = comm.nodes.count();
    if (count * size_of(own.items()) <= CommNodes::most_gathered) {
      const base::Buffer sums(count * size_of(own.items()));
      std::memcpy(sums.data(), sum, size_of(own.items()));
      error = std::max({error, comm.gather(sums.data(), size_of(own.items())),
                        combine_nodes(comm, sums.data(), count, sum, own.items())});
      return;
    }
    const int sent = real().Allreduce(MPI_IN_PLACE, sum, static_cast<int>(own.items()), type_, op_, comm.across);
    error = std::max(error, sent);
  });
  return error;
}

int Reducing::combine_nodes(const NodeComm& comm, const std::byte* sums, int nodes, std::byte* to,
                            std::int64_t items) const {
  const auto sum_of = [&](int node) { return sums + comm.distance(node, comm.nodes.node()) * size_of(items); };
  return combine(sum_of, nodes, 0, to, items);
}

void Reducing::copy_slices(NodeComm& comm, std::int64_t first, std::int64_t items) const {
  const int slices = slices_on(comm.nodes);
  comm.group.await_first(slices);
  for (int number = 0; number < slices; ++number) {
    const Slice slice(count_, slices, number);
    const std::int64_t begin = std::max(slice.first, first);
    const std::int64_t end = std::min(slice.end, first + items);
    if (begin < end)
      std::memcpy(out() + size_of(begin - first), comm.group.buffer(number) + size_of(begin), size_of(end - begin));
  }
}

int AllreduceOnNode::run(NodeComm& comm) {
  if (size_of(count_) <= NodeGroup::capacity) return delivered(reduce(comm));
  return run_rounds(
      comm, [&](const void* in, void* out, std::int64_t items) { return AllreduceOnNode(in, out, items, type_, op_); });
}

int AllreduceOnNode::reduce(NodeComm& comm) const {
  NodeGroup& group = comm.group;
  if (!comm.nodes.alone() || slices_on(comm.nodes) > 1) {
    const int error = combine_slices(comm);
    copy_slices(comm, 0, count_);
    return error;
  }
  give(group.next());
  group.arrive();
  group.await_all();
  return combine([&](int process) { return group.buffer(process); }, group.size(), 0, out(), count_);
}

std::int64_t ReduceOnNode::bytes(const CommNodes& nodes) {
  const bool good = root_ >= 0 && root_ < nodes.size && (in_ != MPI_IN_PLACE || nodes.rank == root_);
  return good && (nodes.rank != root_ || lands(count_)) ? agreed_bytes(CommNodes::most_in_rounds) : by_mpi_only;
}

int ReduceOnNode::run(NodeComm& comm) {
  if (size_of(count_) <= NodeGroup::capacity) return delivered(reduce(comm));
  return run_rounds(comm, [&](const void* in, void* out, std::int64_t items) {
    return ReduceOnNode(in, out, items, type_, op_, root_);
  });
}

int ReduceOnNode::reduce(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  const bool is_root = nodes.rank == root_;
  give(group.next());
  group.arrive();
  if (nodes.alone()) {
    if (!is_root) return MPI_SUCCESS;
    group.await_all();
    return combine([&](int process) { return group.buffer(process); }, group.size(), 0, out(), count_);
  }
  int error = MPI_SUCCESS;
  const int root_node = nodes.node_of[root_];
  group.first_work(1, [&] {
    // Not in place: MPICH 4.0 then crashes at some roots.
    const base::Buffer sum(size_of(count_));
    error = combine([&](int process) { return group.last_buffer(process); }, group.size(), 0, sum.data(), count_);
    const int sent =
        real().Reduce(sum.data(), group.buffer(0), static_cast<int>(count_), type_, op_, root_node, comm.across);
    error = std::max(error, sent);
  });
  if (!is_root) return error;
  group.await(0);
  std::memcpy(out(), group.buffer(0), size_of(count_));
  return error;
}

ReduceScatterOnNode::ReduceScatterOnNode(const void* in, void* out, std::vector<std::int64_t> counts, MPI_Datatype type,
                                         MPI_Op op)
    : Reducing(in, out, std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), type, op),
      counts_(std::move(counts)),
      valid_(std::ranges::all_of(counts_, [](std::int64_t count) { return count >= 0; })) {}

std::int64_t ReduceScatterOnNode::bytes(const CommNodes& nodes) {
  const std::int64_t items = counts_[nodes.rank];
  const bool gets = items > 0 || in_ == MPI_IN_PLACE;
  return valid_ && (!gets || lands(items)) ? agreed_bytes() : by_mpi_only;
}

int ReduceScatterOnNode::reduce(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  const std::int64_t items = counts_[nodes.rank];
  const std::int64_t first = std::accumulate(counts_.begin(), counts_.begin() + nodes.rank, std::int64_t{0});
  if (!nodes.alone()) {
    const int error = combine_slices(comm);
    copy_slices(comm, first, items);
    return error;
  }
  give(group.next());
  group.arrive();
  group.await_all();
  if (items == 0) return MPI_SUCCESS;
  return combine([&](int process) { return group.buffer(process); }, group.size(), size_of(first), out(), items);
}

std::int64_t ScanOnNode::bytes(const CommNodes& nodes) {
  const bool gets = !exclusive_ || nodes.rank > 0;
  return nodes.in_order && (!gets || lands(count_)) ? agreed_bytes() : by_mpi_only;
}

int ScanOnNode::reduce(NodeComm& comm) const {
  const CommNodes& nodes = comm.nodes;
  NodeGroup& group = comm.group;
  give(group.next());
  group.arrive();
  group.await_all();
  const int before = group.me() + (exclusive_ ? 0 : 1);  // processes of this node that count
  const auto buffer_of = [&](int process) { return group.buffer(process); };
  int error = before == 0 ? MPI_SUCCESS : combine(buffer_of, before, 0, out(), count_);
  if (nodes.alone()) return error;
  const bool gathers = nodes.count() * size_of(count_) <= CommNodes::most_gathered;
  base::Buffer sums(comm.leads() ? size_of(count_) * (gathers ? nodes.count() : 1) : 0);
  if (comm.leads()) error = std::max(error, combine(buffer_of, group.size(), 0, sums.data(), count_));
  std::byte* const mine = group.next();
  if (comm.leads() && gathers) {
    error = std::max(error, comm.gather(sums.data(), size_of(count_)));
    if (nodes.node() > 0) error = std::max(error, combine_nodes(comm, sums.data(), nodes.node(), mine, count_));
  } else if (comm.leads()) {
    const int sent = real().Exscan(sums.data(), mine, static_cast<int>(count_), type_, op_, comm.across);
    error = std::max(error, sent);
  }
  group.arrive();
  if (nodes.node() == 0) return error;
  group.await(0);
  if (before > 0) return std::max(error, add(group.buffer(0), out(), count_));
  std::memcpy(out(), group.buffer(0), size_of(count_));
  return error;
}

}  // namespace cartwright::preload
