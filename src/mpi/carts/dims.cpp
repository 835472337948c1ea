// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "cartwright/mpix.h"
#include "grid/weighted_dims.hpp"
#include "mpi/base/refused.hpp"

#include <algorithm>
#include <cmath>

using namespace cartwright;
using mpi::refused;

namespace {

int failed(int error_class) {
  PMPI_Comm_call_errhandler(MPI_COMM_SELF, error_class);
  return error_class;
}

/// The class of the error in arguments that both functions have.
int check(int ndims, const double* weights, const int* result) {
  if (ndims < 0 || ndims > static_cast<int>(grid::max_dims))
    return refused(MPI_ERR_DIMS, "ndims is {}: give 0 to {}", ndims, grid::max_dims);
  if (ndims > 0 && result == nullptr) return refused(MPI_ERR_ARG, "the array for the dims is NULL");
  for (int i = 0; weights != nullptr && i < ndims; ++i)
    if (!(weights[i] >= 0) || std::isinf(weights[i]))
      return refused(MPI_ERR_ARG, "dim_weights[{}] is {}: give a finite number, 0 or more", i, weights[i]);
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
                                         MPI_Info, int dims[]) {
  return mpi::with_reason([&]() -> int {
    if (const int error = check(ndims, dim_weights, dims)) return failed(error);
    try {
      const grid::Coords chosen =
          grid::weighted_dims_create(nnodes, grid::Coords(dims, dims + ndims), surface_of(ndims, dim_weights, periods));
      for (std::size_t i = 0; i < chosen.size(); ++i) dims[i] = base::checked_int(chosen[i], "a dim");
      return MPI_SUCCESS;
    } catch (const base::Error& error) {
      return failed(refused(nnodes < 1 ? MPI_ERR_ARG : MPI_ERR_DIMS, "{}", error.what()));
    }
  });
}

extern "C" int MPIX_Dims_ml_create(int nnodes, int ndims, const double dim_weights[], int nlevels, const int sizes[],
                                   const int periods[], MPI_Info, int* dims_ml) {
  return mpi::with_reason([&]() -> int {
    if (const int error = check(ndims, dim_weights, dims_ml)) return failed(error);
    if (nlevels < 1) return failed(refused(MPI_ERR_ARG, "nlevels is {}: give 1 or more", nlevels));
    if (sizes == nullptr) return failed(refused(MPI_ERR_ARG, "sizes is NULL"));
    try {
      const std::vector<std::int64_t> levels(sizes, sizes + nlevels);
      const auto cuts =
          grid::level_dims_create(levels, grid::Coords(ndims, 0), surface_of(ndims, dim_weights, periods));
      if (!cuts || grid::Grid(grid::product(*cuts)).size() != nnodes)
        return failed(
            refused(MPI_ERR_DIMS, "nnodes is {}: give the product of the sizes, {}", nnodes, fmt::join(levels, " x ")));
      for (std::size_t i = 0; i < static_cast<std::size_t>(ndims); ++i)
        for (std::size_t level = 0; level < levels.size(); ++level)
          dims_ml[i * levels.size() + level] = base::checked_int((*cuts)[level][i], "a cut");
      return MPI_SUCCESS;
    } catch (const base::Error& error) {
      return failed(refused(MPI_ERR_ARG, "{}", error.what()));
    }
  });
}
