// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "choose/refine_starts.hpp"

#include <algorithm>
#include <limits>

namespace cartwright::choose {

namespace {

/// Up to this size, annealing can start anywhere and still cool down within a second.
constexpr std::int32_t few_vertices = 2'000;

}  // namespace

Start refine_starts(const mapping::CellGraph& graph, std::vector<Start> starts, std::int32_t parts,
                    mapping::RefineOptions effort, Tier tier, const mapping::MapOptions& options,
                    std::chrono::steady_clock::time_point begin) {
  const auto left = [&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return options.budget_seconds - elapsed.count();
  };
  std::ranges::stable_sort(starts, {}, &Start::cut);
  if (tier == Tier::best && graph.size() <= few_vertices) {
    // A poor start sometimes reaches a state that good starts never reach.
    starts = {starts.front(), starts[starts.size() / 2], starts.back()};
  }
  starts.resize(std::min<std::size_t>(starts.size(), tier == Tier::best ? 3 : 1));
  for (Start& start : starts) {
    // Spend a quarter of the time on finding the most promising start.
    if (tier == Tier::best) effort.budget_seconds = std::max(0.01, left() / 8);
    start.labels = mapping::refine(graph, std::move(start.labels), parts, effort);
    start.cut = mapping::cut_of(graph, start.labels);
    if (start.cut <= effort.bound) break;
  }
  Start& best = *std::ranges::min_element(starts, {}, &Start::cut);
  if (tier == Tier::best && best.cut > effort.bound) {
    effort.rounds = std::numeric_limits<int>::max();
    effort.seed += 1;
    effort.budget_seconds = std::max(0.01, left());
    effort.progress = options.progress;
    best.labels = mapping::refine(graph, std::move(best.labels), parts, effort);
    best.cut = mapping::cut_of(graph, best.labels);
  }
  return std::move(best);
}

std::string refined_name(const Start& start) {
  return start.name.ends_with("refined") ? start.name : start.name + "+refined";
}

}  // namespace cartwright::choose
