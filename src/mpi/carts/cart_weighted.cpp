// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "mpi/base/program_world.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/carts/cart.hpp"

#include <algorithm>

// [Niethammer2019, slides 12 to 23]: the four functions differ only in the source of the levels.

using namespace cartwright::mpi;

namespace {

/// Whether all processes of `part` are in `whole`.
bool is_part_of(MPI_Comm part, MPI_Comm whole) {
  MPI_Group inner = MPI_GROUP_NULL;
  MPI_Group outer = MPI_GROUP_NULL;
  MPI_Group common = MPI_GROUP_NULL;
  int size = 0;
  int common_size = 0;
  PMPI_Comm_group(part, &inner);
  PMPI_Comm_group(whole, &outer);
  PMPI_Group_intersection(inner, outer, &common);
  PMPI_Group_size(inner, &size);
  PMPI_Group_size(common, &common_size);
  for (MPI_Group* group : {&inner, &outer, &common}) PMPI_Group_free(group);
  return size == common_size;
}

/// The class of the error if a communicator is not a part of the one before.
int check_nested(const std::vector<MPI_Comm>& comms) {
  for (std::size_t level = 1; level < comms.size(); ++level) {
    int inter = 1;
    if (comms[level] == MPI_COMM_NULL || PMPI_Comm_test_inter(comms[level], &inter) != MPI_SUCCESS || inter ||
        !is_part_of(comms[level], comms[level - 1]))
      return refused(MPI_ERR_COMM, "level_comms[{}] is not a part of level_comms[{}]", level, level - 1);
  }
  return MPI_SUCCESS;
}

}  // namespace

extern "C" int MPIX_Cart_weighted_create(MPI_Comm comm_old, int ndims, const double dim_weights[], const int periods[],
                                         MPI_Info info, int dims[], MPI_Comm* comm_cart) {
  return with_reason([&]() -> int {
    return create_cart_or_call_handler({.request = {.function = "MPIX_Cart_weighted_create",
                                                    .comm = comm_old,
                                                    .ndims = ndims,
                                                    .periods = periods,
                                                    .given = WeightedDims{dims, dim_weights}},
                                        .output = {.cart = comm_cart, .chosen_dims = dims},
                                        .info = info});
  });
}

extern "C" int MPIX_Cart_ml_create_from_types(MPI_Comm comm_old, int nsplit_types, int ndims, const int periods[],
                                              const int split_types[], const double dim_weights[], MPI_Info info,
                                              int dims[], MPI_Comm* comm_cart) {
  return with_reason([&]() -> int {
    const bool valid = nsplit_types == 0 || (nsplit_types > 0 && split_types != nullptr);
    const std::vector<int> types = valid ? std::vector(split_types, split_types + nsplit_types) : std::vector<int>{};
    return create_cart_or_call_handler(
        {.request = {.function = "MPIX_Cart_ml_create_from_types",
                     .comm = comm_old,
                     .ndims = ndims,
                     .periods = periods,
                     .given = WeightedDims{nullptr, dim_weights}},
         .output = {.cart = comm_cart, .chosen_dims = dims},
         .info = info,
         .locator = {.locate = [=] { return discover_by_types(comm_old, types); }, .key = types},
         .invalid = valid ? MPI_SUCCESS
                          : refused(MPI_ERR_ARG, "nsplit_types is {}, and split_types {}", nsplit_types,
                                    split_types == nullptr ? "NULL" : "given")});
  });
}

extern "C" int MPIX_Cart_ml_create_from_comms(int nlevels, const MPI_Comm level_comms[], int ndims,
                                              const double dim_weights[], const int periods[], MPI_Info info,
                                              int dims[], MPI_Comm* comm_cart) {
  return with_reason([&]() -> int {
    if (comm_cart != nullptr) *comm_cart = MPI_COMM_NULL;
    if (nlevels < 1) return refused_by(MPI_COMM_SELF, MPI_ERR_ARG, "nlevels is {}: give 1 or more", nlevels);
    if (level_comms == nullptr) return refused_by(MPI_COMM_SELF, MPI_ERR_ARG, "level_comms is NULL");
    std::vector<MPI_Comm> comms(level_comms, level_comms + nlevels);
    std::ranges::transform(comms, comms.begin(), in_order);
    return create_cart_or_call_handler(
        {.request = {.function = "MPIX_Cart_ml_create_from_comms",
                     .comm = comms[0],
                     .ndims = ndims,
                     .periods = periods,
                     .given = WeightedDims{nullptr, dim_weights}},
         .output = {.cart = comm_cart, .chosen_dims = dims},
         .info = info,
         .locator = {.locate = [=] { return discover_by_comms(comms); }, .key = {nlevels}},
         .invalid = check_nested(comms)});
  });
}

extern "C" int MPIX_Cart_ml_create(MPI_Comm comm_old, int ndims, const int periods[], int nlevels, const int* dims_ml,
                                   MPI_Info info, int dims[], MPI_Comm* comm_cart) {
  return with_reason([&]() -> int {
    int invalid = MPI_SUCCESS;
    if (nlevels < 1) invalid = refused(MPI_ERR_ARG, "nlevels is {}: give 1 or more", nlevels);
    if (ndims > 0 && dims_ml == nullptr) invalid = refused(MPI_ERR_ARG, "dims_ml is NULL");
    return create_cart_or_call_handler({.request = {.function = "MPIX_Cart_ml_create",
                                                    .comm = comm_old,
                                                    .ndims = ndims,
                                                    .periods = periods,
                                                    .given = GivenCuts{dims_ml, nlevels}},
                                        .output = {.cart = comm_cart, .chosen_dims = dims},
                                        .info = info,
                                        .invalid = invalid});
  });
}
