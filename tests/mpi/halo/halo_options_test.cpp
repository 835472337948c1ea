// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Wire types, graph communicators, windows and reports of halo.h. For 4 processes or more.
#include "cartwright/halo.hpp"
#include "fixture.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

namespace {

/// A periodic line of processes with 4 doubles each, and one ghost point at both ends.
class Line {
 public:
  Line() : array_(6, 0.0) { use(array_.data()); }
  ~Line() { cw_halo_free(halo_); }
  Line(const Line&) = delete;

  void use(double* array) {
    data_ = array;
    field.base = array + 1;
    field.sizes = &size_;
  }
  /// `from_graph`: ranks are taken from the communicator.
  cw_status plan(MPI_Comm comm, bool from_graph = false) {
    const int rank = rank_in(MPI_COMM_WORLD);
    const int all = size_of(MPI_COMM_WORLD);
    neighbors[0] = {{-1}, from_graph ? CW_HALO_FROM_GRAPH : (rank + all - 1) % all};
    neighbors[1] = {{1}, from_graph ? CW_HALO_FROM_GRAPH : (rank + 1) % all};
    options.neighbors = neighbors;
    options.nneighbors = 2;
    return cw_halo_create(comm, 1, 1, &field, 1, &options, &halo_);
  }
  cw_halo* halo() const { return halo_; }
  /// Own points are `value` + rank. Returns the ghost points, less their rank.
  std::vector<double> exchanged(double value) {
    const int rank = rank_in(MPI_COMM_WORLD);
    const int all = size_of(MPI_COMM_WORLD);
    for (int i = 1; i < 5; ++i) data_[i] = value + rank;
    EXPECT_EQ(cw_halo_exchange(halo_), CW_OK) << cw_last_error();
    return {data_[0] - (rank + all - 1) % all, data_[5] - (rank + 1) % all};
  }

  cw_halo_field field = CW_HALO_FIELD_INIT;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  cw_halo_neighbor neighbors[2] = {};

 private:
  const std::int64_t size_ = 4;
  std::vector<double> array_;
  double* data_ = nullptr;
  cw_halo* halo_ = nullptr;
};

bool message_has(const std::string& part) { return std::string(cw_last_error()).find(part) != std::string::npos; }

constexpr double third = 1.0 / 3;

/// GCC 12 leaves the rounding out where it vectorizes it.
double as_float(double value) {
  const volatile float rounded = static_cast<float>(value);
  return rounded;
}

TEST(HaloWire, RoundsBetweenNodesOnly) {
  Environment environment({{"CARTWRIGHT_NODES", std::to_string(size_of(MPI_COMM_WORLD) / 2) + "x2"}});
  Line line;
  line.field.wire_type = CW_HALO_FLOAT;
  ASSERT_EQ(line.plan(MPI_COMM_WORLD), CW_OK) << cw_last_error();
  const int rank = rank_in(MPI_COMM_WORLD);
  const std::vector<double> ghosts = line.exchanged(third);
  // Even ranks have the next one on their node, odd ones the one before.
  const int all = size_of(MPI_COMM_WORLD);
  const int before = (rank + all - 1) % all;
  const int after = (rank + 1) % all;
  const double exact[] = {third + before - before, third + after - after};
  const double rounded[] = {as_float(third + before) - before, as_float(third + after) - after};
  EXPECT_EQ(ghosts[0], rank % 2 == 0 ? rounded[0] : exact[0]);
  EXPECT_EQ(ghosts[1], rank % 2 == 0 ? exact[1] : rounded[1]);
}

TEST(HaloWire, Refused) {
  Line line;
  line.field.wire_type = CW_HALO_INT32;
  EXPECT_EQ(line.plan(MPI_COMM_WORLD), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("only CW_HALO_FLOAT for CW_HALO_DOUBLE is possible")) << cw_last_error();
  line.field.wire_type = rank_in(MPI_COMM_WORLD) == 1 ? CW_HALO_FLOAT : CW_HALO_SAME;
  EXPECT_EQ(line.plan(MPI_COMM_WORLD), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("different types between nodes")) << cw_last_error();
}

/// A graph with edges to the neighbors that are `shift` ranks away.
MPI_Comm ring(int shift) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int all = size_of(MPI_COMM_WORLD);
  const int ranks[] = {(rank + all - shift) % all, (rank + shift) % all};
  MPI_Comm graph = MPI_COMM_NULL;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, ranks, MPI_UNWEIGHTED, 2, ranks, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &graph);
  return graph;
}

TEST(HaloGraph, RanksComeFromTheGraph) {
  Line line;
  MPI_Comm graph = ring(1);
  ASSERT_EQ(line.plan(graph, true), CW_OK) << cw_last_error();
  EXPECT_EQ(line.exchanged(7), std::vector<double>(2, 7));
  MPI_Comm_free(&graph);
}

TEST(HaloGraph, EdgesAreChecked) {
  if (size_of(MPI_COMM_WORLD) < 4) return;
  MPI_Comm graph = ring(2);
  {
    Line line;
    EXPECT_EQ(line.plan(graph), CW_INVALID_ARGUMENT);
    EXPECT_TRUE(message_has("in the graph of the communicator")) << cw_last_error();
  }
  MPI_Comm_free(&graph);
  Line line;
  EXPECT_EQ(line.plan(MPI_COMM_WORLD, true), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("takes its rank from a graph")) << cw_last_error();
}

TEST(HaloWindow, IsReadInPlace) {
  double* array = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate_shared(6 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&array),
                          &window);
  cw::share_window(MPI_COMM_WORLD, window);
  cw::share_window(MPI_COMM_WORLD, window);  // once is enough
  {
    Line line;
    line.use(array);
    Environment environment({{"CARTWRIGHT_HALO_CHOICES", "off"}});
    line.options.effort = CW_HALO_MEASURE;
    ASSERT_EQ(line.plan(MPI_COMM_WORLD), CW_OK) << cw_last_error();
    EXPECT_EQ(line.exchanged(5), std::vector<double>(2, 5));
    const std::string text = cw_halo_explain(line.halo());
    EXPECT_NE(text.find("runs from 1 bytes on are read in place"), std::string::npos) << text;
  }
  Line freed;
  freed.use(array);
  ASSERT_EQ(freed.plan(MPI_COMM_WORLD), CW_OK) << cw_last_error();
  MPI_Win_free(&window);
  EXPECT_EQ(cw_halo_exchange(freed.halo()), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("its array was freed")) << cw_last_error();
}

TEST(HaloWindow, Refused) {
  double value = 0;
  MPI_Win window = MPI_WIN_NULL;
  EXPECT_EQ(cw_halo_share_window(MPI_COMM_WORLD, window), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("MPI_WIN_NULL")) << cw_last_error();
  MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  EXPECT_EQ(cw_halo_share_window(MPI_COMM_WORLD, window), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("MPI_Win_allocate_shared")) << cw_last_error();
  MPI_Win_free(&window);
}

std::string json_of(const Line& line) { return cw_halo_explain_json(line.halo()); }

/// Measures a plan of 2 x 2 points with the two neighbors in a ring, along one axis. Whether it was measured before.
bool square_measured_before(std::size_t axis) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int all = size_of(MPI_COMM_WORLD);
  std::vector<cw_halo_neighbor> neighbors(2);
  for (const int way : {-1, 1}) {
    cw_halo_neighbor& neighbor = neighbors[way < 0 ? 0 : 1];
    neighbor.side[axis] = way;
    neighbor.rank = (rank + way + all) % all;
  }
  const std::int64_t sizes[2] = {2, 2};
  const std::int64_t offsets[4] = {axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 0 ? -1 : 0, axis == 1 ? -1 : 0};
  std::array<double, 16> points{};
  cw_halo_field field = CW_HALO_FIELD_INIT;
  field.base = points.data() + 5;
  field.sizes = sizes;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.effort = CW_HALO_MEASURE;
  options.shape = CW_HALO_OFFSETS;
  options.noffsets = 2;
  options.offsets = offsets;
  options.nneighbors = neighbors.size();
  options.neighbors = neighbors.data();
  cw_halo* halo = nullptr;
  EXPECT_EQ(cw_halo_create(MPI_COMM_WORLD, 2, 1, &field, 1, &options, &halo), CW_OK) << cw_last_error();
  const std::string json = cw_halo_explain_json(halo);
  cw_halo_free(halo);
  return json.find("\"measured_before\":true") != std::string::npos;
}

TEST(HaloMeasure, ChoicesAreKept) {
  std::string folder = testing::TempDir() + "cartwright-halo-XXXXXX";
  const bool made = rank_in(MPI_COMM_WORLD) != 0 || mkdtemp(folder.data()) != nullptr;
  ASSERT_TRUE(made);
  MPI_Bcast(folder.data(), static_cast<int>(folder.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  Environment environment(
      {{"CARTWRIGHT_HALO_CHOICES", folder}, {"CARTWRIGHT_NODES", std::to_string(size_of(MPI_COMM_WORLD) / 2) + "x2"}});
  const auto measure = [](Line& line) {
    line.options.effort = CW_HALO_MEASURE;
    ASSERT_EQ(line.plan(MPI_COMM_WORLD), CW_OK) << cw_last_error();
    EXPECT_EQ(line.exchanged(3), std::vector<double>(2, 3));
  };
  const auto choices = [](const Line& line) {
    const std::string json = json_of(line);
    const std::size_t begin = json.find("\"reads_in_place_from\"");
    return json.substr(begin, json.find("\"neighbors\"") - begin);
  };
  Line first;
  measure(first);
  EXPECT_NE(json_of(first).find("\"measured_before\":false"), std::string::npos) << json_of(first);
  MPI_Barrier(MPI_COMM_WORLD);
  Line second;
  measure(second);
  EXPECT_NE(json_of(second).find("\"measured_before\":true"), std::string::npos) << json_of(second);
  EXPECT_EQ(choices(second), choices(first));
  Line other;
  other.options.buffered = 1;
  measure(other);
  EXPECT_NE(json_of(other).find("\"measured_before\":false"), std::string::npos) << json_of(other);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(square_measured_before(0));
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(square_measured_before(1));
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(square_measured_before(0));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_in(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(folder);
}

/// A periodic grid of 2 x n processes with 2 x 2 doubles each, and a ghost point all around.
class Plane {
 public:
  Plane() : points_(16, 0.0) {
    int dims[2] = {2, size_of(MPI_COMM_WORLD) / 2};
    const int periods[2] = {1, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart_);
    field_.base = &points_[5];
    field_.sizes = sizes_;
    options.no_sharing = 1;
  }
  ~Plane() {
    cw_halo_free(halo_);
    if (cart_ != MPI_COMM_NULL) MPI_Comm_free(&cart_);
  }
  Plane(const Plane&) = delete;
  cw_status plan() {
    return cart_ == MPI_COMM_NULL ? CW_OK : cw_halo_create(cart_, 2, 1, &field_, 1, &options, &halo_);
  }
  /// The sum of the ghost points, where all own points are rank + 1.
  double exchanged() {
    if (cart_ == MPI_COMM_NULL) return 0;
    for (const int own : {5, 6, 9, 10}) points_[own] = 1 + rank_in(cart_);
    EXPECT_EQ(cw_halo_exchange(halo_), CW_OK) << cw_last_error();
    return std::accumulate(points_.begin(), points_.end(), 0.0) - 4 * (1 + rank_in(cart_));
  }
  /// The same sum by the ranks of the neighbors: 4 ghost points of the other row, 2 at each side, and the corners.
  double expected() const {
    if (cart_ == MPI_COMM_NULL) return 0;
    const int columns = size_of(cart_) / 2, row = rank_in(cart_) / columns, column = rank_in(cart_) % columns;
    const auto value = [&](int i, int j) { return 1 + i * columns + (j + columns) % columns; };
    double sum = 4 * value(1 - row, column);
    for (const int side : {column - 1, column + 1}) sum += 2 * value(row, side) + 2 * value(1 - row, side);
    return sum;
  }
  std::string explanation() const { return cart_ == MPI_COMM_NULL ? "" : cw_halo_explain(halo_); }

  cw_halo_options options = CW_HALO_OPTIONS_INIT;

 private:
  MPI_Comm cart_ = MPI_COMM_NULL;
  std::vector<double> points_;
  const std::int64_t sizes_[2] = {2, 2};
  cw_halo_field field_ = CW_HALO_FIELD_INIT;
  cw_halo* halo_ = nullptr;
};

TEST(HaloCorners, RideWithFaces) {
  Plane direct;
  direct.options.corners = CW_HALO_CORNERS_DIRECT;
  ASSERT_EQ(direct.plan(), CW_OK) << cw_last_error();
  EXPECT_EQ(direct.exchanged(), direct.expected());
  EXPECT_EQ(direct.explanation().find("corners are forwarded"), std::string::npos) << direct.explanation();
  Plane with_faces;
  with_faces.options.corners = CW_HALO_CORNERS_WITH_FACES;
  ASSERT_EQ(with_faces.plan(), CW_OK) << cw_last_error();
  EXPECT_EQ(with_faces.exchanged(), with_faces.expected());
  EXPECT_NE(with_faces.explanation().find("1 message of 32 bytes along axis 1, 1 message of 64 bytes along axis 0"),
            std::string::npos)
      << with_faces.explanation();
}

TEST(HaloCorners, AreForTheDirectWayWithoutFullNeighborhoods) {
  Plane faces;
  faces.options.shape = CW_HALO_FACES;
  faces.options.corners = CW_HALO_CORNERS_WITH_FACES;
  ASSERT_EQ(faces.plan(), CW_OK) << cw_last_error();
  faces.exchanged();
  EXPECT_EQ(faces.explanation().find("corners are forwarded"), std::string::npos) << faces.explanation();
}

TEST(HaloPieces, AreExplained) {
  Plane plane;
  plane.options.piece = 64;
  ASSERT_EQ(plane.plan(), CW_OK) << cw_last_error();
  EXPECT_EQ(plane.exchanged(), plane.expected());
  EXPECT_NE(plane.explanation().find(", in pieces of 64"), std::string::npos) << plane.explanation();
}

TEST(HaloPieces, AreTheSameOnAllProcesses) {
  Plane plane;
  plane.options.piece = rank_in(MPI_COMM_WORLD) == 1 ? 128 : 64;
  EXPECT_EQ(plane.plan(), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("options.piece is 64 on one process and 128 on another")) << cw_last_error();
  plane.options.piece = 0;
  plane.options.corners = rank_in(MPI_COMM_WORLD) == 1 ? CW_HALO_CORNERS_DIRECT : CW_HALO_CORNERS_CHOSEN;
  EXPECT_EQ(plane.plan(), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("options.corners differs between processes")) << cw_last_error();
  plane.options.piece = -5;
  EXPECT_EQ(plane.plan(), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(message_has("options.piece is -5")) << cw_last_error();
}

TEST(HaloExplain, Json) {
  Line line;
  ASSERT_EQ(line.plan(MPI_COMM_WORLD), CW_OK) << cw_last_error();
  const std::string json = json_of(line);
  for (const char* const part :
       {"{\"rank\":", "\"sides\":2", "\"way\":\"node\"", "\"bytes_packed\":8", "\"measured\":[]"})
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
}

/// What cw::Halo needs of std::mdspan, which the compiler may not have.
struct View {
  using element_type = float;
  static constexpr std::size_t rank() { return 2; }
  std::int64_t extent(std::size_t axis) const { return axis == 0 ? 6 : 5; }
  std::int64_t stride(std::size_t axis) const { return axis == 0 ? 1 : 7; }
  float* data_handle() const { return data; }
  float* data;
};

TEST(HaloViews, HaveAnyStrides) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const int dims[] = {size_of(MPI_COMM_WORLD), 1};
  const int periods[] = {1, 1};
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
  std::vector<float> memory(35, -1.0F);
  const View view{memory.data()};
  const auto at = [&](int i, int j) -> float& { return memory[i + 7 * j]; };
  for (int i = 1; i < 5; ++i)
    for (int j = 1; j < 4; ++j) at(i, j) = static_cast<float>(100 * rank + 10 * i + j);
  {
    cw::Halo halo(cart, 1, view);
    halo.exchange();
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j) {
      const int owner = (rank + (i == 0 ? dims[0] - 1 : i == 5 ? 1 : 0)) % dims[0];
      const int its_i = i == 0 ? 4 : i == 5 ? 1 : i;
      const int its_j = j == 0 ? 3 : j == 4 ? 1 : j;
      EXPECT_EQ(at(i, j), static_cast<float>(100 * owner + 10 * its_i + its_j)) << i << ", " << j;
    }
  for (int j = 0; j < 5; ++j) EXPECT_EQ(at(6, j), -1.0F) << j;
  MPI_Comm_free(&cart);
}

}  // namespace
