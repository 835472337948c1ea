// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// What the blocks of C++ in README.md and docs take as given.
#include <cartwright/cartwright.hpp>
#include <cartwright/fft.hpp>
#include <cartwright/halo.hpp>
#include <cartwright/layout.hpp>
#include <cartwright/mpix.hpp>
#include <cartwright/network.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

MPI_Comm comm, cart;
std::int64_t nx, ny, nz, i, j, k;
std::vector<std::int64_t> sizes, part, start;
void *array, *packed;
double f(const std::vector<std::int64_t>& index);
double filter(const std::vector<std::int64_t>& wave);
