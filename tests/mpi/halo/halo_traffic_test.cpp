// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Are halo exchanges counted as they are sent? Prints the expected report, as traffic_test.c does. For 4 processes in a
// periodic grid of 2 x 2, on nodes of RANKS (the argument).
#include "cartwright/halo.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace {

using Sums = std::array<long long, 4>;  // messages and bytes, each with those between nodes, in the order of the report

int rank = 0;
int ranks_a_node = 1;
Sums mine{};

int node_of(int process) { return process / ranks_a_node; }

void expect(int dest, long long messages, long long bytes) {
  const bool between = node_of(dest) != node_of(rank);
  mine[0] += messages;
  mine[1] += between ? messages : 0;
  mine[2] += bytes;
  mine[3] += between ? bytes : 0;
}

constexpr long long line = 64;
constexpr long long header = 64;
long long padded(long long bytes, long long unit = line) { return (bytes + unit - 1) / unit * unit; }

/// A message of its own, with a header.
void expect_message(int dest, long long bytes, long long piece = 1 << 20) {
  const long long all = padded(bytes) + header;
  expect(dest, (all + piece - 1) / piece, all);
}

/// A block of 5 x 7 doubles with ghost points of width 2. All ghost points along an axis belong to one neighbor, so
/// bits of ranks say where it is.
constexpr long long rows = 5, columns = 7, widest = 2;
std::map<int, long long> bytes_to_neighbors(long long width, long long value = sizeof(double)) {
  return {{rank ^ 1, 2 * width * rows * value},
          {rank ^ 2, 2 * width * columns * value},
          {rank ^ 3, 4 * width * width * value}};
}

void check(cw_status status) {
  if (status == CW_OK) return;
  std::fprintf(stderr, "%s\n", cw_last_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// What one plan is made of: an array in private memory, or one that neighbors read in place.
class Block {
 public:
  Block(MPI_Comm grid, bool in_place) : grid_(grid), in_place_(in_place) {
    constexpr std::size_t values = (rows + 2 * widest) * (columns + 2 * widest);
    if (in_place)
      check(cw_halo_alloc(values * sizeof(double), &memory_));
    else
      memory_ = std::calloc(values, sizeof(double));
  }
  ~Block() {
    if (in_place_)
      cw_halo_dealloc(memory_);
    else
      std::free(memory_);
  }
  Block(const Block&) = delete;

  cw_halo* plan(const cw_halo_options& options, cw_halo_type wire = CW_HALO_SAME) const {
    const std::int64_t sizes[] = {rows, columns};
    cw_halo_field field = CW_HALO_FIELD_INIT;
    field.base = static_cast<double*>(memory_) + widest * (columns + 2 * widest) + widest;
    field.sizes = sizes;
    field.wire_type = wire;
    cw_halo* halo = nullptr;
    check(cw_halo_create(grid_, 2, widest, &field, 1, &options, &halo));
    return halo;
  }

 private:
  MPI_Comm grid_;
  bool in_place_;
  void* memory_ = nullptr;
};

cw_halo_options direct() {
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.joining = CW_HALO_JOIN_NEVER;
  options.corners = CW_HALO_CORNERS_DIRECT;
  return options;
}

/// One message to each neighbor: with a header to other nodes, and without in this node.
void expect_to_each(const std::map<int, long long>& bytes, long long piece = 1 << 20) {
  for (const auto& [dest, sent] : bytes)
    if (node_of(dest) == node_of(rank))
      expect(dest, 1, sent);
    else
      expect_message(dest, sent, piece);
}

void plain(const Block& block) {
  cw_halo* const halo = block.plan(direct());
  for (int i = 0; i < 3; ++i) {
    check(cw_halo_exchange(halo));
    expect_to_each(bytes_to_neighbors(widest));
  }
  cw_halo_part part = CW_HALO_PART_INIT;
  part.width = 1;
  check(cw_halo_start_part(halo, &part));
  check(cw_halo_finish(halo));
  expect_to_each(bytes_to_neighbors(1));
  check(cw_halo_accumulate(halo, CW_HALO_SUM));
  expect_to_each(bytes_to_neighbors(widest));
  check(cw_halo_free(halo));
}

void in_pieces(const Block& block) {
  cw_halo_options options = direct();
  options.piece = 64;
  cw_halo* const halo = block.plan(options);
  check(cw_halo_exchange(halo));
  expect_to_each(bytes_to_neighbors(widest), 64);
  check(cw_halo_free(halo));
}

void as_floats(const Block& block) {
  cw_halo* const halo = block.plan(direct(), CW_HALO_FLOAT);
  check(cw_halo_exchange(halo));
  for (const auto& [dest, sent] : bytes_to_neighbors(widest))
    if (node_of(dest) == node_of(rank))
      expect(dest, 1, sent);
    else
      expect_message(dest, sent / 2);
  check(cw_halo_free(halo));
}

void joined(const Block& block) {
  if (ranks_a_node != 2) return;
  cw_halo_options options = direct();
  options.joining = CW_HALO_JOIN_ALWAYS;
  cw_halo* const halo = block.plan(options);
  check(cw_halo_exchange(halo));
  // The two processes of a node have the same neighbors on the other one. One of them sends for both, which one is a
  // choice of the plan: the sums do not depend on it.
  long long streams = 0;
  for (const auto& [dest, sent] : bytes_to_neighbors(widest)) {
    if (node_of(dest) == node_of(rank))
      expect(dest, 1, sent);
    else
      streams += 2 * padded(sent, 2 * line);
  }
  if (rank % 2 == 0) expect(rank ^ 2, 1, streams + header);
  check(cw_halo_free(halo));
}

void corners_with_faces(const Block& block) {
  cw_halo_options options = direct();
  options.corners = CW_HALO_CORNERS_WITH_FACES;
  cw_halo* const halo = block.plan(options);
  check(cw_halo_exchange(halo));
  expect_message(rank ^ 1, 2 * widest * rows * sizeof(double));
  expect_message(rank ^ 2, 2 * widest * (columns + 2 * widest) * sizeof(double));
  check(cw_halo_free(halo));
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc == 2) ranks_a_node = std::atoi(argv[1]);
  const int dims[] = {2, 2};
  const int periods[] = {1, 1};
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  for (const bool in_place : {false, true}) {
    const Block block(grid, in_place);
    plain(block);
    in_pieces(block);
    as_floats(block);
    joined(block);
    corners_with_faces(block);
  }

  // The sum is counted as well: combined data leaves each node once.
  if (rank != 0) {
    const bool crosses = node_of(rank) != 0 && rank % ranks_a_node == 0;
    mine[0] += 1;
    mine[1] += crosses ? 1 : 0;
    mine[2] += sizeof mine;
    mine[3] += crosses ? sizeof mine : 0;
  }
  Sums all{};
  MPI_Reduce(mine.data(), all.data(), 4, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%lld %lld %lld %lld\n", all[0], all[1], all[2], all[3]);
  MPI_Comm_free(&grid);
  MPI_Finalize();
}
