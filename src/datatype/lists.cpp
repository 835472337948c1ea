// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "datatype/nodes_p.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

// Finds regular patterns in index lists. Programs often list displacements that are regular ([Schneider2013, 3.1], on
// MILC). A loop needs no table, and need not wait for the next address to be read.

namespace cartwright::datatype {

namespace {

/// Longer lists are not searched for repeating patterns, because the search needs another list of the same length.
constexpr std::size_t longest_searched = 1 << 20;

template <typename Int>
NodeAt list_of(std::vector<Int> offsets, const NodeAt& body);
NodeAt joined(Integers offsets, Integers lengths);

/// Runs of constant stride, all of which have this length.
struct Runs {
  std::int64_t length;
  std::int64_t stride;
};

/// A list of n offsets o consists of runs of length m if o[i m + j] = o[i m] + j s. Greedy runs, each as long as
/// possible, may join several of these. Their lengths are multiples of m, so m is their common divisor. None if m is 1.
template <typename Int>
std::optional<Runs> runs_of(const std::vector<Int>& offsets) {
  const std::size_t n = offsets.size();
  const std::int64_t stride = std::int64_t{offsets[1]} - offsets[0];
  std::int64_t divisor = 0;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    if (i < n && std::int64_t{offsets[i]} - offsets[i - 1] == stride) continue;
    divisor = std::gcd(divisor, static_cast<std::int64_t>(i - begin));
    if (divisor == 1) return std::nullopt;
    begin = i;
  }
  return Runs{divisor, stride};
}

/// The period of the n - 1 steps between n entries, if it divides n, otherwise 0. `same(i, j)` says whether steps i and
/// j are equal. Uses the failure function of Knuth, Morris and Pratt.
template <typename Same>
std::size_t period_of(std::size_t n, Same same) {
  if (n < 4 || n > longest_searched) return 0;
  const std::size_t steps = n - 1;
  std::vector<std::uint32_t> border(steps, 0);
  for (std::size_t i = 1; i < steps; ++i) {
    std::size_t k = border[i - 1];
    while (k > 0 && !same(i, k)) k = border[k - 1];
    border[i] = static_cast<std::uint32_t>(same(i, k) ? k + 1 : 0);
  }
  const std::size_t period = steps - border.back();
  return period > 1 && period < n && n % period == 0 ? period : 0;
}

template <typename Int>
std::vector<Int> every(const std::vector<Int>& values, std::size_t step) {
  std::vector<Int> taken;
  taken.reserve(values.size() / step);
  for (std::size_t i = 0; i < values.size(); i += step) taken.push_back(values[i]);
  return taken;
}

/// Offsets relative to the first one, in 32 bits if all fit.
template <typename Int>
Integers from_first(std::vector<Int> offsets) {
  const Int first = offsets[0];
  if (first != 0)
    for (Int& offset : offsets) offset = static_cast<Int>(offset - first);
  if constexpr (sizeof(Int) == sizeof(std::int64_t))
    return Integers::fitted(std::move(offsets));
  else
    return Integers(std::move(offsets));
}

/// Whether differences of these offsets need more than 32 bits.
bool too_far_apart(const std::vector<std::int32_t>& offsets) {
  const auto [least, most] = std::ranges::minmax(offsets);
  return std::int64_t{most} - least > std::numeric_limits<std::int32_t>::max();
}

/// The number of blocks, of bytes(i) bytes at at[i], that begin at the end of the one before.
template <typename Int, typename Length>
std::size_t touching(const std::vector<Int>& at, Length bytes) {
  std::size_t n = 0;
  for (std::size_t i = 1; i < at.size(); ++i) n += at[i] - std::int64_t{at[i - 1]} == bytes(i - 1) ? 1 : 0;
  return n;
}

/// Joins blocks that touch. In place, as a copy of a list of millions would take time.
template <typename Int, typename Length>
void join(std::vector<Int>& at, std::vector<Length>& bytes) {
  std::size_t k = 0;
  std::int64_t end = std::int64_t{at[0]} + bytes[0];
  for (std::size_t i = 1; i < at.size(); ++i) {
    const bool touches = at[i] == end;
    end = std::int64_t{at[i]} + bytes[i];
    k += touches ? 0 : 1;  // without branches: whether two blocks touch is often random
    at[k] = touches ? at[k] : at[i];
    bytes[k] = static_cast<Length>((touches ? bytes[k] : Length{0}) + bytes[i]);
  }
  at.resize(k + 1);
  bytes.resize(k + 1);
}

/// Whether it pays to join touching blocks of `size` bytes: if few blocks remain, or equal ones. Otherwise many equal
/// blocks are moved faster than fewer blocks of unequal lengths, which processors predict badly.
template <typename Int>
bool pays_to_join(const std::vector<Int>& at, std::int64_t size) {
  constexpr std::size_t few = 64;
  const std::size_t n = at.size();
  const std::size_t left = n - touching(at, [size](std::size_t) { return size; });
  if (left == n || n <= few || left <= n / 8) return left < n;
  if (n % left != 0) return false;
  const std::size_t length = n / left;
  for (std::size_t i = 1; i < n; ++i)
    if ((at[i] - std::int64_t{at[i - 1]} == size) != (i % length != 0)) return false;
  return true;
}

template <typename Int>
NodeAt list_of(std::vector<Int> offsets, const NodeAt& body) {
  const std::size_t n = offsets.size();
  if (n == 1) return {body.node, body.at + offsets[0]};
  if (body.node->kind == Node::Kind::block) {
    const std::int64_t size = body.node->size;
    if (pays_to_join(offsets, size)) {
      NodeAt blocks = joined(Integers(std::move(offsets)), Integers::repeated(size, n));
      blocks.at += body.at;
      return blocks;
    }
  }
  const std::int64_t at = body.at + offsets[0];
  if (const auto runs = runs_of(offsets)) {
    const NodeAt run = repeat(runs->length, runs->stride, body);
    return list_of(every(offsets, runs->length), run);
  }
  const auto step = [&](std::size_t i) { return std::int64_t{offsets[i + 1]} - offsets[i]; };
  if (const std::size_t period = period_of(n, [&](std::size_t i, std::size_t j) { return step(i) == step(j); })) {
    const std::int64_t stride = std::int64_t{offsets[period]} - offsets[0];
    offsets.resize(period);
    return repeat(static_cast<std::int64_t>(n / period), stride,
                  {make_list(from_first(std::move(offsets)), body.node), at});
  }
  return {make_list(from_first(std::move(offsets)), body.node), at};
}

/// The normal form of blocks that do not touch.
template <typename Int, typename Length>
NodeAt separate(std::vector<Int> at, std::vector<Length> bytes) {
  if constexpr (sizeof(Int) == sizeof(std::int32_t))
    if (too_far_apart(at)) return separate(std::vector<std::int64_t>(at.begin(), at.end()), std::move(bytes));
  const std::size_t n = at.size();
  if (std::ranges::all_of(bytes, [&](Length length) { return length == bytes[0]; }))
    return list_of(std::move(at), {make_block(bytes[0])});

  const Int first = at[0];
  for (Int& offset : at) offset = static_cast<Int>(offset - first);
  const auto same = [&](std::size_t i, std::size_t j) {
    return at[i + 1] - std::int64_t{at[i]} == at[j + 1] - std::int64_t{at[j]} && bytes[i] == bytes[j];
  };
  // The last length belongs to no step: it is compared here.
  if (const std::size_t period = period_of(n, same); period > 0 && bytes[n - 1] == bytes[period - 1]) {
    const std::int64_t stride = at[period];
    at.resize(period);
    bytes.resize(period);
    return repeat(static_cast<std::int64_t>(n / period), stride, {make_ragged(std::move(at), std::move(bytes)), first});
  }
  return {make_ragged(from_first(std::move(at)), Integers(std::move(bytes)).fitted()), first};
}

/// The normal form of blocks after touching ones are joined.
NodeAt joined(Integers offsets, Integers lengths) {
  if (lengths.narrow() && lengths.sum() > std::numeric_limits<std::int32_t>::max()) lengths = lengths.widened();
  return std::move(offsets).consume([&](auto at) {
    return std::move(lengths).consume([&](auto bytes) {
      if (touching(at, [&](std::size_t i) { return std::int64_t{bytes[i]}; }) > 0) join(at, bytes);
      return separate(std::move(at), std::move(bytes));
    });
  });
}

}  // namespace

NodeAt list_of(Integers offsets, const NodeAt& body) {
  return std::move(offsets).consume([&]<typename Int>(std::vector<Int> values) {
    if constexpr (sizeof(Int) == sizeof(std::int32_t))
      if (too_far_apart(values)) return list_of(std::vector<std::int64_t>(values.begin(), values.end()), body);
    return list_of(std::move(values), body);
  });
}

NodeAt blocks_of(Integers offsets, Integers lengths) {
  const bool alike = lengths.visit(
      [](const auto& bytes) { return std::ranges::all_of(bytes, [&](auto length) { return length == bytes[0]; }); });
  if (!alike) return joined(std::move(offsets), std::move(lengths));
  return list_of(std::move(offsets), {make_block(lengths[0])});
}

}  // namespace cartwright::datatype
