// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/exchange/transpose.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>

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

/// The index of (x, y, z) in Cartwright's tiles, one after the other.
inline std::int64_t index_in_tiles(const Cube& cube, std::int64_t x, std::int64_t y, std::int64_t z) {
  const std::int64_t first = z / cube.width * cube.width;
  const std::int64_t columns = std::min(cube.width, cube.n - first);
  return (y * cube.n + first) * cube.n + x * columns + z - first;
}

// Transposes as programs without Cartwright do them: from [x][y][z] with x cut, to all of x on each member. index() is
// that of (x, y, z) afterwards, where y is local.

/// Pack, MPI_Alltoallv, unpack, with loops over lines. The result has the tiles that Cartwright makes.
class PlainAlltoallv {
 public:
  PlainAlltoallv(const Cube& cube, MPI_Comm comm) : cube_(cube), comm_(comm) {
    PMPI_Type_contiguous(static_cast<int>(cube.n), MPI_C_DOUBLE_COMPLEX, &line_);
    PMPI_Type_commit(&line_);
    int sent = 0;
    int received = 0;
    for (int member = 0; member < cube.members; ++member) {
      send_counts_.push_back(static_cast<int>(cube.local_x() * cube.split().count(member)));
      receive_counts_.push_back(static_cast<int>(cube.split().count(member) * cube.local_y()));
      send_displacements_.push_back(sent);
      receive_displacements_.push_back(received);
      sent += send_counts_.back();
      received += receive_counts_.back();
    }
    sent_.resize(cube.local_before());
    received_.resize(cube.local_after());
  }
  ~PlainAlltoallv() { PMPI_Type_free(&line_); }

  static constexpr const char* name = "plain loops, MPI_Alltoallv";
  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const { return index_in_tiles(cube_, x, y, z); }
  void run(const Complex* before, Complex* after) {
    const std::int64_t n = cube_.n;
    Complex* packed = sent_.data();
    for (int to = 0; to < cube_.members; ++to)
      for (std::int64_t x = 0; x < cube_.local_x(); ++x) {
        const std::int64_t lines = cube_.split().count(to);
        std::memcpy(packed, before + (x * n + cube_.split().first(to)) * n, lines * n * sizeof(Complex));
        packed += lines * n;
      }
    MPI_Alltoallv(sent_.data(), send_counts_.data(), send_displacements_.data(), line_, received_.data(),
                  receive_counts_.data(), receive_displacements_.data(), line_, comm_);
    for (std::int64_t y = 0; y < cube_.local_y(); ++y)
      for (std::int64_t z = 0; z < n; z += cube_.width) {
        const std::int64_t columns = std::min(cube_.width, n - z);
        for (std::int64_t x = 0; x < n; ++x, after += columns)
          std::memcpy(after, received_.data() + (x * cube_.local_y() + y) * n + z, columns * sizeof(Complex));
      }
  }

 private:
  Cube cube_;
  MPI_Comm comm_;
  MPI_Datatype line_ = MPI_DATATYPE_NULL;
  std::vector<int> send_counts_, send_displacements_, receive_counts_, receive_displacements_;
  std::vector<Complex> sent_, received_;
};

/// MPI_Alltoallw on subarrays of [x][y][z]: the axes keep their order, as in mpi4py-fft.
class PlainAlltoallw {
 public:
  PlainAlltoallw(const Cube& cube, MPI_Comm comm) : cube_(cube), comm_(comm) {
    for (int member = 0; member < cube.members; ++member) {
      send_types_.push_back(block(cube.local_x(), cube.n, 1, member));
      receive_types_.push_back(block(cube.n, cube.local_y(), 0, member));
    }
    // MPI has no empty subarrays.
    for (int member = 0; member < cube.members; ++member) {
      send_counts_.push_back(cube.local_x() * cube.split().count(member) > 0 ? 1 : 0);
      receive_counts_.push_back(cube.local_y() * cube.split().count(member) > 0 ? 1 : 0);
      displacements_.push_back(0);
    }
  }
  ~PlainAlltoallw() {
    for (auto* types : {&send_types_, &receive_types_})
      for (MPI_Datatype& type : *types)
        if (type != MPI_BYTE) PMPI_Type_free(&type);
  }

  static constexpr const char* name = "MPI_Alltoallw on subarrays";
  std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return (x * cube_.local_y() + y) * cube_.n + z;
  }
  void run(const Complex* before, Complex* after) {
    MPI_Alltoallw(before, send_counts_.data(), displacements_.data(), send_types_.data(), after, receive_counts_.data(),
                  displacements_.data(), receive_types_.data(), comm_);
  }

 private:
  /// The block of a member along one axis, in an array of x by y by all z.
  MPI_Datatype block(std::int64_t x, std::int64_t y, std::size_t axis, int member) const {
    const std::array<int, 3> sizes = {static_cast<int>(x), static_cast<int>(y), static_cast<int>(cube_.n)};
    std::array<int, 3> part = sizes;
    std::array<int, 3> first{};
    part[axis] = static_cast<int>(cube_.split().count(member));
    first[axis] = static_cast<int>(cube_.split().first(member));
    if (std::ranges::find(part, 0) != part.end()) return MPI_BYTE;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(3, sizes.data(), part.data(), first.data(), MPI_ORDER_C, MPI_C_DOUBLE_COMPLEX, &type);
    MPI_Type_commit(&type);
    return type;
  }

  Cube cube_;
  MPI_Comm comm_;
  std::vector<int> send_counts_, receive_counts_, displacements_;
  std::vector<MPI_Datatype> send_types_, receive_types_;
};

}  // namespace cartwright::bench
