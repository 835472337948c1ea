// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Wrong arguments of halo.h, and neighbors that fail. For 2 processes.
#include "cartwright/halo.h"
#include "fixture.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace {

/// A periodic line of processes with one field of 4 x 6 doubles, and a plan for it.
class Line {
 public:
  explicit Line(cw_halo_options options = CW_HALO_OPTIONS_INIT, std::size_t fields = 1) {
    int dims[2] = {size_of(MPI_COMM_WORLD), 1};
    int periods[2] = {1, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart_);
    for (std::size_t i = 0; i < fields; ++i) {
      void* memory = nullptr;
      EXPECT_EQ(cw_halo_alloc(6 * 8 * 8, &memory), CW_OK);
      arrays_.push_back(static_cast<double*>(memory));
      fields_.push_back(CW_HALO_FIELD_INIT);
      fields_.back().base = arrays_.back() + 9;
      fields_.back().sizes = sizes_;
    }
    options_ = options;
  }
  ~Line() {
    cw_halo_free(halo_);
    for (double* array : arrays_) cw_halo_dealloc(array);
    MPI_Comm_free(&cart_);
  }
  Line(const Line&) = delete;

  cw_status plan(std::int64_t width = 1) {
    return cw_halo_create(cart_, 2, width, fields_.data(), fields_.size(), &options_, &halo_);
  }
  cw_halo* halo() const { return halo_; }
  cw_halo_field& field() { return fields_[0]; }
  cw_halo_options& options() { return options_; }
  MPI_Comm cart() const { return cart_; }
  double* array() { return arrays_[0]; }
  /// Frees the plan here, and not in the destructor.
  void free_plan() { cw_halo_free(std::exchange(halo_, nullptr)); }
  void free_array() {
    cw_halo_dealloc(arrays_[0]);
    arrays_.erase(arrays_.begin());
  }

 private:
  const std::int64_t sizes_[2] = {4, 6};
  MPI_Comm cart_ = MPI_COMM_NULL;
  std::vector<double*> arrays_;
  std::vector<cw_halo_field> fields_;
  cw_halo_options options_ = CW_HALO_OPTIONS_INIT;
  cw_halo* halo_ = nullptr;
};

bool message_has(const std::string& part) { return std::string(cw_last_error()).find(part) != std::string::npos; }

#define EXPECT_FAILURE(expected, call, part)           \
  do {                                                 \
    EXPECT_EQ(call, expected);                         \
    EXPECT_TRUE(message_has(part)) << cw_last_error(); \
  } while (false)
#define EXPECT_REFUSED(call, part) EXPECT_FAILURE(CW_INVALID_ARGUMENT, call, part)

TEST(HaloRefused, Fields) {
  Line line;
  EXPECT_REFUSED(line.plan(-1), "width is -1");
  EXPECT_REFUSED(line.plan(5), "is 5 points wide along axis 0, but its neighbor rank");
  EXPECT_TRUE(message_has("use fewer processes along this axis")) << cw_last_error();
  const std::int64_t flat[2] = {9, 2};
  line.field().sizes = flat;
  EXPECT_REFUSED(line.plan(3), "is 3 points wide along axis 1, but its neighbor rank");
  EXPECT_TRUE(message_has("use more points along this axis")) << cw_last_error();
  EXPECT_EQ(cw_halo_create(line.cart(), 2, 1, nullptr, 1, nullptr, nullptr), CW_INVALID_ARGUMENT);
  const std::int64_t none[2] = {4, 0};
  line.field().sizes = none;
  EXPECT_REFUSED(line.plan(), "it has 0 own points along axis 1");
  line.field().sizes = nullptr;
  EXPECT_REFUSED(line.plan(), "sizes is NULL");
}

TEST(HaloRefused, OneProcessFailsAllFail) {
  Line line;
  if (rank_in(MPI_COMM_WORLD) == 1) line.field().base = nullptr;
  EXPECT_REFUSED(line.plan(), "its address is NULL");
}

TEST(HaloRefused, BlocksThatDoNotMeet) {
  Line line;
  const std::int64_t other[2] = {4, 5};
  if (rank_in(MPI_COMM_WORLD) == 1) line.field().sizes = other;
  EXPECT_REFUSED(line.plan(), "points along axis 1, its neighbor rank");
}

TEST(HaloRefused, Neighbors) {
  Line line;
  cw_halo_neighbor one = {{1, 0}, 1 - rank_in(MPI_COMM_WORLD)};
  line.options().neighbors = &one;
  line.options().nneighbors = 1;
  EXPECT_REFUSED(line.plan(), "at the opposite side");
  one.rank = 7;
  EXPECT_REFUSED(line.plan(), "is rank 7, which is outside 0 to 1");
  one = {{0, 0}, 0};
  EXPECT_REFUSED(line.plan(), "a side is 0 along all axes");
  // Only one of the two names the other.
  one = {{1, 0}, 1};
  if (rank_in(MPI_COMM_WORLD) == 1) line.options().nneighbors = 0;
  EXPECT_REFUSED(line.plan(), "neighbor");
}

TEST(HaloRefused, OptionsThatDiffer) {
  const int rank = rank_in(MPI_COMM_WORLD);
  const auto plan = [](auto set) {
    Line line;
    set(line.options());
    return line.plan();
  };
  EXPECT_REFUSED(plan([&](cw_halo_options& options) { options.effort = static_cast<cw_halo_effort>(rank); }),
                 "options.effort differs");
  EXPECT_REFUSED(plan([&](cw_halo_options& options) { options.joining = static_cast<cw_halo_joining>(rank); }),
                 "options.joining or options.no_sharing differs");
  EXPECT_REFUSED(plan([&](cw_halo_options& options) { options.no_sharing = rank; }),
                 "options.joining or options.no_sharing differs");
}

TEST(HaloRefused, CountsThatAreTooLarge) {
  Line line;
  const auto most = static_cast<std::size_t>(-1) / 8;
  const std::int64_t offset[2] = {1, 0};
  EXPECT_REFUSED(cw_halo_create(line.cart(), 2, 1, &line.field(), most, nullptr, nullptr), "halo is NULL");
  cw_halo* halo = nullptr;
  EXPECT_REFUSED(cw_halo_create(line.cart(), 2, 1, &line.field(), most, nullptr, &halo), "nfields is");
  line.options().shape = CW_HALO_OFFSETS;
  line.options().offsets = offset;
  line.options().noffsets = std::size_t{1} << 61;
  EXPECT_REFUSED(line.plan(), "options.noffsets is 2305843009213693952");
  line.options() = CW_HALO_OPTIONS_INIT;
  const cw_halo_neighbor one = {{1, 0}, 0};
  line.options().neighbors = &one;
  line.options().nneighbors = most;
  EXPECT_REFUSED(line.plan(), "options.nneighbors is");
  line.options() = CW_HALO_OPTIONS_INIT;
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  const std::size_t number = 0;
  cw_halo_part part = CW_HALO_PART_INIT;
  part.fields = &number;
  part.nfields = most;
  EXPECT_REFUSED(cw_halo_start_part(line.halo(), &part), "part.nfields is");
}

TEST(HaloRefused, ArraysLargerThanTheMachine) {
  for (const int bits : {46, 60, 62}) {
    void* array = nullptr;
    EXPECT_EQ(cw_halo_alloc(std::int64_t{1} << bits, &array), CW_NO_MEMORY) << bits;
    EXPECT_EQ(array, nullptr);
  }
}

TEST(HaloRefused, Calls) {
  Line line;
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  EXPECT_REFUSED(cw_halo_finish(line.halo()), "no exchange of this plan is open");
  ASSERT_EQ(cw_halo_start(line.halo()), CW_OK);
  EXPECT_REFUSED(cw_halo_start(line.halo()), "is open");
  ASSERT_EQ(cw_halo_finish(line.halo()), CW_OK);
  const std::size_t number = 3;
  cw_halo_part part = CW_HALO_PART_INIT;
  part.fields = &number;
  part.nfields = 1;
  EXPECT_REFUSED(cw_halo_start_part(line.halo(), &part), "part.fields[0] is 3");
  EXPECT_REFUSED(cw_halo_accumulate(line.halo(), static_cast<cw_halo_operation>(3)), "unknown operation 3");
  EXPECT_REFUSED(cw_halo_dealloc(&part), "not allocated by cw_halo_alloc");
  cw_halo* const freed = line.halo();
  line.free_plan();
  EXPECT_REFUSED(cw_halo_exchange(freed), "already freed");
  cw_set_last_error("");
  EXPECT_EQ(cw_halo_explain(freed), nullptr);
  EXPECT_NE(std::string(cw_last_error()).find("already freed"), std::string::npos) << cw_last_error();
}

TEST(HaloRefused, FreedArray) {
  Line line;
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  line.free_array();
  EXPECT_REFUSED(cw_halo_exchange(line.halo()), "its array was freed");
}

/// In a node and between nodes.
class HaloNeighbor : public testing::TestWithParam<bool> {
 protected:
  static cw_halo_options options(double timeout = 30) {
    cw_halo_options options = CW_HALO_OPTIONS_INIT;
    options.no_sharing = GetParam() ? 0 : 1;
    options.timeout = timeout;
    return options;
  }
};

TEST_P(HaloNeighbor, ExchangesSomethingElse) {
  Line line(options(), 2);
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  const std::size_t number = rank_in(MPI_COMM_WORLD);
  cw_halo_part part = CW_HALO_PART_INIT;
  part.fields = &number;
  part.nfields = 1;
  ASSERT_EQ(cw_halo_start_part(line.halo(), &part), CW_OK);
  EXPECT_REFUSED(cw_halo_finish(line.halo()), "it exchanges other fields, widths or combinations in exchange 1");
  EXPECT_REFUSED(cw_halo_exchange(line.halo()), "has failed before");
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST_P(HaloNeighbor, ComesTooLate) {
  Line line(options(0.2));
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_halo_exchange(line.halo()), CW_OK) << cw_last_error();
  if (rank_in(MPI_COMM_WORLD) == 0) EXPECT_FAILURE(CW_TIMEOUT, cw_halo_exchange(line.halo()), "waited 0.2 s");
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST_P(HaloNeighbor, HasFreedItsPlan) {
  if (!GetParam()) return;  // a message that does not come is only seen to be late
  Line line(options());
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  ASSERT_EQ(cw_halo_exchange(line.halo()), CW_OK) << cw_last_error();
  if (rank_in(MPI_COMM_WORLD) == 1)
    line.free_plan();
  else
    EXPECT_FAILURE(CW_PEER_FAILED, cw_halo_exchange(line.halo()), "rank 1: it has freed its plan before exchange 2");
  MPI_Barrier(MPI_COMM_WORLD);
}

INSTANTIATE_TEST_SUITE_P(Ways, HaloNeighbor, testing::Bool());

/// Megabytes of memory, open files, and mappings.
struct Usage {
  double megabytes = 0;
  std::ptrdiff_t files = 0;
  std::ptrdiff_t mappings = 0;
  static Usage now() {
    Usage usage;
    std::ifstream statm("/proc/self/statm");
    double pages = 0;
    statm >> pages >> usage.megabytes;
    usage.megabytes *= 4096e-6;
    const std::filesystem::directory_iterator files("/proc/self/fd");
    usage.files = std::distance(begin(files), end(files));
    std::ifstream maps("/proc/self/maps");
    usage.mappings = std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
    return usage;
  }
};

TEST_P(HaloNeighbor, PlansLeaveNothingBehind) {
  const auto make = [](int count) {
    for (int i = 0; i < count; ++i) {
      Line line(options());
      ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
      ASSERT_EQ(cw_halo_exchange(line.halo()), CW_OK) << cw_last_error();
    }
  };
  const char* const count = std::getenv("CARTWRIGHT_TEST_PLANS");
  const int plans = count != nullptr ? std::atoi(count) : 300;
  make(100);
  const Usage before = Usage::now();
  make(plans);
  const Usage after = Usage::now();
  EXPECT_EQ(after.files, before.files);
  EXPECT_LT(after.mappings, before.mappings + 8);  // MPI and malloc may have a few more
  EXPECT_LT(after.megabytes, before.megabytes + 8);
}

}  // namespace
