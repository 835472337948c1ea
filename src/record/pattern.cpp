// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/pattern.hpp"

#include "record/structure_p.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace cartwright::record {

namespace {

constexpr double all = 0.005;             ///< a pattern that loses no more describes all
constexpr double max_lost = 0.4;          ///< by a pattern that is not a grid
constexpr double max_lost_by_all = 0.15;  ///< by an all-to-all, of which any part is described somewhat
constexpr std::int64_t least_ranks = 4;   ///< of a pattern that is not a grid
/// A grid without splits may lose so much more of the bytes, and have so much more above the means.
constexpr double max_left_over = 0.06;
constexpr double max_uneven = 0.015;
constexpr double exactly = 1e-6;  ///< a pattern that loses no more needs no other traffic to explain the rest
/// With fewer ranks, the levels of a butterfly may as well be the dimensions of a grid, unless all carry equal bytes.
constexpr std::int64_t least_by_level = 16;
constexpr std::size_t max_sampled_rules = 20'000;

/// A pattern that is not a grid: classes of pairs, by the numbers of their ranks.
struct Rule {
  std::string kind;
  std::string text;
  std::vector<double> possible;  ///< pairs of each class
  std::function<int(std::int64_t from, std::int64_t to)> class_of;
  bool whole = true;  ///< without one of its classes it is another pattern
};

Rule all_to_all(std::int64_t ranks) {
  const auto count = static_cast<double>(ranks);
  return {"all-to-all", "an all-to-all", {count * (count - 1)}, [](std::int64_t, std::int64_t) { return 0; }};
}

/// All-to-alls within groups of consecutive ranks.
Rule rows(std::int64_t ranks, std::int64_t row) {
  return {"transposes",
          fmt::format("all-to-alls within rows of {} consecutive ranks", row),
          {static_cast<double>(ranks * (row - 1))},
          [row](std::int64_t from, std::int64_t to) { return from / row == to / row ? 0 : -1; }};
}

/// All-to-alls within groups of ranks of which every `row`-th is in one group.
Rule columns(std::int64_t ranks, std::int64_t row) {
  return {"transposes",
          fmt::format("all-to-alls within columns of every {}th rank", row),
          {static_cast<double>(ranks * (ranks / row - 1))},
          [row](std::int64_t from, std::int64_t to) { return from % row == to % row ? 0 : -1; }};
}

Rule transposes(std::int64_t ranks, std::int64_t row) {
  const Rule along = rows(ranks, row);
  const Rule across = columns(ranks, row);
  return {"transposes",
          fmt::format("transposes on {}x{}", ranks / row, row),
          {along.possible[0], across.possible[0]},
          [=](std::int64_t from, std::int64_t to) {
            return along.class_of(from, to) == 0 ? 0 : across.class_of(from, to) == 0 ? 1 : -1;
          }};
}

Rule butterfly(std::int64_t ranks, bool by_level) {
  const auto power = static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(ranks)));
  const int levels = std::countr_zero(static_cast<std::uint64_t>(power));
  Rule made{"butterfly", "a butterfly", {}, {}};
  if (by_level)
    made.possible.assign(static_cast<std::size_t>(levels), static_cast<double>(power));
  else
    made.possible.push_back(static_cast<double>(power) * levels);
  const int beyond = static_cast<int>(made.possible.size());  // ranks beyond the last power of 2 and their partners
  if (ranks > power) made.possible.push_back(2 * static_cast<double>(ranks - power));
  made.class_of = [=](std::int64_t from, std::int64_t to) {
    if (from >= power || to >= power) return std::abs(from - to) == power ? beyond : -1;
    const auto differ = static_cast<std::uint64_t>(from ^ to);
    if (!std::has_single_bit(differ)) return -1;
    return by_level ? std::countr_zero(differ) : 0;
  };
  return made;
}

/// Bruck's allgather, or a barrier by dissemination.
Rule dissemination(std::int64_t ranks, bool up) {
  const auto steps = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(ranks - 1)));
  return {"dissemination", fmt::format("an exchange with the ranks 1, 2, 4, ... {}", up ? "up" : "down"),
          std::vector<double>(steps, static_cast<double>(ranks)), [=](std::int64_t from, std::int64_t to) {
            const auto step = static_cast<std::uint64_t>(((up ? to - from : from - to) + ranks) % ranks);
            return std::has_single_bit(step) ? std::countr_zero(step) : -1;
          }};
}

/// A binomial tree below rank 0: the parent of a rank clears its lowest bit that is set.
Rule tree(std::int64_t ranks) {
  const auto edges = static_cast<double>(ranks - 1);
  return {"tree",
          "a binomial tree",
          {edges, edges},
          [](std::int64_t from, std::int64_t to) {
            return (to & (to - 1)) == from ? 0 : (from & (from - 1)) == to ? 1 : -1;
          },
          false};
}

/// The rank that sends and receives most is the master.
Rule master_worker(const Sample& sample) {
  std::vector<double> bytes(static_cast<std::size_t>(sample.ranks));
  for (const Pair& pair : sample.pairs)
    for (const std::int64_t rank : {pair.from, pair.to}) bytes[static_cast<std::size_t>(rank)] += pair.bytes;
  const std::int64_t master = std::ranges::max_element(bytes) - bytes.begin();
  const auto workers = static_cast<double>(sample.ranks - 1);
  return {"master-worker",
          fmt::format("rank {} with all others", master),
          {workers, workers},
          [master](std::int64_t from, std::int64_t to) { return from == master ? 0
                                                                : to == master ? 1
                                                                               : -1; },
          false};
}

std::vector<Rule> rules_for(const Sample& sample) {
  const std::int64_t ranks = sample.ranks;
  if (ranks < least_ranks) return {};
  std::vector<Rule> rules = {
      all_to_all(ranks), butterfly(ranks, false), dissemination(ranks, false), dissemination(ranks, true),
      tree(ranks),       master_worker(sample)};
  if (ranks >= least_by_level) rules.push_back(butterfly(ranks, true));
  for (std::int64_t row = 2; row <= ranks / 2; ++row)
    if (ranks % row == 0)
      for (const auto& make : {rows, columns, transposes}) rules.push_back(make(ranks, row));
  return rules;
}

/// A pattern that may be it.
struct Possible {
  std::string kind;
  std::string text;
  Fit fit;
  const GridFit* grid = nullptr;
};

std::string text_of(const grid::Grid& grid) {
  std::string dims;
  for (std::size_t i = 0; i < grid.ndims(); ++i)
    dims += fmt::format("{}{}{}", i == 0 ? "" : "x", grid.dim(i), grid.periodic(i) ? "p" : "");
  return dims;
}

Possible possible_grid(const GridFit& fitted) {
  const bool steps_of_1 = std::ranges::all_of(fitted.offsets, [&](const grid::Coords& delta) {
    const auto at = static_cast<std::size_t>(&delta - fitted.offsets.data());
    return !fitted.pairs.classes[at].counts || std::abs(delta[0]) == 1;
  });
  if (fitted.grid.ndims() > 1 || !steps_of_1) return {"grid", text_of(fitted.grid), fitted.fit, &fitted};
  return {fitted.grid.periodic(0) ? "ring" : "chain", text_of(fitted.grid), fitted.fit, &fitted};
}

/// The patterns that are not grids and describe the pairs.
std::vector<Possible> fit_rules(const Pairs& pairs) {
  const Sample sample = sample_of(pairs, max_sampled_rules);
  std::vector<Possible> made;
  for (const Rule& rule : rules_for(sample)) {
    Hypothesis hypothesis;
    for (const double possible : rule.possible) hypothesis.classes.push_back({.possible = possible});
    for (const Pair& pair : sample.pairs) hypothesis.add(pair, rule.class_of(pair.from, pair.to));
    const Fit fitted = fit(hypothesis, sample);
    if (rule.whole && fitted.classes < rule.possible.size()) continue;
    if (fitted.lost <= (rule.kind == "all-to-all" ? max_lost_by_all : max_lost))
      made.push_back({rule.kind, rule.text, fitted});
  }
  return made;
}

/// Whether all messages of a grid go one step along one dimension: with dims of 2 and 3, these are the messages of many
/// other patterns as well.
bool has_faces_only(const GridFit& fitted) {
  for (std::size_t i = 0; i < fitted.offsets.size(); ++i) {
    std::int64_t length = 0;
    for (const std::int64_t step : fitted.offsets[i]) length += std::abs(step);
    if (fitted.pairs.classes[i].counts && length > 1) return false;
  }
  return true;
}

/// Whether the dims of `coarse` are products of neighboring dims of `fine`.
bool is_coarser(const grid::Coords& coarse, const grid::Coords& fine) {
  std::size_t next = 0;
  for (const std::int64_t dim : coarse) {
    std::int64_t product = 1;
    while (next < fine.size() && product < dim) product *= fine[next++];
    if (product != dim) return false;
  }
  return next == fine.size() && coarse.size() < fine.size();
}

/// A grid with dims split explains more of other traffic, such as a small allreduce. So one without is preferred if its
/// offsets have even bytes and little is left.
const Possible* without_splits(const Possible* best, const std::vector<Possible>& found) {
  if (best->grid == nullptr || best->fit.lost <= exactly) return best;
  const Possible* simplest = best;
  for (const Possible& one : found)
    if (one.grid != nullptr && one.fit.classes < simplest->fit.classes &&
        is_coarser(one.grid->grid.dims(), best->grid->grid.dims()) && one.fit.lost <= best->fit.lost + max_left_over &&
        one.fit.uneven <= best->fit.uneven + max_uneven)
      simplest = &one;
  return simplest;
}

bool is_simpler(const Possible& one, const Possible& other) {
  if (one.fit.classes != other.fit.classes) return one.fit.classes < other.fit.classes;
  if (one.grid == nullptr || other.grid == nullptr) return one.fit.lost < other.fit.lost;
  // Subdomains have larger faces than edges.
  return std::pair(-one.grid->on_faces(), one.fit.lost) < std::pair(-other.grid->on_faces(), other.fit.lost);
}

/// Whether `other` may as well be the pattern as `best`.
bool is_as_good(const Possible& other, const Possible& best, double least, double slack) {
  const bool as_much = other.fit.lost <= least + slack;
  const bool as_simple = other.fit.classes == best.fit.classes;
  if (other.grid == nullptr) return as_much && (best.grid == nullptr ? as_simple : has_faces_only(*best.grid));
  if (best.grid == nullptr) return false;
  if (as_simple) return as_much && other.grid->on_faces() > best.grid->on_faces() - 0.1;
  return other.fit.classes < best.fit.classes && best.fit.lost > all && other.fit.lost <= 1.5 * least + 0.03;
}

}  // namespace

Pattern find_pattern(const Pairs& pairs, std::size_t max_sampled) {
  if (pairs.pairs.empty() || pairs.ranks < 2) return {};
  const std::vector<GridFit> grids = fit_grids(pairs, max_sampled);
  std::vector<Possible> found = fit_rules(pairs);
  for (const GridFit& one : grids) found.push_back(possible_grid(one));
  if (found.empty()) return {};

  double least = 1;
  for (const Possible& one : found) least = std::min(least, one.fit.lost);
  const double slack = 0.002 + 3 * least / std::sqrt(static_cast<double>(pairs.pairs.size()));
  std::vector<Possible> good;
  for (const Possible& one : found)
    if (one.fit.lost <= least + slack) good.push_back(one);
  const Possible* best = &*std::ranges::min_element(good, is_simpler);
  // The same messages may be those of a grid with short dimensions.
  if (best->grid == nullptr && best->kind != "all-to-all") {
    const Possible* grid = nullptr;
    for (const Possible& one : good)
      if (one.grid != nullptr && has_faces_only(*one.grid) && (grid == nullptr || is_simpler(one, *grid))) grid = &one;
    if (grid != nullptr) best = grid;
  }
  best = without_splits(best, found);
  Pattern made{best->kind, best->text, best->fit.explained, {}, {}, {}};
  if (best->grid != nullptr) made.structure = structure_of(*best->grid);
  for (const Possible& one : found)
    if (one.text != best->text && is_as_good(one, *best, least, slack) &&
        std::ranges::count(made.others, one.text) == 0) {
      made.others.push_back(one.text);
      if (one.grid != nullptr) made.other_grids.push_back(structure_of(*one.grid));
    }
  return made;
}

std::string Pattern::candidates() const {
  return others.empty() ? text : fmt::format("{} or {}", text, fmt::join(others, " or "));
}

}  // namespace cartwright::record
