// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/read_mapping.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/rank_order.hpp"

#include <algorithm>

namespace cartwright::report {

namespace {

void check_count(std::size_t found, const mapping::Problem& problem) {
  if (static_cast<std::int64_t>(found) != problem.size())
    base::fail(base::Status::invalid_argument,
               "the mapping has {} entries, but the grid {} has {} processes: give one entry for each", found,
               grid::to_string(problem.grid().dims()), problem.size());
}

/// The order from the slot of each cell.
mapping::Order order_of_slots(const base::IndexVector<grid::Cell, machine::Slot>& slots) {
  mapping::Order order(slots.size(), grid::no_cell);
  for (const grid::Cell cell : slots.ids()) {
    const machine::Slot slot = slots[cell];
    if (slot == machine::no_slot)
      base::fail(base::Status::invalid_argument, "the mapping has no slot for rank {}: give one line for each rank",
                 cell.number());
    if (order[slot] != grid::no_cell)
      base::fail(base::Status::invalid_argument,
                 "the mapping assigns slot {} to rank {} and to rank {}: give each rank another slot", slot.number(),
                 order[slot].number(), cell.number());
    order[slot] = cell;
  }
  return order;
}

/// The order from the node of each cell. The slots of a node are filled in the order of the cells.
mapping::Order order_of_nodes(const base::IndexVector<grid::Cell, std::int64_t>& nodes, const machine::Sizes& sizes) {
  std::vector<machine::Slot> next;
  for (std::int64_t node = 0; node < sizes.count(); ++node) next.emplace_back(sizes.start(node));
  mapping::Order order(nodes.size());
  for (const grid::Cell cell : nodes.ids()) {
    const std::int64_t node = nodes[cell];
    machine::Slot& slot = next[node];
    if (slot.number() == sizes.start(node + 1))
      base::fail(base::Status::invalid_argument,
                 "the mapping puts more than {0} processes on node {1}, which has {0} slots", sizes[node], node);
    order[slot++] = cell;
  }
  return order;
}

mapping::Order read_csv(const std::vector<base::Line>& rows, const mapping::Problem& problem) {
  check_count(rows.size() - 1, problem);
  const machine::Sizes& sizes = problem.machine().node_sizes();
  base::IndexVector<grid::Cell, machine::Slot> slots(rows.size() - 1, machine::no_slot);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::vector<std::string_view> fields = base::split(rows[i].text, ',');
    if (fields.size() != 3)
      base::fail(base::Status::parse, "line {}: {} is not rank,node,old_rank", rows[i].number,
                 base::quote(rows[i].text));
    const std::int64_t rank = base::parse_int(fields[0], "rank");
    const std::int64_t node = base::parse_int(fields[1], "node");
    const std::int64_t slot = base::parse_int(fields[2], "old_rank");
    if (rank < 0 || rank >= problem.size() || slot < 0 || slot >= problem.size())
      base::fail(base::Status::invalid_argument, "line {}: {} names a rank outside 0 to {}", rows[i].number,
                 base::quote(rows[i].text), problem.size() - 1);
    if (node != sizes.part_of(slot))
      base::fail(base::Status::invalid_argument, "line {}: old rank {} is on node {} of this machine, not on node {}",
                 rows[i].number, slot, sizes.part_of(slot), node);
    slots[grid::Cell(rank)] = machine::Slot(slot);
  }
  return order_of_slots(slots);
}

/// "0,4,8-11"
mapping::Order read_rank_order(const std::vector<base::Line>& rows, const mapping::Problem& problem) {
  mapping::Order order;
  for (const base::Line& row : rows)
    for (std::string_view item : base::split(row.text, ',')) {
      item = base::trim(item);
      if (item.empty()) continue;
      const std::size_t dash = item.find('-', 1);
      const std::int64_t first = base::parse_int(item.substr(0, dash), "rank");
      const std::int64_t last =
          dash == std::string_view::npos ? first : base::parse_int(item.substr(dash + 1), "end of a range of ranks");
      if (first < 0 || last < 0 || std::max(first, last) >= problem.size())
        base::fail(base::Status::invalid_argument, "line {}: {} names a rank outside 0 to {}", row.number,
                   base::quote(item), problem.size() - 1);
      const std::int64_t step = first <= last ? 1 : -1;
      for (std::int64_t rank = first; rank != last + step; rank += step) {
        if (order.size() == static_cast<std::size_t>(problem.size())) check_count(order.size() + 1, problem);
        order.push_back(grid::Cell(rank));
      }
    }
  check_count(order.size(), problem);
  mapping::slots_of(order);  // throws unless it is a permutation
  return order;
}

/// The new rank of each slot, after a line "new_rank".
mapping::Order read_new_ranks(std::string_view text, const mapping::Problem& problem) {
  mapping::Order order;
  order.reserve(static_cast<std::size_t>(problem.size()));
  for (const int rank : record::parse_rank_order(text, problem.size())) order.push_back(grid::Cell(rank));
  return order;
}

mapping::Order read_list(const std::vector<base::Line>& rows, const mapping::Problem& problem) {
  check_count(rows.size(), problem);
  std::vector<std::int64_t> values;
  values.reserve(rows.size());
  for (const base::Line& row : rows) {
    values.push_back(base::parse_int(row.text, "entry of the mapping"));
    if (values.back() < 0 || values.back() >= problem.size())
      base::fail(base::Status::invalid_argument, "line {}: {} is outside 0 to {}", row.number, values.back(),
                 problem.size() - 1);
  }
  const machine::Sizes& sizes = problem.machine().node_sizes();
  // Node indices repeat, slots do not. With one process per node they are the same.
  const bool nodes = std::ranges::max(values) < sizes.count() && sizes.count() < problem.size();
  if (nodes) return order_of_nodes(base::IndexVector<grid::Cell, std::int64_t>(std::move(values)), sizes);
  base::IndexVector<grid::Cell, machine::Slot> slots;
  slots.reserve(values.size());
  for (const std::int64_t slot : values) slots.push_back(machine::Slot(slot));
  return order_of_slots(slots);
}

}  // namespace

mapping::Order read_mapping(std::string_view text, const mapping::Problem& problem) {
  std::vector<base::Line> rows;
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();) {
    if (static_cast<std::int64_t>(rows.size()) > problem.size()) check_count(rows.size(), problem);
    rows.push_back(*line);
  }
  if (rows.empty()) base::fail(base::Status::parse, "the mapping is empty: give an entry for each process");
  if (rows.front().text == "rank,node,old_rank") return read_csv(rows, problem);
  if (rows.front().text == "new_rank") return read_new_ranks(text, problem);
  const bool commas =
      std::ranges::any_of(rows, [](const base::Line& row) { return row.text.find(',') != std::string_view::npos; });
  return commas ? read_rank_order(rows, problem) : read_list(rows, problem);
}

}  // namespace cartwright::report
