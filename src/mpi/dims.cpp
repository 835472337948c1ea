// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "cartwright/mpix.h"
#include "grid/weighted_dims.hpp"

#include <algorithm>
#include <cmath>

using namespace cartwright;

namespace {

int failed(int error_class) {
  PMPI_Comm_call_errhandler(MPI_COMM_SELF, error_class);
  return error_class;
}

/// The class of the error in arguments that both functions have.
int check(int ndims, const double* weights, const int* result) {
  if (ndims < 0 || ndims > static_cast<int>(grid::max_dims)) return MPI_ERR_DIMS;
  if (ndims > 0 && result == nullptr) return MPI_ERR_ARG;
  for (int i = 0; weights != nullptr && i < ndims; ++i)
    if (!(weights[i] >= 0) || std::isinf(weights[i])) return MPI_ERR_ARG;
  return MPI_SUCCESS;
}

grid::Surface surface_of(int ndims, const double* weights, const int* periods) {
  const std::size_t count = ndims;
  base::FixedVector<bool, grid::max_dims> periodic(count, false);
  for (std::size_t i = 0; i < count && periods != nullptr; ++i) periodic[i] = periods[i] != 0;
  return grid::Surface(count, weights == nullptr ? std::span<const double>{} : std::span(weights, count), periodic);
}

}  // namespace

// No info key affects the dims.

extern "C" int MPIX_Dims_weighted_create(int nnodes, int ndims, const double dim_weights[], const int periods[],
                                         MPI_Info, int dims[]) try {
  if (const int error = check(ndims, dim_weights, dims)) return failed(error);
  const grid::Coords chosen =
      grid::weighted_dims_create(nnodes, grid::Coords(dims, dims + ndims), surface_of(ndims, dim_weights, periods));
  for (std::size_t i = 0; i < chosen.size(); ++i) dims[i] = base::checked_int(chosen[i], "a dim");
  return MPI_SUCCESS;
} catch (const base::Error&) {
  return failed(nnodes < 1 ? MPI_ERR_ARG : MPI_ERR_DIMS);
} catch (...) {
  return MPI_ERR_INTERN;
}

extern "C" int MPIX_Dims_ml_create(int nnodes, int ndims, const double dim_weights[], int nlevels, const int sizes[],
                                   const int periods[], MPI_Info, int* dims_ml) try {
  if (const int error = check(ndims, dim_weights, dims_ml)) return failed(error);
  if (nlevels < 1 || sizes == nullptr) return failed(MPI_ERR_ARG);
  const std::vector<std::int64_t> levels(sizes, sizes + nlevels);
  const auto cuts = grid::level_dims_create(levels, grid::Coords(ndims, 0), surface_of(ndims, dim_weights, periods));
  if (!cuts || grid::Grid(grid::product(*cuts)).size() != nnodes) return failed(MPI_ERR_DIMS);
  for (std::size_t i = 0; i < static_cast<std::size_t>(ndims); ++i)
    for (std::size_t level = 0; level < levels.size(); ++level)
      dims_ml[i * levels.size() + level] = base::checked_int((*cuts)[level][i], "a cut");
  return MPI_SUCCESS;
} catch (const base::Error&) {
  return failed(MPI_ERR_ARG);
} catch (...) {
  return MPI_ERR_INTERN;
}
