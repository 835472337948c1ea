// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/collective_model.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace cartwright::record {

namespace {

constexpr double most_bytes_by_doubling = 10'000;  ///< of an allreduce
constexpr double most_bytes_by_bruck = 80'000;     ///< that each process has after an allgather

struct Member {
  std::int64_t me, size;
  const Collective& one;
  std::vector<ModelSend>& out;

  /// `times` messages in each call, which carry together `share` of the bytes.
  void send(std::int64_t to, double share, std::int64_t times = 1) const {
    out.push_back({to, one.calls * times, share * static_cast<double>(one.bytes)});
  }
  std::int64_t next() const { return (me + 1) % size; }
  double bytes_a_call() const {
    return static_cast<double>(one.bytes) / static_cast<double>(std::max<std::int64_t>(one.calls, 1));
  }
};

/// A binomial tree in which the root is 0: the parent of a member clears its lowest bit that is set.
struct Tree {
  explicit Tree(const Member& m)
      : size(m.size), root(std::max<std::int64_t>(m.one.root, 0)), me((m.me - root + size) % size) {}
  std::int64_t lowest_bit() const {
    return me == 0 ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size))) : me & -me;
  }
  std::int64_t rank(std::int64_t in_tree) const { return (in_tree + root) % size; }
  std::int64_t parent() const { return rank(me & (me - 1)); }
  std::int64_t size, root, me;
};

void bcast(const Member& m) {
  const Tree tree(m);
  for (std::int64_t bit = tree.lowest_bit() / 2; bit > 0; bit /= 2)
    if (tree.me + bit < m.size) m.send(tree.rank(tree.me + bit), 1);
}

void reduce(const Member& m) {
  if (const Tree tree(m); tree.me != 0) m.send(tree.parent(), 1);
}

/// Members beyond the last power of 2 give their data to a partner first, and get the result from it.
void recursive_doubling(const Member& m) {
  const auto power = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(m.size)));
  if (m.me >= power) return m.send(m.me - power, 1);
  if (m.me + power < m.size) m.send(m.me + power, 1);
  for (std::int64_t bit = 1; bit < power; bit *= 2) m.send(m.me ^ bit, 1);
}

void allreduce(const Member& m) {
  if (m.bytes_a_call() <= most_bytes_by_doubling) return recursive_doubling(m);
  const auto others = static_cast<double>(m.size - 1);
  m.send(m.next(), 2 * others / static_cast<double>(m.size), 2 * (m.size - 1));
}

void allgather(const Member& m) {
  if (m.bytes_a_call() * static_cast<double>(m.size) > most_bytes_by_bruck)
    return m.send(m.next(), static_cast<double>(m.size - 1), m.size - 1);
  for (std::int64_t step = 1; step < m.size; step *= 2)
    m.send((m.me - step + m.size) % m.size, static_cast<double>(std::min(step, m.size - step)));
}

void reduce_scatter(const Member& m) {
  m.send(m.next(), static_cast<double>(m.size - 1) / static_cast<double>(m.size), m.size - 1);
}

void alltoall(const Member& m) {
  for (std::int64_t to = 0; to < m.size; ++to)
    if (to != m.me) m.send(to, 1 / static_cast<double>(m.size));
}

void scan(const Member& m) {
  if (m.me + 1 < m.size) m.send(m.me + 1, 1);
}

struct Model {
  std::string_view kind;
  void (*sends)(const Member&);
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
  if (model != models.end() && size > 1) model->sends({me, size, one, out});
}

bool is_alltoall(const Collective& one) { return one.kind == "alltoall"; }

}  // namespace cartwright::record
