// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_MPIX_HPP
#define CARTWRIGHT_MPIX_HPP

/// \file
/// mpix.h for C++20, header only: link with libcartwright_mpi of the same MPI, as from C. What the functions do, what
/// is collective and which arguments are errors is said there.
///
///  - An error that MPI returns is thrown as cw::mpi::Error. As ever, it only returns when the error handler of the
///    communicator lets it (MPI_ERRORS_RETURN); that of MPI_COMM_WORLD ends the program unless it was changed.
///  - CartComm and GraphComm own their communicator: it is freed with them, unless MPI was finalized before. They are
///    moved, not copied.
///  - Vectors of the wrong length are thrown before MPI is called: as their lengths are the same on every process of a
///    correct program, all throw or none.
///  - Spans are read during the call only. Data is moved between ranks as ranges of arithmetic types, of std::byte or
///  of
///    complex numbers.

#include <cartwright/mpix_comm.hpp>

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace cw::mpi {

/// What may be said about the placement of processes: the keys of the info object in mpix.h. What is empty is left to
/// the environment (docs/mpi.md).
struct Placement {
  std::string tier = {};                         ///< "fast", "balanced" or "best"
  double budget = 0;                             ///< seconds for "best"; 0: not said
  std::string stencil = {};                      ///< "nn", "component", "hops", "moore", "1,0:2;-1,0"
  std::string mapping = {};                      ///< an algorithm, or "auto"
  std::string nodes = {};                        ///< pretended nodes: "8x6"
  bool reorder = true;                           ///< false: every process keeps its rank
  std::map<std::string, std::string> more = {};  ///< any other key
};

/// What a Cartesian communicator is made from beside processes and dimensions.
struct CartOptions {
  std::vector<int> dims = {};        ///< sizes above 0 stay, those of 0 are chosen; empty: all are chosen
  std::vector<double> weights = {};  ///< of the dimensions; empty: MPIX_WEIGHTS_EQUAL
  std::vector<int> periods = {};     ///< is this dimension a ring?; empty: none is
  Placement placement = {};
};

namespace detail {

/// One entry per dimension: those given, or so many of the default.
template <typename T>
std::vector<T> per_dimension(std::vector<T> given, int ndims) {
  const std::size_t count = ndims > 0 ? static_cast<std::size_t>(ndims) : 0;
  if (!given.empty() && given.size() != count) throw Error(MPI_ERR_DIMS);
  given.resize(count);
  return given;
}

inline const double* weights_of(const std::vector<double>& weights, int ndims) {
  if (weights.empty()) return MPIX_WEIGHTS_EQUAL;
  if (ndims < 0 || weights.size() != static_cast<std::size_t>(ndims)) throw Error(MPI_ERR_ARG);
  return weights.data();
}

/// The number as C writes it, whatever the locale.
inline std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// A Placement as MPI takes it.
class Info {
 public:
  explicit Info(const Placement& placement) {
    check(MPI_Info_create(&info_));
    const auto set = [this](const char* key, const std::string& value) {
      if (!value.empty()) check(MPI_Info_set(info_, key, value.c_str()));
    };
    try {
      set("cartwright_tier", placement.tier);
      if (placement.budget > 0) set("cartwright_budget", text_of(placement.budget));
      set("cartwright_stencil", placement.stencil);
      set("cartwright_mapping", placement.mapping);
      set("cartwright_nodes", placement.nodes);
      if (!placement.reorder) set("cartwright_reorder", "off");
      for (const auto& [key, value] : placement.more) set(key.c_str(), value);
    } catch (...) {
      MPI_Info_free(&info_);
      throw;
    }
  }
  ~Info() { MPI_Info_free(&info_); }
  Info(const Info&) = delete;
  Info& operator=(const Info&) = delete;
  operator MPI_Info() const noexcept { return info_; }

 private:
  MPI_Info info_ = MPI_INFO_NULL;
};

}  // namespace detail

/// Dims with the least sum of dims[i] * weights[i] (MPIX_Dims_weighted_create).
inline std::vector<int> dims_weighted(int nnodes, int ndims, const CartOptions& options = {}) {
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  detail::check(MPIX_Dims_weighted_create(nnodes, ndims, detail::weights_of(options.weights, ndims), periods.data(),
                                          detail::Info(options.placement), dims.data()));
  return dims;
}

/// Cuts of a grid at each level of the hardware.
struct LevelDims {
  int levels = 0;
  std::vector<int> parts;  ///< ndims x levels, row-major
  int ndims() const { return levels > 0 ? static_cast<int>(parts.size()) / levels : 0; }
  /// Into how many parts a domain of `level` is cut along dimension `dim`.
  int operator()(int dim, int level) const { return parts[static_cast<std::size_t>(dim * levels + level)]; }
  friend bool operator==(const LevelDims&, const LevelDims&) = default;
};

/// Cuts of least data, outermost level first (MPIX_Dims_ml_create).
inline LevelDims dims_ml(std::span<const int> level_sizes, int ndims, const CartOptions& options = {}) {
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  std::int64_t processes = 1;
  for (const int size : level_sizes)
    if ((processes *= size) < 1 || processes > std::numeric_limits<int>::max()) throw Error(MPI_ERR_ARG);
  LevelDims cuts{detail::count_of(level_sizes.size()), std::vector<int>(periods.size() * level_sizes.size())};
  detail::check(MPIX_Dims_ml_create(static_cast<int>(processes), ndims, detail::weights_of(options.weights, ndims),
                                    cuts.levels, level_sizes.data(), periods.data(), detail::Info(options.placement),
                                    cuts.parts.data()));
  return cuts;
}

/// Chooses dims and places the processes (MPIX_Cart_weighted_create).
inline CartComm cart_create(MPI_Comm old, int ndims, const CartOptions& options = {}) {
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Cart_weighted_create(old, ndims, detail::weights_of(options.weights, ndims), periods.data(),
                                          detail::Info(options.placement), dims.data(), &made));
  return {made, old};
}

/// The same with levels by split types (MPIX_Cart_ml_create_from_types). options.dims must be empty.
inline CartComm cart_create_from_types(MPI_Comm old, std::span<const int> split_types, int ndims,
                                       const CartOptions& options = {}) {
  if (!options.dims.empty()) throw Error(MPI_ERR_DIMS);
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Cart_ml_create_from_types(old, detail::count_of(split_types.size()), ndims, periods.data(),
                                               split_types.data(), detail::weights_of(options.weights, ndims),
                                               detail::Info(options.placement), dims.data(), &made));
  return {made, old};
}

/// The same with levels by communicators, the first being the old one (MPIX_Cart_ml_create_from_comms).
inline CartComm cart_create_from_comms(std::span<const MPI_Comm> level_comms, int ndims,
                                       const CartOptions& options = {}) {
  if (!options.dims.empty()) throw Error(MPI_ERR_DIMS);
  if (level_comms.empty()) throw Error(MPI_ERR_ARG);
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Cart_ml_create_from_comms(detail::count_of(level_comms.size()), level_comms.data(), ndims,
                                               detail::weights_of(options.weights, ndims), periods.data(),
                                               detail::Info(options.placement), dims.data(), &made));
  return {made, level_comms.front()};
}

/// Places the processes by given cuts (MPIX_Cart_ml_create).
inline CartComm cart_create(MPI_Comm old, const LevelDims& cuts, const std::vector<int>& periods = {},
                            const Placement& placement = {}) {
  const std::vector<int> rings = detail::per_dimension(periods, cuts.ndims());
  std::vector<int> dims(rings.size());
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Cart_ml_create(old, cuts.ndims(), rings.data(), cuts.levels, cuts.parts.data(),
                                    detail::Info(placement), dims.data(), &made));
  return {made, old};
}

/// Given dims, and processes placed by a stencil: offsets of dims.size() entries each (MPIX_Cart_stencil_comm). With
/// fewer places than processes some get none: has_member() says so.
inline CartComm cart_stencil(MPI_Comm old, std::span<const int> dims, std::span<const int> offsets,
                             const std::vector<int>& periods = {}, bool reorder = true) {
  const int ndims = detail::count_of(dims.size());
  if (!dims.empty() && offsets.size() % dims.size() != 0) throw Error(MPI_ERR_ARG);
  const std::size_t k = dims.empty() ? 0 : offsets.size() / dims.size();
  const std::vector<int> rings = detail::per_dimension(periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Cart_stencil_comm(old, ndims, dims.data(), rings.data(), reorder, offsets.data(),
                                       detail::count_of(k), &made));
  return {made, old};
}

/// MPIX_Dist_graph_create: edges[i] from vertex sources[i]; destinations one source after the other. No weights: all 1.
inline GraphComm dist_graph_create(MPI_Comm old, std::span<const int> sources, std::span<const int> degrees,
                                   std::span<const int> destinations, std::span<const int> weights = {},
                                   const Placement& placement = {}) {
  if (degrees.size() != sources.size() || (!weights.empty() && weights.size() != destinations.size()))
    throw Error(MPI_ERR_ARG);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Dist_graph_create(old, detail::count_of(sources.size()), sources.data(), degrees.data(),
                                       destinations.data(), weights.empty() ? MPI_UNWEIGHTED : weights.data(),
                                       detail::Info(placement), placement.reorder, &made));
  return {made, old};
}

/// Edges with their weights, as seen from one vertex; no weights: all 1.
struct Edges {
  std::span<const int> ranks;
  std::span<const int> weights = {};
};

/// MPIX_Dist_graph_create_adjacent. When one process gives weights, all that have edges do, as MPI says.
inline GraphComm dist_graph_create_adjacent(MPI_Comm old, const Edges& in, const Edges& out, bool weighted = false,
                                            const Placement& placement = {}) {
  const auto weights_of = [weighted](const Edges& edges) -> const int* {
    if (edges.weights.size() != (weighted ? edges.ranks.size() : 0)) throw Error(MPI_ERR_ARG);
    if (!weighted) return MPI_UNWEIGHTED;
    return edges.weights.empty() ? MPI_WEIGHTS_EMPTY : edges.weights.data();
  };
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Dist_graph_create_adjacent(old, detail::count_of(in.ranks.size()), in.ranks.data(), weights_of(in),
                                                detail::count_of(out.ranks.size()), out.ranks.data(), weights_of(out),
                                                detail::Info(placement), placement.reorder, &made));
  return {made, old};
}

/// MPIX_Graph_create: index[i] is how many edges the vertices up to i have together.
inline GraphComm graph_create(MPI_Comm old, std::span<const int> index, std::span<const int> edges,
                              bool reorder = true) {
  MPI_Comm made = MPI_COMM_NULL;
  detail::check(MPIX_Graph_create(old, detail::count_of(index.size()), index.data(), edges.data(), reorder, &made));
  return {made, old};
}

}  // namespace cw::mpi

#endif
