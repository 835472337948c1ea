// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace cartwright::record {

namespace {

using Ranks = std::vector<std::int64_t>;

constexpr std::int64_t max_divided = std::int64_t{1} << 14;
constexpr std::size_t few_sampled = 200;  ///< pairs, to compare divisions by
constexpr std::size_t max_tried = 5;      ///< divisions that are compared by more pairs
constexpr std::size_t least_grid = 6;     ///< ranks; every traffic of fewer is a grid
constexpr double least_explained = 0.8;   ///< of the bytes within a part, by edges of which as many must exist

double bytes_of(const Pairs& pairs) {
  return std::accumulate(pairs.pairs.begin(), pairs.pairs.end(), 0.0,
                         [](double sum, const Pair& pair) { return sum + pair.bytes; });
}

/// The bytes that a structure describes.
double quality(const std::optional<Structure>& structure, double bytes) {
  return structure ? bytes * structure->described : 0;
}

/// The traffic between some ranks, numbered from 0.
Pairs within(const Pairs& pairs, const Ranks& ranks) {
  Ranks number(static_cast<std::size_t>(pairs.ranks), -1);
  for (std::size_t i = 0; i < ranks.size(); ++i)
    number[static_cast<std::size_t>(ranks[i])] = static_cast<std::int64_t>(i);
  Pairs made;
  made.ranks = static_cast<std::int64_t>(ranks.size());
  for (const Pair& pair : pairs.pairs) {
    const std::int64_t from = number[static_cast<std::size_t>(pair.from)];
    const std::int64_t to = number[static_cast<std::size_t>(pair.to)];
    if (from >= 0 && to >= 0) made.pairs.push_back({from, to, pair.messages, pair.bytes});
  }
  return made;
}

Ranks without(std::int64_t ranks, const Ranks& some) {
  Ranks others;
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    if (!std::ranges::binary_search(some, rank)) others.push_back(rank);
  return others;
}

Part part_of(const Pairs& pairs, const Ranks& ranks, std::size_t sampled) {
  const Pairs inside = within(pairs, ranks);
  Part part{ranks, std::nullopt, bytes_of(inside)};
  if (ranks.size() >= least_grid) part.structure = find_structure(inside, sampled);
  if (part.structure && (part.structure->explained < least_explained || part.structure->complete < least_explained))
    part.structure.reset();
  return part;
}

/// The ranks of which `value` differs from the median by more than a factor.
Ranks outliers(const std::vector<double>& values, double factor) {
  std::vector<double> sorted = values;
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
  const double median = sorted[sorted.size() / 2];
  Ranks found;
  for (std::size_t rank = 0; rank < values.size(); ++rank)
    if (values[rank] > median * factor || values[rank] * factor < median)
      found.push_back(static_cast<std::int64_t>(rank));
  return found;
}

/// Sets of ranks that may be a part. Each stands for itself and for its complement.
class Candidates {
 public:
  Candidates(const Pairs& pairs, const std::vector<Ranks>& groups) : ranks_(pairs.ranks) {
    for (const Ranks& group : groups) offer(group);
    by_traffic(pairs);
    by_number();
  }
  const std::set<Ranks>& sets() const { return sets_; }

 private:
  void offer(const Ranks& some) {
    if (some.empty() || static_cast<std::int64_t>(some.size()) == ranks_) return;
    Ranks others = without(ranks_, some);
    sets_.insert(std::min(some, others));
  }

  void by_traffic(const Pairs& pairs) {
    const auto count = static_cast<std::size_t>(ranks_);
    std::vector<double> partners(count);
    std::vector<double> sent(count, 1);
    std::vector<double> received(count, 1);
    std::vector<double> crossing(count + 1);
    std::vector<double> crossing_bytes(count + 1);
    for (const Pair& pair : pairs.pairs) {
      const auto from = static_cast<std::size_t>(pair.from);
      const auto to = static_cast<std::size_t>(pair.to);
      partners[from] += 1;
      partners[to] += 1;
      sent[from] += pair.bytes;
      received[to] += pair.bytes;
      crossing[std::min(from, to) + 1] += 1;
      crossing[std::max(from, to) + 1] -= 1;
      crossing_bytes[std::min(from, to) + 1] += pair.bytes;
      crossing_bytes[std::max(from, to) + 1] -= pair.bytes;
    }
    for (const double factor : {1.5, 3.0, 8.0}) offer(outliers(partners, factor));
    std::vector<double> ratio(count);
    for (std::size_t rank = 0; rank < count; ++rank) ratio[rank] = sent[rank] / received[rank];
    offer(outliers(ratio, 4));
    by_borders(crossing);
    by_borders(crossing_bytes);
  }

  /// Between the components of a coupled model, less crosses than beside their border.
  void by_borders(std::vector<double> crossing) {
    std::partial_sum(crossing.begin(), crossing.end(), crossing.begin());
    const auto dip = [&](std::int64_t border) {
      const auto at = static_cast<std::size_t>(border);
      return crossing[at] / (1e-9 + crossing[at - 1] + crossing[at + 1]);
    };
    Ranks borders(static_cast<std::size_t>(ranks_) - 1);
    std::iota(borders.begin(), borders.end(), 1);
    std::ranges::stable_sort(borders, {}, dip);
    for (std::size_t i = 0; i < borders.size() && i < 8; ++i) offer(first(borders[i]));
  }

  void by_number() {
    for (std::int64_t size = 1; size <= 16 && size < ranks_; ++size) {
      offer(first(size));
      offer(first(ranks_ - size));
    }
    for (std::int64_t n = 2; n <= 16 && n < ranks_; ++n) {
      offer(first(ranks_ / n));
      offer(first(ranks_ - ranks_ / n));
      for (const std::int64_t start : {std::int64_t{0}, n - 1}) {
        Ranks every;
        for (std::int64_t rank = start; rank < ranks_; rank += n) every.push_back(rank);
        offer(every);
      }
    }
  }

  static Ranks first(std::int64_t count) {
    Ranks ranks(static_cast<std::size_t>(count));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
  }

  std::int64_t ranks_;
  std::set<Ranks> sets_;
};

struct Division {
  Part one;
  Part other;
  double quality = 0;
};

Division divide(const Pairs& pairs, const Ranks& some, std::size_t sampled) {
  Division made{part_of(pairs, some, sampled), part_of(pairs, without(pairs.ranks, some), sampled)};
  made.quality = quality(made.one.structure, made.one.bytes) + quality(made.other.structure, made.other.bytes);
  return made;
}

/// The bytes that stay inside of a set of ranks or inside of its complement.
double bytes_inside(const Pairs& pairs, const Ranks& some) {
  std::vector<bool> in(static_cast<std::size_t>(pairs.ranks));
  for (const std::int64_t rank : some) in[static_cast<std::size_t>(rank)] = true;
  double sum = 0;
  for (const Pair& pair : pairs.pairs)
    if (in[static_cast<std::size_t>(pair.from)] == in[static_cast<std::size_t>(pair.to)]) sum += pair.bytes;
  return sum;
}

/// The best division of these ranks in two, with their numbers in `pairs`; none if it explains no more than `least`
/// bytes.
std::vector<Part> best_division(const Pairs& pairs, const std::vector<Ranks>& groups, double least) {
  constexpr double slack = 0.9;  // the samples are small
  // No division explains more than the bytes inside of its parts.
  std::vector<std::pair<double, Ranks>> promising;
  const Candidates candidates(pairs, groups);
  for (const Ranks& some : candidates.sets())
    if (const double inside = bytes_inside(pairs, some); inside > least) promising.emplace_back(inside, some);
  std::ranges::stable_sort(promising, std::greater{}, [](const auto& one) { return one.first; });
  std::vector<Division> found;
  double most = least;
  for (const auto& [inside, some] : promising) {
    if (inside < slack * most) break;
    Division division = divide(pairs, some, few_sampled);
    if (division.quality <= slack * most) continue;
    most = std::max(most, division.quality);
    found.push_back(std::move(division));
  }
  std::ranges::stable_sort(found, std::greater{}, &Division::quality);
  Division best;
  best.quality = least * (1 + 1e-6);
  for (std::size_t i = 0; i < found.size() && i < max_tried; ++i) {
    if (found[i].one.bytes + found[i].other.bytes <= best.quality) continue;
    Division division = divide(pairs, found[i].one.ranks, 20 * few_sampled);
    if (division.quality > best.quality) best = std::move(division);
  }
  if (best.one.ranks.empty()) return {};
  return {std::move(best.one), std::move(best.other)};
}

/// The members of the communicators that lie within some ranks, with the numbers of these.
std::vector<Ranks> groups_within(const std::vector<Ranks>& groups, const Ranks& ranks) {
  std::vector<Ranks> made;
  for (const Ranks& group : groups) {
    Ranks inside;
    for (const std::int64_t rank : group)
      if (const auto at = std::ranges::lower_bound(ranks, rank); at != ranks.end() && *at == rank)
        inside.push_back(at - ranks.begin());
    if (inside.size() == group.size()) made.push_back(std::move(inside));
  }
  return made;
}

/// The largest communicators, as far as it pays to try them.
std::vector<Ranks> groups_of(const Record& record) {
  std::set<Ranks> distinct;
  for (const RankRecord& rank : record.ranks)
    for (const Group& group : rank.groups) {
      if (count_of(group.members) < 2 || count_of(group.members) >= record.header.ranks) continue;
      Ranks ranks = ranks_of(group.members);
      std::ranges::sort(ranks);
      distinct.insert(std::move(ranks));
    }
  std::vector<Ranks> groups(distinct.begin(), distinct.end());
  std::ranges::stable_sort(groups, std::greater{}, &Ranks::size);
  groups.resize(std::min<std::size_t>(groups.size(), 16));
  return groups;
}

}  // namespace

std::vector<Part> find_parts(const Record& record, const Pairs& pairs, const std::optional<Structure>& whole) {
  const double sum = bytes_of(pairs);
  const double least = quality(whole, sum);
  if (pairs.ranks < static_cast<std::int64_t>(2 * least_grid) || pairs.ranks > max_divided || least >= sum) return {};
  const std::vector<Ranks> groups = groups_of(record);
  std::vector<Part> parts = best_division(pairs, groups, std::max(least, sum / 2));
  // A part may consist of parts, too.
  for (std::size_t i = 0; i < parts.size() && parts.size() < 8;) {
    const Part& outer = parts[i];
    const double known = outer.structure ? quality(outer.structure, outer.bytes) : outer.bytes / 2;
    std::vector<Part> more;
    if (outer.ranks.size() >= 2 * least_grid && known < outer.bytes)
      more = best_division(within(pairs, outer.ranks), groups_within(groups, outer.ranks), known);
    if (more.empty()) {
      ++i;
      continue;
    }
    for (Part& part : more)
      for (std::int64_t& rank : part.ranks) rank = parts[i].ranks[static_cast<std::size_t>(rank)];
    parts[i] = std::move(more[0]);
    parts.push_back(std::move(more[1]));
  }
  std::size_t in_grids = 0;
  for (const Part& part : parts) in_grids += part.structure ? part.ranks.size() : 0;
  if (2 * static_cast<std::int64_t>(in_grids) < pairs.ranks || explained_by(parts, pairs) < 0.5) return {};
  std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.ranks.front(); });
  return parts;
}

double explained_by(const std::vector<Part>& parts, const Pairs& pairs) {
  const double sum = bytes_of(pairs);
  double explained = 0;
  for (const Part& part : parts) explained += part.structure ? part.bytes * part.structure->explained : 0;
  return sum > 0 ? explained / sum : 0;
}

}  // namespace cartwright::record
