// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/keep_first.hpp"

#include "choose/symmetries.hpp"
#include "cost/graph_cut.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace cartwright::choose {

namespace {

/// A run of slots.
struct Range {
  std::int64_t start, size;
};

Range domain_of(const machine::Sizes& sizes, std::int64_t slot) {
  const std::int64_t part = sizes.part_of(slot);
  return {sizes.start(part), sizes[part]};
}

/// Whether two domains of a level hold equal domains at the levels inside it.
bool equal_inside(const machine::Machine& machine, std::size_t level, const Range& a, const Range& b) {
  if (a.size != b.size) return false;
  for (std::size_t inner = level + 1; inner < machine.levels().size(); ++inner) {
    const machine::Sizes& sizes = machine.levels()[inner].sizes;
    for (std::int64_t at = 0; at < a.size; at += domain_of(sizes, a.start + at).size)
      if (domain_of(sizes, a.start + at).size != domain_of(sizes, b.start + at).size) return false;
  }
  return true;
}

/// Brings the cell of `slot` into slot 0 by exchanging equal domains, outermost first, then two slots of the innermost
/// one. False if this needs an exchange of unequal domains; the order is then unusable.
bool exchange_domains(const machine::Machine& machine, std::int64_t slot, mapping::Order& order) {
  const auto exchange = [&](const Range& a, const Range& b) {
    std::swap_ranges(order.begin() + a.start, order.begin() + a.start + a.size, order.begin() + b.start);
  };
  for (std::size_t level = 0; level < machine.levels().size(); ++level) {
    const Range first = domain_of(machine.levels()[level].sizes, 0);
    const Range other = domain_of(machine.levels()[level].sizes, slot);
    if (first.start == other.start) continue;
    if (!equal_inside(machine, level, first, other)) return false;
    exchange(first, other);
    slot -= other.start;
  }
  if (slot != 0) exchange({0, 1}, {slot, 1});
  return true;
}

void renumber(mapping::Order& order, const Renumbering& renumbering) {
  for (grid::Cell& cell : order) cell = renumbering(cell);
}

}  // namespace

KeptFirst keep_first(const machine::Machine& machine, const mapping::Order& order,
                     const KeepFirstQuestions& questions) {
  constexpr std::size_t max_exchanges = 64;
  std::vector<std::pair<machine::Slot, Renumbering>> possible;
  for (const machine::Slot slot : order.ids()) {
    Renumbering renumbering = questions.to_first(order[slot]);
    if (!renumbering) continue;
    mapping::Order kept = order;
    if (exchange_domains(machine, slot.number(), kept)) {
      renumber(kept, renumbering);
      return {std::move(kept), true};
    }
    // Cell 0 itself is always possible.
    if (possible.size() < max_exchanges || order[slot] == grid::Cell(0))
      possible.emplace_back(slot, std::move(renumbering));
  }
  KeptFirst best{{}, false};
  std::vector<double> least;
  for (const auto& [slot, renumbering] : possible) {
    mapping::Order kept = order;
    std::swap(kept[machine::Slot(0)], kept[slot]);
    renumber(kept, renumbering);
    std::vector<double> score = questions.score(kept);
    if (!best.order.empty() && score >= least) continue;
    best.order = std::move(kept);
    least = std::move(score);
  }
  return best;
}

KeptFirst keep_first(const mapping::Problem& problem, const mapping::Order& order) {
  const grid::Grid& grid = problem.grid();
  const auto symmetries = std::make_shared<const Symmetries>(grid, problem.stencil());
  return keep_first(
      problem.machine(), order,
      {.to_first = [&grid, symmetries](grid::Cell cell) -> Renumbering {
         const std::optional<Symmetry> found = symmetries->to_first(cell);
         if (!found) return {};
         return
             [&grid, symmetry = *found](grid::Cell one) { return grid.cell(symmetry.image(grid, grid.coords(one))); };
       },
       .score = [&](const mapping::Order& candidate) { return cost::score(cost::edge_cut(problem, candidate)); }});
}

KeptFirst keep_first(const mapping::Graph& graph, const machine::Machine& machine, const mapping::Order& order) {
  return keep_first(
      machine, order,
      {.to_first = [](grid::Cell vertex) -> Renumbering {
         if (vertex != grid::Cell(0)) return {};
         return [](grid::Cell same) { return same; };
       },
       .score = [&](const mapping::Order& other) { return cost::score(cost::edge_cut(graph, machine, other)); }});
}

std::string kept_at_a_cost(double before, double after) {
  return fmt::format(
      "rank 0 keeps its rank, at a cost, because no symmetry allows it: {:g} edges cross instead of {:g}", after,
      before);
}

}  // namespace cartwright::choose
