// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cartwright/halo.h"
#include "halo/plan.hpp"

#include <vector>

namespace cartwright::halo {

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

PlanRequest read_request(MPI_Comm comm, std::size_t ndims, std::int64_t width, const std::vector<cw_halo_field>& fields,
                         const cw_halo_options& options);

}  // namespace cartwright::halo
