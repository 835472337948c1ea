// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Neighborhood collectives and persistent requests as programs call them: a face of a block of doubles to each neighbor
// in a periodic grid, by derived datatypes or contiguous, or a face, an edge or a corner to each of 26. It prints a
// line for each way and size with the time of a call in microseconds, in the round that was disturbed least. Run it
// without and with the interposer; run.py --calls does so in turn.
//     mpirun -n 2 neighbors --sizes 4 16 64
#include "exchange/blocks.hpp"
#include "lib/mpi_program.hpp"
#include "lib/options.hpp"

#include <cstdlib>

using namespace cartwright::bench;

namespace {

/// A cube of n^3 doubles with ghost points, and its faces, edges and corners.
class Cube {
 public:
  explicit Cube(int n)
      : face_(n * n),
        blocks_({3, n, 1, 1, true, -1}),
        cart_(blocks_.cart()),
        graph_(blocks_.graph()),
        points_(blocks_.points()),
        in_(6 * face_, 1.0),
        out_(in_.size()) {
    const std::vector<Side>& sides = blocks_.sides();
    for (std::size_t i = 0; i < sides.size(); ++i) {
      parts_.push_back(committed(sides[i].boundary));
      ghost_parts_.push_back(committed(sides[sides.size() - 1 - i].ghosts));
      const Indices& step = sides[i].step;
      if (std::abs(step[0]) + std::abs(step[1]) + std::abs(step[2]) != 1) continue;
      const int axis = step[0] != 0 ? 0 : step[1] != 0 ? 1 : 2;
      const int side = 2 * axis + (step[axis] > 0 ? 1 : 0);
      to_[side] = sides[i].rank;
      own_[side] = committed(sides[i].boundary);
      ghost_[side] = committed(sides[i].ghosts);
    }
    for (int side = 0; side < 6; ++side) contiguous_.push_back(side * face_);
    const std::size_t most = std::max<std::size_t>(sides.size(), world_size());
    ones_.assign(most, 1);
    zeros_.assign(most, 0);
    places_.assign(most, 0);
    columns_.assign(world_size(), own_[4]);
    ghost_columns_.assign(world_size(), ghost_[4]);
  }
  ~Cube() {
    for (auto* types : {&own_, &ghost_, &parts_, &ghost_parts_})
      for (MPI_Datatype& type : *types) MPI_Type_free(&type);
    MPI_Comm_free(&graph_);
  }
  Cube(const Cube&) = delete;
  Cube& operator=(const Cube&) = delete;

  void alltoallw() {
    MPI_Neighbor_alltoallw(data(), ones_.data(), places_.data(), own_.data(), data(), ones_.data(), places_.data(),
                           ghost_.data(), cart_);
  }
  void alltoallw_of_26() {
    MPI_Neighbor_alltoallw(data(), ones_.data(), places_.data(), parts_.data(), data(), ones_.data(), places_.data(),
                           ghost_parts_.data(), graph_);
  }
  void ineighbor_alltoallw() {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Ineighbor_alltoallw(data(), ones_.data(), places_.data(), own_.data(), data(), ones_.data(), places_.data(),
                            ghost_.data(), cart_, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  void alltoall() { MPI_Neighbor_alltoall(in_.data(), face_, MPI_DOUBLE, out_.data(), face_, MPI_DOUBLE, cart_); }
  void alltoallv() {
    MPI_Neighbor_alltoallv(in_.data(), sizes_.data(), contiguous_.data(), MPI_DOUBLE, out_.data(), sizes_.data(),
                           contiguous_.data(), MPI_DOUBLE, cart_);
  }
  void allgather() { MPI_Neighbor_allgather(in_.data(), face_, MPI_DOUBLE, out_.data(), face_, MPI_DOUBLE, cart_); }
  /// The face at which points lie apart, to every process.
  void alltoallw_of_all() {
    MPI_Alltoallw(data(), ones_.data(), zeros_.data(), columns_.data(), data(), ones_.data(), zeros_.data(),
                  ghost_columns_.data(), MPI_COMM_WORLD);
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

  int face_;  ///< its points
  Blocks blocks_;
  MPI_Comm cart_, graph_;
  std::vector<double> points_, in_, out_;
  std::vector<MPI_Datatype> parts_, ghost_parts_, columns_, ghost_columns_;
  std::vector<MPI_Datatype> own_ = std::vector<MPI_Datatype>(6), ghost_ = own_;
  std::vector<int> to_ = std::vector<int>(6), sizes_ = std::vector<int>(6, face_), contiguous_, ones_, zeros_;
  std::vector<MPI_Aint> places_;
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
  return maximum(seconds) / count;
}

void run(int argc, char** argv) {
  std::vector<int> sizes = {4, 8, 16, 32, 64};
  int rounds = 12;
  double round_ms = 1;
  std::string only;
  CommandLine options("Neighborhood collectives and persistent requests; microseconds");
  options.add_option("--sizes", sizes, "points along an axis")->check(CLI::PositiveNumber);
  options.add_option("--rounds", rounds, "rounds, in which all ways take turns");
  options.add_option("--round-ms", round_ms, "milliseconds of a round");
  options.add_option("--only", only, "only calls whose names begin so");
  options.read(argc, argv, world_rank());
  std::vector<std::pair<std::string, Way>> ways = {
      {"Neighbor_alltoallw, faces", &Cube::alltoallw},      {"Ineighbor_alltoallw, faces", &Cube::ineighbor_alltoallw},
      {"Neighbor_alltoallw, 26", &Cube::alltoallw_of_26},   {"Send_init, Recv_init, faces", &Cube::persistent},
      {"Alltoallw, columns", &Cube::alltoallw_of_all},      {"Neighbor_alltoall, contiguous", &Cube::alltoall},
      {"Neighbor_alltoallv, contiguous", &Cube::alltoallv}, {"Neighbor_allgather, contiguous", &Cube::allgather},
  };
  std::erase_if(ways, [&](const auto& way) { return !way.first.starts_with(only); });
  for (const int size : sizes) {
    Cube cube(size);
    std::vector<std::vector<double>> times(ways.size());
    std::vector<int> counts;
    for (const auto& [name, way] : ways) {
      time_of(cube, way, 300);
      const double once = time_of(cube, way, 10);
      counts.push_back(std::clamp(static_cast<int>(round_ms * 1e-3 / once), 3, 5000));
    }
    for (int round = 0; round < rounds; ++round)
      for (std::size_t i = 0; i < ways.size(); ++i) times[i].push_back(time_of(cube, ways[i].second, counts[i]));
    cube.end_persistent();
    for (std::size_t i = 0; i < ways.size() && world_rank() == 0; ++i)
      fmt::print("{};{};{:.3f}\n", ways[i].first, 8 * size * size, 1e6 * *std::ranges::min_element(times[i]));
  }
}

}  // namespace

int main(int argc, char** argv) { return mpi_main("neighbors", argc, argv, run); }
