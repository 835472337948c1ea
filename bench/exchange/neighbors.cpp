// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Neighborhood collectives and persistent requests as programs call them: a face of a block of doubles to each neighbor
// in a periodic grid, by derived datatypes or contiguous, or a face, an edge or a corner to each of 26. It prints a
// line for each way and size with the time of a call in microseconds, in the round that was disturbed least. Run it
// without and with the interposer; run.py --calls does so in turn.
//     mpirun -n 2 neighbors --sizes 4 16 64
#include "exchange/blocks.hpp"
#include "mpi_main.hpp"
#include "world.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

using namespace cartwright::bench;

namespace {

struct Options {
  std::vector<int> sizes = {4, 8, 16, 32, 64};
  int rounds = 12;
  double round_ms = 1;
  std::string only;
};

MPI_Comm make_cart() {
  int dims[3] = {0, 0, 0};
  const int periods[3] = {1, 1, 1};
  MPI_Dims_create(world_size(), 3, dims);
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &cart);
  return cart;
}

/// A cube of n^3 doubles with ghost points, and its faces, edges and corners.
class Cube {
 public:
  explicit Cube(int n) : n_(n), cart_(make_cart()), blocks_(cart_, {3, n, 1, 1, true, -1}), points_(blocks_.points()) {
    const std::vector<Side>& sides = blocks_.sides();
    std::vector<int> sources, destinations;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const Side& to = sides[i];
      const Side& from = sides[sides.size() - 1 - i];
      destinations.push_back(to.rank);
      sources.push_back(from.rank);
      parts_.push_back(committed(to.boundary));
      ghost_parts_.push_back(committed(from.ghosts));
      if (std::abs(to.step[0]) + std::abs(to.step[1]) + std::abs(to.step[2]) != 1) continue;
      const int axis = to.step[0] != 0 ? 0 : to.step[1] != 0 ? 1 : 2;
      const int side = 2 * axis + (to.step[axis] > 0 ? 1 : 0);
      to_[side] = to.rank;
      own_[side] = committed(to.boundary);
      ghost_[side] = committed(to.ghosts);
    }
    for (int side = 0; side < 6; ++side) {
      counts_[side] = 1;
      contiguous_.push_back(side * n_ * n_);
      sizes_.push_back(n_ * n_);
    }
    ones_.assign(sides.size(), 1);
    places_.assign(sides.size(), 0);
    const int degree = static_cast<int>(sides.size());
    MPI_Dist_graph_create_adjacent(cart_, degree, sources.data(), MPI_UNWEIGHTED, degree, destinations.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph_);
    const int processes = world_size();
    all_counts_.assign(processes, 1);
    all_zeros_.assign(processes, 0);
    all_own_.assign(processes, own_[4]);
    all_ghosts_.assign(processes, ghost_[4]);
    in_.resize(6 * static_cast<std::size_t>(n_) * n_, 1.0);
    out_.resize(in_.size());
  }
  ~Cube() {
    for (MPI_Datatype* types : {own_, ghost_})
      for (int side = 0; side < 6; ++side) MPI_Type_free(&types[side]);
    for (std::vector<MPI_Datatype>* types : {&parts_, &ghost_parts_})
      for (MPI_Datatype& type : *types) MPI_Type_free(&type);
    MPI_Comm_free(&graph_);
    MPI_Comm_free(&cart_);
  }
  Cube(const Cube&) = delete;
  Cube& operator=(const Cube&) = delete;

  void alltoallw() { MPI_Neighbor_alltoallw(data(), counts_, zeros_, own_, data(), counts_, zeros_, ghost_, cart_); }
  void alltoallw_of_26() {
    MPI_Neighbor_alltoallw(data(), ones_.data(), places_.data(), parts_.data(), data(), ones_.data(), places_.data(),
                           ghost_parts_.data(), graph_);
  }
  void ineighbor_alltoallw() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ineighbor_alltoallw(data(), counts_, zeros_, own_, data(), counts_, zeros_, ghost_, cart_, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  void alltoall() { MPI_Neighbor_alltoall(in_.data(), n_ * n_, MPI_DOUBLE, out_.data(), n_ * n_, MPI_DOUBLE, cart_); }
  void alltoallv() {
    MPI_Neighbor_alltoallv(in_.data(), sizes_.data(), contiguous_.data(), MPI_DOUBLE, out_.data(), sizes_.data(),
                           contiguous_.data(), MPI_DOUBLE, cart_);
  }
  void allgather() { MPI_Neighbor_allgather(in_.data(), n_ * n_, MPI_DOUBLE, out_.data(), n_ * n_, MPI_DOUBLE, cart_); }
  /// The face at which points lie apart, to every process.
  void alltoallw_of_all() {
    MPI_Alltoallw(data(), all_counts_.data(), all_zeros_.data(), all_own_.data(), data(), all_counts_.data(),
                  all_zeros_.data(), all_ghosts_.data(), MPI_COMM_WORLD);
  }
  void persistent() {
    if (requests_.empty()) {
      requests_.resize(12);
      for (int side = 0; side < 6; ++side) {
        MPI_Recv_init(data(), 1, ghost_[side], to_[side], side ^ 1, cart_, &requests_[2 * side]);
        MPI_Send_init(data(), 1, own_[side], to_[side], side, cart_, &requests_[2 * side + 1]);
      }
    }
    MPI_Startall(12, requests_.data());
    MPI_Waitall(12, requests_.data(), MPI_STATUSES_IGNORE);
  }
  void end_persistent() {
    for (MPI_Request& request : requests_) MPI_Request_free(&request);
    requests_.clear();
  }
  /// As a program writes its points between two exchanges.
  void compute() {
    for (std::size_t i = 0; i < points_.size(); i += 5) points_[i] += 1;
  }

 private:
  MPI_Datatype committed(const Box& box) const {
    MPI_Datatype type = blocks_.subarray(box);
    MPI_Type_commit(&type);
    return type;
  }
  double* data() { return points_.data(); }

  int n_;
  MPI_Comm cart_;
  Blocks blocks_;
  std::vector<double> points_;
  MPI_Comm graph_ = MPI_COMM_NULL;
  std::vector<MPI_Datatype> parts_;
  std::vector<MPI_Datatype> ghost_parts_;
  std::vector<int> ones_;
  std::vector<MPI_Aint> places_;
  MPI_Datatype own_[6];
  MPI_Datatype ghost_[6];
  int counts_[6];
  int to_[6];
  MPI_Aint zeros_[6] = {};
  std::vector<int> contiguous_;
  std::vector<int> sizes_;
  std::vector<int> all_counts_;
  std::vector<int> all_zeros_;
  std::vector<MPI_Datatype> all_own_;
  std::vector<MPI_Datatype> all_ghosts_;
  std::vector<double> in_;
  std::vector<double> out_;
  std::vector<MPI_Request> requests_;
};

using Way = void (Cube::*)();

/// Seconds of one call: the slowest process, in the mean over `count` calls.
double time_of(Cube& cube, Way way, int count) {
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = 0;
  for (int i = 0; i < count; ++i) {
    cube.compute();
    const double begin = MPI_Wtime();
    (cube.*way)();
    seconds += MPI_Wtime() - begin;
  }
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds / count;
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app{"Neighborhood collectives and persistent requests; microseconds"};
  app.add_option("--sizes", options.sizes, "points along an axis")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--rounds", options.rounds, "rounds, in which all ways take turns")->capture_default_str();
  app.add_option("--round-ms", options.round_ms, "milliseconds of a round")->capture_default_str();
  app.add_option("--only", options.only, "only calls whose names begin so");
  CLI11_PARSE(app, argc, argv);
  std::vector<std::pair<std::string, Way>> ways = {
      {"Neighbor_alltoallw, faces", &Cube::alltoallw},      {"Ineighbor_alltoallw, faces", &Cube::ineighbor_alltoallw},
      {"Neighbor_alltoallw, 26", &Cube::alltoallw_of_26},   {"Send_init, Recv_init, faces", &Cube::persistent},
      {"Alltoallw, columns", &Cube::alltoallw_of_all},      {"Neighbor_alltoall, contiguous", &Cube::alltoall},
      {"Neighbor_alltoallv, contiguous", &Cube::alltoallv}, {"Neighbor_allgather, contiguous", &Cube::allgather},
  };
  std::erase_if(ways, [&](const auto& way) { return !way.first.starts_with(options.only); });
  for (const int size : options.sizes) {
    Cube cube(size);
    std::vector<std::vector<double>> times(ways.size());
    std::vector<int> counts;
    for (const auto& [name, way] : ways) {
      time_of(cube, way, 300);
      const double once = time_of(cube, way, 10);
      counts.push_back(std::clamp(static_cast<int>(options.round_ms * 1e-3 / once), 3, 5000));
    }
    for (int round = 0; round < options.rounds; ++round)
      for (std::size_t i = 0; i < ways.size(); ++i) times[i].push_back(time_of(cube, ways[i].second, counts[i]));
    cube.end_persistent();
    for (std::size_t i = 0; i < ways.size() && world_rank() == 0; ++i)
      fmt::print("{};{};{:.3f}\n", ways[i].first, 8 * size * size, 1e6 * *std::ranges::min_element(times[i]));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("neighbors", argc, argv, run); }
