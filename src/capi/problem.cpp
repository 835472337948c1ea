// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "capi/guard_p.hpp"
#include "capi/handles_p.hpp"
#include "grid/dims.hpp"
#include "grid/parse.hpp"

using namespace cartwright;
using capi::guarded;
using capi::required;

namespace {

Coords coords(std::size_t ndims, const std::int64_t* values, const char* name) {
  Coords result;
  for (std::size_t i = 0; i < ndims; ++i) result.push_back((&required(values, name))[i]);
  return result;
}

Grid make_grid(std::size_t ndims, const std::int64_t* dims, const int* periods) {
  FixedVector<bool, max_dims> wraps;
  for (std::size_t i = 0; i < ndims && periods != nullptr; ++i) wraps.push_back(periods[i] != 0);
  return Grid(coords(ndims, dims, "dims"), wraps);
}

}  // namespace

cw_status cw_dims_create(int64_t processes, size_t ndims, int64_t dims[]) {
  return guarded([&] {
    const Coords chosen = dims_create(processes, coords(ndims, dims, "dims"));
    std::copy(chosen.begin(), chosen.end(), dims);
  });
}

cw_status cw_problem_create(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                            const char* stencil, cw_problem** problem) {
  return guarded([&] {
    required(problem, "problem");
    *problem = new cw_problem{Problem(make_grid(ndims, dims, periods),
                                      parse_stencil(stencil == nullptr ? "nn" : stencil, ndims),
                                      required(machine, "machine").machine)};
  });
}

cw_status cw_problem_create_offsets(const cw_machine* machine, size_t ndims, const int64_t dims[], const int periods[],
                                    size_t count, const int64_t offsets[], const double weights[],
                                    cw_problem** problem) {
  return guarded([&] {
    required(problem, "problem");
    std::vector<Offset> list;
    for (std::size_t i = 0; i < count; ++i)
      list.push_back(
          {coords(ndims, &required(offsets, "offsets") + i * ndims, "offsets"), weights == nullptr ? 1.0 : weights[i]});
    *problem = new cw_problem{Problem(make_grid(ndims, dims, periods), Stencil(ndims, std::move(list)),
                                      required(machine, "machine").machine)};
  });
}

void cw_problem_free(cw_problem* problem) { delete problem; }
