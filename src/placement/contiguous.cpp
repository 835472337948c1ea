// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "placement/policies_p.hpp"

#include <algorithm>

namespace cartwright::placement {

namespace {

/// Nodes with consecutive numbers, all of them free.
using Run = std::span<const network::Node>;

std::vector<Run> runs_of(std::span<const network::Node> free) {
  std::vector<Run> runs;
  for (std::size_t first = 0, next = 0; first < free.size(); first = next) {
    for (next = first + 1; next < free.size() && free[next].number() == free[next - 1].number() + 1;) ++next;
    runs.push_back(free.subspan(first, next - first));
  }
  return runs;
}

}  // namespace

/// The first run that holds the job, as with `sbatch --contiguous`. If there is none, the fewest runs that hold it: the
/// longest ones, and for the rest the shortest run that holds it.
Selected select_contiguous(const network::Network&, std::span<const network::Node> free, const Job& job,
                           const PolicyOptions&) {
  std::vector<Run> runs = runs_of(free);
  auto left = static_cast<std::size_t>(job.nodes);
  const auto holds_job = std::ranges::find_if(runs, [left](Run run) { return run.size() >= left; });
  if (holds_job != runs.end()) return {holds_job->begin(), holds_job->begin() + job.nodes};

  std::ranges::stable_sort(runs, std::greater(), &Run::size);
  Selected selected;
  for (auto run = runs.begin(); left > 0; ++run) {
    // Runs are sorted, longest first: the last run that still holds the rest is the shortest such run.
    if (run->size() >= left)
      run = std::ranges::min_element(
          run, std::ranges::find_if(run, runs.end(), [left](Run next) { return next.size() < left; }), {}, &Run::size);
    const std::size_t taken = std::min(left, run->size());
    selected.insert(selected.end(), run->begin(), run->begin() + static_cast<std::ptrdiff_t>(taken));
    left -= taken;
  }
  std::ranges::sort(selected);
  return selected;
}

}  // namespace cartwright::placement
