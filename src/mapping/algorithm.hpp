// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mapping/problem.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::mapping {

/// A bijection between slots and cells that each process can evaluate alone, in O(d log p) time and with memory that
/// does not depend on p. Immutable, so safe to share between threads.
class LocalOrder {
 public:
  virtual ~LocalOrder() = default;
  virtual grid::Coords cell_of(machine::Slot slot) const = 0;
  virtual machine::Slot slot_of(const grid::Coords& cell) const = 0;
};

/// Options of an algorithm. The result depends only on the problem and these options, except that algorithms with
/// refinement stop by the clock after `budget_seconds`.
struct MapOptions {
  std::uint64_t seed = 0;
  double budget_seconds = 1.0;
  /// A proven lower bound of J_sum at the outermost level: refinement stops when it reaches the bound.
  double proven_bound = 0.0;
  /// Called from time to time with the share of the work done, in [0, 1]; may be empty.
  std::function<void(double)> progress = {};
};

/// The order that an algorithm found, with notes for the report ("24 does not divide 50: ...").
struct Mapping {
  Order order;
  std::vector<std::string> notes;
};

/// One entry of the registry. An algorithm gives either `local` or `global`.
struct Algorithm {
  std::string_view name;   ///< as in `--mapping NAME`: "strips"
  std::string_view title;  ///< for tables: "Stencil Strips"
  std::string_view
      source;  ///< the publication (docs/references.md): "[Hunold2020, V-C]"; Cartwright, classic, or baseline
  std::unique_ptr<LocalOrder> (*local)(const Problem&) = nullptr;
  Mapping (*global)(const Problem&, const MapOptions&) = nullptr;
  /// Why this algorithm departs from its publication on this problem, or empty.
  std::string (*caveat)(const Problem&) = nullptr;
  bool for_unequal_nodes = false;  ///< a variant of another one, with the same order if all nodes have one size
};

/// All algorithms, in the order of tables. To add one, add a file, and a line in registry.cpp.
std::span<const Algorithm> algorithms();

/// Without the variants for unequal nodes if all nodes of the problem have one size.
std::vector<const Algorithm*> algorithms_for(const Problem& problem);

/// The algorithm of that name. Throws Error that lists the names.
const Algorithm& find_algorithm(std::string_view name);

/// Runs an algorithm: a local one is evaluated for every slot.
Mapping run_algorithm(const Algorithm& algorithm, const Problem& problem, const MapOptions& options = {});

}  // namespace cartwright::mapping
