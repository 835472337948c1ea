// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/fft_operators.h"
#include "fft_gpu.hpp"
#include "fft_refused.hpp"

#include <dlfcn.h>

#include <cstring>

// What plans for memory of a GPU refuse.

namespace fft_test {
namespace {

class DeviceRefused : public Refused {
 protected:
  void SetUp() override {
    if (TestGpu::get() == nullptr) GTEST_SKIP() << "CARTWRIGHT_TEST_GPU names no driver of CUDA";
    request_.options.memory = CW_FFT_MEMORY_DEVICE;
  }
  /// A plan of request_.
  cw_fft_plan* make() {
    cw_fft_plan* plan = nullptr;
    EXPECT_EQ(cw_fft_plan_create(request_.comm, request_.ndims, request_.n.data(), &request_.options, &plan), CW_OK)
        << cw_last_error();
    return plan;
  }
  std::size_t bytes(const cw_fft_plan* plan) {
    std::int64_t made = 0;
    EXPECT_EQ(cw_fft_plan_buffer_bytes(plan, &made), CW_OK);
    return static_cast<std::size_t>(made);
  }
};

TEST_F(DeviceRefused, RealToRealKinds) {
  request_.options.basis = "FSF";
  expect_refused(request_, {CW_UNSUPPORTED}, "axis 1 is of kind RODFT10");
}

TEST_F(DeviceRefused, LongDouble) {
  request_.options.precision = CW_FFT_LONG_DOUBLE;
  expect_refused(request_, {CW_UNSUPPORTED}, "a GPU has no long double");
}

TEST_F(DeviceRefused, Padding) {
  const std::vector<std::int64_t> physical = {12, 6, 10};
  request_.options.physical = physical.data();
  expect_refused(request_, {CW_UNSUPPORTED}, "axis 0 is padded from 8 to 12");
}

TEST_F(DeviceRefused, Boxes) {
  cw_fft_box box = {};
  request_.options.spectral_box = &box;
  expect_refused(request_, {CW_UNSUPPORTED}, "spectral_box is given");
}

TEST_F(DeviceRefused, Methods) {
  request_.options.method = "shared";
  expect_refused(request_, {CW_UNSUPPORTED}, "method \"shared\" is for memory of the host");
}

TEST_F(DeviceRefused, UnknownMemory) {
  const int unknown = 2;
  std::memcpy(&request_.options.memory, &unknown, sizeof unknown);
  expect_refused(request_, "memory is 2");
}

TEST_F(DeviceRefused, AStreamWithoutMemoryOfAGpu) {
  void* const stream = TestGpu::get()->make_stream();
  request_.options.memory = CW_FFT_MEMORY_HOST;
  request_.options.stream = stream;
  expect_refused(request_, "stream is given and memory is CW_FFT_MEMORY_HOST");
  TestGpu::get()->destroy(stream);
}

TEST_F(DeviceRefused, MemoryThatDiffersBetweenProcesses) {
  if (processes_ == 1) GTEST_SKIP() << "one process agrees with itself";
  request_.options.memory = rank_ == 0 ? CW_FFT_MEMORY_DEVICE : CW_FFT_MEMORY_HOST;
  expect_refused(request_, "the processes disagree");
}

TEST_F(DeviceRefused, RealAxesThatCuFftCannotReach) {
  request_.n = {8, 5, 3};
  request_.options.basis = "FFN";
  request_.options.real = 1;
  request_.options.grid_ndims = 1;
  if (processes_ > 1) return;  // a process that has one plane has no second one at an odd address
  expect_refused(request_, {CW_UNSUPPORTED}, "before 3 numbers without a transform");
}

TEST_F(DeviceRefused, WorkSpaceOfThePlanForTheHost) {
  const Plan host(world_, fourier({4, 6, 5}));
  request_.options.share = host;
  expect_refused(request_, "is for another memory or stream");
}

TEST_F(DeviceRefused, ArraysOnTheHost) {
  cw_fft_plan* const plan = make();
  std::vector<std::byte> host(bytes(plan) + 16);
  const OnGpu device(bytes(plan));
  expect_error(world_, cw_fft_forward(plan, host.data(), device.data()), {CW_INVALID_ARGUMENT},
               "is in memory of the host, and this plan is for memory of a GPU");
  expect_error(world_, cw_fft_backward(plan, device.data(), host.data()), {CW_INVALID_ARGUMENT}, "out ");
  EXPECT_EQ(cw_fft_forward(plan, device.data(), device.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(DeviceRefused, AnArrayOnTheHostOfOneProcess) {
  cw_fft_plan* const plan = make();
  std::vector<std::byte> host(bytes(plan) + 16);
  const OnGpu device(bytes(plan));
  void* const in = rank_ == processes_ - 1 ? static_cast<void*>(host.data()) : device.data();
  expect_error(world_, cw_fft_forward(plan, in, device.data()), {CW_INVALID_ARGUMENT}, "in ");
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(DeviceRefused, ArraysOnAGpuForAPlanOfTheHost) {
  request_.options.memory = CW_FFT_MEMORY_HOST;
  cw_fft_plan* const plan = make();
  std::vector<double> host(bytes(plan) / sizeof(double));
  const OnGpu device(bytes(plan));
  expect_error(world_, cw_fft_forward(plan, device.data(), host.data()), {CW_INVALID_ARGUMENT},
               "is in memory of a GPU, and this plan is for memory of the host");
  EXPECT_EQ(cw_fft_forward(plan, host.data(), host.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(DeviceRefused, Operators) {
  cw_fft_plan* const plan = make();
  const OnGpu device(bytes(plan));
  for (const auto apply : {cw_fft_apply, cw_fft_apply_fields})
    expect_error(world_,
                 apply(
                     plan, [](const cw_fft_row*, void*) {}, nullptr, device.data(), device.data()),
                 {CW_UNSUPPORTED}, "operators run on the host");
  EXPECT_EQ(cw_fft_forward(plan, device.data(), device.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(DeviceRefused, AddressesThatAreNotAligned) {
  cw_fft_plan* const plan = make();
  const OnGpu device(bytes(plan) + 8);
  void* const beside = static_cast<std::byte*>(device.data()) + 8;
  expect_error(world_, cw_fft_forward(plan, beside, beside), {CW_INVALID_ARGUMENT}, "is not a multiple of 16");
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
}

TEST_F(DeviceRefused, CapturesInGraphs) {
  void* const stream = TestGpu::get()->make_stream();
  request_.options.stream = stream;
  cw_fft_plan* const plan = make();
  const OnGpu device(bytes(plan));
  TestGpu::get()->begin_capture(stream);
  const cw_status status = cw_fft_forward(plan, device.data(), device.data());
  TestGpu::get()->end_capture(stream);
  expect_error(world_, status, {CW_INVALID_ARGUMENT}, "is recorded in a graph");
  EXPECT_EQ(cw_fft_forward(plan, device.data(), device.data()), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_fft_plan_free(plan), CW_OK);
  TestGpu::get()->destroy(stream);
}

}  // namespace

/// Without CARTWRIGHT_TEST_GPU no driver is loaded.
TEST(WithoutDriver, APlanForAGpuIsRefused) {
  if (dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD) != nullptr) GTEST_SKIP() << "a driver is loaded";
  const QuietComm world;
  Request request;
  request.comm = world;
  request.options.memory = CW_FFT_MEMORY_DEVICE;
  expect_refused(request, {CW_UNSUPPORTED}, "has not loaded libcuda.so.1");
}

}  // namespace fft_test
