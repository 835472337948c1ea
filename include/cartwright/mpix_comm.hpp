// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_MPIX_COMM_HPP
#define CARTWRIGHT_MPIX_COMM_HPP

/// \file
/// The communicators of mpix.hpp: their topology, the report of their placement, and moving data to new ranks.

#include <cartwright/mpix.h>
#include <cartwright/status.hpp>

#include <complex>
#include <concepts>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L

/// Cartesian and graph communicators with neighbors on the same node.
namespace cw::mpi {

/// An error of MPI: its code, and as what() its text. Those of Cartwright's functions add the reason. status() is
/// CW_NO_MEMORY for MPI_ERR_NO_MEM, CW_INTERNAL for MPI_ERR_INTERN, and otherwise CW_INVALID_ARGUMENT.
class Error : public cw::Error {
 public:
  /// \param code an error code or class of MPI
  explicit Error(int code) : cw::Error(status_of(code), text_of(code)), code_(code) {}
  /// \param code   an error code or class of MPI
  /// \param reason the value that was refused, and what to do
  Error(int code, const std::string& reason) : cw::Error(status_of(code), text_of(code) + ": " + reason), code_(code) {}
  /// \return the error code
  int code() const noexcept { return code_; }
  /// \return the error class: MPI_ERR_DIMS, MPI_ERR_ARG, ...
  int error_class() const noexcept { return class_of(code_); }

 private:
  static int class_of(int code) noexcept {
    int value = MPI_ERR_UNKNOWN;
    MPI_Error_class(code, &value);
    return value;
  }
  static cw_status status_of(int code) noexcept {
    const int value = class_of(code);
    return value == MPI_ERR_NO_MEM ? CW_NO_MEMORY : value == MPI_ERR_INTERN ? CW_INTERNAL : CW_INVALID_ARGUMENT;
  }
  static std::string text_of(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return "MPI error " + std::to_string(code);
    return {text, static_cast<std::size_t>(length)};
  }
  int code_;
};

namespace detail {

inline void check(int error) {
  if (error != MPI_SUCCESS) throw Error(error);
}

/// The same for functions of Cartwright, which keep a reason.
inline void check_reason(int error) {
  if (error != MPI_SUCCESS) throw Error(error, cw_last_error());
}

/// A count for MPI, which counts in int.
inline int count_of(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(MPI_ERR_COUNT, std::to_string(size) + " elements, more than an int counts");
  return static_cast<int>(size);
}

template <typename T>
inline constexpr bool is_complex = false;
template <std::floating_point T>
inline constexpr bool is_complex<std::complex<T>> = true;

/// The predefined datatype of that size and kind.
template <typename T>
MPI_Datatype datatype() {
  if constexpr (std::is_same_v<T, std::byte>)
    return MPI_BYTE;
  else if constexpr (std::is_same_v<T, float>)
    return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>)
    return MPI_DOUBLE;
  else if constexpr (std::is_same_v<T, long double>)
    return MPI_LONG_DOUBLE;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return MPI_C_FLOAT_COMPLEX;
  else if constexpr (std::is_same_v<T, std::complex<double>>)
    return MPI_C_DOUBLE_COMPLEX;
  else if constexpr (std::is_same_v<T, std::complex<long double>>)
    return MPI_C_LONG_DOUBLE_COMPLEX;
  else if constexpr (std::is_same_v<T, char>)
    return MPI_CHAR;
  else if constexpr (std::is_same_v<T, wchar_t>)
    return MPI_WCHAR;
  else if constexpr (std::is_same_v<T, bool>)
    return MPI_C_BOOL;
  else if constexpr (std::is_signed_v<T>) {
    if constexpr (sizeof(T) == 1)
      return MPI_INT8_T;
    else if constexpr (sizeof(T) == 2)
      return MPI_INT16_T;
    else if constexpr (sizeof(T) == 4)
      return MPI_INT32_T;
    else
      return MPI_INT64_T;
  } else {
    if constexpr (sizeof(T) == 1)
      return MPI_UINT8_T;
    else if constexpr (sizeof(T) == 2)
      return MPI_UINT16_T;
    else if constexpr (sizeof(T) == 4)
      return MPI_UINT32_T;
    else
      return MPI_UINT64_T;
  }
}

}  // namespace detail

/// A type that MPI has a datatype for.
/// \tparam T an element type
template <typename T>
concept Element = (std::is_arithmetic_v<T> && sizeof(T) <= 16) || std::is_same_v<T, std::byte> || detail::is_complex<T>;

/// A vector, an array or a span of elements.
/// \tparam R a range
template <typename R>
concept Elements = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                   Element<std::remove_cv_t<std::ranges::range_value_t<R>>>;

/// The placement of a communicator (cw_cart_report).
struct Report {
  int nodes = 0;                   ///< number of nodes
  bool reordered = false;          ///< whether ranks changed
  double j_sum = 0;                ///< weight of the edges between nodes
  double j_max = 0;                ///< largest weight of the edges that leave one node
  double j_sum_before = 0;         ///< j_sum in the original rank order
  double j_max_before = 0;         ///< j_max in the original rank order
  double lower_bound = 0;          ///< no placement has a smaller j_sum
  double data_share = 0;           ///< share of the data that crosses nodes, 0 to 1, by the weights of dimensions
  double data_share_before = 0;    ///< data_share in the original rank order
  double data_share_bound = 0;     ///< no placement has a smaller data_share
  double gap = 0;                  ///< data_share / data_share_bound - 1
  double seconds = 0;              ///< time of process 0 for the placement
  std::string tier;                ///< "fast", "balanced" or "best"; empty when a given algorithm was used
  std::string mapping;             ///< the algorithm, or "as launched"
  double busiest_link = 0;         ///< seconds of the busiest link, messages of weight 1 taken as 1 MiB; 0: unknown
  double busiest_link_before = 0;  ///< busiest_link in the original rank order
};

/// A communicator that Cartwright made from an old one. The old one must exist while data is moved or ranks translated.
class Comm {
 public:
  /// MPI_COMM_NULL.
  Comm() = default;
  /// Takes ownership of a communicator.
  /// \param comm the communicator
  /// \param old  the communicator that it was made from
  Comm(MPI_Comm comm, MPI_Comm old) noexcept : comm_(comm), old_(old) {}
  /// Takes over the communicator.
  /// \param other is left with MPI_COMM_NULL
  Comm(Comm&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)), old_(other.old_) {}
  /// Exchanges the communicators.
  /// \param other is left with the communicator of this object
  /// \return this object
  Comm& operator=(Comm&& other) noexcept {
    std::swap(comm_, other.comm_);
    std::swap(old_, other.old_);
    return *this;
  }
  /// Frees the communicator, unless MPI was finalized before. Collective.
  ~Comm() {
    int finalized = 0;
    if (comm_ != MPI_COMM_NULL && MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Comm_free(&comm_);
  }

  /// \return the communicator, which this object keeps
  MPI_Comm get() const noexcept { return comm_; }
  /// \return the communicator, which this object keeps
  operator MPI_Comm() const noexcept { return comm_; }
  /// \return false when this process is not in the communicator: the grid has fewer cells than processes
  bool has_member() const noexcept { return comm_ != MPI_COMM_NULL; }
  /// Gives up ownership.
  /// \return the communicator, which the caller frees
  MPI_Comm release() noexcept { return std::exchange(comm_, MPI_COMM_NULL); }

  /// \return the rank of this process
  int rank() const {
    int value = 0;
    detail::check(MPI_Comm_rank(comm_, &value));
    return value;
  }
  /// \return the number of processes
  int size() const {
    int value = 0;
    detail::check(MPI_Comm_size(comm_, &value));
    return value;
  }

  /// \return the placement (cw_comm_report)
  Report report() const {
    cw_cart_report c = CW_CART_REPORT_INIT;
    detail::check_reason(cw_comm_report(comm_, &c));
    return {.nodes = c.nodes,
            .reordered = c.reordered != 0,
            .j_sum = c.j_sum,
            .j_max = c.j_max,
            .j_sum_before = c.j_sum_before,
            .j_max_before = c.j_max_before,
            .lower_bound = c.lower_bound,
            .data_share = c.data_share,
            .data_share_before = c.data_share_before,
            .data_share_bound = c.data_share_bound,
            .gap = c.gap,
            .seconds = c.seconds,
            .tier = c.tier,
            .mapping = c.mapping,
            .busiest_link = c.busiest_link,
            .busiest_link_before = c.busiest_link_before};
  }

  /// Translates ranks (cw_translate_ranks).
  /// \param old_ranks ranks in the old communicator
  /// \return the ranks of the same processes in this communicator
  std::vector<int> new_ranks(std::span<const int> old_ranks) const {
    std::vector<int> ranks(old_ranks.size());
    detail::check_reason(
        cw_translate_ranks(old_, detail::count_of(ranks.size()), old_ranks.data(), comm_, ranks.data()));
    return ranks;
  }

  /// Moves data from the process with rank r in the old communicator to the process with rank r in this one
  /// (cw_move_to_new_ranks). Collective over the old communicator, also for processes without has_member().
  /// \param in  the elements of this process
  /// \param out receives elements of the same type
  template <Elements In, Elements Out>
    requires std::same_as<std::ranges::range_value_t<In>, std::ranges::range_value_t<Out>>
  void move_to_new_ranks(const In& in, Out&& out) const {
    carry(cw_move_to_new_ranks, in, out);
  }
  /// The inverse of move_to_new_ranks() (cw_move_to_old_ranks). Collective over the old communicator.
  /// \param in  the elements of this process
  /// \param out receives elements of the same type
  template <Elements In, Elements Out>
    requires std::same_as<std::ranges::range_value_t<In>, std::ranges::range_value_t<Out>>
  void move_to_old_ranks(const In& in, Out&& out) const {
    carry(cw_move_to_old_ranks, in, out);
  }

 private:
  template <typename Function, typename In, typename Out>
  void carry(Function move, const In& in, Out& out) const {
    detail::check_reason(move(std::ranges::data(in), detail::count_of(std::ranges::size(in)), std::ranges::data(out),
                              detail::count_of(std::ranges::size(out)),
                              detail::datatype<std::ranges::range_value_t<In>>(), old_, comm_));
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Comm old_ = MPI_COMM_NULL;
};

/// A communicator with a Cartesian topology.
class CartComm : public Comm {
 public:
  using Comm::Comm;

  /// \return the number of dimensions
  int ndims() const {
    int value = 0;
    detail::check(MPI_Cartdim_get(get(), &value));
    return value;
  }
  /// \return the dims
  std::vector<int> dims() const { return topology().dims; }
  /// \return for each dimension whether it is periodic
  std::vector<int> periods() const { return topology().periods; }
  /// \return the coordinates of this process
  std::vector<int> coords() const { return topology().coords; }
  /// \param rank a process of the communicator
  /// \return its coordinates
  std::vector<int> coords(int rank) const {
    std::vector<int> values(static_cast<std::size_t>(ndims()));
    detail::check(MPI_Cart_coords(get(), rank, static_cast<int>(values.size()), values.data()));
    return values;
  }
  /// The two neighbors along a dimension.
  struct Neighbors {
    int below;  ///< rank with the smaller coordinate, or MPI_PROC_NULL
    int above;  ///< rank with the larger coordinate, or MPI_PROC_NULL
  };
  /// \param dimension a dimension
  /// \param distance  how far away the neighbors are
  /// \return the neighbors (MPI_Cart_shift)
  Neighbors neighbors(int dimension, int distance = 1) const {
    Neighbors found{};
    detail::check(MPI_Cart_shift(get(), dimension, distance, &found.below, &found.above));
    return found;
  }

 private:
  struct Topology {
    std::vector<int> dims, periods, coords;
  };
  Topology topology() const {
    const auto count = static_cast<std::size_t>(ndims());
    Topology found{std::vector<int>(count), std::vector<int>(count), std::vector<int>(count)};
    detail::check(
        MPI_Cart_get(get(), static_cast<int>(count), found.dims.data(), found.periods.data(), found.coords.data()));
    return found;
  }
};

/// A communicator with a graph topology.
class GraphComm : public Comm {
 public:
  using Comm::Comm;
};

}  // namespace cw::mpi

#endif  // C++20

#endif
