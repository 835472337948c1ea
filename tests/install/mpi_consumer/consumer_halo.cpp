// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include <cartwright/halo.hpp>

#if defined(CARTWRIGHT_CARTWRIGHT_H) || defined(CARTWRIGHT_LAYOUT_H)
#error halo.hpp includes more than it needs
#endif

#include <cstdio>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  bool right = false;
  {
    const int dims[] = {1, 1};
    const int periods[] = {1, 1};
    MPI_Comm cart = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    cw::HaloArray<int, 2> u({2, 3}, 1);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) u(i, j) = 10 * i + j;
    cw::Halo(cart, u).exchange();
    right = u(-1, -1) == 12 && u(2, 3) == 0 && u(0, 3) == 0 && u(1, -1) == 12;
    MPI_Comm_free(&cart);
  }
  MPI_Finalize();
  std::puts(right ? "C++: ghost points of 2x3 points" : "C++: wrong ghost points");
  return !right;
}
