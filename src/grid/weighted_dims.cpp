// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "grid/weighted_dims.hpp"

#include "base/checked.hpp"
#include "grid/dims.hpp"
#include "grid/prime_factors.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace cartwright::grid {

namespace {

using Cost = Surface::Cost;

/// The rank of a factorization; the lexicographic order decides between equal ranks.
struct Rank {
  Cost cost = 0;
  Cost squares = 0;

  friend auto operator<=>(const Rank&, const Rank&) = default;
  friend Rank operator+(const Rank& a, const Rank& b) { return {a.cost + b.cost, a.squares + b.squares}; }
};

/// The limits of the factor of a dimension.
struct Limit {
  enum { any, divides, equals } kind = any;
  std::int64_t value = 0;

  bool allows(std::int64_t factor) const {
    return kind == any || (kind == divides ? value % factor == 0 : value == factor);
  }
};
using Limits = base::FixedVector<Limit, max_dims>;

/// All ways to write a number as an ordered product of one factor per dimension: a dynamic program over the quotient
/// that is left after each dimension.
class Factorizations {
 public:
  /// `parts` is the number of parts into which each dimension is cut already.
  Factorizations(std::int64_t n, const Limits& limits, const Coords& parts, const Surface& surface)
      : limits_(limits), parts_(parts), surface_(surface), n_(n), best_(limits.size()) {
    std::set<std::int64_t> divisors{1};
    for (const std::int64_t prime : prime_factors(n)) {
      std::vector<std::int64_t> more;
      for (const std::int64_t divisor : divisors) more.push_back(divisor * prime);
      divisors.insert(more.begin(), more.end());
    }
    divisors_.assign(divisors.rbegin(), divisors.rend());
  }

  /// The least rank; nothing when the limits leave no factorization.
  std::optional<Rank> least() { return least_from(0, n_); }

  /// The factorizations of the least cost, lexicographically largest first, at most `most` of them.
  std::vector<Coords> cheapest(std::size_t most) {
    std::vector<Coords> found;
    Coords factors(limits_.size(), 1);
    if (const auto best = least()) collect_cheapest(0, n_, best->cost, factors, found, most);
    return found;
  }

  /// The factorization that the rule of weighted_dims_create prefers.
  Coords preferred() {
    Coords factors;
    std::int64_t rest = n_;
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      const Rank target = *least_from(i, rest);
      for_factors(i, rest, [&](std::int64_t factor) {
        const auto after = least_from(i + 1, rest / factor);
        if (!after || rank(i, factor) + *after != target) return true;
        factors.push_back(factor);
        return false;
      });
      rest /= factors.back();
    }
    return factors;
  }

  /// Every factorization; stops when the visitor returns false.
  bool visit(const std::function<bool(const Coords&)>& visitor) {
    Coords factors(limits_.size(), 1);
    return visit_from(0, n_, factors, visitor);
  }

 private:
  // The search gives up after this many steps, which take seconds.
  static constexpr std::int64_t max_steps = 200'000'000;

  Rank rank(std::size_t i, std::int64_t factor) const {
    return {surface_.cost(i, parts_[i] * factor), static_cast<Cost>(factor) * static_cast<Cost>(factor)};
  }

  /// Calls visitor(factor), largest first, for every factor of `rest` allowed in dimension i, until it returns false.
  template <typename Visitor>
  bool for_factors(std::size_t i, std::int64_t rest, Visitor visitor) {
    const auto take = [&](std::int64_t factor) { return !limits_[i].allows(factor) || visitor(factor); };
    if (i + 1 == limits_.size()) return take(rest);
    if (limits_[i].kind == Limit::equals) return rest % limits_[i].value != 0 || take(limits_[i].value);
    for (auto factor = std::ranges::lower_bound(divisors_, rest, std::greater{}); factor != divisors_.end(); ++factor) {
      if (++steps_ > max_steps)
        base::fail(base::Status::unsupported, "{} has too many factorizations in {} dimensions: fix some of the dims",
                   n_, limits_.size());
      if (rest % *factor == 0 && !take(*factor)) return false;
    }
    return true;
  }

  std::optional<Rank> least_from(std::size_t i, std::int64_t rest) {
    if (i == limits_.size()) return rest == 1 ? std::optional<Rank>(Rank{}) : std::nullopt;
    const auto [known, fresh] = best_[i].try_emplace(rest);
    if (!fresh) return known->second;
    std::optional<Rank> best;
    for_factors(i, rest, [&](std::int64_t factor) {
      if (const auto after = least_from(i + 1, rest / factor)) {
        const Rank whole = rank(i, factor) + *after;
        if (!best || whole < *best) best = whole;
      }
      return true;
    });
    return best_[i][rest] = best;
  }

  void collect_cheapest(std::size_t i, std::int64_t rest, Cost cost, Coords& factors, std::vector<Coords>& found,
                        std::size_t most) {
    if (i == limits_.size()) {
      found.push_back(factors);
      return;
    }
    for_factors(i, rest, [&](std::int64_t factor) {
      const auto after = least_from(i + 1, rest / factor);
      const Cost here = rank(i, factor).cost;
      if (after && here + after->cost == cost) {
        factors[i] = factor;
        collect_cheapest(i + 1, rest / factor, after->cost, factors, found, most);
      }
      return found.size() < most;
    });
  }

  bool visit_from(std::size_t i, std::int64_t rest, Coords& factors,
                  const std::function<bool(const Coords&)>& visitor) {
    if (i == limits_.size()) return rest != 1 || visitor(factors);
    return for_factors(i, rest, [&](std::int64_t factor) {
      factors[i] = factor;
      return visit_from(i + 1, rest / factor, factors, visitor);
    });
  }

  Limits limits_;
  Coords parts_;
  const Surface& surface_;
  std::int64_t n_;
  std::vector<std::int64_t> divisors_;  // descending
  std::vector<std::map<std::int64_t, std::optional<Rank>>> best_;
  std::int64_t steps_ = 0;
};

/// The search over all levels.
class LevelSearch {
 public:
  LevelSearch(const std::vector<std::int64_t>& sizes, const Coords& dims, const Surface& surface)
      : sizes_(sizes), dims_(dims), surface_(surface), inside_(sizes.size() + 1, 1) {
    for (std::size_t level = sizes.size(); level-- > 0;) {
      if (sizes[level] < 1)
        base::fail(base::Status::invalid_argument, "a level of {} domains: give a size of at least 1", sizes[level]);
      inside_[level] = base::checked_mul(inside_[level + 1], sizes[level], "product of the sizes of the levels");
    }
  }

  std::optional<LevelDims> run() {
    const std::optional<Solution> solution = solve(0, Coords(dims_.size(), 1));
    return solution ? std::optional(solution->cuts) : std::nullopt;
  }

 private:
  static constexpr std::size_t max_ties = 256;
  static constexpr std::int64_t max_candidates = 100'000;

  struct Solution {
    Coords dims;                              ///< products of the cuts
    LevelDims cuts;                           ///< of this level and the levels inside
    std::vector<Cost> costs, edges, squares;  ///< of each level; `edges` between processes of different domains

    bool operator<(const Solution& other) const {
      if (costs != other.costs) return costs < other.costs;
      if (edges != other.edges) return edges < other.edges;
      for (std::size_t i = 0; i < cuts.size(); ++i) {
        if (squares[i] != other.squares[i]) return squares[i] < other.squares[i];
        if (cuts[i] != other.cuts[i]) return std::ranges::lexicographical_compare(other.cuts[i], cuts[i]);
      }
      return false;
    }

    void add_level(const Coords& factors, const Coords& parts, const Surface& surface, bool count_edges) {
      Cost between = 0;
      Cost sum = 0;
      Cost processes = 1;
      for (const std::int64_t dim : dims) processes *= static_cast<Cost>(dim);
      for (std::size_t i = 0; i < dims.size(); ++i) {
        between += static_cast<Cost>(surface.boundaries(i, parts[i])) * (processes / static_cast<Cost>(dims[i]));
        sum += static_cast<Cost>(factors[i]) * static_cast<Cost>(factors[i]);
      }
      cuts.insert(cuts.begin(), factors);
      costs.insert(costs.begin(), surface.cost(parts));
      if (count_edges) edges.insert(edges.begin(), between);
      squares.insert(squares.begin(), sum);
    }
  };

  std::optional<Solution> solve(std::size_t level, const Coords& parts) {
    Limits limits;
    std::int64_t still_fixed = 1;
    for (std::size_t i = 0; i < dims_.size(); ++i) {
      limits.push_back(dims_[i] == 0 ? Limit{} : Limit{Limit::divides, dims_[i] / parts[i]});
      if (dims_[i] != 0) still_fixed = base::checked_mul(still_fixed, limits.back().value, "product of the fixed dims");
    }
    const bool all_open = std::ranges::count(dims_, 0) == static_cast<std::ptrdiff_t>(dims_.size());
    if (inside_[level] % still_fixed != 0) return std::nullopt;
    if (level == sizes_.size()) return Solution{.dims = parts, .cuts = {}, .costs = {}, .edges = {}, .squares = {}};

    Factorizations factorizations(sizes_[level], limits, parts, surface_);
    if (all_open) {
      const std::vector<Coords> ties = factorizations.cheapest(candidates_ < max_candidates ? max_ties : 1);
      candidates_ += static_cast<std::int64_t>(ties.size());
      return best_of(ties, level, parts);
    }
    // With the cheapest cut here, the levels inside may be unable to reach the fixed dims. Then try the next cheapest.
    std::map<Cost, std::vector<Coords>> by_cost;
    const bool complete = factorizations.visit([&](const Coords& factors) {
      by_cost[surface_.cost(times(parts, factors))].push_back(factors);
      return ++candidates_ < max_candidates;
    });
    if (!complete) return std::nullopt;
    for (const auto& [cost, factors] : by_cost)
      if (std::optional<Solution> best = best_of(factors, level, parts)) return best;
    return std::nullopt;
  }

  std::optional<Solution> best_of(const std::vector<Coords>& candidates, std::size_t level, const Coords& parts) {
    std::optional<Solution> best;
    for (const Coords& factors : candidates) {
      const Coords cut = times(parts, factors);
      std::optional<Solution> solution = solve(level + 1, cut);
      if (!solution) continue;
      // Edges do not compare different dims: dims of 1 x p would have the fewest.
      solution->add_level(factors, cut, surface_, std::ranges::count(dims_, 0) == 0);
      if (!best || *solution < *best) best = std::move(solution);
    }
    return best;
  }

  static Coords times(Coords parts, const Coords& factors) {
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] *= factors[i];
    return parts;
  }

  const std::vector<std::int64_t>& sizes_;
  const Coords& dims_;
  const Surface& surface_;
  std::vector<std::int64_t> inside_;  ///< by level: processes in a domain of the level before
  std::int64_t candidates_ = 0;
};

}  // namespace

Surface::Surface(std::size_t ndims, std::span<const double> weights, const base::FixedVector<bool, max_dims>& periods)
    : weights_(integer_weights(weights, ndims)),
      periods_(periods.empty() ? base::FixedVector<bool, max_dims>(ndims) : periods) {
  if (periods_.size() != ndims)
    base::fail(base::Status::invalid_argument, "{} periods for {} dimensions: give one for each", periods_.size(),
               ndims);
}

std::int64_t Surface::boundaries(std::size_t i, std::int64_t parts) const {
  return periods_[i] && parts > 1 ? parts : parts - 1;
}

Cost Surface::cost(std::size_t i, std::int64_t parts) const {
  return static_cast<Cost>(boundaries(i, parts)) * static_cast<Cost>(weights_[i]);
}

Cost Surface::cost(const Coords& parts) const {
  Cost sum = 0;
  for (std::size_t i = 0; i < ndims(); ++i) sum += cost(i, parts[i]);
  return sum;
}

Coords weighted_dims_create(std::int64_t nprocs, const Coords& dims, const Surface& surface) {
  check_fixed_dims(nprocs, dims);
  Limits limits;
  for (const std::int64_t dim : dims) limits.push_back(dim == 0 ? Limit{} : Limit{Limit::equals, dim});
  return Factorizations(nprocs, limits, Coords(dims.size(), 1), surface).preferred();
}

std::optional<LevelDims> level_dims_create(const std::vector<std::int64_t>& sizes, const Coords& dims,
                                           const Surface& surface) {
  if (sizes.empty())
    base::fail(base::Status::invalid_argument, "no levels: give at least one, the processes themselves");
  return LevelSearch(sizes, dims, surface).run();
}

Coords product(const LevelDims& levels) {
  Coords dims(levels.empty() ? 0 : levels.front().size(), 1);
  for (const Coords& level : levels)
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (level[i] < 1)
        base::fail(base::Status::invalid_argument, "a dimension cut into {} parts: give at least 1", level[i]);
      dims[i] = base::checked_mul(dims[i], level[i], "product of the cuts of a dimension");
    }
  return dims;
}

}  // namespace cartwright::grid
