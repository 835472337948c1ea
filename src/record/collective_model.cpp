// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/collective_model.hpp"

#include <algorithm>
#include <array>

namespace cartwright::record {

namespace {

constexpr double max_bytes_by_doubling = 10'000;  ///< of an allreduce
constexpr double max_bytes_by_bruck = 80'000;     ///< that each process has after an allgather

struct Call {
  Member member;
  double bytes;
  double bytes_a_call() const { return bytes / static_cast<double>(std::max<std::int64_t>(member.calls, 1)); }
};

void bcast(const Call& call) { binomial_bcast(call.member, call.bytes); }

void reduce(const Call& call) { binomial_reduce(call.member, call.bytes); }

/// `times` rounds of a ring, each with one of as many parts of the bytes as there are members.
void ring(const Call& call, std::int64_t times) {
  const Member& m = call.member;
  m.send((m.me + 1) % m.size, static_cast<double>(times) * call.bytes / static_cast<double>(m.size), times);
}

void allreduce(const Call& call) {
  if (call.bytes_a_call() <= max_bytes_by_doubling) return doubling_allreduce(call.member, call.bytes);
  ring(call, 2 * (call.member.size - 1));
}

void allgather(const Call& call) {
  const bool large = call.bytes_a_call() * static_cast<double>(call.member.size) > max_bytes_by_bruck;
  (large ? ring_allgather : bruck_allgather)(call.member, equal_blocks(call.bytes));
}

void reduce_scatter(const Call& call) { ring(call, call.member.size - 1); }

void alltoall(const Call& call) {
  pairwise_alltoall(call.member, equal_blocks(call.bytes / static_cast<double>(call.member.size)));
}

void scan(const Call& call) {
  if (call.member.me + 1 < call.member.size) call.member.send(call.member.me + 1, call.bytes);
}

struct Model {
  std::string_view kind;
  void (*sends)(const Call&);
};
constexpr std::array models = {
    Model{"bcast", bcast},          Model{"reduce", reduce},
    Model{"allreduce", allreduce},  Model{"allgather", allgather},
    Model{"allgatherv", allgather}, Model{"reduce_scatter", reduce_scatter},
    Model{"alltoall", alltoall},    Model{"scan", scan},
};

}  // namespace

void model_sends(const Collective& one, std::int64_t me, std::int64_t size, std::vector<ModelSend>& out) {
  const auto model = std::ranges::find(models, one.kind, &Model::kind);
  if (model == models.end() || size < 2) return;
  model->sends({{.me = me, .size = size, .root = std::max<std::int64_t>(one.root, 0), .calls = one.calls, .out = out},
                static_cast<double>(one.bytes)});
}

bool is_alltoall(const Collective& one) { return one.kind == "alltoall"; }

}  // namespace cartwright::record
