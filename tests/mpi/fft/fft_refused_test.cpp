// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_refused.hpp"

#include <cstring>

namespace fft_test {
namespace {

TEST_F(Refused, NumbersOfDimensions) {
  Request request = request_;
  request.n.assign(20, 2);
  for (const std::size_t ndims : {std::size_t{0}, std::size_t{1}, std::size_t{17}, ~std::size_t{0}}) {
    request.ndims = ndims;
    expect_refused(request, ndims == ~std::size_t{0} ? "" : std::to_string(ndims));
  }
}

TEST_F(Refused, SizesBelowOne) {
  Request request = request_;
  for (const std::int64_t size : {std::int64_t{0}, std::int64_t{-3}, std::numeric_limits<std::int64_t>::min()}) {
    request.n = {8, size, 10};
    expect_refused(request, std::to_string(size));
  }
}

TEST_F(Refused, GridsOfOtherNumbersOfProcesses) {
  Request request = request_;
  const int too_many[] = {processes_ + 1, 1};
  request.options.grid = too_many;
  request.options.grid_ndims = 2;
  expect_refused(request, std::to_string(processes_ + 1));
  const int negative[] = {-processes_, -1};
  request.options.grid = negative;
  expect_refused(request, "-1");
  const int huge[] = {1 << 30, 1 << 30};
  request.options.grid = huge;
  expect_refused(request, std::to_string(1 << 30));
  const int open[] = {processes_ + 1, 0};
  request.options.grid = open;
  expect_refused(request, std::to_string(processes_ + 1));
}

TEST_F(Refused, GridsOfAsManyDimensionsAsTheArray) {
  Request request = request_;
  const int ones[20] = {processes_, 1, 1};
  request.options.grid = ones;
  for (const std::size_t dims : {std::size_t{3}, std::size_t{17}}) {
    request.options.grid_ndims = dims;
    expect_refused(request, std::to_string(dims));
  }
}

TEST_F(Refused, UnknownNames) {
  Request request = request_;
  request.options.order = "zigzag";
  expect_refused(request, "zigzag");
  request.options.order = "";
  expect_refused(request, "order");
  request.options.order = nullptr;
  request.options.method = "carrier-pigeon";
  expect_refused(request, "carrier-pigeon");
}

TEST_F(Refused, InvalidBases) {
  Request request = request_;
  request.options.basis = "FXF";
  expect_refused(request, "X");
  for (const char* basis : {"FF", "FFFF", ""}) {
    request.options.basis = basis;
    expect_refused(request, basis);
  }
  const cw_fft_kind kinds[] = {CW_FFT_FOURIER, CW_FFT_FOURIER, CW_FFT_FOURIER};
  request.options.basis = "FFF";
  request.options.kinds = kinds;
  expect_refused(request, "kinds");
}

TEST_F(Refused, InvalidEnumerators) {
  Request request = request_;
  for (const int number : {-1, 13, 99}) {
    const cw_fft_kind kinds[] = {CW_FFT_FOURIER, static_cast<cw_fft_kind>(number), CW_FFT_FOURIER};
    request.options.kinds = kinds;
    expect_refused(request, std::to_string(number));
    request.options.kinds = nullptr;
    request.options.precision = static_cast<cw_fft_precision>(number);
    expect_refused(request, std::to_string(number));
    request.options.precision = CW_FFT_DOUBLE;
    request.options.scale = static_cast<cw_fft_scale>(number);
    expect_refused(request, std::to_string(number));
    request.options.scale = CW_FFT_SCALE_NONE;
    request.options.effort = static_cast<cw_fft_effort>(number);
    expect_refused(request, std::to_string(number));
    request.options.effort = CW_FFT_ESTIMATE;
  }
}

TEST_F(Refused, NumbersOfFieldsBelowZero) {
  Request request = request_;
  request.options.fields = -2;
  expect_refused(request, "-2");
}

TEST_F(Refused, PhysicalSizesBelowTheSpectral) {
  Request request = request_;
  const std::int64_t physical[] = {12, 5, 15};
  request.options.physical = physical;
  expect_refused(request, "5");
}

TEST_F(Refused, PaddingOfAxesThatHaveNoHighestCoefficientAtTheirEnd) {
  Request request = request_;
  const std::int64_t physical[] = {8, 9, 10};
  request.options.physical = physical;
  for (const cw_fft_kind kind : {CW_FFT_NONE, CW_FFT_R2HC, CW_FFT_HC2R, CW_FFT_DHT}) {
    const cw_fft_kind kinds[] = {CW_FFT_FOURIER, kind, CW_FFT_FOURIER};
    request.options.kinds = kinds;
    expect_refused(request, {CW_UNSUPPORTED}, "9");
  }
}

TEST_F(Refused, CosineOfTheFirstKindOfOnePoint) {
  Request request = request_;
  const cw_fft_kind kinds[] = {CW_FFT_FOURIER, CW_FFT_REDFT00, CW_FFT_FOURIER};
  request.options.kinds = kinds;
  request.n = {8, 1, 10};
  expect_refused(request, "1");
}

TEST_F(Refused, OptionsOfAnotherSize) {
  Request request = request_;
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t) - 1, std::size_t{4097}}) {
    request.options.size = size;
    expect_refused(request, std::to_string(size));
  }
}

TEST_F(Refused, OptionsOfALaterVersionThatAreSet) {
  struct {
    cw_fft_options today = CW_FFT_OPTIONS_INIT;
    unsigned char added[16] = {};
  } later;
  later.today.size = sizeof later;
  cw_fft_plan* plan = nullptr;
  ASSERT_EQ(cw_fft_plan_create(world_, 3, request_.n.data(), &later.today, &plan), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
  plan = nullptr;
  later.added[15] = 1;
  expect_error(world_, cw_fft_plan_create(world_, 3, request_.n.data(), &later.today, &plan), {CW_UNSUPPORTED},
               std::to_string(sizeof later));
  EXPECT_EQ(plan, nullptr);
}

TEST_F(Refused, NoOptionThatAnEarlierVersionDoesNotHave) {
  cw_fft_options earlier = CW_FFT_OPTIONS_INIT;
  earlier.method = "carrier-pigeon";
  earlier.size = offsetof(cw_fft_options, method);
  cw_fft_plan* plan = nullptr;
  ASSERT_EQ(cw_fft_plan_create(world_, 3, request_.n.data(), &earlier, &plan), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(Refused, NoStructOfResultsOfAnotherVersion) {
  const Plan plan(world_, fourier({4, 6, 5}));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  struct {
    cw_fft_array today = CW_FFT_ARRAY_INIT;
    std::int64_t added = 7;
  } later;
  later.today.size = sizeof later;
  EXPECT_EQ(cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, &later.today), CW_OK) << cw_last_error();
  EXPECT_EQ(later.today.size, sizeof later);
  EXPECT_EQ(later.today.element_bytes, 16);
  EXPECT_EQ(later.added, 7);
  cw_fft_array earlier = CW_FFT_ARRAY_INIT;
  earlier.size = offsetof(cw_fft_array, element_bytes);
  EXPECT_EQ(cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, &earlier), CW_OK) << cw_last_error();
  EXPECT_EQ(earlier.ndims, 3U);
  EXPECT_EQ(earlier.element_bytes, 0);
  cw_fft_times times = CW_FFT_TIMES_INIT;
  times.wait = -1;
  times.size = offsetof(cw_fft_times, wait);
  EXPECT_EQ(cw_fft_plan_times(plan, &times), CW_OK) << cw_last_error();
  EXPECT_EQ(times.wait, -1);
}

TEST_F(Refused, NullPointers) {
  Request request = request_;
  cw_fft_plan* plan = nullptr;
  expect_error(world_, cw_fft_plan_create(world_, 3, nullptr, nullptr, &plan), {CW_INVALID_ARGUMENT}, "n");
  expect_error(world_, cw_fft_plan_create(world_, 3, request.n.data(), nullptr, nullptr), {CW_INVALID_ARGUMENT},
               "plan");
  // Only in one process: the others get the error, too.
  expect_error(world_, cw_fft_plan_create(world_, 3, rank_ == 0 ? nullptr : request.n.data(), nullptr, &plan),
               {CW_INVALID_ARGUMENT}, "n");
  EXPECT_EQ(plan, nullptr);
}

TEST_F(Refused, NoCommunicator) {
  Request request = request_;
  cw_fft_plan* plan = nullptr;
  expect_error(world_, cw_fft_plan_create(MPI_COMM_NULL, 3, request.n.data(), nullptr, &plan), {CW_INVALID_ARGUMENT},
               "MPI_COMM_NULL");
}

TEST_F(Refused, Intercommunicators) {
  Request request = request_;
  if (processes_ < 2) GTEST_SKIP() << "needs two processes";
  const QuietComm half(rank_ % 2, rank_);
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Intercomm_create(half, 0, world_, 1 - rank_ % 2, 1, &inter);
  cw_fft_plan* plan = nullptr;
  expect_error(world_, cw_fft_plan_create(inter, 3, request.n.data(), nullptr, &plan), {CW_INVALID_ARGUMENT},
               "intercommunicator");
  MPI_Comm_free(&inter);
}

TEST_F(Refused, ArraysOf2To63Bytes) {
  Request request = request_;
  constexpr std::int64_t large = std::int64_t{1} << 21;
  request.n = {large, large, large};
  expect_refused(request, {CW_OVERFLOW}, std::to_string(large));
  request.n = {large * large, large * large, 1};
  expect_refused(request, {CW_OVERFLOW}, "");
  request.n = {8, 6, 10};
  request.options.fields = std::int64_t{1} << 60;
  expect_refused(request, {CW_OVERFLOW}, "");
  request.options.fields = 1;
  const std::int64_t physical[] = {large, large, large};
  request.options.physical = physical;
  expect_refused(request, {CW_OVERFLOW}, "");
}

TEST_F(Refused, InvalidQueries) {
  const Plan plan(world_, fourier({4, 6, 5}));
  ASSERT_EQ(plan.status(), CW_OK) << cw_last_error();
  cw_fft_array array = {};
  array.size = sizeof array;
  for (const int rank : {-2, processes_}) {
    EXPECT_EQ(cw_fft_plan_array(plan, CW_FFT_PHYSICAL, rank, &array), CW_INVALID_ARGUMENT);
    EXPECT_TRUE(contains(cw_last_error(), std::to_string(rank))) << cw_last_error();
  }
  const int two = 2;
  cw_fft_space no_space = CW_FFT_PHYSICAL;
  std::memcpy(&no_space, &two, sizeof no_space);
  EXPECT_EQ(cw_fft_plan_array(plan, no_space, -1, &array), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_array(nullptr, CW_FFT_PHYSICAL, -1, &array), CW_INVALID_ARGUMENT);
  array.size = 0;
  EXPECT_EQ(cw_fft_plan_array(plan, CW_FFT_PHYSICAL, -1, &array), CW_INVALID_ARGUMENT);
  EXPECT_EQ(array.ndims, 0u);
  std::int64_t bytes = 0;
  EXPECT_EQ(cw_fft_plan_buffer_bytes(nullptr, &bytes), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_buffer_bytes(plan, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_work_bytes(nullptr, &bytes), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_work_bytes(plan, nullptr), CW_INVALID_ARGUMENT);
  cw_fft_times times = {};
  EXPECT_EQ(cw_fft_plan_times(plan, &times), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_plan_times(plan, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_reset_times(nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_explain(nullptr), nullptr);
  EXPECT_EQ(cw_fft_explain_json(nullptr), nullptr);
}

TEST_F(Refused, TooMuchMemory) {
  void* memory = nullptr;
  EXPECT_EQ(cw_fft_alloc(-1, &memory), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(cw_last_error(), "-1")) << cw_last_error();
  EXPECT_EQ(cw_fft_alloc(64, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_alloc(std::numeric_limits<std::int64_t>::max(), &memory), CW_NO_MEMORY);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cw_fft_alloc(0, &memory), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_dealloc(memory), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_dealloc(nullptr), CW_OK) << cw_last_error();
}

TEST_F(Refused, MemoryOfOthers) {
  int own = 0;
  EXPECT_EQ(cw_fft_dealloc(&own), CW_INVALID_ARGUMENT);
  void* memory = nullptr;
  ASSERT_EQ(cw_fft_alloc(64, &memory), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_dealloc(memory), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_dealloc(memory), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(cw_last_error(), "not allocated by cw_fft_alloc")) << cw_last_error();
}

TEST_F(Refused, InvalidSizes) {
  std::int64_t size = 7;
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-3}, (std::int64_t{1} << 62) + 1}) {
    EXPECT_EQ(cw_fft_next_size(n, &size), CW_INVALID_ARGUMENT);
    EXPECT_TRUE(contains(cw_last_error(), "n is " + std::to_string(n) + ": give a size from 1 to 2^62"))
        << cw_last_error();
  }
  EXPECT_EQ(size, 7);
  EXPECT_EQ(cw_fft_next_size(7, nullptr), CW_INVALID_ARGUMENT);
}

TEST_F(Refused, InvalidWisdom) {
  EXPECT_EQ(cw_fft_wisdom_save("/nowhere/wisdom"), CW_IO);
  EXPECT_TRUE(contains(cw_last_error(), "/nowhere/wisdom")) << cw_last_error();
  EXPECT_EQ(cw_fft_wisdom_load("/nowhere/wisdom"), CW_IO);
  EXPECT_TRUE(contains(cw_last_error(), "/nowhere/wisdom")) << cw_last_error();
  EXPECT_EQ(cw_fft_wisdom_save(nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_wisdom_load(nullptr), CW_INVALID_ARGUMENT);
  EXPECT_EQ(cw_fft_wisdom_load("/proc/self/status"), CW_PARSE) << cw_last_error();
}

}  // namespace
}  // namespace fft_test
