// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cartwright::mapping {

/// A bijection between slots and cells that any process can evaluate for itself, in O(d log p) time
/// and with no memory in p. Immutable, hence safe to share between threads.
class LocalOrder {
 public:
  virtual ~LocalOrder() = default;
  virtual grid::Coords cell_of(std::int64_t slot) const = 0;
  virtual std::int64_t slot_of(const grid::Coords& cell) const = 0;
};

/// What an algorithm may be told beyond the problem. The result depends on nothing else, but for
/// `budget_seconds`, which only the refining algorithms read.
struct MapOptions {
  std::uint64_t seed = 0;
  double budget_seconds = 1.0;
  /// J_sum of the outermost level that is proven to be the least possible: refinement stops when it gets there.
  double proven_bound = 0.0;
  /// Called now and then with the share of the work done in [0, 1]; may be empty.
  std::function<void(double)> progress = {};
};

/// What an algorithm found, with remarks for the report ("24 does not divide 50: ...").
struct Mapping {
  Order order;
  std::vector<std::string> notes;
};

/// One entry of the registry. An algorithm gives either `local` or `global`.
struct Algorithm {
  std::string_view name;    ///< as in `--mapping NAME`: "strips"
  std::string_view title;   ///< for people: "Stencil Strips"
  std::string_view source;  ///< where it comes from: "[Hunold2020, V-C]"
  std::unique_ptr<LocalOrder> (*local)(const Problem&) = nullptr;
  Mapping (*global)(const Problem&, const MapOptions&) = nullptr;
  /// Why this algorithm departs from its publication on this problem, or empty.
  std::string (*caveat)(const Problem&) = nullptr;
};

/// All algorithms, in the order in which tables list them. Adding one is one file and one line here.
std::span<const Algorithm> algorithms();

/// The entry of that name. Throws Error that lists the names there are.
const Algorithm& find_algorithm(std::string_view name);

/// Runs an algorithm: a local one is evaluated for every slot.
Mapping run_algorithm(const Algorithm& algorithm, const Problem& problem, const MapOptions& options = {});

}  // namespace cartwright::mapping
