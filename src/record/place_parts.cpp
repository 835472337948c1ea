// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/place_parts.hpp"

#include <algorithm>
#include <numeric>

namespace cartwright::record {

namespace {

using Slots = std::vector<machine::Slot>;

/// The first of these slots, as many as a part has ranks.
Slots take_first(Slots& rest, std::size_t count) {
  const auto end = rest.begin() + static_cast<std::ptrdiff_t>(count);
  Slots taken(rest.begin(), end);
  rest.erase(rest.begin(), end);
  return taken;
}

/// From each run of slots, as many as its share: after i of n slots, i * count / n are taken.
Slots take_share(Slots& rest, std::size_t count) {
  Slots taken;
  Slots left;
  const std::size_t all = rest.size();
  for (std::size_t i = 0; i < all; ++i) (((i + 1) * count / all > i * count / all) ? taken : left).push_back(rest[i]);
  rest = std::move(left);
  return taken;
}

/// Puts the ranks of a part into slots: by a mapping of its grid, or in their order.
void place_part(const Part& part, const Slots& slots, const machine::Machine& machine,
                const choose::PlaceOptions& options, mapping::Order& order) {
  std::vector<int> cell_of_slot(slots.size());
  std::iota(cell_of_slot.begin(), cell_of_slot.end(), 0);
  if (part.structure) {
    std::vector<choose::RankLevel> levels;
    for (std::size_t i = machine.node_level(); i < machine.levels().size(); ++i) {
      choose::RankLevel& level = levels.emplace_back(choose::RankLevel{machine.levels()[i].name, {}});
      for (const machine::Slot slot : slots)
        level.domain_of_rank.push_back(static_cast<int>(machine.levels()[i].sizes.part_of(slot.number())));
    }
    const choose::RankPlacement placed =
        choose::place(part.structure->grid, part.structure->stencil, choose::RankLocations(levels), options);
    if (!placed.new_rank.empty()) cell_of_slot = placed.new_rank.items();
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    order[slots[i]] = grid::Cell(part.ranks[static_cast<std::size_t>(cell_of_slot[i])]);
}

}  // namespace

std::vector<mapping::Order> place_parts(const std::vector<Part>& parts, const choose::RankLocations& locations,
                                        const choose::PlaceOptions& options) {
  choose::PlaceOptions plain = options;
  plain.keep_rank_0 = false;
  std::vector<mapping::Order> orders;
  for (const auto take : {take_first, take_share}) {
    mapping::Order& order = orders.emplace_back(locations.machine().size(), grid::no_cell);
    Slots rest;
    for (const machine::Slot slot : order.ids()) rest.push_back(slot);
    for (const Part& part : parts) place_part(part, take(rest, part.ranks.size()), locations.machine(), plain, order);
  }
  return orders;
}

}  // namespace cartwright::record
