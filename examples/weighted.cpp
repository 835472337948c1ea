// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Heat on a wide plate: weighted.c in C++.
#include <cartwright/mpix.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace {

constexpr int rows = 96, columns = 384, steps = 200;

double initial(int row, int column) {
  using std::numbers::pi;
  return std::sin(pi * (row + 1) / (rows + 1)) * std::sin(pi * (column + 1) / (columns + 1));
}

/// The factor of one step.
double shrinkage() {
  using std::numbers::pi;
  return 1 - 0.5 * std::pow(std::sin(pi / 2 / (rows + 1)), 2) - 0.5 * std::pow(std::sin(pi / 2 / (columns + 1)), 2);
}

/// The cells of one process.
struct Piece {
  int first_row, first_column, height, width;

  Piece(const cw::mpi::CartComm& cart, int rank) {
    const std::vector<int> dims = cart.dims(), coords = cart.coords(rank);
    first_row = rows * coords[0] / dims[0];
    first_column = columns * coords[1] / dims[1];
    height = rows * (coords[0] + 1) / dims[0] - first_row;
    width = columns * (coords[1] + 1) / dims[1] - first_column;
  }
  std::size_t cells() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
  double start(int i, int j) const { return initial(first_row + i, first_column + j); }
};

/// In place of reading the file of a piece.
std::vector<double> read(const Piece& piece) {
  std::vector<double> data;
  for (int i = 0; i < piece.height; ++i)
    for (int j = 0; j < piece.width; ++j) data.push_back(piece.start(i, j));
  return data;
}

/// The temperatures of a piece with a halo of width one: cells count from 0, the halo is at -1.
class Field {
 public:
  explicit Field(const Piece& piece)
      : height_(piece.height), width_(piece.width), values_(static_cast<std::size_t>((height_ + 2) * (width_ + 2))) {}
  double& operator()(int i, int j) { return values_[static_cast<std::size_t>((i + 1) * (width_ + 2) + j + 1)]; }

  void exchange_halo(const cw::mpi::CartComm& cart) {
    const auto [north, south] = cart.neighbors(0);
    const auto [west, east] = cart.neighbors(1);
    MPI_Datatype column;
    MPI_Type_vector(height_, 1, width_ + 2, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    const auto swap = [&](double& out, int to, double& in, int from, int count, MPI_Datatype type) {
      MPI_Sendrecv(&out, count, type, to, 0, &in, count, type, from, 0, cart, MPI_STATUS_IGNORE);
    };
    Field& u = *this;
    swap(u(0, 0), north, u(height_, 0), south, width_, MPI_DOUBLE);
    swap(u(height_ - 1, 0), south, u(-1, 0), north, width_, MPI_DOUBLE);
    swap(u(0, 0), west, u(0, width_), east, 1, column);
    swap(u(0, width_ - 1), east, u(0, -1), west, 1, column);
    MPI_Type_free(&column);
  }

 private:
  int height_, width_;
  std::vector<double> values_;
};

bool solve() {
  int old_rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &old_rank);
  // A cut between rows sends a whole row.
  const cw::mpi::CartComm cart = cw::mpi::cart_create(MPI_COMM_WORLD, 2, {.weights = {1.0 / rows, 1.0 / columns}});

  // Every process has the file of its old rank, and computes the piece of its new rank.
  const Piece piece(cart, cart.rank());
  std::vector<double> mine(piece.cells());
  cart.move_to_new_ranks(read(Piece(cart, old_rank)), mine);

  Field u(piece), next(piece);
  for (int i = 0; i < piece.height; ++i)
    for (int j = 0; j < piece.width; ++j) u(i, j) = mine[static_cast<std::size_t>(i * piece.width + j)];
  for (int step = 0; step < steps; ++step) {
    u.exchange_halo(cart);
    for (int i = 0; i < piece.height; ++i)
      for (int j = 0; j < piece.width; ++j)
        next(i, j) = u(i, j) + (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j)) / 8;
    std::swap(u, next);
  }

  double error = 0;
  for (int i = 0; i < piece.height; ++i)
    for (int j = 0; j < piece.width; ++j)
      error = std::max(error, std::abs(u(i, j) - std::pow(shrinkage(), steps) * piece.start(i, j)));
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, cart);
  const bool right = error < 1e-12;

  const cw::mpi::Report report = cart.report();
  if (cart.rank() == 0)
    std::printf(
        "%d x %d cells on %d x %d processes, %d steps: %s\n"
        "nodes: %d, J_sum %.0f (as launched %.0f, at least %.0f), %.1f %% of the data crosses them, mapping %s\n",
        rows, columns, cart.dims()[0], cart.dims()[1], steps, right ? "correct" : "wrong", report.nodes, report.j_sum,
        report.j_sum_before, report.lower_bound, 100 * report.data_share, report.mapping.c_str());
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool right = solve();
  MPI_Finalize();
  return right ? 0 : 1;
}
