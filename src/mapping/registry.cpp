// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping/algorithms_p.hpp"
#include "mapping/fast.hpp"

#include "base/registry.hpp"

#include <array>

namespace cartwright::mapping {

namespace {

constexpr std::array registry = {
    Algorithm{.name = "blocked", .title = "Blocked", .source = "baseline", .local = blocked},
    Algorithm{.name = "cyclic", .title = "Cyclic", .source = "baseline", .local = cyclic},
    Algorithm{.name = "random", .title = "Random", .source = "baseline", .global = random_order},
    Algorithm{.name = "nodecart",
              .title = "Nodecart",
              .source = "[Hunold2020, III]",
              .local = nodecart,
              .caveat = nodecart_caveat},
    Algorithm{.name = "hyperplane",
              .title = "Hyperplane",
              .source = "[Hunold2020, V-A]",
              .local = hyperplane,
              .caveat = hyperplane_caveat},
    Algorithm{.name = "hyperplane-mean",
              .title = "Hyperplane (mean size)",
              .source = "[Hunold2020, V-A]",
              .local = hyperplane_mean,
              .for_unequal_nodes = true},
    Algorithm{.name = "hyperplane-min",
              .title = "Hyperplane (least size)",
              .source = "[Hunold2020, V-A]",
              .local = hyperplane_min,
              .for_unequal_nodes = true},
    Algorithm{.name = "hyperplane-max",
              .title = "Hyperplane (largest size)",
              .source = "[Hunold2020, V-A]",
              .local = hyperplane_max,
              .for_unequal_nodes = true},
    Algorithm{.name = "kdtree", .title = "k-d Tree", .source = "[Hunold2020, V-B]", .local = kd_tree},
    Algorithm{.name = "strips",
              .title = "Stencil Strips",
              .source = "[Hunold2020, V-C]",
              .local = strips,
              .caveat = strips_caveat},
    Algorithm{.name = "strips-released",
              .title = "Stencil Strips (released code)",
              .source = "[Hunold2020, V-C]",
              .local = strips_released,
              .caveat = strips_caveat},
    Algorithm{.name = "fast",
              .title = "Cartwright strips",
              .source = "Cartwright",
              .local = fast_order,
              .caveat = strips_caveat},
    Algorithm{.name = "tiling", .title = "Best tiling", .source = "classic", .local = tiling, .caveat = tiling_caveat},
    Algorithm{.name = "morton", .title = "Morton curve", .source = "classic", .local = morton},
    Algorithm{.name = "hilbert", .title = "Hilbert curve", .source = "Hamilton 2008", .local = hilbert},
    Algorithm{.name = "strip-widths", .title = "Mixed strip widths", .source = "Cartwright", .global = strip_widths},
    Algorithm{.name = "guillotine", .title = "Guillotine", .source = "Cartwright", .global = guillotine},
    Algorithm{.name = "refined", .title = "Guillotine, refined", .source = "Cartwright", .global = refined},
};

}  // namespace

std::span<const Algorithm> algorithms() { return registry; }

std::vector<const Algorithm*> algorithms_for(const Problem& problem) {
  const bool equal = problem.machine().node_sizes().uniform();
  std::vector<const Algorithm*> found;
  for (const Algorithm& algorithm : registry)
    if (!equal || !algorithm.for_unequal_nodes) found.push_back(&algorithm);
  return found;
}

const Algorithm& find_algorithm(std::string_view name) { return base::find_named(registry, name, "mapping", {"auto"}); }

Mapping run_algorithm(const Algorithm& algorithm, const Problem& problem, const MapOptions& options) {
  Mapping mapping;
  if (algorithm.global != nullptr) {
    mapping = algorithm.global(problem, options);
  } else {
    const std::unique_ptr<LocalOrder> local = algorithm.local(problem);
    mapping.order = Order(problem.size());
    for (const machine::Slot slot : mapping.order.ids())
      mapping.order[slot] = problem.grid().cell(local->cell_of(slot));
  }
  if (algorithm.caveat != nullptr)
    if (std::string caveat = algorithm.caveat(problem); !caveat.empty()) mapping.notes.push_back(std::move(caveat));
  return mapping;
}

}  // namespace cartwright::mapping
