// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/block_copies.hpp"

#include "gpu/context.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace cartwright::gpu {

namespace {

using device::Copy3d;
using jit::FlatNest;
using Dim = FlatNest::Dim;

/// A nest as copies: blocks in rows, rows in planes, and the loops around them.
struct Shape {
  Dim rows;
  Dim planes;
  std::vector<Dim> rest;

  std::int64_t copies() const {
    std::int64_t all = 1;
    for (const Dim& dim : rest) all *= dim.count;
    return all;
  }
};

bool are_rows(const Dim& dim, std::int64_t width) {
  const auto fits = [&](std::int64_t stride) { return stride >= width && stride <= Copy3d::max_pitch; };
  return dim.table == nullptr && fits(dim.from) && fits(dim.to);
}

bool are_planes(const Dim& dim, const Dim& rows) {
  const auto fits = [&](std::int64_t stride, std::int64_t pitch) {
    return stride % pitch == 0 && stride / pitch >= rows.count;
  };
  return dim.table == nullptr && fits(dim.from, rows.from) && fits(dim.to, rows.to);
}

Shape shape_of(const FlatNest& nest, const Dim& turns) {
  Shape shape;
  shape.rest = nest.dims;
  shape.rest.push_back(turns);
  std::erase_if(shape.rest, [](const Dim& dim) { return dim.count == 1 && dim.table == nullptr; });
  const auto take_first = [&] {
    const Dim first = shape.rest.front();
    shape.rest.erase(shape.rest.begin());
    return first;
  };
  if (shape.rest.empty() || !are_rows(shape.rest.front(), nest.bytes)) return shape;
  shape.rows = take_first();
  if (!shape.rest.empty() && are_planes(shape.rest.front(), shape.rows)) shape.planes = take_first();
  return shape;
}

/// A block alone has no strides.
Copy3d::Side side(std::int64_t width, std::int64_t row_stride, std::int64_t rows, std::int64_t plane_stride) {
  Copy3d::Side made;
  made.pitch = static_cast<std::size_t>(row_stride > 0 ? row_stride : width);
  made.height = plane_stride > 0 ? static_cast<std::size_t>(plane_stride) / made.pitch : static_cast<std::size_t>(rows);
  return made;
}

Copy3d copy_of(const Shape& shape, std::int64_t width, bool from_host) {
  Copy3d copy;
  copy.from = side(width, shape.rows.from, shape.rows.count, shape.planes.from);
  copy.to = side(width, shape.rows.to, shape.rows.count, shape.planes.to);
  copy.from.kind = from_host ? Copy3d::on_host : Copy3d::on_device;
  copy.to.kind = from_host ? Copy3d::on_device : Copy3d::on_host;
  copy.width = static_cast<std::size_t>(width);
  copy.height = static_cast<std::size_t>(shape.rows.count);
  copy.depth = static_cast<std::size_t>(shape.planes.count);
  return copy;
}

void place(Copy3d::Side& side, const std::byte* address) {
  if (side.kind == Copy3d::on_host)
    side.host = address;
  else
    side.device = reinterpret_cast<device::Address>(address);
}

void start_all(Copy3d& copy, const FlatNest& nest, std::span<const Dim> rest, std::byte* to, const std::byte* from,
               device::Stream* stream) {
  if (rest.empty()) {
    place(copy.from, from);
    place(copy.to, to);
    return check(driver().cuMemcpy3DAsync_v2(&copy, stream), "cuMemcpy3DAsync");
  }
  const Dim& outer = rest.back();
  for (std::int64_t turn = 0; turn < outer.count; ++turn) {
    const std::int64_t listed = outer.table == nullptr ? 0 : (*outer.table)[outer.first + turn];
    start_all(copy, nest, rest.first(rest.size() - 1), to + turn * outer.to + (nest.data_is_from ? 0 : listed),
              from + turn * outer.from + (nest.data_is_from ? listed : 0), stream);
  }
}

}  // namespace

BlockCopies::BlockCopies(const jit::Program& program)
    : bytes_(program.body.bytes), from_stride_(program.from_stride), to_stride_(program.to_stride) {
  std::vector<FlatNest> nests = jit::flatten(program).nests;
  if (nests.empty() || std::ranges::any_of(nests, [](const FlatNest& nest) { return nest.ragged != nullptr; })) return;
  nests_ = std::move(nests);
  least_block_ = std::ranges::min(nests_, {}, &FlatNest::bytes).bytes;
}

bool BlockCopies::pay(std::int64_t turns) const {
  if (nests_.empty() || driver().cuMemcpy3DAsync_v2 == nullptr) return false;
  const std::int64_t bytes = turns * bytes_;
  if (least_block_ < large_block && bytes / least_block_ > few_blocks) return false;
  std::int64_t copies = 0;
  for (const FlatNest& nest : nests_) copies += shape_of(nest, {turns, from_stride_, to_stride_, nullptr, 0}).copies();
  return copies == 1 || bytes / copies >= worth_a_copy;
}

void BlockCopies::start(std::byte* to, const std::byte* from, std::int64_t turns, bool from_host,
                        device::Stream* stream) const {
  for (const FlatNest& nest : nests_) {
    const Shape shape = shape_of(nest, {turns, from_stride_, to_stride_, nullptr, 0});
    Copy3d copy = copy_of(shape, nest.bytes, from_host);
    start_all(copy, nest, shape.rest, to + nest.to, from + nest.from, stream);
  }
}

}  // namespace cartwright::gpu
