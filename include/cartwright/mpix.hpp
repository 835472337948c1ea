// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_MPIX_HPP
#define CARTWRIGHT_MPIX_HPP

/// \file
/// mpix.h for C++20, header only: link with libcartwright_mpi of the same MPI, as from C. mpix.h describes arguments
/// and errors in full.
///
///  - An error is thrown as cw::mpi::Error, with the text of MPI and the reason. MPI returns errors when the error
///    handler of the communicator is MPI_ERRORS_RETURN. The default handler of MPI_COMM_WORLD ends the program.
///  - CartComm and GraphComm own their communicator: it is freed with them, unless MPI was finalized before. They are
///    moved, not copied.
///  - A vector of the wrong length throws before MPI is called. Its length is the same on every process of a correct
///    program: all processes throw, or none.
///  - Spans are read during the call only. Data is moved between ranks as ranges of arithmetic types, of std::byte or
///    of complex numbers.

#include <cartwright/mpix_comm.hpp>

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <vector>

#if __cplusplus >= 202002L

namespace cw::mpi {

/// Options of the placement of processes: the keys of the info object in mpix.h. Empty members are left to the
/// environment (docs/environment.md).
struct Placement {
  std::string tier = {};                         ///< "fast", "balanced" or "best"
  double budget = 0;                             ///< seconds for "best"; 0: left to the environment
  std::string stencil = {};                      ///< "nn", "component", "hops", "moore", "1,0:2;-1,0"
  std::string mapping = {};                      ///< an algorithm, or "auto"
  std::string nodes = {};                        ///< pretended nodes: "8x6"
  bool reorder = true;                           ///< false: every process keeps its rank
  std::map<std::string, std::string> more = {};  ///< any other key
};

/// Options of a Cartesian communicator.
struct CartOptions {
  std::vector<int> dims = {};        ///< sizes above 0 are kept, sizes of 0 are chosen; empty: all are chosen
  std::vector<double> weights = {};  ///< a weight for each dimension; empty: MPIX_WEIGHTS_EQUAL
  std::vector<int> periods = {};     ///< is the dimension periodic? Empty: none is
  Placement placement = {};          ///< options of the placement
};

namespace detail {

/// One entry per dimension: those given, or zeros for none.
template <typename T>
std::vector<T> per_dimension(std::vector<T> given, int ndims) {
  const std::size_t count = ndims > 0 ? static_cast<std::size_t>(ndims) : 0;
  if (!given.empty() && given.size() != count)
    throw Error(MPI_ERR_DIMS, std::to_string(given.size()) + " entries for " + std::to_string(ndims) + " dimensions");
  given.resize(count);
  return given;
}

inline const double* weights_of(const std::vector<double>& weights, int ndims) {
  if (weights.empty()) return MPIX_WEIGHTS_EQUAL;
  if (ndims < 0 || weights.size() != static_cast<std::size_t>(ndims))
    throw Error(MPI_ERR_ARG, std::to_string(weights.size()) + " weights for " + std::to_string(ndims) + " dimensions");
  return weights.data();
}

/// The number in the C locale.
inline std::string text_of(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// The info object of a Placement.
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

/// The dims with the least sum of dims[i] * weights[i] (MPIX_Dims_weighted_create). Local.
/// \param nnodes  number of processes
/// \param ndims   number of dimensions
/// \param options dims, weights and periods
/// \return the dims, whose product is nnodes
inline std::vector<int> dims_weighted(int nnodes, int ndims, const CartOptions& options = {}) {
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  detail::check_reason(MPIX_Dims_weighted_create(nnodes, ndims, detail::weights_of(options.weights, ndims),
                                                 periods.data(), detail::Info(options.placement), dims.data()));
  return dims;
}

/// The parts of a grid at each level of the hardware.
struct LevelDims {
  int levels = 0;          ///< number of levels
  std::vector<int> parts;  ///< ndims x levels, row-major
  /// \return the number of dimensions
  int ndims() const { return levels > 0 ? static_cast<int>(parts.size()) / levels : 0; }
  /// \param dim   a dimension
  /// \param level a level, 0 being the outermost
  /// \return the number of parts into which the dimension is divided at the level
  int operator()(int dim, int level) const { return parts[static_cast<std::size_t>(dim * levels + level)]; }
  /// Compares all members.
  /// \return whether all are equal
  friend bool operator==(const LevelDims&, const LevelDims&) = default;
};

/// Divides the grid at each level with the least data to exchange, outermost level first (MPIX_Dims_ml_create). Local.
/// \param level_sizes domains of each level in one domain of the level before, outermost first
/// \param ndims       number of dimensions
/// \param options     weights and periods
/// \return the parts
inline LevelDims dims_ml(std::span<const int> level_sizes, int ndims, const CartOptions& options = {}) {
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  std::int64_t processes = 1;
  for (const int size : level_sizes)
    if ((processes *= size) < 1 || processes > std::numeric_limits<int>::max())
      throw Error(MPI_ERR_ARG, "the product of the sizes of levels is " + std::to_string(processes));
  LevelDims cuts{detail::count_of(level_sizes.size()), std::vector<int>(periods.size() * level_sizes.size())};
  detail::check_reason(MPIX_Dims_ml_create(static_cast<int>(processes), ndims,
                                           detail::weights_of(options.weights, ndims), cuts.levels, level_sizes.data(),
                                           periods.data(), detail::Info(options.placement), cuts.parts.data()));
  return cuts;
}

/// Chooses dims and places the processes (MPIX_Cart_weighted_create). Collective over `old`.
/// \param old     an intracommunicator
/// \param ndims   number of dimensions
/// \param options the options
/// \return the new communicator
inline CartComm cart_create(MPI_Comm old, int ndims, const CartOptions& options = {}) {
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Cart_weighted_create(old, ndims, detail::weights_of(options.weights, ndims), periods.data(),
                                                 detail::Info(options.placement), dims.data(), &made));
  return {made, old};
}

/// The same with levels by split types (MPIX_Cart_ml_create_from_types). Collective over `old`.
/// \param old         an intracommunicator
/// \param split_types values for MPI_Comm_split_type, outermost first
/// \param ndims       number of dimensions
/// \param options     the options, without dims
/// \return the new communicator
inline CartComm cart_create_from_types(MPI_Comm old, std::span<const int> split_types, int ndims,
                                       const CartOptions& options = {}) {
  if (!options.dims.empty()) throw Error(MPI_ERR_DIMS, "dims are given, and are chosen here: leave them empty");
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Cart_ml_create_from_types(old, detail::count_of(split_types.size()), ndims, periods.data(),
                                                      split_types.data(), detail::weights_of(options.weights, ndims),
                                                      detail::Info(options.placement), dims.data(), &made));
  return {made, old};
}

/// The same with levels by communicators (MPIX_Cart_ml_create_from_comms). Collective over the first of them.
/// \param level_comms the old communicator, then for each level the part to which this process belongs
/// \param ndims       number of dimensions
/// \param options     the options, without dims
/// \return the new communicator
inline CartComm cart_create_from_comms(std::span<const MPI_Comm> level_comms, int ndims,
                                       const CartOptions& options = {}) {
  if (!options.dims.empty()) throw Error(MPI_ERR_DIMS, "dims are given, and are chosen here: leave them empty");
  if (level_comms.empty()) throw Error(MPI_ERR_ARG, "no communicators are given: the old one comes first");
  std::vector<int> dims = detail::per_dimension(options.dims, ndims);
  const std::vector<int> periods = detail::per_dimension(options.periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Cart_ml_create_from_comms(detail::count_of(level_comms.size()), level_comms.data(), ndims,
                                                      detail::weights_of(options.weights, ndims), periods.data(),
                                                      detail::Info(options.placement), dims.data(), &made));
  return {made, level_comms.front()};
}

/// Places the processes by given parts of the grid (MPIX_Cart_ml_create). Collective over `old`.
/// \param old       an intracommunicator
/// \param cuts      the parts, as from dims_ml()
/// \param periods   is the dimension periodic? Empty: none is
/// \param placement options of the placement
/// \return the new communicator
inline CartComm cart_create(MPI_Comm old, const LevelDims& cuts, const std::vector<int>& periods = {},
                            const Placement& placement = {}) {
  const std::vector<int> periodic = detail::per_dimension(periods, cuts.ndims());
  std::vector<int> dims(periodic.size());
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Cart_ml_create(old, cuts.ndims(), periodic.data(), cuts.levels, cuts.parts.data(),
                                           detail::Info(placement), dims.data(), &made));
  return {made, old};
}

/// Places the processes by a stencil (MPIX_Cart_stencil_comm). Collective over `old`.
/// \param old     an intracommunicator
/// \param dims    sizes of the grid, which may have fewer cells than processes: see has_member()
/// \param offsets coordinates of the offsets of the stencil, row-major: dims.size() for each
/// \param periods is the dimension periodic? Empty: none is
/// \param reorder false: every process keeps its rank
/// \return the new communicator
inline CartComm cart_stencil(MPI_Comm old, std::span<const int> dims, std::span<const int> offsets,
                             const std::vector<int>& periods = {}, bool reorder = true) {
  const int ndims = detail::count_of(dims.size());
  if (!dims.empty() && offsets.size() % dims.size() != 0)
    throw Error(MPI_ERR_ARG,
                std::to_string(offsets.size()) + " numbers of offsets for " + std::to_string(ndims) + " dimensions");
  const std::size_t k = dims.empty() ? 0 : offsets.size() / dims.size();
  const std::vector<int> periodic = detail::per_dimension(periods, ndims);
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Cart_stencil_comm(old, ndims, dims.data(), periodic.data(), reorder, offsets.data(),
                                              detail::count_of(k), &made));
  return {made, old};
}

/// MPI_Dist_graph_create with reordering (MPIX_Dist_graph_create). Collective over `old`.
/// \param old          an intracommunicator
/// \param sources      ranks of `old`
/// \param degrees      number of edges from each source
/// \param destinations ranks of `old`: those of the first source, then those of the second, and so on
/// \param weights      weight of each edge; empty: all 1
/// \param placement    options of the placement
/// \return the new communicator
inline GraphComm dist_graph_create(MPI_Comm old, std::span<const int> sources, std::span<const int> degrees,
                                   std::span<const int> destinations, std::span<const int> weights = {},
                                   const Placement& placement = {}) {
  if (degrees.size() != sources.size() || (!weights.empty() && weights.size() != destinations.size()))
    throw Error(MPI_ERR_ARG, "sources and degrees, or destinations and weights, have different lengths");
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Dist_graph_create(old, detail::count_of(sources.size()), sources.data(), degrees.data(),
                                              destinations.data(), weights.empty() ? MPI_UNWEIGHTED : weights.data(),
                                              detail::Info(placement), placement.reorder, &made));
  return {made, old};
}

/// The edges of one vertex in one direction.
struct Edges {
  std::span<const int> ranks;         ///< the vertices at their other ends
  std::span<const int> weights = {};  ///< their weights; empty: all 1
};

/// MPI_Dist_graph_create_adjacent with reordering (MPIX_Dist_graph_create_adjacent). Collective over `old`.
/// \param old       an intracommunicator
/// \param in        edges to this vertex
/// \param out       edges from this vertex
/// \param weighted  whether edges have weights: the same on every process, as in MPI
/// \param placement options of the placement
/// \return the new communicator
inline GraphComm dist_graph_create_adjacent(MPI_Comm old, const Edges& in, const Edges& out, bool weighted = false,
                                            const Placement& placement = {}) {
  const auto weights_of = [weighted](const Edges& edges) -> const int* {
    if (edges.weights.size() != (weighted ? edges.ranks.size() : 0))
      throw Error(MPI_ERR_ARG, std::to_string(edges.weights.size()) + " weights for " +
                                   std::to_string(edges.ranks.size()) + " edges");
    if (!weighted) return MPI_UNWEIGHTED;
    return edges.weights.empty() ? MPI_WEIGHTS_EMPTY : edges.weights.data();
  };
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(MPIX_Dist_graph_create_adjacent(
      old, detail::count_of(in.ranks.size()), in.ranks.data(), weights_of(in), detail::count_of(out.ranks.size()),
      out.ranks.data(), weights_of(out), detail::Info(placement), placement.reorder, &made));
  return {made, old};
}

/// MPI_Graph_create with reordering (MPIX_Graph_create). Collective over `old`.
/// \param old     an intracommunicator
/// \param index   index[i] is the number of edges of the vertices 0 to i
/// \param edges   the neighbors of vertex 0, then those of vertex 1, and so on
/// \param reorder false: every process keeps its rank
/// \return the new communicator
inline GraphComm graph_create(MPI_Comm old, std::span<const int> index, std::span<const int> edges,
                              bool reorder = true) {
  MPI_Comm made = MPI_COMM_NULL;
  detail::check_reason(
      MPIX_Graph_create(old, detail::count_of(index.size()), index.data(), edges.data(), reorder, &made));
  return {made, old};
}

}  // namespace cw::mpi

#endif  // C++20

#endif
