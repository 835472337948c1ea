// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "capi/handles_p.hpp"

using namespace cartwright;
using boundary::guarded;
using boundary::required;

namespace {

choose::Request make_request(const cw_map_options* given) {
  const cw_map_options options = boundary::known(given, cw_map_options CW_MAP_OPTIONS_INIT, "options");
  choose::Request request;
  if (options.mapping != nullptr) request.mapping = options.mapping;
  if (options.tier != nullptr) request.tier = choose::parse_tier(options.tier);
  if (!(options.budget_seconds >= 0))
    base::fail(base::Status::invalid_argument, "options.budget_seconds is {}: 0 or more is needed",
               options.budget_seconds);
  if (options.budget_seconds > 0) request.options.budget_seconds = options.budget_seconds;
  request.options.seed = options.seed;
  return request;
}

void write_cost(const cw_mapping& mapping, std::size_t level, cw_cost* cost) {
  boundary::check_index(static_cast<std::int64_t>(level), mapping.bounds.size(), "level");
  const cost::LevelCut& cut = mapping.result.cuts[level];
  boundary::write_results(cost, cw_cost{0, cut.j_sum, cut.j_max, mapping.bounds[level]}, "cost");
}

}  // namespace

cw_status cw_map(const cw_problem* problem, const cw_map_options* options, cw_mapping** mapping) {
  return guarded([&] {
    required(mapping, "mapping");
    const mapping::Problem& given = required(problem, "problem").problem;
    std::vector<double> bounds = choose::level_bounds(given);
    choose::Result result = choose::solve(given, make_request(options), bounds);
    auto slots = mapping::slots_of(result.order);
    *mapping = new cw_mapping{std::move(result), std::move(bounds), std::move(slots), given.machine().node_sizes(),
                              given.machine().node_level()};
  });
}

cw_status cw_mapping_algorithm(const cw_mapping* mapping, const char** name) {
  return guarded([&] { required(name, "name") = required(mapping, "mapping").result.algorithm.c_str(); });
}

cw_status cw_mapping_cost(const cw_mapping* mapping, cw_cost* cost) {
  return guarded([&] { write_cost(required(mapping, "mapping"), mapping->node_level, cost); });
}

cw_status cw_mapping_level_cost(const cw_mapping* mapping, size_t level, cw_cost* cost) {
  return guarded([&] { write_cost(required(mapping, "mapping"), level, cost); });
}

cw_status cw_mapping_size(const cw_mapping* mapping, int64_t* processes) {
  return guarded([&] {
    required(processes, "processes") = static_cast<std::int64_t>(required(mapping, "mapping").result.order.size());
  });
}

cw_status cw_mapping_order(const cw_mapping* mapping, const int64_t** order) {
  return guarded([&] { required(order, "order") = base::numbers(required(mapping, "mapping").result.order).data(); });
}

cw_status cw_mapping_cell_of(const cw_mapping* mapping, int64_t slot, int64_t* cell) {
  return guarded([&] {
    const mapping::Order& order = required(mapping, "mapping").result.order;
    boundary::check_index(slot, order.size(), "slot");
    required(cell, "cell") = order[machine::Slot(slot)].number();
  });
}

cw_status cw_mapping_slot_of(const cw_mapping* mapping, int64_t cell, int64_t* slot) {
  return guarded([&] {
    const auto& slots = required(mapping, "mapping").slots;
    boundary::check_index(cell, slots.size(), "cell");
    required(slot, "slot") = slots[grid::Cell(cell)].number();
  });
}

cw_status cw_mapping_node_of(const cw_mapping* mapping, int64_t cell, int64_t* node) {
  return guarded([&] {
    const auto& slots = required(mapping, "mapping").slots;
    boundary::check_index(cell, slots.size(), "cell");
    required(node, "node") = mapping->nodes.part_of(slots[grid::Cell(cell)].number());
  });
}

void cw_mapping_free(cw_mapping* mapping) { delete mapping; }
