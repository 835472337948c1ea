// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/result.hpp"

#include <chrono>

namespace cartwright::choose {

std::vector<double> level_bounds(const mapping::Problem& problem) {
  if (problem.size() > mapping::max_processes)
    base::fail(base::Status::unsupported, "a grid of {} processes: at most {} (2^24) can be mapped", problem.size(),
               mapping::max_processes);
  std::vector<double> bounds;
  for (const machine::Level& level : problem.machine().levels())
    bounds.push_back(bound::lower_bound(problem.grid(), problem.stencil(), level.sizes));
  return bounds;
}

Result solve(const mapping::Problem& problem, const Request& request, const std::vector<double>& bounds) {
  using Clock = std::chrono::steady_clock;
  mapping::MapOptions options = request.options;
  options.proven_bound = bounds.front();
  const auto start = Clock::now();
  Choice choice;
  if (request.mapping == "auto") {
    choice = choose(problem, request.tier, options);
  } else {
    choice.algorithm = request.mapping;
    choice.mapping = mapping::run_algorithm(mapping::find_algorithm(request.mapping), problem, options);
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  Result result = cost_order(problem, request.mapping, std::move(choice.mapping.order));
  result.algorithm = std::move(choice.algorithm);
  result.notes = std::move(choice.mapping.notes);
  result.tier = request.tier;
  result.seed = request.options.seed;
  result.seconds = elapsed.count();
  return result;
}

Result cost_order(const mapping::Problem& problem, std::string name, mapping::Order order) {
  Result result;
  result.algorithm = name;
  result.mapping = std::move(name);
  result.cuts = cost::edge_cut(problem, order);
  result.order = std::move(order);
  return result;
}

}  // namespace cartwright::choose
