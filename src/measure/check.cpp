// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "measure/check.hpp"

#include "base/error.hpp"
#include "cartwright/fft.h"
#include "cartwright/halo.h"
#include "cartwright/mpix.h"
#include "measure/interposer.hpp"
#include "measure/mpi_name.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <vector>

#include <dlfcn.h>

#ifdef CARTWRIGHT_HWLOC
#include <hwloc.h>
#endif

namespace cartwright::measure {

namespace {

void require(bool works, std::string_view what) {
  if (!works) base::fail(base::Status::internal, "{} gives a wrong result", what);
}

/// A library beside this program. It stays loaded.
class Library {
 public:
  explicit Library(const std::string& name) {
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
    const std::string file = program.parent_path() / fmt::format("libcartwright_{}.so.{}", name, CW_VERSION_MAJOR);
    library_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) base::fail(base::Status::io, "{}", dlerror());
  }
  template <typename F>
  F* function(const char* name, F* /*of this type*/) const {
    return reinterpret_cast<F*>(find(library_, name));
  }
  static void* find(void* library, const char* name) {
    void* const found = dlsym(library, name);
    if (found == nullptr) base::fail(base::Status::io, "{}", dlerror());
    return found;
  }

 private:
  void* library_ = nullptr;
};

#define CARTWRIGHT_FUNCTION(library, name) const auto name##_of_it = (library).function(#name, &name)

/// This process calls the interposer, if that is preloaded: a column travels, and the placement of a grid is known.
void check_interposer() {
  constexpr int n = 64;
  std::vector<double> field(n * n);
  std::vector<double> column(n);
  std::iota(field.begin(), field.end(), 0.0);
  MPI_Datatype strided = MPI_DATATYPE_NULL;
  MPI_Type_vector(n, 1, n, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  MPI_Sendrecv(field.data() + 1, 1, strided, 0, 0, column.data(), n, MPI_DOUBLE, 0, 0, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&strided);
  for (int i = 0; i < n; ++i) require(column[i] == i * n + 1, "a strided message");

  const int dims = 1;
  const int periods = 0;
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_SELF, 1, &dims, &periods, 1, &grid);
  cw_cart_report report = CW_CART_REPORT_INIT;
  const auto report_of = reinterpret_cast<decltype(&cw_comm_report)>(Library::find(RTLD_DEFAULT, "cw_comm_report"));
  MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
  require(report_of(grid, &report) == MPI_SUCCESS && report.nodes == 1, "MPI_Cart_create");
  MPI_Comm_free(&grid);
}

void check_mpi() {
  const Library library("mpi");
  CARTWRIGHT_FUNCTION(library, MPIX_Dims_weighted_create);
  const std::array<double, 2> weights = {1, 4};
  std::array<int, 2> dims = {0, 0};
  require(MPIX_Dims_weighted_create_of_it(16, 2, weights.data(), nullptr, MPI_INFO_NULL, dims.data()) == MPI_SUCCESS &&
              dims == std::array<int, 2>{8, 2},
          "MPIX_Dims_weighted_create");
}

/// A process that is its own neighbor on both sides.
void check_halo() {
  const Library library("halo");
  CARTWRIGHT_FUNCTION(library, cw_halo_create);
  CARTWRIGHT_FUNCTION(library, cw_halo_exchange);
  CARTWRIGHT_FUNCTION(library, cw_halo_free);
  CARTWRIGHT_FUNCTION(library, cw_halo_last_error);
  const int dims = 1;
  const int periods = 1;
  MPI_Comm ring = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_SELF, 1, &dims, &periods, 0, &ring);
  constexpr std::int64_t points = 4;
  std::array<double, points + 2> values = {0, 1, 2, 3, 4, 0};
  cw_halo_field field = CW_HALO_FIELD_INIT;
  field.base = values.data() + 1;
  field.sizes = &points;
  cw_halo* halo = nullptr;
  const bool done =
      cw_halo_create_of_it(ring, 1, 1, &field, 1, nullptr, &halo) == CW_OK && cw_halo_exchange_of_it(halo) == CW_OK;
  if (!done) base::fail(base::Status::internal, "{}", cw_halo_last_error_of_it());
  require(values.front() == points && values.back() == 1, "cw_halo_exchange");
  cw_halo_free_of_it(halo);
  MPI_Comm_free(&ring);
}

/// There and back again, and one coefficient of a wave.
void check_fft() {
  const Library library("fft");
  CARTWRIGHT_FUNCTION(library, cw_fft_plan_create);
  CARTWRIGHT_FUNCTION(library, cw_fft_forward);
  CARTWRIGHT_FUNCTION(library, cw_fft_plan_free);
  CARTWRIGHT_FUNCTION(library, cw_fft_last_error);
  constexpr std::int64_t n = 8;
  const std::array<std::int64_t, 2> sizes = {n, n};
  std::vector<std::complex<double>> wave(n * n);
  for (std::int64_t i = 0; i < n * n; ++i) wave[i] = std::polar(1.0, 2 * M_PI * static_cast<double>(i % n) / n);
  cw_fft_plan* plan = nullptr;
  const bool done = cw_fft_plan_create_of_it(MPI_COMM_SELF, 2, sizes.data(), nullptr, &plan) == CW_OK &&
                    cw_fft_forward_of_it(plan, wave.data(), wave.data()) == CW_OK;
  if (!done) base::fail(base::Status::internal, "{}", cw_fft_last_error_of_it());
  for (std::int64_t i = 0; i < n * n; ++i)
    require(std::abs(wave[i] - (i == 1 ? double{n * n} : 0.0)) < 1e-9, "cw_fft_forward");
  cw_fft_plan_free_of_it(plan);
}

/// The sockets of this machine.
void check_hwloc() {
#ifdef CARTWRIGHT_HWLOC
  hwloc_topology_t topology = nullptr;
  const bool read = hwloc_topology_init(&topology) == 0 && hwloc_topology_load(topology) == 0 &&
                    hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU) > 0;
  if (!read) base::fail(base::Status::unsupported, "hwloc cannot read this machine");
  hwloc_topology_destroy(topology);
#else
  base::fail(base::Status::unsupported, "it was built without hwloc");
#endif
}

}  // namespace

int check(int argc, char** argv, std::string_view name) {
  clear_settings();
  MPI_Init(&argc, &argv);
  std::string line = mpi_name();
  int status = 0;
  try {
    if (name == "interposer") check_interposer();
    if (name == "mpi") check_mpi();
    if (name == "halo") check_halo();
    if (name == "fft") check_fft();
    if (name == "hwloc") check_hwloc();
  } catch (const base::Error& error) {
    line = error.what();
    status = 1;
  }
  MPI_Finalize();
  std::cout << line << '\n' << std::flush;
  return status;
}

}  // namespace cartwright::measure
