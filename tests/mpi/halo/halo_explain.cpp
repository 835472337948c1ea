// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Prints the JSON of several plans, each on a line, for tests/schema/check_halo.py. For 4 processes or more.
#include <cartwright/halo.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Nodes are pretended, and choices are measured.
  const auto print = [rank](const char* nodes, cw_halo_options options, std::int64_t size, std::int64_t width) {
    setenv("CARTWRIGHT_NODES", nodes, 1);
    cw::HaloCart<double, 2> grid(MPI_COMM_WORLD, {size, size}, {1, 1}, width, 1, options);
    const std::string json = grid.halo().explain_json();
    if (rank == 0) std::puts(json.c_str());
  };
  const cw_halo_options chosen = CW_HALO_OPTIONS_INIT;
  print("1x4", chosen, 16, 1);
  cw_halo_options measured = chosen;
  measured.effort = CW_HALO_MEASURE;
  print("2x2", measured, 16, 1);
  print("4x1", measured, 400, 100);  // messages of more than 256 KiB
  cw_halo_options joined = chosen;
  joined.joining = CW_HALO_JOIN_ALWAYS;
  print("2x2", joined, 16, 1);
  cw_halo_options with_faces = chosen;
  with_faces.corners = CW_HALO_CORNERS_WITH_FACES;
  print("4x1", with_faces, 16, 1);
  MPI_Finalize();
}
