// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_CARTWRIGHT_HPP
#define CARTWRIGHT_CARTWRIGHT_HPP

/// \file
/// cartwright.h for C++20, header only: link with libcartwright (Cartwright::cartwright), as from C.
///
///  - What cannot be done is thrown as cw::Error, with the status and the sentence of cw_last_error().
///  - Machine, Problem, Mapping and Layout own their handle; they are moved, not copied. They never change: threads may share
///    them. A moved-from one may only be assigned to or destroyed.
///  - Spans are read during the call only. Counts, cells and slots are as in cartwright.h.

#include <cartwright/cartwright.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

class Error : public std::runtime_error {
 public:
  Error(cw_status status, const std::string& what) : std::runtime_error(what), status_(status) {}
  cw_status status() const noexcept { return status_; }

 private:
  cw_status status_;
};

namespace detail {

inline void check(cw_status status) {
  if (status != CW_OK) throw Error(status, cw_last_error());
}

/// Owns a handle of the C interface.
template <typename T, void (*destroy)(T*)>
struct Destroy {
  void operator()(T* handle) const noexcept { destroy(handle); }
};
template <typename T, void (*destroy)(T*)>
using Handle = std::unique_ptr<T, Destroy<T, destroy>>;

/// The array of a span that must have `count` elements, or none: then NULL, which stands for the default.
template <typename T>
const T* array_or_null(std::span<const T> values, std::size_t count, const char* name) {
  if (values.empty()) return nullptr;
  if (values.size() != count)
    throw Error(CW_INVALID_ARGUMENT, std::string(name) + " has " + std::to_string(values.size()) +
                                         " entries, the grid has " + std::to_string(count) + " dimensions");
  return values.data();
}

}  // namespace detail

/// The machine: levels of domains, the innermost made of slots for processes.
class Machine {
 public:
  /// From what `cartwright --machine` takes: "50x48", "4x2x6", "30*48,30*32", or the name of a file.
  explicit Machine(std::string_view spec) {
    cw_machine* made = nullptr;
    detail::check(cw_machine_create(std::string(spec).c_str(), &made));
    handle_.reset(made);
  }
  /// Nodes of these sizes, in the order of the launcher.
  explicit Machine(std::span<const std::int64_t> node_sizes) {
    cw_machine* made = nullptr;
    detail::check(cw_machine_from_nodes(node_sizes.size(), node_sizes.data(), &made));
    handle_.reset(made);
  }

  /// Number of slots.
  std::int64_t size() const {
    std::int64_t processes = 0;
    detail::check(cw_machine_size(get(), &processes));
    return processes;
  }
  std::size_t levels() const {
    std::size_t count = 0;
    detail::check(cw_machine_level_count(get(), &count));
    return count;
  }
  const cw_machine* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<cw_machine, cw_machine_free> handle_;
};

/// Dims for so many processes as MPI_Dims_create chooses them: entries above 0 stay, those of 0 are chosen.
inline std::vector<std::int64_t> dims_create(std::int64_t processes, std::vector<std::int64_t> dims) {
  detail::check(cw_dims_create(processes, dims.size(), dims.data()));
  return dims;
}

/// Dims with the least sum of dims[i] * weights[i] (cw_dims_weighted_create); no weights are equal weights.
inline std::vector<std::int64_t> dims_weighted(std::int64_t processes, std::vector<std::int64_t> dims,
                                               std::span<const double> weights = {},
                                               std::span<const int> periods = {}) {
  const double* const given = detail::array_or_null(weights, dims.size(), "weights");
  const int* const rings = detail::array_or_null(periods, dims.size(), "periods");
  detail::check(cw_dims_weighted_create(processes, dims.size(), given, rings, dims.data()));
  return dims;
}

/// Cuts of a grid at each level of a machine.
struct LevelDims {
  std::size_t levels = 0;
  std::vector<std::int64_t> dims;   ///< the products over the levels
  std::vector<std::int64_t> parts;  ///< ndims x levels, row-major
  /// Into how many parts a domain of `level` is cut along dimension `dim`.
  std::int64_t operator()(std::size_t dim, std::size_t level) const { return parts[dim * levels + level]; }
};

/// Cuts of least data, outermost level first (cw_dims_ml_create).
inline LevelDims dims_ml(std::span<const std::int64_t> level_sizes, std::vector<std::int64_t> dims,
                         std::span<const double> weights = {}, std::span<const int> periods = {}) {
  const double* const given = detail::array_or_null(weights, dims.size(), "weights");
  const int* const rings = detail::array_or_null(periods, dims.size(), "periods");
  LevelDims cuts{level_sizes.size(), std::move(dims), {}};
  cuts.parts.resize(cuts.dims.size() * cuts.levels);
  detail::check(cw_dims_ml_create(cuts.levels, level_sizes.data(), cuts.dims.size(), given, rings, cuts.dims.data(),
                                  cuts.parts.data()));
  return cuts;
}

/// A grid and its stencil on a machine.
class Problem {
 public:
  /// The stencil is what `cartwright --stencil` takes: "nn", "component", "hops", "moore", "1,0;-1,0:2.5", a file.
  Problem(const Machine& machine, std::span<const std::int64_t> dims, std::string_view stencil = "nn",
          std::span<const int> periods = {}) {
    cw_problem* made = nullptr;
    detail::check(cw_problem_create(machine.get(), dims.size(), dims.data(),
                                    detail::array_or_null(periods, dims.size(), "periods"),
                                    std::string(stencil).c_str(), &made));
    handle_.reset(made);
  }
  /// The stencil as numbers: offsets of dims.size() entries each, one after the other. No weights: all 1.
  Problem(const Machine& machine, std::span<const std::int64_t> dims, std::span<const std::int64_t> offsets,
          std::span<const double> weights = {}, std::span<const int> periods = {}) {
    const std::size_t count = dims.empty() ? 0 : offsets.size() / dims.size();
    if (count * dims.size() != offsets.size())
      throw Error(CW_INVALID_ARGUMENT,
                  "the offsets are no whole number of " + std::to_string(dims.size()) + " entries");
    if (!weights.empty() && weights.size() != count)
      throw Error(CW_INVALID_ARGUMENT,
                  std::to_string(weights.size()) + " weights for " + std::to_string(count) + " offsets");
    cw_problem* made = nullptr;
    detail::check(cw_problem_create_offsets(machine.get(), dims.size(), dims.data(),
                                            detail::array_or_null(periods, dims.size(), "periods"), count,
                                            offsets.data(), weights.empty() ? nullptr : weights.data(), &made));
    handle_.reset(made);
  }
  const cw_problem* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<cw_problem, cw_problem_free> handle_;
};

/// What crosses the boundaries between the domains of one level, in weighted directed edges.
struct Cost {
  double j_sum = 0;        ///< all edges between different domains
  double j_max = 0;        ///< most edges that leave one domain
  double lower_bound = 0;  ///< no mapping has a smaller j_sum
  friend bool operator==(const Cost&, const Cost&) = default;
};

struct MapOptions {
  std::string mapping = "auto";   ///< or the name of an algorithm
  std::string tier = "balanced";  ///< "fast", "balanced" or "best", for auto
  double budget_seconds = 1;      ///< of refinement
  std::uint64_t seed = 0;
};

/// Which process of the grid takes which slot of the machine.
class Mapping {
 public:
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

  /// The algorithm whose order was taken; valid as long as the mapping.
  std::string_view algorithm() const {
    const char* name = nullptr;
    detail::check(cw_mapping_algorithm(get(), &name));
    return name;
  }
  /// The cost at the level of nodes.
  Cost cost() const {
    cw_cost cost{};
    detail::check(cw_mapping_cost(get(), &cost));
    return {cost.j_sum, cost.j_max, cost.lower_bound};
  }
  /// The cost at a level of the machine, 0 being the outermost.
  Cost cost(std::size_t level) const {
    cw_cost cost{};
    detail::check(cw_mapping_level_cost(get(), level, &cost));
    return {cost.j_sum, cost.j_max, cost.lower_bound};
  }
  std::int64_t cell_of(std::int64_t slot) const { return find(cw_mapping_cell_of, slot); }
  std::int64_t slot_of(std::int64_t cell) const { return find(cw_mapping_slot_of, cell); }
  std::int64_t node_of(std::int64_t cell) const { return find(cw_mapping_node_of, cell); }
  /// For each slot the cell that its process takes; valid as long as the mapping.
  std::span<const std::int64_t> order() const {
    const std::int64_t* cells = nullptr;
    std::int64_t count = 0;
    detail::check(cw_mapping_order(get(), &cells));
    detail::check(cw_mapping_size(get(), &count));
    return {cells, static_cast<std::size_t>(count)};
  }
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

#include <cartwright/layout.hpp>

#endif
