// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/request.hpp"

#include "base/boundary.hpp"
#include "base/cache_file.hpp"
#include "base/checked.hpp"

#include <algorithm>
#include <cstdlib>

namespace cartwright::halo {

namespace {

using base::Status;
using engine::Numbers;
using engine::Side;

Numbers numbers(std::size_t ndims, const std::int64_t* given, std::int64_t otherwise) {
  return given != nullptr ? Numbers(given, given + ndims) : Numbers(ndims, otherwise);
}

/// Choices that a plan makes unless the options do.
void read_choices(const cw_halo_options& options, PlanRequest& request) {
  switch (options.joining) {
    case CW_HALO_JOIN_CHOSEN: break;
    case CW_HALO_JOIN_NEVER: request.longest_joined = 0; break;
    case CW_HALO_JOIN_ALWAYS: request.longest_joined = unlimited; break;
    default:
      base::fail(Status::invalid_argument,
                 "unknown joining {}: use CW_HALO_JOIN_CHOSEN, CW_HALO_JOIN_NEVER or CW_HALO_JOIN_ALWAYS",
                 static_cast<int>(options.joining));
  }
  switch (options.corners) {
    case CW_HALO_CORNERS_CHOSEN: break;
    case CW_HALO_CORNERS_DIRECT: request.by_axes = false; break;
    case CW_HALO_CORNERS_WITH_FACES: request.by_axes = true; break;
    default:
      base::fail(Status::invalid_argument,
                 "unknown corners {}: use CW_HALO_CORNERS_CHOSEN, CW_HALO_CORNERS_DIRECT or CW_HALO_CORNERS_WITH_FACES",
                 static_cast<int>(options.corners));
  }
  if (options.piece < 0)
    base::fail(Status::invalid_argument, "options.piece is {}: give the bytes of a piece, or 0", options.piece);
  request.piece = options.piece;
}

void read_environment(PlanRequest& request) {
  if (const char* pretended = std::getenv("CARTWRIGHT_NODES")) request.pretended = pretended;
  const char* const folder = std::getenv("CARTWRIGHT_HALO_CHOICES");
  request.kept_folder = folder != nullptr ? folder : base::cache_folder(std::getenv);
  if (request.kept_folder == "off") request.kept_folder.clear();
}

}  // namespace

void check_count(std::size_t count, const char* name) {
  constexpr std::size_t most = std::size_t{1} << 20;
  if (count > most) base::fail(Status::invalid_argument, "{} is {}: at most {} are possible", name, count, most);
}

void set_dense_strides(engine::Field& field, bool first_fastest) {
  const char* const what = "the bytes of a field";
  field.strides = Numbers(field.axes());
  std::int64_t stride = base::checked_mul(field.components, field.component_stride, what);
  for (std::size_t i = field.axes(); i-- > 0;) {
    const std::size_t axis = first_fastest ? field.axes() - 1 - i : i;
    field.strides[axis] = stride;
    const std::int64_t points =
        base::checked_add(base::checked_add(field.low[axis], field.high[axis], what), field.sizes[axis], what);
    stride = base::checked_mul(stride, points, what);
  }
}

engine::Field read_field(std::size_t ndims, std::int64_t width, const cw_halo_field& given, const std::string& name) {
  if (given.sizes == nullptr) base::fail(Status::invalid_argument, "{}: sizes is NULL", name);
  if (given.type < CW_HALO_BYTES || given.type > CW_HALO_INT64)
    base::fail(Status::invalid_argument, "{}: unknown type {}: use CW_HALO_BYTES to CW_HALO_INT64", name,
               static_cast<int>(given.type));
  engine::Field field;
  field.sizes = Numbers(given.sizes, given.sizes + ndims);
  field.low = numbers(ndims, given.low, width);
  field.high = numbers(ndims, given.high, width);
  const std::int64_t of_type = bytes_of(static_cast<engine::ValueType>(given.type));
  field.element = given.value_bytes != 0 ? given.value_bytes : of_type;
  field.components = given.components != 0 ? given.components : 1;
  field.component_stride = given.component_stride != 0 ? given.component_stride : field.element;
  if (given.wire_type != CW_HALO_SAME && given.wire_type != given.type) {
    if (given.wire_type != CW_HALO_FLOAT || given.type != CW_HALO_DOUBLE)
      base::fail(Status::invalid_argument,
                 "{}: wire_type is {} for a field of type {}: only CW_HALO_FLOAT for CW_HALO_DOUBLE is possible", name,
                 static_cast<int>(given.wire_type), static_cast<int>(given.type));
    field.narrow = true;
  }
  if (given.strides != nullptr)
    field.strides = Numbers(given.strides, given.strides + ndims);
  else
    set_dense_strides(field, false);
  return field;
}

std::vector<Side> read_shape(std::size_t ndims, const cw_halo_options& options) {
  switch (options.shape) {
    case CW_HALO_ALL: return engine::all_sides(ndims);
    case CW_HALO_FACES: return engine::face_sides(ndims);
    case CW_HALO_OFFSETS: break;
    default:
      base::fail(Status::invalid_argument, "unknown shape {}: use CW_HALO_ALL, CW_HALO_FACES or CW_HALO_OFFSETS",
                 static_cast<int>(options.shape));
  }
  if (options.noffsets == 0 || options.offsets == nullptr)
    base::fail(Status::invalid_argument, "the shape is CW_HALO_OFFSETS, but no offsets are given");
  check_count(options.noffsets, "options.noffsets");
  std::vector<Numbers> offsets;
  for (std::size_t i = 0; i < options.noffsets; ++i)
    offsets.emplace_back(options.offsets + i * ndims, options.offsets + (i + 1) * ndims);
  return engine::sides_of(ndims, offsets);
}

Side read_side(std::size_t ndims, const int* given) {
  Side side(ndims);
  for (std::size_t axis = 0; axis < ndims; ++axis) {
    if (given[axis] < -1 || given[axis] > 1)
      base::fail(Status::invalid_argument, "side[{}] is {}: give -1, 0 or 1", axis, given[axis]);
    side[axis] = static_cast<std::int8_t>(given[axis]);
  }
  if (std::ranges::count(side, 0) == std::ssize(side))
    base::fail(Status::invalid_argument, "a side is 0 along all axes: it leads to no neighbor");
  return side;
}

std::vector<cw_halo_field> read_fields(const cw_halo_field* fields, std::size_t nfields) {
  if (nfields == 0) base::fail(Status::invalid_argument, "nfields is 0: give at least one field");
  check_count(nfields, "nfields");
  const std::size_t struct_size = boundary::size_of(boundary::required(fields, "fields"), "fields[0]");
  std::vector<cw_halo_field> read;
  for (std::size_t i = 0; i < nfields; ++i) {
    const auto* given =
        reinterpret_cast<const cw_halo_field*>(reinterpret_cast<const std::byte*>(fields) + i * struct_size);
    read.push_back(boundary::known(given, cw_halo_field CW_HALO_FIELD_INIT, fmt::format("fields[{}]", i).c_str()));
  }
  return read;
}

void check_axes(std::size_t ndims, std::int64_t width) {
  if (ndims < 1 || ndims > engine::max_axes)
    base::fail(Status::invalid_argument, "ndims is {}: give 1 to {}", ndims, engine::max_axes);
  if (width < 0) base::fail(Status::invalid_argument, "width is {}: give 0 or more", width);
}

PlanRequest read_request(MPI_Comm comm, std::size_t ndims, std::int64_t width, const std::vector<cw_halo_field>& fields,
                         const cw_halo_options& options) {
  check_axes(ndims, width);
  if (options.effort != CW_HALO_ESTIMATE && options.effort != CW_HALO_MEASURE)
    base::fail(Status::invalid_argument, "unknown effort {}: use CW_HALO_ESTIMATE or CW_HALO_MEASURE",
               static_cast<int>(options.effort));
  PlanRequest request;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    request.fields.push_back(read_field(ndims, width, fields[i], fmt::format("field {}", i)));
    request.bases.push_back(static_cast<std::byte*>(fields[i].base));
    request.types.push_back(static_cast<engine::ValueType>(fields[i].type));
  }
  request.neighbors = read_neighbors(comm, ndims, options);
  read_choices(options, request);
  request.measure = options.effort == CW_HALO_MEASURE;
  request.share = options.no_sharing == 0;
  request.buffered = options.buffered != 0;
  request.max_seconds = transport::max_seconds(options.timeout);
  request.stream = options.stream;
  read_environment(request);
  return request;
}

}  // namespace cartwright::halo
