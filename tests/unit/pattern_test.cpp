// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/pattern.hpp"

#include "base/random.hpp"
#include "stencil_pairs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace cartwright {
namespace {

record::Pairs pairs_by(std::int64_t ranks, const std::function<double(std::int64_t, std::int64_t)>& bytes) {
  record::Pairs made;
  made.ranks = ranks;
  for (std::int64_t from = 0; from < ranks; ++from)
    for (std::int64_t to = 0; to < ranks; ++to)
      if (const double amount = from == to ? 0 : bytes(from, to); amount > 0)
        made.pairs.push_back({from, to, 1, amount});
  return made;
}

std::string told(const record::Pattern& pattern) {
  return fmt::format("{} '{}' or {} ({:.3f})", pattern.kind, pattern.text, fmt::join(pattern.others, " or "),
                     pattern.explained);
}

double uniform(base::Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.below(1'000'000)) / 1e6;
}

enum class Steps { faces, surrounding, two_rings };

struct Made {
  std::string name;
  grid::Grid grid;
  record::Pairs pairs;
};

/// A program on a grid: dims, periods, stencil, weights by axis, and noise, all at random.
Made random_program(std::uint64_t seed) {
  base::Random random(seed);
  grid::Coords dims;
  const std::int64_t ndims = 2 + random.below(3);
  std::int64_t size = 1;
  for (std::int64_t i = 0; i < ndims; ++i) {
    const std::int64_t most = std::max<std::int64_t>(2, 512 / size >> (ndims - 1 - i));
    dims.push_back(2 + random.below(std::min<std::int64_t>(most - 1, 15)));
    size *= dims.back();
  }
  base::FixedVector<bool, grid::max_dims> periods;
  std::vector<double> face;
  for (std::int64_t i = 0; i < ndims; ++i) {
    periods.push_back(random.below(2) == 0);
    face.push_back(uniform(random, 1000, 4000));
  }
  const auto steps = static_cast<Steps>(random.below(3));
  const grid::Stencil shape =
      steps == Steps::surrounding ? grid::Stencil::moore(dims.size()) : grid::Stencil::nearest_neighbor(dims.size());
  std::vector<grid::Offset> offsets;
  for (const grid::Offset& one : shape.offsets()) {
    // An edge carries less than the faces that meet there.
    double weight = 1;
    int axes = 0;
    for (std::size_t i = 0; i < dims.size(); ++i)
      if (one.delta[i] != 0) weight = axes++ == 0 ? face[i] : std::min(weight, face[i]) * 0.3;
    offsets.push_back({one.delta, weight});
    if (steps != Steps::two_rings) continue;
    grid::Coords twice = one.delta;
    for (std::int64_t& step : twice) step *= 2;
    offsets.push_back({twice, weight * 0.5});
  }
  const double noise = random.below(2) == 0 ? 0 : 0.03;
  const double jitter = random.below(2) == 0 ? 0 : 0.1;
  const grid::Grid grid(dims, periods);
  Made made{fmt::format("seed {}: {} {} {} noise {} jitter {}", seed, grid::to_string(dims), periods,
                        static_cast<int>(steps), noise, jitter),
            grid, stencil_pairs(grid, grid::Stencil(dims.size(), offsets), noise, seed)};
  for (record::Pair& pair : made.pairs.pairs) pair.bytes *= uniform(random, 1 - jitter, 1 + jitter);
  return made;
}

/// Column-major ranks: the grid has its dims in reverse.
void number_by_columns(Made& made) {
  grid::Coords dims = made.grid.dims();
  std::ranges::reverse(dims);
  const grid::Grid reversed(dims);
  const auto renumbered = [&](std::int64_t rank) {
    grid::Coords at = made.grid.coords(grid::Cell(rank));
    std::ranges::reverse(at);
    return reversed.cell(at).number();
  };
  for (record::Pair& pair : made.pairs.pairs)
    pair = {renumbered(pair.from), renumbered(pair.to), pair.messages, pair.bytes};
  made.grid = reversed;
}

std::string plain(std::string dims) {
  std::erase(dims, 'p');
  return dims;
}

TEST(Pattern, OfARandomGridIsFoundOrNamedAmbiguous) {
  int ambiguous = 0;
  int missed = 0;
  constexpr int rounds = 150;
  for (std::uint64_t seed = 1; seed <= rounds; ++seed) {
    Made made = random_program(seed);
    if (seed % 2 == 0) number_by_columns(made);
    const std::string dims = grid::to_string(made.grid.dims());
    const record::Pattern found = record::find_pattern(made.pairs);
    if (found.others.empty() && found.structure) {
      EXPECT_EQ(grid::to_string(found.structure->grid.dims()), dims) << made.name << ": " << told(found);
      continue;
    }
    (found.others.empty() ? missed : ambiguous) += 1;
    std::vector<std::string> candidates = {plain(found.text)};
    for (const std::string& other : found.others) candidates.push_back(plain(other));
    if (!found.others.empty()) {
      EXPECT_EQ(std::ranges::count(candidates, dims), 1) << made.name << ": " << told(found);
    }
  }
  EXPECT_LE(ambiguous, rounds / 10);
  EXPECT_LE(missed, rounds / 100);
}

TEST(Pattern, OfRandomMessagesIsNoGrid) {
  base::Random random(7);
  for (int round = 0; round < 300; ++round) {
    const std::int64_t ranks = 5 + random.below(round % 3 == 0 ? 200 : 30);
    const double density = std::min(1.0, uniform(random, 0.1, 1.2) * (ranks > 40 ? 0.2 : 1));
    const bool alike = random.below(2) == 0;
    const record::Pairs pairs = pairs_by(ranks, [&](std::int64_t, std::int64_t) {
      const double bytes = alike ? 100 : uniform(random, 10, 1000);
      return uniform(random, 0, 1) < density ? bytes : 0;
    });
    const record::Pattern found = record::find_pattern(pairs);
    EXPECT_FALSE(found.structure) << "round " << round << ", " << ranks << " ranks, density " << density << ": "
                                  << told(found);
  }
}

TEST(Pattern, IsNamed) {
  struct Case {
    std::string kind;
    std::function<double(std::int64_t from, std::int64_t to, std::int64_t ranks)> bytes;
    std::vector<std::int64_t> ranks;
  };
  const std::vector<Case> cases = {
      {"all-to-all", [](auto, auto, auto) { return 100.0; }, {4, 5, 6, 8, 12, 16, 27, 36, 64, 100}},
      {"chain", [](auto from, auto to, auto) { return std::abs(from - to) == 1 ? 100.0 : 0; }, {6, 16, 31, 64, 128}},
      {"ring",
       [](auto from, auto to, auto ranks) { return (to - from + ranks) % ranks % (ranks - 2) == 1 ? 100.0 : 0; },
       {6, 16, 31, 64, 128}},
      {"ring", [](auto from, auto to, auto ranks) { return (from + 1) % ranks == to ? 100.0 : 0; }, {6, 16, 31, 64}},
      {"butterfly",
       [](auto from, auto to, auto) { return std::has_single_bit(static_cast<std::uint64_t>(from ^ to)) ? 100.0 : 0; },
       {32, 64, 128}},
      {"butterfly",
       [](auto from, auto to, auto) {
         const auto differ = static_cast<std::uint64_t>(from ^ to);
         return std::has_single_bit(differ) ? static_cast<double>(differ) : 0;
       },
       {32, 64, 128}},
      {"dissemination",
       [](auto from, auto to, auto ranks) {
         const auto step = static_cast<std::uint64_t>((from - to + ranks) % ranks);
         return std::has_single_bit(step) ? static_cast<double>(step) : 0;
       },
       {16, 23, 48, 64}},
      {"tree",
       [](auto from, auto to, auto) { return (to & (to - 1)) == from && to != 0 ? 100.0 : 0; },
       {8, 16, 21, 64, 100}},
      {"master-worker", [](auto from, auto to, auto) { return to == 0     ? 500.0
                                                              : from == 0 ? 20.0
                                                                          : 0; }, {6, 16, 33}},
      {"transposes",
       [](auto from, auto to, auto) { return from / 4 == to / 4   ? 9.0
                                             : from % 4 == to % 4 ? 5.0
                                                                  : 0; },
       {16, 24, 64}},
      {"transposes", [](auto from, auto to, auto) { return from / 8 == to / 8 ? 9.0 : 0; }, {16, 64, 128}},
      {"transposes", [](auto from, auto to, auto) { return from % 8 == to % 8 ? 9.0 : 0; }, {64, 128}},
  };
  base::Random random(3);
  for (const Case& one : cases)
    for (const std::int64_t ranks : one.ranks)
      for (const double jitter : {0.0, 0.1}) {
        const record::Pairs pairs = pairs_by(ranks, [&](std::int64_t from, std::int64_t to) {
          return one.bytes(from, to, ranks) * uniform(random, 1 - jitter, 1 + jitter);
        });
        const record::Pattern found = record::find_pattern(pairs);
        EXPECT_EQ(found.kind, one.kind) << ranks << " ranks: " << told(found);
        EXPECT_GT(found.explained, 0.9);
        EXPECT_EQ(found.structure.has_value(), one.kind == "chain" || one.kind == "ring");
      }
}

}  // namespace
}  // namespace cartwright
