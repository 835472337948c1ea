// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// cw_halo_cart_create and cw::HaloCart: dims, blocks, arrays, and every ghost point after an exchange.
#include "cartwright/halo.hpp"
#include "fixture.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace {

using Index = std::array<std::int64_t, 3>;

/// A value for each point of the whole grid.
double value_of(const Index& at) { return static_cast<double>((at[0] * 1000 + at[1]) * 1000 + at[2]); }

/// Arguments, results and arrays of a call.
struct Call {
  Index sizes{}, whole{};
  std::array<int, 3> periods{};
  std::int64_t width = 1;
  cw_halo_field field = CW_HALO_FIELD_INIT;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  cw_halo_block block = CW_HALO_BLOCK_INIT;
  MPI_Comm of = MPI_COMM_WORLD;
  MPI_Comm cart = MPI_COMM_NULL;
  cw_halo* halo = nullptr;

  cw_status create() {
    if (whole[0] > 0) field.sizes = whole.data();
    return cw_halo_cart_create(of, 3, sizes.data(), periods.data(), width, &field, 1, &options, &block, &cart, &halo);
  }
  ~Call() {
    cw_halo_free(halo);
    if (halo != nullptr) {
      EXPECT_EQ(cw_halo_dealloc(field.base), CW_OK) << cw_last_error();
    }
    if (cart != MPI_COMM_NULL) MPI_Comm_free(&cart);
  }

  bool is_last(int axis) const { return block.coords[axis] + 1 == block.dims[axis]; }
  /// Own points of the field.
  std::int64_t own(int axis) const {
    return block.sizes[axis] + (is_last(axis) && whole[0] > 0 ? whole[axis] - sizes[axis] : 0);
  }
  double& at(const Index& index) const {
    std::int64_t offset = 0;
    for (int axis = 0; axis < 3; ++axis) offset += field.strides[axis] * index[axis];
    return *reinterpret_cast<double*>(static_cast<std::byte*>(field.base) + offset);
  }
  /// The strides are those of a dense array, with the last axis or the first one fastest.
  void expect_strides() const {
    auto stride = static_cast<std::int64_t>(sizeof(double));
    for (int i = 0; i < 3; ++i) {
      const int axis = options.column_major != 0 ? i : 2 - i;
      EXPECT_EQ(field.strides[axis], stride) << "axis " << axis;
      stride *= own(axis) + 2 * width;
    }
  }
  template <typename Body>
  void each(std::int64_t border, Body body) const {
    Index i{};
    for (i[0] = -border; i[0] < own(0) + border; ++i[0])
      for (i[1] = -border; i[1] < own(1) + border; ++i[1])
        for (i[2] = -border; i[2] < own(2) + border; ++i[2]) body(i);
  }

  /// Exchanges, and checks every point.
  void expect_ghosts() const {
    const auto global = [&](const Index& i) {
      return Index{block.start[0] + i[0], block.start[1] + i[1], block.start[2] + i[2]};
    };
    each(width, [&](const Index& i) { at(i) = -1; });
    each(0, [&](const Index& i) { at(i) = value_of(global(i)); });
    ASSERT_EQ(cw_halo_exchange(halo), CW_OK) << cw_last_error();
    each(width, [&](const Index& i) {
      Index there = global(i);
      bool inside = true;
      for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t n = whole[0] > 0 ? whole[axis] : sizes[axis];
        if (there[axis] >= 0 && there[axis] < n) continue;
        inside = inside && periods[axis] != 0;
        there[axis] = (there[axis] + n) % n;
      }
      EXPECT_EQ(at(i), inside ? value_of(there) : -1) << i[0] << ' ' << i[1] << ' ' << i[2];
    });
  }
  /// All processes together hold each point once.
  void expect_cover() const {
    std::int64_t points = block.sizes[0] * block.sizes[1] * block.sizes[2];
    MPI_Allreduce(MPI_IN_PLACE, &points, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(points, sizes[0] * sizes[1] * sizes[2]);
    EXPECT_EQ(block.dims[0] * block.dims[1] * block.dims[2], size_of(MPI_COMM_WORLD));
    std::array<int, 3> dims{}, periodic{}, coords{};
    MPI_Cart_get(cart, 3, dims.data(), periodic.data(), coords.data());
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(dims[axis], block.dims[axis]);
      EXPECT_EQ(coords[axis], block.coords[axis]);
      EXPECT_EQ(periodic[axis] != 0, periods[axis] != 0);
    }
  }
};

TEST(HaloCart, EveryGhostPoint) {
  for (const int column_major : {0, 1})
    for (const int sharing : {0, 1}) {
      Call call;
      call.sizes = {11, 8, 9};
      call.periods = {1, 0, 1};
      call.width = 2;
      call.options.column_major = column_major;
      call.options.no_sharing = 1 - sharing;
      ASSERT_EQ(call.create(), CW_OK) << cw_last_error();
      call.expect_cover();
      call.expect_strides();
      call.expect_ghosts();
    }
}

TEST(HaloCart, StaggeredFieldsEndOnTheLastProcess) {
  Call call;
  call.sizes = {8, 7, 9};
  call.whole = {9, 7, 10};
  ASSERT_EQ(call.create(), CW_OK) << cw_last_error();
  call.expect_strides();
  call.expect_ghosts();
}

TEST(HaloCart, CutsTheAxisWithTheLeastBytes) {
  Call call;
  call.sizes = {1000, 8, 8};
  ASSERT_EQ(call.create(), CW_OK) << cw_last_error();
  EXPECT_EQ(call.block.dims[0], size_of(MPI_COMM_WORLD));
  // A wide halo along this axis makes it expensive.
  Call wide;
  const Index widths = {6, 0, 1};
  wide.sizes = {64, 64, 64};
  wide.field.low = wide.field.high = widths.data();
  wide.width = 0;
  ASSERT_EQ(wide.create(), CW_OK) << cw_last_error();
  EXPECT_EQ(wide.block.dims[1], size_of(MPI_COMM_WORLD));
}

TEST(HaloCart, BlocksAreNotThinnerThanTheirHalo) {
  // Two nodes of two: 4x1x1 has the fewest bytes between nodes, too, but blocks of two points.
  const int rank = rank_in(MPI_COMM_WORLD);
  MPI_Comm four = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 4 ? 0 : MPI_UNDEFINED, rank, &four);
  if (four == MPI_COMM_NULL) return;
  if (size_of(four) == 4) {
    Call call;
    call.of = four;
    call.sizes = {8, 8, 3};
    call.width = 3;
    ASSERT_EQ(call.create(), CW_OK) << cw_last_error();
    EXPECT_EQ(call.block.dims[0], 2);
    EXPECT_EQ(call.block.dims[1], 2);
    call.expect_ghosts();
  }
  MPI_Comm_free(&four);
}

TEST(HaloCart, KeepsGivenDims) {
  Call call;
  call.sizes = {1000, 8, 8};
  call.block.dims[0] = 1;
  ASSERT_EQ(call.create(), CW_OK) << cw_last_error();
  EXPECT_EQ(call.block.dims[0], 1);
  call.expect_cover();
}

void expect_refused(Call& call, const std::string& part) {
  EXPECT_EQ(call.create(), CW_INVALID_ARGUMENT);
  EXPECT_NE(std::string(cw_last_error()).find(part), std::string::npos) << cw_last_error();
  EXPECT_EQ(call.halo, nullptr);
  EXPECT_EQ(call.cart, MPI_COMM_NULL);
}

TEST(HaloCart, Refused) {
  const int processes = size_of(MPI_COMM_WORLD);
  {
    Call call;
    call.sizes = {4, 0, 4};
    expect_refused(call, "sizes[1] is 0: give 1 or more");
  }
  {
    Call call;
    call.sizes = {processes - 1, 64, 64};
    call.block.dims[0] = processes;
    if (processes > 1) expect_refused(call, "for " + std::to_string(processes) + " processes");
  }
  {
    Call call;
    call.sizes = {64, 64, 64};
    call.block.dims[0] = processes + 1;
    expect_refused(call, "pass 0 to let them be chosen");
  }
  {
    Call call;
    call.sizes = {64, 64, 64};
    call.whole = {63, 64, 64};
    expect_refused(call, "field 0 has 63 points along axis 0, fewer than the grid");
  }
  {
    Call call;
    double value = 0;
    call.sizes = {64, 64, 64};
    call.field.base = &value;
    expect_refused(call, "leave them NULL");
  }
  {
    Call call;
    call.sizes = {64 + rank_in(MPI_COMM_WORLD), 64, 64};
    if (processes > 1) expect_refused(call, "the processes disagree");
  }
}

/// Values of two arrays, and the number of ghost points of a periodic grid of processes that have others.
int wrong_ghosts(MPI_Comm cart, std::span<const cw::HaloArray<float, 1>> arrays) {
  const int processes = size_of(cart);
  const int rank = rank_in(cart);
  int wrong = 0;
  for (std::size_t field = 0; field < arrays.size(); ++field) {
    const auto value = [&](int of) { return static_cast<float>(100 * field + of % processes); };
    wrong += arrays[field](-1) != value(rank + processes - 1);
    wrong += arrays[field](4) != value(rank + 1);
  }
  return wrong;
}

TEST(Halo, TakesAVectorAnArrayOrASpanOfArrays) {
  using Array = cw::HaloArray<float, 1>;
  const int size = size_of(MPI_COMM_WORLD);
  const int periodic = 1;
  MPI_Comm cart = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &cart);
  std::vector<Array> arrays;
  for (int field = 0; field < 2; ++field) arrays.emplace_back(Array::Numbers{4}, 1);
  const auto fill = [&] {
    for (std::size_t field = 0; field < 2; ++field)
      std::ranges::fill(arrays[field].values(), static_cast<float>(100 * field + rank_in(cart)));
  };
  const cw_halo_options options = CW_HALO_OPTIONS_INIT;
  fill();
  cw::Halo(cart, arrays).exchange();
  EXPECT_EQ(wrong_ghosts(cart, arrays), 0);
  fill();
  cw::Halo(cart, options, arrays).exchange();
  EXPECT_EQ(wrong_ghosts(cart, arrays), 0);
  fill();
  cw::Halo(cart, std::span(arrays)).exchange();
  EXPECT_EQ(wrong_ghosts(cart, arrays), 0);
  fill();
  std::array<Array, 2> both = {std::move(arrays[0]), std::move(arrays[1])};
  cw::Halo(cart, both).exchange();
  EXPECT_EQ(wrong_ghosts(cart, both), 0);
  MPI_Comm_free(&cart);
}

// The array of a report: tests/reports.
TEST(HaloCart, OfOneProcessWithTwoGhostPoints) {
  cw::HaloCart<int, 1> line(MPI_COMM_SELF, {4}, {1}, 2);
  for (int i = -2; i < 6; ++i) line[0](i) = i + 3;
  line.halo().exchange();
  std::vector<int> got;
  for (int i = -2; i < 6; ++i) got.push_back(line[0](i));
  EXPECT_EQ(got, (std::vector<int>{5, 6, 3, 4, 5, 6, 3, 4}));
}

TEST(HaloCart, Cpp) {
  cw::HaloCart<float, 2> grid(MPI_COMM_WORLD, {10, 12}, {1, 1}, 1, 2);
  const cw_halo_block& block = grid.block();
  for (const std::size_t field : {0, 1})
    for (std::int64_t i = 0; i < block.sizes[0]; ++i)
      for (std::int64_t j = 0; j < block.sizes[1]; ++j)
        grid[field](i, j) = static_cast<float>(1000 * field + 100 * (block.start[0] + i) + block.start[1] + j);
  cw::HaloCart<float, 2> moved = std::move(grid);
  moved.halo().exchange();
  for (const std::size_t field : {0, 1})
    for (std::int64_t i = -1; i <= block.sizes[0]; ++i)
      for (std::int64_t j = -1; j <= block.sizes[1]; ++j)
        EXPECT_EQ(moved[field](i, j), static_cast<float>(1000 * field + 100 * ((block.start[0] + i + 10) % 10) +
                                                         (block.start[1] + j + 12) % 12));
}

}  // namespace
