// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "mapping/exact_sizes.hpp"
#include "mapping/scotch_parts.hpp"
#include "report/study_p.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace cartwright::report {

bool is_partitioner(std::string_view mapping) { return mapping == "scotch"; }

void check_partitioner() {
  if (!mapping::have_scotch())
    base::fail(base::Status::unsupported,
               "scotch: this build has no Scotch, or its library is not on this machine; leave it out of --mappings");
}

choose::Result run_partitioner(const mapping::Problem& problem, std::uint64_t seed) {
  check_partitioner();
  const auto begin = std::chrono::steady_clock::now();
  const machine::Sizes& sizes = problem.machine().node_sizes();
  const mapping::CellGraph graph(problem.grid(), problem.stencil());
  std::optional<mapping::Labels> labels = mapping::scotch_parts(graph, sizes, mapping::ScotchEffort::quality, seed);
  if (!labels) base::fail(base::Status::internal, "scotch found no partition of {} cells", graph.size());
  const mapping::Labels exact = mapping::with_exact_sizes(graph, std::move(*labels), sizes);
  mapping::Order order(problem.grid().size());
  std::iota(order.begin(), order.end(), grid::Cell(0));
  std::ranges::stable_sort(order, {}, [&](grid::Cell cell) { return exact[mapping::Vertex(cell.number())]; });
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  choose::Result result = choose::cost_order(problem, "scotch", std::move(order));
  result.seconds = elapsed.count();
  return result;
}

}  // namespace cartwright::report
