// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Objects that live until the end of the program, after MPI_Finalize: each destructor of the C++ headers is harmless
// then.
#include <cartwright/fft.hpp>
#include <cartwright/halo.hpp>
#include <cartwright/mpix.hpp>

#include <cstdio>
#include <optional>
#include <vector>

namespace {

std::optional<cw::mpi::CartComm> cart;
std::optional<cw::HaloArray<double, 2>> field;
std::optional<cw::Halo> halo;
std::optional<cw::HaloCart<double, 2>> grid;
std::vector<cw::fft::Plan<double>> plans;

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  cart.emplace(cw::mpi::cart_create(MPI_COMM_WORLD, 2, {.periods = {1, 1}}));
  field.emplace(cw::HaloArray<double, 2>::Numbers{8, 8}, 2);
  halo.emplace(*cart, *field);
  halo->exchange();
  grid.emplace(MPI_COMM_WORLD, cw::HaloCart<double, 2>::Numbers{16, 16}, std::array<int, 2>{1, 1}, 1);
  grid->halo().exchange();
  for (const char* const method : {"", "alltoallw", "pipelined"}) {
    plans.emplace_back(MPI_COMM_WORLD, std::vector<std::int64_t>{8, 8, 8}, cw::fft::Options{.method = method});
    auto physical = plans.back().physical_buffer();
    auto spectral = plans.back().spectral_buffer();
    plans.back().forward(physical, spectral);
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Finalize();
  // The plan of the halo before its array, and all before the libraries end.
  halo.reset();
  field.reset();
  grid.reset();
  plans.clear();
  cart.reset();
  if (rank == 0) std::puts("all destroyed after MPI_Finalize");
  return 0;
}
