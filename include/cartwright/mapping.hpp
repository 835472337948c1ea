// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_MAPPING_HPP
#define CARTWRIGHT_MAPPING_HPP

/// \file
/// mapping.h for C++20, header only: link with libcartwright (Cartwright::cartwright), as from C.
///
///  - Errors are thrown as cw::Error (status.hpp). Their causes are listed in mapping.h.
///  - Machine, Problem and Mapping own their handle; they are moved, not copied. They never change: threads may share
///    them. A moved-from object may only be assigned to or destroyed.
///  - Spans are read during the call only. Counts, cells and slots are as in mapping.h.

#include <cartwright/mapping.h>
#include <cartwright/status.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L

namespace cw {

/// A machine: levels of domains, outermost first. The domains of the innermost level consist of slots.
class Machine {
 public:
  /// From a notation or a file (cw_machine_create).
  /// \param spec as for `cartwright --machine`: "50x48", "4x2x6", "30*48,30*32", or the name of a file
  explicit Machine(std::string_view spec) {
    cw_machine* made = nullptr;
    detail::check(cw_machine_create(std::string(spec).c_str(), &made));
    handle_.reset(made);
  }
  /// From nodes alone (cw_machine_from_nodes).
  /// \param node_sizes slots of each node, in the order in which the launcher fills them
  explicit Machine(std::span<const std::int64_t> node_sizes) {
    cw_machine* made = nullptr;
    detail::check(cw_machine_from_nodes(node_sizes.size(), node_sizes.data(), &made));
    handle_.reset(made);
  }

  /// \return the number of slots
  std::int64_t size() const {
    std::int64_t processes = 0;
    detail::check(cw_machine_size(get(), &processes));
    return processes;
  }
  /// \return the number of levels
  std::size_t levels() const {
    std::size_t count = 0;
    detail::check(cw_machine_level_count(get(), &count));
    return count;
  }
  /// \return the handle, which this object keeps
  const cw_machine* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<cw_machine, cw_machine_free> handle_;
};

/// The dims that MPI_Dims_create would choose, exact (cw_dims_create).
/// \param processes number of processes
/// \param dims      an entry per dimension: entries above 0 are kept, entries of 0 are chosen
/// \return the dims, whose product is `processes`
inline std::vector<std::int64_t> dims_create(std::int64_t processes, std::vector<std::int64_t> dims) {
  detail::check(cw_dims_create(processes, dims.size(), dims.data()));
  return dims;
}

/// The dims with the least data to exchange: the least sum of dims[i] * weights[i] (cw_dims_weighted_create).
/// \param processes number of processes
/// \param dims      an entry per dimension: entries above 0 are kept, entries of 0 are chosen
/// \param weights   cost of all communication along each dimension; empty: all equal
/// \param periods   is the dimension periodic? Empty: none is
/// \return the dims, whose product is `processes`
inline std::vector<std::int64_t> dims_weighted(std::int64_t processes, std::vector<std::int64_t> dims,
                                               std::span<const double> weights = {},
                                               std::span<const int> periods = {}) {
  const double* const given = detail::array_or_null(weights, dims.size(), "weights");
  const int* const periodic = detail::array_or_null(periods, dims.size(), "periods");
  detail::check(cw_dims_weighted_create(processes, dims.size(), given, periodic, dims.data()));
  return dims;
}

/// The parts of a grid at each level of a machine.
struct LevelDims {
  std::size_t levels = 0;           ///< number of levels
  std::vector<std::int64_t> dims;   ///< the products over the levels
  std::vector<std::int64_t> parts;  ///< ndims x levels, row-major
  /// \param dim   a dimension
  /// \param level a level, 0 being the outermost
  /// \return the number of parts into which the dimension is divided at the level
  std::int64_t operator()(std::size_t dim, std::size_t level) const { return parts[dim * levels + level]; }
};

/// Divides the grid at each level with the least data to exchange, outermost level first (cw_dims_ml_create).
/// \param level_sizes domains of each level in one domain of the level before, outermost first
/// \param dims        an entry per dimension: entries above 0 are kept, entries of 0 are chosen
/// \param weights     cost of all communication along each dimension; empty: all equal
/// \param periods     is the dimension periodic? Empty: none is
/// \return the parts and the dims
inline LevelDims dims_ml(std::span<const std::int64_t> level_sizes, std::vector<std::int64_t> dims,
                         std::span<const double> weights = {}, std::span<const int> periods = {}) {
  const double* const given = detail::array_or_null(weights, dims.size(), "weights");
  const int* const periodic = detail::array_or_null(periods, dims.size(), "periods");
  LevelDims cuts{level_sizes.size(), std::move(dims), {}};
  cuts.parts.resize(cuts.dims.size() * cuts.levels);
  detail::check(cw_dims_ml_create(cuts.levels, level_sizes.data(), cuts.dims.size(), given, periodic, cuts.dims.data(),
                                  cuts.parts.data()));
  return cuts;
}

/// A mapping problem: a process grid, its communication stencil, and a machine.
class Problem {
 public:
  /// With the stencil as text (cw_problem_create).
  /// \param machine a machine
  /// \param dims    sizes of the grid
  /// \param stencil as for `cartwright --stencil`: "nn", "component", "hops", "moore", "1,0;-1,0:2.5", a file
  /// \param periods is the dimension periodic? Empty: none is
  Problem(const Machine& machine, std::span<const std::int64_t> dims, std::string_view stencil = "nn",
          std::span<const int> periods = {}) {
    cw_problem* made = nullptr;
    detail::check(cw_problem_create(machine.get(), dims.size(), dims.data(),
                                    detail::array_or_null(periods, dims.size(), "periods"),
                                    std::string(stencil).c_str(), &made));
    handle_.reset(made);
  }
  /// With the stencil as numbers (cw_problem_create_offsets).
  /// \param machine a machine
  /// \param dims    sizes of the grid
  /// \param offsets coordinates of the offsets, row-major: dims.size() for each
  /// \param weights a weight for each offset; empty: all 1
  /// \param periods is the dimension periodic? Empty: none is
  Problem(const Machine& machine, std::span<const std::int64_t> dims, std::span<const std::int64_t> offsets,
          std::span<const double> weights = {}, std::span<const int> periods = {}) {
    const std::size_t count = dims.empty() ? 0 : offsets.size() / dims.size();
    if (count * dims.size() != offsets.size())
      throw Error(CW_INVALID_ARGUMENT, std::to_string(offsets.size()) +
                                           " offset entries given: the count must be a multiple of the " +
                                           std::to_string(dims.size()) + " dimensions of the grid");
    if (!weights.empty() && weights.size() != count)
      throw Error(CW_INVALID_ARGUMENT,
                  std::to_string(weights.size()) + " weights for " + std::to_string(count) + " offsets");
    cw_problem* made = nullptr;
    detail::check(cw_problem_create_offsets(machine.get(), dims.size(), dims.data(),
                                            detail::array_or_null(periods, dims.size(), "periods"), count,
                                            offsets.data(), weights.empty() ? nullptr : weights.data(), &made));
    handle_.reset(made);
  }
  /// \return the handle, which this object keeps
  const cw_problem* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<cw_problem, cw_problem_free> handle_;
};

/// Communication between the domains of one level, in weighted directed edges.
struct Cost {
  double j_sum = 0;        ///< weight of all edges between different domains
  double j_max = 0;        ///< largest weight of the edges that leave one domain
  double lower_bound = 0;  ///< no mapping has a smaller j_sum
  /// Compares all members.
  /// \return whether all are equal
  friend bool operator==(const Cost&, const Cost&) = default;
};

/// Options of a Mapping (cw_map_options).
struct MapOptions {
  std::string mapping = "auto";   ///< "auto", or the name of an algorithm
  std::string tier = "balanced";  ///< for auto: "fast", "balanced" or "best"
  double budget_seconds = 1;      ///< time for refinement
  std::uint64_t seed = 0;         ///< of the random numbers
};

/// A mapping: which cell of the grid each slot of the machine takes.
class Mapping {
 public:
  /// Solves a mapping problem (cw_map).
  /// \param problem a problem
  /// \param options the options
  explicit Mapping(const Problem& problem, const MapOptions& options = {}) {
    cw_map_options known = CW_MAP_OPTIONS_INIT;
    known.mapping = options.mapping.c_str();
    known.tier = options.tier.c_str();
    known.budget_seconds = options.budget_seconds;
    known.seed = options.seed;
    cw_mapping* made = nullptr;
    detail::check(cw_map(problem.get(), &known, &made));
    handle_.reset(made);
  }

  /// \return the algorithm that found the mapping; valid as long as the mapping
  std::string_view algorithm() const {
    const char* name = nullptr;
    detail::check(cw_mapping_algorithm(get(), &name));
    return name;
  }
  /// \return the cost at the level of nodes
  Cost cost() const {
    cw_cost cost = CW_COST_INIT;
    detail::check(cw_mapping_cost(get(), &cost));
    return {cost.j_sum, cost.j_max, cost.lower_bound};
  }
  /// \param level a level of the machine, 0 being the outermost
  /// \return the cost at this level
  Cost cost(std::size_t level) const {
    cw_cost cost = CW_COST_INIT;
    detail::check(cw_mapping_level_cost(get(), level, &cost));
    return {cost.j_sum, cost.j_max, cost.lower_bound};
  }
  /// \param slot a slot
  /// \return its cell
  std::int64_t cell_of(std::int64_t slot) const { return find(cw_mapping_cell_of, slot); }
  /// \param cell a cell
  /// \return its slot
  std::int64_t slot_of(std::int64_t cell) const { return find(cw_mapping_slot_of, cell); }
  /// \param cell a cell
  /// \return the node that hosts it
  std::int64_t node_of(std::int64_t cell) const { return find(cw_mapping_node_of, cell); }
  /// \return the cell of each slot; valid as long as the mapping
  std::span<const std::int64_t> order() const {
    const std::int64_t* cells = nullptr;
    std::int64_t count = 0;
    detail::check(cw_mapping_order(get(), &cells));
    detail::check(cw_mapping_size(get(), &count));
    return {cells, static_cast<std::size_t>(count)};
  }
  /// \return the handle, which this object keeps
  const cw_mapping* get() const noexcept { return handle_.get(); }

 private:
  using Lookup = cw_status (*)(const cw_mapping*, std::int64_t, std::int64_t*);
  std::int64_t find(Lookup lookup, std::int64_t index) const {
    std::int64_t found = 0;
    detail::check(lookup(get(), index, &found));
    return found;
  }
  detail::Handle<cw_mapping, cw_mapping_free> handle_;
};

}  // namespace cw

#endif  // C++20

#endif
