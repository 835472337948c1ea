// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/rescale.hpp"

#include "base/error.hpp"
#include "grid/all_dims.hpp"
#include "grid/dims.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace cartwright::record {

namespace {

constexpr std::size_t max_scaled_grids = 1'000'000;
constexpr std::int64_t max_all_to_all_ranks = 2048;  ///< of an all-to-all
constexpr std::int64_t max_messages = std::int64_t{1} << 28;

/// How much the shapes of two grids differ: 0 if one is the other with all dims multiplied by one factor.
double difference(const grid::Coords& from, const grid::Coords& to) {
  double sum = 0;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < from.size(); ++i) {
    ratios.push_back(std::log(static_cast<double>(to[i]) / static_cast<double>(from[i])));
    sum += ratios.back();
  }
  double squares = 0;
  for (const double ratio : ratios) squares += std::pow(ratio - sum / static_cast<double>(ratios.size()), 2);
  return squares;
}

/// How the dims of a program follow from its number of processes.
enum class DimsRule { create, reversed, some_fixed, shape };

/// The dims with a shape closest to `like`, among those that keep the entries of `fixed` above 0.
grid::Coords closest_shape(const grid::Coords& like, std::int64_t processes, const grid::Coords& fixed) {
  double least = INFINITY;
  grid::Coords dims;
  for (const grid::Coords& one : grid::all_dims(processes, fixed, max_scaled_grids))
    if (const double distance = difference(like, one); distance < least - 1e-12) {
      least = distance;
      dims = one;
    }
  return dims;
}

/// The dims of a rule; `fixed` are those that stay.
grid::Coords dims_by(DimsRule rule, const grid::Coords& recorded, const grid::Coords& fixed, std::int64_t processes) {
  if (rule == DimsRule::shape || rule == DimsRule::some_fixed)
    return closest_shape(recorded, processes, rule == DimsRule::shape ? grid::Coords(recorded.size(), 0) : fixed);
  grid::Coords dims = grid::dims_create(processes, recorded.size());
  if (rule == DimsRule::reversed) std::ranges::reverse(dims);
  return dims;
}

DimsRule rule_of(const grid::Grid& recorded) {
  for (const DimsRule rule : {DimsRule::create, DimsRule::reversed})
    if (dims_by(rule, recorded.dims(), {}, recorded.size()) == recorded.dims()) return rule;
  return DimsRule::shape;
}

/// The dims that two grids have in common, 0 for the others.
grid::Coords common_dims(const grid::Grid& one, const grid::Grid& other) {
  grid::Coords common(one.ndims(), 0);
  for (std::size_t i = 0; i < one.ndims(); ++i)
    if (one.dim(i) == other.dim(i)) common[i] = one.dim(i);
  return common;
}

/// The rule by which both grids have their dims; none if there is none.
std::optional<DimsRule> common_rule(const grid::Grid& one, const grid::Grid& other) {
  const grid::Coords common = common_dims(one, other);
  for (const DimsRule rule : {DimsRule::create, DimsRule::reversed, DimsRule::some_fixed, DimsRule::shape}) {
    if (rule == DimsRule::some_fixed && std::ranges::count(common, 0) == static_cast<std::ptrdiff_t>(common.size()))
      continue;
    const bool by_rule = rule == DimsRule::create || rule == DimsRule::reversed;
    if (by_rule && dims_by(rule, one.dims(), {}, one.size()) != one.dims()) continue;
    try {
      if (dims_by(rule, one.dims(), common, other.size()) == other.dims()) return rule;
    } catch (const base::Error&) {
      continue;  // no dims of this rule hold so many processes
    }
  }
  return std::nullopt;
}

std::string_view name_of(DimsRule rule) {
  switch (rule) {
    case DimsRule::create: return "by the rule of MPI_Dims_create";
    case DimsRule::reversed: return "by the rule of MPI_Dims_create, in reverse";
    case DimsRule::some_fixed: return "with the dims that both records have, and the others in their shape";
    case DimsRule::shape: return "in the shape of the record";
  }
  return "";
}

/// The bytes of an offset are by the surface of a subdomain to this power: 0 if they stay as they are with more
/// processes, 1 if the domain stays as it is, so that subdomains shrink. Offsets are compared with each other where
/// they can be: one of the runs may have had more steps.
double growth(const Structure& one, const Structure& other) {
  struct Change {
    double weight, shrunk, ratio;
  };
  std::vector<Change> changes;
  for (const grid::Offset& offset : one.stencil.offsets()) {
    const auto same = std::ranges::find(other.stencil.offsets(), offset.delta, &grid::Offset::delta);
    if (same == other.stencil.offsets().end() || offset.weight <= 0 || same->weight <= 0) continue;
    Change change = {offset.weight, 0, std::log(same->weight / offset.weight)};
    for (std::size_t i = 0; i < offset.delta.size(); ++i) {
      const double dims = std::log(static_cast<double>(other.grid.dim(i)) / static_cast<double>(one.grid.dim(i)));
      if (offset.delta[i] == 0) change.shrunk -= dims;
      // Around two processes, the messages of both directions go to the same one.
      if (offset.delta[i] != 0 && one.grid.dim(i) == 2 && other.grid.periodic(i)) change.ratio += std::log(2);
    }
    changes.push_back(change);
  }
  const auto sum = [&](const auto& of) {
    double all = 0;
    for (const Change& change : changes) all += change.weight * of(change);
    return all;
  };
  const double weight = sum([](const Change&) { return 1.0; });
  double shrunk = sum([](const Change& change) { return change.shrunk; }) / weight;
  double ratio = sum([](const Change& change) { return change.ratio; }) / weight;
  const auto squares = [&] { return sum([&](const Change& change) { return std::pow(change.shrunk - shrunk, 2); }); };
  if (!(squares() > 1e-9 * weight)) shrunk = ratio = 0;
  const double products = sum([&](const Change& change) { return (change.shrunk - shrunk) * (change.ratio - ratio); });
  const double power = squares() > 0 ? products / squares() : 0;
  for (const double usual : {0.0, 1.0})
    if (std::abs(power - usual) < 0.2) return usual;
  return power;
}

/// The stencil of a structure on other dims.
grid::Stencil grown(const grid::Stencil& stencil, const grid::Coords& from, const grid::Coords& to, double power) {
  std::vector<grid::Offset> offsets = stencil.offsets();
  for (grid::Offset& offset : offsets)
    for (std::size_t i = 0; i < from.size(); ++i)
      if (offset.delta[i] == 0)
        offset.weight *= std::pow(static_cast<double>(from[i]) / static_cast<double>(to[i]), power);
  return {from.size(), std::move(offsets)};
}

/// Adds messages that follow from a pattern.
void add(const Pair& pair, Pairs& made) {
  made.derived = true;
  made.pairs.push_back(pair);
  Amount& calls = made.amounts[static_cast<std::size_t>(Source::calls)];
  calls.messages += pair.messages;
  calls.bytes += pair.bytes;
}

Pairs pairs_on(const Structure& structure) {
  const grid::Grid& grid = structure.grid;
  const grid::Stencil& stencil = structure.stencil;
  if (grid.size() > max_messages / static_cast<std::int64_t>(std::max<std::size_t>(stencil.size(), 1)))
    base::fail(base::Status::unsupported,
               "{} processes with {} neighbors are too many messages: at most 2^28 can be ordered", grid.size(),
               stencil.size());
  Pairs made;
  made.ranks = grid.size();
  for (std::int64_t rank = 0; rank < grid.size(); ++rank) {
    // Around a short dimension, several offsets may lead to one neighbor.
    std::map<std::int64_t, Pair> to;
    for (std::size_t i = 0; i < stencil.size(); ++i) {
      const grid::Offset& offset = stencil.offsets()[i];
      const grid::Cell neighbor = grid.neighbor(grid.coords(grid::Cell(rank)), offset.delta);
      if (neighbor == grid::no_cell || neighbor == grid::Cell(rank)) continue;
      Pair& pair = to[neighbor.number()];
      pair = {rank, neighbor.number(), pair.messages + std::llround(structure.messages.offsets()[i].weight),
              pair.bytes + offset.weight};
    }
    for (const auto& [number, pair] : to) add(pair, made);
  }
  return made;
}

void check_dims(const Structure& recorded, const grid::Coords& dims) {
  const grid::Coords& old = recorded.grid.dims();
  if (!dims.empty() && dims.size() != old.size())
    base::fail(base::Status::invalid_argument, "the dims {} have {} dimensions, the grid {} of the record has {}",
               grid::to_string(dims), dims.size(), grid::to_string(old), old.size());
}

std::string names_of(const std::vector<Structure>& structures) {
  std::vector<std::string> dims;
  for (const Structure& one : structures) dims.push_back(grid::to_string(one.grid.dims()));
  return fmt::format("{}", fmt::join(dims, " or "));
}

/// With half as many messages along some dimensions.
grid::Stencil halved(const grid::Stencil& stencil, const std::vector<std::size_t>& along) {
  std::vector<grid::Offset> offsets = stencil.offsets();
  for (grid::Offset& offset : offsets)
    for (const std::size_t i : along)
      if (offset.delta[i] != 0) offset.weight /= 2;
  return {stencil.ndims(), std::move(offsets)};
}

/// The record had two processes along some dimensions. If these are periodic, the messages to both neighbors there went
/// to the same process.
Structure made_periodic(Structure structure, const std::vector<std::size_t>& along) {
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < structure.grid.ndims(); ++i)
    periods.push_back(structure.grid.periodic(i) || std::ranges::count(along, i) > 0);
  structure.grid = grid::Grid(structure.grid.dims(), periods);
  structure.stencil = halved(structure.stencil, along);
  structure.messages = halved(structure.messages, along);
  return structure;
}

/// Whether a dimension of two processes is periodic, if the messages show it: a neighbor there then gets twice as many
/// as one elsewhere, and a neighbor at an edge twice as many as that at the face beside it.
std::optional<bool> is_periodic(const Structure& recorded, std::size_t dim) {
  const auto messages = [&](const grid::Coords& delta) {
    const auto found = std::ranges::find(recorded.messages.offsets(), delta, &grid::Offset::delta);
    return found == recorded.messages.offsets().end() ? 0 : found->weight;
  };
  for (std::size_t other = 0; other < recorded.grid.ndims(); ++other) {
    if (other == dim) continue;
    grid::Coords face(recorded.grid.ndims(), 0);
    grid::Coords here = face;
    face[other] = here[dim] = 1;
    grid::Coords edge = face;
    edge[dim] = 1;
    const double beside = messages(face);
    const double doubled = messages(edge) > 0 ? messages(edge) : recorded.grid.dim(other) > 2 ? messages(here) : 0;
    if (beside > 0 && doubled > 0) return doubled > 1.5 * beside;
  }
  return std::nullopt;
}

Rescaled on_dims(const Structure& recorded, const grid::Coords& chosen, double power) {
  const grid::Coords& old = recorded.grid.dims();
  std::vector<std::size_t> periodic;
  std::vector<std::size_t> unseen;
  for (std::size_t i = 0; i < old.size(); ++i)
    if (old[i] == 2 && chosen[i] > 2) {
      const std::optional<bool> known = is_periodic(recorded, i);
      if (!known) unseen.push_back(i);
      if (known.value_or(false)) periodic.push_back(i);
    }
  Rescaled made;
  if (!unseen.empty())
    made.notes.push_back(fmt::format(
        "the record has too few processes along dimension {} to see whether it is periodic: the new grid is "
        "not periodic there",
        fmt::join(unseen, ", ")));
  base::FixedVector<bool, grid::max_dims> periods;
  for (std::size_t i = 0; i < old.size(); ++i) periods.push_back(recorded.grid.periodic(i));
  made.structure = recorded;
  made.structure.grid = grid::Grid(chosen, periods);
  made.structure.stencil = grown(recorded.stencil, old, chosen, power);
  made.structure = made_periodic(std::move(made.structure), periodic);
  made.structure.least = made.structure.stencil;
  made.structure.complete = 1;
  made.pairs = pairs_on(made.structure);
  if (!unseen.empty())
    made.alternatives.push_back({std::string(if_periodic), pairs_on(made_periodic(made.structure, unseen))});
  return made;
}

/// The processes of a grid in the order in which recursive bisection numbers them: it halves the longest dimension, of
/// several the first. Empty if that does not lead to single processes.
std::vector<std::int64_t> bisected(const grid::Grid& grid) {
  grid::Coords left = grid.dims();
  std::vector<std::int64_t> order(static_cast<std::size_t>(grid.size()), 0);
  std::int64_t half = grid.size();
  while (half > 1) {
    const std::size_t longest = std::ranges::max_element(left) - left.begin();
    if (left[longest] % 2 != 0) return {};
    left[longest] /= 2;
    half /= 2;
    std::int64_t step = left[longest];
    for (std::size_t i = longest + 1; i < grid.ndims(); ++i) step *= grid.dim(i);
    for (std::int64_t rank = 0; rank < grid.size(); ++rank)
      if (rank / half % 2 == 1) order[rank] += step;
  }
  return order;
}

/// Whether bisection numbers the processes of this grid row by row.
bool may_be_bisected(const grid::Grid& grid) {
  const std::vector<std::int64_t> order = bisected(grid);
  return !order.empty() && std::ranges::is_sorted(order);
}

/// Adds the same traffic with ranks that are numbered by bisection, unless row by row is the same.
void add_bisected(Rescaled& made) {
  const std::vector<std::int64_t> cell_of = bisected(made.structure.grid);
  if (cell_of.empty() || std::ranges::is_sorted(cell_of)) return;
  std::vector<std::int64_t> rank_of(cell_of.size());
  for (std::size_t rank = 0; rank < cell_of.size(); ++rank) rank_of[cell_of[rank]] = static_cast<std::int64_t>(rank);
  Pairs pairs = made.pairs;
  for (Pair& pair : pairs.pairs) {
    pair.from = rank_of[pair.from];
    pair.to = rank_of[pair.to];
  }
  std::ranges::sort(pairs.pairs, {}, [](const Pair& pair) { return std::pair(pair.from, pair.to); });
  made.alternatives.push_back({"the ranks are numbered by recursive bisection", std::move(pairs)});
}

grid::Coords in_reverse(grid::Coords dims) {
  std::ranges::reverse(dims);
  return dims;
}
bool is_same_in_reverse(const grid::Grid& grid) { return in_reverse(grid.dims()) == grid.dims(); }

/// Adds the same traffic with the dims in reverse, for a record whose own dims do not show their order.
void add_reversed(const Structure& recorded, double power, Rescaled& made) {
  if (is_same_in_reverse(made.structure.grid)) return;
  const grid::Coords dims = in_reverse(made.structure.grid.dims());
  made.alternatives.push_back(
      {fmt::format("the dims are {}", grid::to_string(dims)), on_dims(recorded, dims, power).pairs});
}

}  // namespace

Rescaled rescale(const Structure& recorded, std::int64_t processes, const grid::Coords& dims) {
  check_dims(recorded, dims);
  const DimsRule rule = rule_of(recorded.grid);
  const grid::Coords chosen =
      dims.empty() ? dims_by(rule, recorded.grid.dims(), {}, processes) : grid::dims_create(processes, dims);
  Rescaled made = on_dims(recorded, chosen, 0);
  if (dims.empty() && is_same_in_reverse(recorded.grid)) add_reversed(recorded, 0, made);
  if (may_be_bisected(recorded.grid)) add_bisected(made);
  made.notes.push_back("taken from one record: each process sends as much in each direction as there");
  return made;
}

Rescaled rescale(const std::vector<Structure>& ones, const std::vector<Structure>& others, std::int64_t processes,
                 const grid::Coords& dims) {
  struct Match {
    const Structure* one;
    const Structure* other;
    DimsRule rule;
  };
  std::vector<Match> matches;
  for (const Structure& one : ones)
    for (const Structure& other : others)
      if (one.grid.ndims() == other.grid.ndims())
        if (const auto rule = common_rule(one.grid, other.grid)) matches.push_back({&one, &other, *rule});
  if (matches.size() != 1)
    base::fail(base::Status::unsupported,
               "the grids of the records, {} and {}, {}: record the program with {} processes", names_of(ones),
               names_of(others), matches.empty() ? "have no rule in common" : "fit together in several ways",
               processes);
  const auto& [one, other, rule] = matches.front();
  check_dims(*other, dims);
  const grid::Coords chosen = dims.empty()
                                  ? dims_by(rule, other->grid.dims(), common_dims(one->grid, other->grid), processes)
                                  : grid::dims_create(processes, dims);
  const double power = growth(*one, *other);
  Rescaled made = on_dims(*other, chosen, power);
  if (dims.empty() && is_same_in_reverse(one->grid) && is_same_in_reverse(other->grid))
    add_reversed(*other, power, made);
  if (may_be_bisected(one->grid) && may_be_bisected(other->grid)) add_bisected(made);
  made.notes.push_back(fmt::format(
      "taken from two records: {} becomes {}; dims {}; bytes {}", grid::to_string(one->grid.dims()),
      grid::to_string(other->grid.dims()), name_of(rule),
      power == 0 ? "stay as they are in each direction"
      : power == 1
          ? "fall with the surface of a process's part of the domain"
          : fmt::format("fall with the surface of a process's part of the domain to the power {:.2f}", power)));
  return made;
}

Pairs all_to_all(const Pairs& recorded, std::int64_t processes) {
  if (processes > max_all_to_all_ranks)
    base::fail(base::Status::unsupported,
               "an all-to-all of {} processes has too many messages, at most {} can be ordered: no order of the ranks "
               "changes its bytes between nodes",
               processes, max_all_to_all_ranks);
  Pair mean;
  for (const Pair& pair : recorded.pairs) {
    mean.bytes += pair.bytes / static_cast<double>(recorded.pairs.size());
    mean.messages += pair.messages;
  }
  mean.messages /= static_cast<std::int64_t>(recorded.pairs.size());
  Pairs made;
  made.ranks = processes;
  for (std::int64_t from = 0; from < processes; ++from)
    for (std::int64_t to = 0; to < processes; ++to)
      if (from != to) add({from, to, mean.messages, mean.bytes}, made);
  return made;
}

}  // namespace cartwright::record
