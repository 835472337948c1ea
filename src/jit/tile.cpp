// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "jit/tile.hpp"

#include <algorithm>

namespace cartwright::jit {

namespace {

constexpr std::int64_t line = 64;
/// Fewer lines than this stay in the first-level cache from one turn of the outer loop to the next.
constexpr std::int64_t fewest_rows = 16;

Copy loop(std::int64_t count, std::int64_t from_stride, std::int64_t to_stride, Copy body) {
  Copy made;
  made.kind = Copy::Kind::loop;
  made.bytes = count * body.bytes;
  made.count = count;
  made.from_stride = from_stride;
  made.to_stride = to_stride;
  made.parts.push_back({0, 0, std::move(body)});
  return made;
}

/// `count` turns, in groups of `at_once`. make(turns) returns the copy for some turns; the strides are those of one
/// turn.
template <typename Make>
Copy in_groups(std::int64_t count, std::int64_t at_once, const Copy& strides, Make make) {
  const std::int64_t groups = count / at_once;
  const std::int64_t rest = count % at_once;
  if (groups == 0) return make(rest);
  Copy whole = loop(groups, at_once * strides.from_stride, at_once * strides.to_stride, make(at_once));
  if (rest == 0) return whole;
  Copy both;
  both.kind = Copy::Kind::sequence;
  const std::int64_t done = groups * at_once;
  both.parts.push_back({0, 0, std::move(whole)});
  both.parts.push_back({done * strides.from_stride, done * strides.to_stride, make(rest)});
  both.bytes = both.parts[0].body.bytes + both.parts[1].body.bytes;
  return both;
}

}  // namespace

std::int64_t tile_width(const Copy& inner, std::int64_t from_stride, std::int64_t to_stride, Direction direction) {
  if (direction == Direction::between) return 0;
  if (inner.kind != Copy::Kind::loop || inner.parts[0].body.kind != Copy::Kind::block) return 0;
  const bool packs = direction == Direction::pack;
  const std::int64_t across = packs ? from_stride : to_stride;
  const std::int64_t along = packs ? inner.from_stride : inner.to_stride;
  const std::int64_t width = across > 0 ? line / across : 0;
  if (width < 2 || along < line || inner.count < fewest_rows) return 0;
  // Tiles change the order of turns, so when unpacking no two of them may write to the same byte. Turns that share a
  // line lie between two rows.
  return packs || across >= inner.parts[0].body.bytes ? width : 0;
}

Copy tiled(const Copy& outer, Direction direction, std::int64_t pieces) {
  const Copy& inner = outer.parts[0].body;
  const Copy& block = inner.parts[0].body;
  const auto columns = [&](std::int64_t count, Copy body) {
    return loop(count, outer.from_stride, outer.to_stride, std::move(body));
  };
  const auto rows = [&](std::int64_t count, Copy body) {
    return loop(count, inner.from_stride, inner.to_stride, std::move(body));
  };
  const std::int64_t width = tile_width(inner, outer.from_stride, outer.to_stride, direction);
  const std::int64_t height = std::max<std::int64_t>(1, pieces / width);
  return in_groups(outer.count, width, outer, [&](std::int64_t across) {
    return in_groups(inner.count, height, inner, [&](std::int64_t along) {
      // Writes go in order: two stores to the same line take the time of one.
      return direction == Direction::pack ? columns(across, rows(along, block)) : rows(along, columns(across, block));
    });
  });
}

}  // namespace cartwright::jit
