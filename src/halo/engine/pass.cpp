// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/pass.hpp"

#include "base/checked.hpp"
#include "base/hash.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace cartwright::halo::engine {

namespace {

/// Adds up a function of all boxes of ghost points at some sides.
template <typename Bytes>
std::int64_t sum_of_ghosts(const Fields& holder, const std::vector<Side>& sides, Bytes bytes_of_box) {
  std::int64_t bytes = 0;
  for (const Side& side : sides)
    for (const Field& field : holder.fields)
      bytes =
          base::checked_add(bytes, bytes_of_box(field, ghosts(field, side, std::numeric_limits<std::int64_t>::max())),
                            "the ghost points of a process");
  return bytes;
}

std::int64_t all_bytes(const Fields& holder, const std::vector<Side>& sides) {
  return sum_of_ghosts(holder, sides, [](const Field& field, const Box& box) { return bytes_of(field, box); });
}

/// Floats lie anywhere in a stream.
void to_floats(std::byte* to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto value = static_cast<float>(from[i]);
    std::memcpy(to + i * sizeof value, &value, sizeof value);
  }
}
void to_doubles(std::vector<double>& to, const std::byte* from) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    float value = 0;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    to[i] = value;
  }
}

}  // namespace

std::int64_t wire_bytes(const Fields& holder, const std::vector<Side>& sides) {
  return sum_of_ghosts(holder, sides, [](const Field& field, const Box& box) { return wire_bytes(field, box); });
}

std::int64_t max_bytes(const Fields& mine, const Peer& peer) {
  return std::max(all_bytes(mine, peer.sides), all_bytes(peer.theirs, peer.their_sides));
}

std::uint64_t Pattern::hash() const {
  base::Hash hash;
  hash.add(static_cast<std::uint64_t>(direction));
  hash.add(static_cast<std::uint64_t>(combination));
  hash.add(static_cast<std::uint64_t>(most));
  for (const bool takes_part : fields) hash.add(std::uint64_t{takes_part});
  return hash.value();
}

jit::Packer& Moves::packer(const datatype::Layout& layout) {
  const std::shared_ptr<jit::Packer> packer = jit::Packer::of(layout);
  return *packers_.emplace(packer.get(), packer).first->second;
}

jit::LayoutMove& Moves::between(jit::Packer& from, jit::Packer& to) {
  std::unique_ptr<jit::LayoutMove>& move = moves_[{&from, &to}];
  if (!move) move = std::make_unique<jit::LayoutMove>(from, 1, to, 1);
  return *move;
}

/// The two ends of a stream: the process that holds ghost points, and the one that owns them.
struct Pass::Ends {
  const Fields& holder;
  const Fields& owner;
  const std::vector<Side>& sides;  ///< of the holder
  const std::vector<ValueType>& types;
  bool shares;  ///< the ends may read each other's memory
};

namespace {

/// The loops that walk two boxes in step. A null field is the stream, which is dense.
Combine combine_of(const Field& to, const Field* from, const Box& box, const std::vector<std::size_t>& walk,
                   ValueType type) {
  Combine combine{{}, type};
  std::int64_t dense = to.element;
  for (const std::size_t axis : std::vector(walk.rbegin(), walk.rend())) {
    const bool components = axis == to.axes();
    const std::int64_t count = components ? to.components : box.count[axis];
    const auto stride = [&](const Field& field) { return components ? field.component_stride : field.strides[axis]; };
    if (count > 1) combine.loops.push_back({count, stride(to), from != nullptr ? stride(*from) : dense});
    dense *= count;
  }
  std::ranges::reverse(combine.loops);
  return combine;
}

}  // namespace

Pass::Pass(const Pattern& pattern, const Fields& mine, const std::vector<ValueType>& types,
           const std::vector<Peer>& peers, const std::optional<Peer>& self, std::int64_t shortest_read, Moves& moves)
    : pattern_(pattern), shortest_read_(shortest_read) {
  const bool fills = pattern.direction == Pattern::Direction::fill;
  for (const Peer& peer : peers) {
    Work& work = work_.emplace_back();
    const Ends held_here{mine, peer.theirs, peer.sides, types, peer.shares};
    const Ends held_there{peer.theirs, mine, peer.their_sides, types, peer.shares};
    add_pieces(held_here, fills, work, moves);
    add_pieces(held_there, !fills, work, moves);
  }
  if (self) add_pieces({mine, mine, self->sides, types, true}, true, own_, moves);
}

/// The box of one field at one side, at both ends. Fields of one shape share it: finding layouts takes the time of a
/// plan.
struct Pass::Shape {
  const Field* holder;
  const Field* owner;
  Box here, there;  ///< in this process, and at the other end
  std::vector<std::size_t> walk;
  std::int64_t bytes, wire;
  std::int64_t offset_here, offset_there;
  std::int64_t run;
  jit::Packer* packer = nullptr;    ///< of the box here
  jit::LayoutMove* move = nullptr;  ///< from the other end

  Shape(const Field& holder, const Field& owner, const Side& side, std::int64_t most, bool holder_is_here, bool fills)
      : holder(&holder), owner(&owner), walk(loop_order(owner)) {
    here = ghosts(holder, side, most);
    there = owned(owner, holder, side, most);
    if (!holder_is_here) std::swap(here, there);
    bytes = bytes_of(field_here(holder_is_here), here);
    wire = wire_bytes(field_here(holder_is_here), here);
    offset_here = offset_of(field_here(holder_is_here), here);
    offset_there = offset_of(field_here(!holder_is_here), there);
    run = run_of(fills ? owner : holder, fills == holder_is_here ? there : here, walk);
  }
  const Field& field_here(bool holder_is_here) const { return holder_is_here ? *holder : *owner; }
  bool fits(const Field& other_holder, const Field& other_owner) const {
    return *holder == other_holder && *owner == other_owner;
  }
};

void Pass::add_pieces(const Ends& ends, bool incoming, Work& work, Moves& moves) const {
  const bool fills = pattern_.direction == Pattern::Direction::fill;
  const bool itself = &ends.holder == &ends.owner;
  const bool holder_is_here = fills == incoming;
  const Fields& all_here = holder_is_here ? ends.holder : ends.owner;
  const Fields& all_there = holder_is_here ? ends.owner : ends.holder;
  const Fields& sender = incoming ? all_there : all_here;
  std::int64_t& stream = incoming ? work.bytes_in : work.bytes_out;
  for (const Side& side : ends.sides) {
    std::optional<Shape> shape;  // of the field before
    for (std::size_t i = 0; i < pattern_.fields.size(); ++i) {
      if (!pattern_.fields[i]) continue;
      if (!shape || !shape->fits(ends.holder.fields[i], ends.owner.fields[i]))
        shape.emplace(ends.holder.fields[i], ends.owner.fields[i], side, pattern_.most, holder_is_here, fills);
      if (shape->bytes == 0) continue;
      const Field& here = all_here.fields[i];
      const Field& there = all_there.fields[i];
      const bool reads = itself || (ends.shares && sender.shared[i] && shape->run >= shortest_read_);
      if (!incoming && reads) {
        work.read_bytes += shape->bytes;
        ++work.read_boxes;
        continue;
      }
      Step& step = (incoming ? work.in : work.out).emplace_back();
      step.side = side;
      step.bytes = shape->bytes;
      step.own = all_here.bases[i] + shape->offset_here;
      step.narrow = !itself && !ends.shares && here.narrow;
      if (reads) {
        step.other = all_there.bases[i] + shape->offset_there;
      } else {
        step.offset = stream;
        stream += step.narrow ? shape->wire : shape->bytes;
      }
      if (incoming && !fills) {
        step.combine = combine_of(here, reads ? &there : nullptr, shape->here, shape->walk, ends.types[i]);
        if (!all_here.on_gpu) continue;
      }
      if (shape->packer == nullptr) shape->packer = &moves.packer(layout_of(here, shape->here, shape->walk));
      if (!reads) {
        step.packer = shape->packer;
        continue;
      }
      if (shape->move == nullptr)
        shape->move = &moves.between(moves.packer(layout_of(there, shape->there, shape->walk)), *shape->packer);
      step.move = shape->move;
    }
  }
}

void Pass::pack_narrow(const Step& step, std::byte* to) const {
  wide_.resize(static_cast<std::size_t>(step.bytes) / sizeof(double));
  step.packer->pack(reinterpret_cast<std::byte*>(wide_.data()), step.own, 1);
  to_floats(to, wide_);
}

void Pass::pack(std::size_t peer, std::byte* stream) const {
  for (const Step& step : work_[peer].out) {
    std::byte* const to = stream + step.offset;
    if (step.narrow)
      pack_narrow(step, to);
    else
      step.packer->pack(to, step.own, 1);
  }
}

void Pass::pack(std::size_t peer, std::byte* stream, std::int64_t first, std::int64_t last) const {
  if (first == 0 && last == bytes_out(peer)) return pack(peer, stream);
  for (const Step& step : work_[peer].out) {
    if (step.narrow) {  // as a whole, when its first byte is wanted
      if (first <= step.offset && step.offset < last) pack_narrow(step, stream + step.offset);
      continue;
    }
    const std::int64_t begin = std::max(first - step.offset, std::int64_t{0});
    const std::int64_t end = std::min(last - step.offset, step.bytes);
    if (begin < end) step.packer->pack_range(stream + step.offset + begin, step.own, begin, end);
  }
}

void Pass::rewrite(std::size_t peer, std::byte* buffer) const {
  for (const Step& step : work_[peer].out) {
    step.packer->pack(buffer + step.offset, step.own, 1);
    step.packer->unpack(step.own, buffer + step.offset, 1);
  }
}

void Pass::run(const Step& step, const std::byte* stream) const {
  const std::byte* from = step.other != nullptr ? step.other : stream + step.offset;
  if (step.narrow) {
    wide_.resize(static_cast<std::size_t>(step.bytes) / sizeof(double));
    to_doubles(wide_, from);
    from = reinterpret_cast<const std::byte*>(wide_.data());
  }
  if (step.combine)
    step.combine->run(pattern_.combination, step.own, from);
  else if (step.move != nullptr)
    step.move->run(step.own, from);
  else
    step.packer->unpack(step.own, from, 1);
}

void Pass::take(std::size_t peer, const std::byte* stream, const Side* side) const {
  for (const Step& step : work_[peer].in)
    if (side == nullptr || step.side == *side) run(step, stream);
}

void Pass::take_own(const Side* side) const {
  for (const Step& step : own_.in)
    if (side == nullptr || step.side == *side) run(step, nullptr);
}

Pass::Totals Pass::totals(std::size_t peer) const {
  const Work& work = work_[peer];
  return {work.read_bytes, work.read_boxes, work.bytes_out, std::ssize(work.out)};
}

}  // namespace cartwright::halo::engine
