// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "capi/handles_p.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"
#include "grid/weighted_dims.hpp"

using namespace cartwright;
using boundary::guarded;
using boundary::required;

namespace {

grid::Coords coords(std::size_t ndims, const std::int64_t* values, const char* name) {
  grid::Coords result;
  for (std::size_t i = 0; i < ndims; ++i) result.push_back((&required(values, name))[i]);
  return result;
}

base::FixedVector<bool, grid::max_dims> periodic(std::size_t ndims, const int* periods) {
  base::FixedVector<bool, grid::max_dims> result;
  for (std::size_t i = 0; i < ndims && periods != nullptr; ++i) result.push_back(periods[i] != 0);
  return result;
}

grid::Grid make_grid(std::size_t ndims, const std::int64_t* dims, const int* periods) {
  return grid::Grid(coords(ndims, dims, "dims"), periodic(ndims, periods));
}

grid::Surface make_surface(std::size_t ndims, const double* weights, const int* periods) {
  return grid::Surface(ndims, weights == nullptr ? std::span<const double>{} : std::span(weights, ndims),
                       periodic(ndims, periods));
}

}  // namespace

cw_status cw_dims_create(int64_t processes, size_t ndims, int64_t dims[]) {
  return guarded([&] {
    const grid::Coords chosen = grid::dims_create(processes, coords(ndims, dims, "dims"));
    std::copy(chosen.begin(), chosen.end(), dims);
  });
}

cw_status cw_dims_weighted_create(int64_t processes, size_t ndims, const double weights[], const int periods[],
                                  int64_t dims[]) {
  return guarded([&] {
    const grid::Coords fixed = coords(ndims, dims, "dims");  // also refuses too many dimensions
    const grid::Coords chosen = grid::weighted_dims_create(processes, fixed, make_surface(ndims, weights, periods));
    std::copy(chosen.begin(), chosen.end(), dims);
  });
}

cw_status cw_dims_ml_create(size_t nlevels, const int64_t sizes[], size_t ndims, const double weights[],
                            const int periods[], int64_t dims[], int64_t dims_ml[]) {
  return guarded([&] {
    const grid::Coords fixed = coords(ndims, dims, "dims");
    const grid::Surface surface = make_surface(ndims, weights, periods);
    if (nlevels > 0) required(sizes, "sizes");
    if (ndims > 0) required(dims_ml, "dims_ml");
    const std::optional<grid::LevelDims> levels =
        grid::level_dims_create(std::vector<std::int64_t>(sizes, sizes + nlevels), fixed, surface);
    if (!levels)
      base::fail(base::Status::unsupported, "these level sizes cannot give dims {}: fix fewer of them",
                 grid::to_string(fixed));
    const grid::Coords products = grid::product(*levels);
    std::copy(products.begin(), products.end(), dims);
    for (std::size_t i = 0; i < ndims; ++i)
      for (std::size_t l = 0; l < nlevels; ++l) dims_ml[i * nlevels + l] = (*levels)[l][i];
  });
}

cw_status cw_problem_create(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                            const char* stencil, cw_problem** problem) {
  return guarded([&] {
    required(problem, "problem");
    const grid::Grid grid = make_grid(ndims, dims, periods);
    *problem = new cw_problem{mapping::Problem(grid, grid::parse_stencil(stencil == nullptr ? "nn" : stencil, grid),
                                               required(machine, "machine").machine)};
  });
}

cw_status cw_problem_create_offsets(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                                    size_t count, const int64_t offsets[], const double weights[],
                                    cw_problem** problem) {
  return guarded([&] {
    required(problem, "problem");
    std::vector<grid::Offset> list;
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(
          {coords(ndims, &required(offsets, "offsets") + i * ndims, "offsets"), weights == nullptr ? 1.0 : weights[i]});
    *problem = new cw_problem{mapping::Problem(make_grid(ndims, dims, periods), grid::Stencil(ndims, std::move(list)),
                                               required(machine, "machine").machine)};
  });
}

void cw_problem_free(cw_problem* problem) { delete problem; }
