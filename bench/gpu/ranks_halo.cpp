// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/halo.h"
#include "gpu/ranks.hpp"
#include "succeed.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>

namespace cartwright::bench {

namespace {

using Numbers = std::array<int, 3>;

/// A cube of n^3 doubles with one layer of ghost points, whose points know where they are in a periodic grid.
class Cube {
 public:
  Cube(int n, Numbers dims, Numbers coords, int field) : n_(n), dims_(dims), coords_(coords), field_(field) {}

  std::size_t points() const { return static_cast<std::size_t>((n_ + 2) * (n_ + 2) * (n_ + 2)); }
  /// The index of the first own point in memory.
  std::size_t first() const { return static_cast<std::size_t>(((n_ + 2) + 1) * (n_ + 2) + 1); }

  /// The values of all points; with `whole`, also those of the ghost points.
  std::vector<double> values(bool whole) const {
    std::vector<double> all;
    all.reserve(points());
    for (int x = -1; x <= n_; ++x)
      for (int y = -1; y <= n_; ++y)
        for (int z = -1; z <= n_; ++z) {
          const bool own = x >= 0 && x < n_ && y >= 0 && y < n_ && z >= 0 && z < n_;
          all.push_back(own || whole ? value({x, y, z}) : -1);
        }
    return all;
  }

 private:
  double value(const Numbers& local) const {
    double number = field_;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int global = n_ * dims_[axis];
      number = number * global + (n_ * coords_[axis] + local[axis] + global) % global;
    }
    return number;
  }

  int n_;
  Numbers dims_, coords_;
  int field_;
};

}  // namespace

void time_halo(const Ranks& ranks) {
  constexpr int fields = 8;
  const int n = ranks.tiny() ? 6 : 64;
  Numbers dims{}, coords{};
  const Numbers periods{1, 1, 1};
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Dims_create(ranks.size(), 3, dims.data());
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims.data(), periods.data(), 0, &cart);
  MPI_Cart_coords(cart, ranks.rank(), 3, coords.data());

  const std::int64_t sizes[3] = {n, n, n};
  std::vector<Cube> cubes;
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<cw_halo_field> all;
  for (int field = 0; field < fields; ++field) {
    const Cube& cube = cubes.emplace_back(n, dims, coords, field);
    memory.push_back(std::make_unique<Memory>(ranks.device(), cube.points() * sizeof(double)));
    memory.back()->put(cube.values(false).data());
    all.push_back(CW_HALO_FIELD_INIT);
    all.back().base = memory.back()->data() + cube.first() * sizeof(double);
    all.back().sizes = sizes;
  }
  cw_halo* plan = nullptr;
  succeed(cw_halo_create(cart, 3, 1, all.data(), fields, nullptr, &plan));
  const auto exchange = [&] { succeed(cw_halo_exchange(plan)); };
  exchange();
  bool right = true;
  for (std::size_t field = 0; field < fields; ++field) {
    std::vector<double> got(cubes[field].points());
    memory[field]->get(got.data());
    right = right && got == cubes[field].values(true);
  }
  ranks.need(right, "halo");
  const double seconds = ranks.seconds_of(200, exchange);
  ranks.add({fmt::format("halo of 26 neighbors, {} fields of {}^3 doubles, {} processes", fields, n, ranks.size()),
             "us", seconds * 1e6, Figure::Target::at_most, 12});
  succeed(cw_halo_free(plan));
  MPI_Barrier(cart);  // neighbors have memory of this process open
  memory.clear();
  MPI_Comm_free(&cart);
}

}  // namespace cartwright::bench
