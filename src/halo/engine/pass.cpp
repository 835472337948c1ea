// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/pass.hpp"

#include "base/checked.hpp"
#include "base/hash.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::halo::engine {

std::int64_t ghost_bytes(const Fields& holder, const std::vector<Side>& sides) {
  std::int64_t bytes = 0;
  for (const Side& side : sides)
    for (const Field& field : holder.fields)
      bytes = base::checked_add(bytes, bytes_of(field, ghosts(field, side, std::numeric_limits<std::int64_t>::max())),
                                "the ghost points of a process");
  return bytes;
}

std::int64_t most_bytes(const Fields& mine, const Peer& peer) {
  return std::max(ghost_bytes(mine, peer.sides), ghost_bytes(peer.theirs, peer.their_sides));
}

std::uint64_t Pattern::hash() const {
  base::Hash hash;
  hash.add(static_cast<std::uint64_t>(way));
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
  const bool fills = pattern.way == Pattern::Way::fill;
  for (const Peer& peer : peers) {
    Work& work = work_.emplace_back();
    const Ends held_here{mine, peer.theirs, peer.sides, types, peer.shares};
    const Ends held_there{peer.theirs, mine, peer.their_sides, types, peer.shares};
    add_pieces(held_here, fills, work, moves);
    add_pieces(held_there, !fills, work, moves);
  }
  if (self) add_pieces({mine, mine, self->sides, types, true}, true, own_, moves);
}

void Pass::add_pieces(const Ends& ends, bool incoming, Work& work, Moves& moves) const {
  const bool fills = pattern_.way == Pattern::Way::fill;
  const bool itself = &ends.holder == &ends.owner;
  std::int64_t& stream = incoming ? work.bytes_in : work.bytes_out;
  for (const Side& side : ends.sides)
    for (std::size_t i = 0; i < pattern_.fields.size(); ++i) {
      if (!pattern_.fields[i]) continue;
      const Field& holder = ends.holder.fields[i];
      const Field& owner = ends.owner.fields[i];
      const Box ghost = ghosts(holder, side, pattern_.most);
      const Box source = owned(owner, holder, side, pattern_.most);
      if (ghost.points() == 0) continue;
      const std::vector<std::size_t> walk = walk_of(owner);
      // `here` is the end in this process; data comes from `from`.
      const bool holder_is_here = fills == incoming;
      const Field& here = holder_is_here ? holder : owner;
      const Field& there = holder_is_here ? owner : holder;
      const Box& box_here = holder_is_here ? ghost : source;
      const Box& box_there = holder_is_here ? source : ghost;
      const Fields& all_here = holder_is_here ? ends.holder : ends.owner;
      const Fields& all_there = holder_is_here ? ends.owner : ends.holder;
      const Field& from = fills ? owner : holder;
      const Box& box_from = fills ? source : ghost;
      const Fields& sender = incoming ? all_there : all_here;
      const bool reads = itself || (ends.shares && sender.shared[i] && run_of(from, box_from, walk) >= shortest_read_);

      Step step{side,
                bytes_of(here, box_here),
                all_here.bases[i] + offset_of(here, box_here),
                nullptr,
                0,
                nullptr,
                nullptr,
                std::nullopt};
      if (!incoming && reads) {
        work.read_bytes += step.bytes;
        ++work.read_boxes;
        continue;
      }
      if (reads) step.other = all_there.bases[i] + offset_of(there, box_there);
      if (!reads) {
        step.offset = stream;
        stream += step.bytes;
      }
      if (incoming && !fills) {
        step.combine = combine_of(here, reads ? &there : nullptr, box_here, walk, ends.types[i]);
      } else {
        jit::Packer& packer = moves.packer(layout_of(here, box_here, walk));
        if (reads)
          step.move = &moves.between(moves.packer(layout_of(there, box_there, walk)), packer);
        else
          step.packer = &packer;
      }
      (incoming ? work.in : work.out).push_back(step);
    }
}

void Pass::pack(std::size_t peer, std::byte* stream) const {
  for (const Step& step : work_[peer].out) step.packer->pack(stream + step.offset, step.own, 1);
}

void Pass::run(const Step& step, const std::byte* stream) const {
  const std::byte* const from = step.other != nullptr ? step.other : stream + step.offset;
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
