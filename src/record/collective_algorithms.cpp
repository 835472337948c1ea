// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/collective_algorithms.hpp"

#include <algorithm>
#include <bit>

namespace cartwright::record {

namespace {

/// A binomial tree in which the root is 0: the parent of a member clears its lowest bit that is set.
struct Tree {
  explicit Tree(const Member& m) : size(m.size), root(m.root), me((m.me - m.root + m.size) % m.size) {}
  std::int64_t lowest_bit() const {
    return me == 0 ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size))) : me & -me;
  }
  std::int64_t rank(std::int64_t in_tree) const { return (in_tree + root) % size; }
  std::int64_t parent() const { return rank(me & (me - 1)); }
  std::int64_t size, root, me;
};

/// The highest power of 2 of the members takes part. Of the first 2 * rest members, one of two stands for both.
struct Folded {
  enum class Active : std::uint8_t { even, odd };
  Folded(const Member& m, Active who)
      : power(static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(m.size)))),
        rest(m.size - power),
        active(who == Active::odd ? 1 : 0),
        stands_for_two(m.me < 2 * rest && m.me % 2 == active),
        takes_part(m.me >= 2 * rest || stands_for_two),
        me(folded(m.me)) {}
  std::int64_t folded(std::int64_t member) const { return member < 2 * rest ? member / 2 : member - rest; }
  std::int64_t member(std::int64_t folded) const { return folded < rest ? 2 * folded + active : folded + rest; }

  std::int64_t power, rest, active;
  bool stands_for_two, takes_part;
  std::int64_t me;
};

/// Blocks first, ..., last - 1.
struct Range {
  std::int64_t first = 0, last = 0;
};

/// Gives half of the blocks away, and returns this half.
Range halve(Range& own, bool keep_lower) {
  const std::int64_t middle = (own.first + own.last) / 2;
  const Range lower{own.first, middle};
  const Range upper{middle, own.last};
  own = keep_lower ? lower : upper;
  return keep_lower ? upper : lower;
}

/// The blocks that a member has before each halving, with bits 1, 2, 4, ..., and after the last one.
std::vector<Range> halves(std::int64_t me, std::int64_t power) {
  std::vector<Range> had = {{0, power}};
  for (std::int64_t bit = 1; bit < power; bit *= 2) {
    Range own = had.back();
    halve(own, (me & bit) == 0);
    had.push_back(own);
  }
  return had;
}

/// Sends half of the blocks to each partner, with bits 1, 2, 4, ...
void halve_blocks(const Member& m, const Folded& fold, const Blocks& blocks) {
  Range own{0, fold.power};
  for (std::int64_t bit = 1; bit < fold.power; bit *= 2) {
    const Range given = halve(own, (fold.me & bit) == 0);
    m.send(fold.member(fold.me ^ bit), blocks(given.first, given.last));
  }
}

}  // namespace

Blocks equal_blocks(double bytes) {
  return [bytes](std::int64_t first, std::int64_t last) { return bytes * static_cast<double>(last - first); };
}

void binomial_bcast(const Member& m, double bytes) {
  const Tree tree(m);
  for (std::int64_t bit = tree.lowest_bit() / 2; bit > 0; bit /= 2)
    if (tree.me + bit < m.size) m.send(tree.rank(tree.me + bit), bytes);
}

void binomial_reduce(const Member& m, double bytes) {
  if (const Tree tree(m); tree.me != 0) m.send(tree.parent(), bytes);
}

void binomial_scatter(const Member& m, const Blocks& blocks, bool to_the_end) {
  const Tree tree(m);
  for (std::int64_t bit = tree.lowest_bit() / 2; bit > 0; bit /= 2, to_the_end = false)
    if (const std::int64_t to = tree.me + bit; to < m.size)
      m.send(tree.rank(to), blocks(to, to_the_end ? m.size : std::min(to + bit, m.size)));
}

void binomial_gather(const Member& m, const Blocks& blocks) {
  if (const Tree tree(m); tree.me != 0)
    m.send(tree.parent(), blocks(tree.me, std::min(tree.me + tree.lowest_bit(), m.size)));
}

void ring_allgather(const Member& m, const Blocks& blocks) {
  const std::int64_t next = (m.me - m.root + 1 + m.size) % m.size;  // does not need its own block
  m.send((m.me + 1) % m.size, blocks(0, m.size) - blocks(next, next + 1), m.size - 1);
}

void bruck_allgather(const Member& m, const Blocks& blocks) {
  for (std::int64_t step = 1; step < m.size; step *= 2) {
    const std::int64_t last = m.me + std::min(step, m.size - step);
    const double wrapped = last > m.size ? blocks(0, last - m.size) : 0;
    m.send((m.me - step + m.size) % m.size, blocks(m.me, std::min(last, m.size)) + wrapped);
  }
}

void doubling_allgather(const Member& m, const Blocks& blocks) {
  const Tree tree(m);
  for (std::int64_t bit = 1; bit < m.size; bit *= 2) {
    const std::int64_t first = tree.me & ~(bit - 1);
    m.send(tree.rank(tree.me ^ bit), blocks(first, first + bit));
  }
}

void pairwise_alltoall(const Member& m, const Blocks& blocks) {
  for (std::int64_t to = 0; to < m.size; ++to)
    if (to != m.me) m.send(to, blocks(to, to + 1));
}

void bruck_alltoall(const Member& m, double bytes) {
  for (std::int64_t bit = 1; bit < m.size; bit *= 2) {
    std::int64_t blocks = 0;
    for (std::int64_t distance = 1; distance < m.size; ++distance) blocks += (distance & bit) != 0 ? 1 : 0;
    m.send((m.me + bit) % m.size, bytes * static_cast<double>(blocks));
  }
}

void doubling_allreduce(const Member& m, double bytes) {
  const Folded fold(m, Folded::Active::odd);
  if (!fold.takes_part) return m.send(m.me + 1, bytes);
  for (std::int64_t bit = 1; bit < fold.power; bit *= 2) m.send(fold.member(fold.me ^ bit), bytes);
  if (fold.stands_for_two) m.send(m.me - 1, bytes);
}

void halving_allreduce(const Member& m, const Blocks& blocks) {
  const Folded fold(m, Folded::Active::odd);
  const double all = blocks(0, fold.power);
  if (!fold.takes_part) return m.send(m.me + 1, all);
  halve_blocks(m, fold, blocks);
  std::vector<Range> had = halves(fold.me, fold.power);
  for (std::int64_t bit = fold.power / 2; bit > 0; bit /= 2, had.pop_back())
    m.send(fold.member(fold.me ^ bit), blocks(had.back().first, had.back().last));
  if (fold.stands_for_two) m.send(m.me - 1, all);
}

void halving_reduce(const Member& m, const Blocks& blocks) {
  const Folded fold(m, Folded::Active::even);
  if (!fold.takes_part)
    m.send(m.me - 1, blocks(0, fold.power));
  else
    halve_blocks(m, fold, blocks);
  // A root that does not take part takes the place of member 0, and the blocks are gathered there.
  const bool in_place_of_first = m.root < 2 * fold.rest && m.root % 2 != 0;
  if (in_place_of_first && m.me == 0) return m.send(m.root, blocks(0, 1));
  if (!fold.takes_part && m.me != m.root) return;
  const std::int64_t me = in_place_of_first && m.me == m.root ? 0 : fold.me;
  const std::int64_t root = in_place_of_first ? 0 : fold.folded(m.root);
  std::vector<Range> had = halves(me, fold.power);
  for (std::int64_t bit = fold.power / 2; bit > 0; bit /= 2, had.pop_back()) {
    if ((me & bit) == (root & bit)) continue;
    const std::int64_t to = me ^ bit;
    return m.send(in_place_of_first && to == 0 ? m.root : fold.member(to), blocks(had.back().first, had.back().last));
  }
}

void halving_reduce_scatter(const Member& m, const Blocks& blocks) {
  const Folded fold(m, Folded::Active::odd);
  if (!fold.takes_part) return m.send(m.me + 1, blocks(0, m.size));
  const auto first_of = [&](std::int64_t folded) { return folded <= fold.rest ? 2 * folded : folded + fold.rest; };
  Range own{0, fold.power};
  for (std::int64_t bit = fold.power / 2; bit > 0; bit /= 2) {
    const Range given = halve(own, (fold.me & bit) == 0);
    m.send(fold.member(fold.me ^ bit), blocks(first_of(given.first), first_of(given.last)));
  }
  if (fold.stands_for_two) m.send(m.me - 1, blocks(m.me - 1, m.me));
}

void doubling_scan(const Member& m, double bytes) {
  for (std::int64_t bit = 1; bit < m.size; bit *= 2)
    if ((m.me ^ bit) < m.size) m.send(m.me ^ bit, bytes);
}

}  // namespace cartwright::record
