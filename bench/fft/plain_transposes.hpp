// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/transpose.hpp"

#include <mpi.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace cartwright::bench {

using Complex = std::complex<double>;

/// N x N x N elements in slabs: x is cut before the transpose, y after it.
struct Cube {
  std::int64_t n = 0;
  int members = 1;
  int rank = 0;
  std::int64_t width = 8;  ///< columns of a tile

  base::Split split() const { return {n, members}; }
  std::int64_t local_x() const { return split().count(rank); }
  std::int64_t local_y() const { return split().count(rank); }
  std::int64_t local_before() const { return local_x() * n * n; }
  std::int64_t local_after() const { return n * local_y() * n; }
};

/// A transpose as programs without Cartwright do it: from [x][y][z] with x cut, to all of x on each member.
class PlainTranspose {
 public:
  virtual ~PlainTranspose() = default;
  virtual const char* name() const = 0;
  virtual void run(const Complex* before, Complex* after) = 0;
  /// The index of (x, y, z) afterwards, where y is local.
  virtual std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const = 0;
};

std::unique_ptr<PlainTranspose> plain_alltoallv(const Cube& cube, MPI_Comm comm);
std::unique_ptr<PlainTranspose> plain_alltoallw(const Cube& cube, MPI_Comm comm);

/// The same index in Cartwright's tiles, one after the other.
std::int64_t index_in_tiles(const Cube& cube, std::int64_t x, std::int64_t y, std::int64_t z);

}  // namespace cartwright::bench
