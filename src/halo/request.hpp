// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/halo.h"
#include "halo/neighbors.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::halo {

/// A limit of bytes that nothing reaches.
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// What a plan is made from.
struct PlanRequest {
  std::vector<Neighbor> neighbors;  ///< one for each side at most; this process may be its own neighbor
  std::vector<engine::Field> fields;
  std::vector<std::byte*> bases;  ///< addresses of their first own points
  std::vector<engine::ValueType> types;
  bool measure = false;   ///< time the ways through a node, and take the fastest
  bool share = true;      ///< use shared memory in nodes
  bool buffered = false;  ///< own points keep their values until the next call (halo.h)
  /// Longer messages between two nodes are not joined; 0 joins none. Without it, the plan chooses.
  std::optional<std::int64_t> longest_joined;
  /// Whether edges and corners are forwarded with faces (dimension_ordered.hpp), where that is possible. Without it,
  /// the plan chooses.
  std::optional<bool> by_axes;
  std::int64_t piece = 0;  ///< bytes of each piece of a message; 0: the plan chooses
  std::int64_t shortest_read = 128;
  double max_seconds = 600;  ///< to wait for a neighbor
  std::string pretended;     ///< nodes
  std::string kept_folder;   ///< for what was measured; "" for none
  void* stream = nullptr;    ///< of CUDA, for fields in memory of a GPU
};

// Arguments of halo.h, read and checked. All of these throw Error{invalid_argument} for values that make no sense.

/// Fields of a caller of any version.
std::vector<cw_halo_field> read_fields(const cw_halo_field* fields, std::size_t nfields);

/// A field with all its numbers.
engine::Field read_field(std::size_t ndims, std::int64_t width, const cw_halo_field& given, const std::string& name);

/// The strides of a dense array of own and ghost points: the last axis is fastest, or the first one.
void set_dense_strides(engine::Field& field, bool first_fastest);

/// The sides at which there are ghost points.
std::vector<engine::Side> read_shape(std::size_t ndims, const cw_halo_options& options);
engine::Side read_side(std::size_t ndims, const int* given);

/// Throws unless ndims and width are possible.
void check_axes(std::size_t ndims, std::int64_t width);

/// Throws for a number of values that no plan has: one that was not set, or a negative one, would be read past the end
/// of the memory.
void check_count(std::size_t count, const char* name);

/// The neighbors that a program names, or those in a Cartesian communicator (request_neighbors.cpp).
std::vector<Neighbor> read_neighbors(MPI_Comm comm, std::size_t ndims, const cw_halo_options& options);

PlanRequest read_request(MPI_Comm comm, std::size_t ndims, std::int64_t width, const std::vector<cw_halo_field>& fields,
                         const cw_halo_options& options);

}  // namespace cartwright::halo
