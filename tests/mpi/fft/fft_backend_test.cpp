// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/backend.hpp"

#include "base/error.hpp"
#include "fixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>
#include <limits>
#include <random>
#include <string_view>

// The choice between FFTW and pocketfft, and random transforms by the one compared with those by the other.
// CARTWRIGHT_SEED is the seed of the first.

namespace cartwright::fft {
namespace {

using Type = TransformRequest::Type;

std::uint64_t first_seed() {
  const char* text = std::getenv("CARTWRIGHT_SEED");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

class Requests {
 public:
  explicit Requests(std::uint64_t seed) : random_(seed) {}

  TransformRequest any() {
    TransformRequest request;
    request.type = static_cast<Type>(number(0, 3));
    request.direction = coin() ? Direction::forward : Direction::backward;
    request.precision = static_cast<cw_fft_precision>(number(CW_FFT_DOUBLE, CW_FFT_LONG_DOUBLE));
    request.complex_data = coin();
    request.in_place = request.type != Type::halved && request.type != Type::copy && coin();
    std::int64_t in_length = 1;
    std::int64_t out_length = 1;
    if (request.type != Type::copy) {
      // Small lengths, products of small primes, and large primes.
      constexpr std::int64_t lengths[] = {64, 101, 127, 128, 210, 243, 257, 360, 509, 512, 1000};
      const std::int64_t length =
          coin() ? number(2, 40) : lengths[number(0, static_cast<std::int64_t>(std::size(lengths)) - 1)];
      request.dims = {{coin(9) ? 1 : length, 0, 0}};
      request.kinds = {static_cast<cw_fft_kind>(number(CW_FFT_REDFT00, CW_FFT_DHT))};
      if (request.kinds.front() == CW_FFT_REDFT00) request.dims.front().length = length;
      in_length = out_length = request.dims.front().length;
      if (request.type == Type::halved)
        (request.direction == Direction::forward ? out_length : in_length) = in_length / 2 + 1;
    }
    const std::int64_t loops = number(request.type == Type::copy ? 1 : 0, 3);
    for (std::int64_t i = 0; i < loops; ++i) request.loops.push_back({number(1, 7), 0, 0});
    set_strides(request, &Loop::in, in_length);
    set_strides(request, &Loop::out, out_length);
    if (request.in_place)
      for (auto* loops_of : {&request.dims, &request.loops})
        for (Loop& loop : *loops_of) loop.out = loop.in;
    return request;
  }

  /// Numbers between -1 and 1.
  template <typename Real>
  std::vector<Real> numbers(std::size_t count) {
    std::vector<Real> made(count);
    for (Real& one : made) one = std::uniform_real_distribution<Real>(-1, 1)(random_);
    return made;
  }

 private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  bool coin(std::int64_t sides = 2) { return number(1, sides) == 1; }

  /// The dim and the loops in any order, with gaps.
  void set_strides(TransformRequest& request, std::int64_t Loop::* side, std::int64_t dim_length) {
    std::vector<std::pair<Loop*, std::int64_t>> order;
    for (Loop& dim : request.dims) order.emplace_back(&dim, dim_length);
    for (Loop& loop : request.loops) order.emplace_back(&loop, loop.length);
    std::ranges::shuffle(order, random_);
    std::int64_t stride = 1;
    for (const auto& [loop, length] : order) {
      loop->*side = stride;
      stride = stride * length + (coin(3) ? number(1, 5) : 0);
    }
  }

  std::mt19937_64 random_;
};

std::string text_of(const TransformRequest& request) {
  std::string text = "type " + std::to_string(static_cast<int>(request.type)) + ", direction " +
                     std::to_string(static_cast<int>(request.direction)) + ", precision " +
                     std::to_string(request.precision) + (request.complex_data ? ", complex" : ", real") +
                     (request.in_place ? ", in place" : "");
  for (const cw_fft_kind kind : request.kinds) text += ", kind " + std::to_string(kind);
  for (const auto& [name, loops] : {std::pair("dim", &request.dims), std::pair("loop", &request.loops)})
    for (const Loop& loop : *loops)
      text += std::string(", ") + name + " " + std::to_string(loop.length) + ":" + std::to_string(loop.in) + ":" +
              std::to_string(loop.out);
  return text;
}

/// More reals than the request touches.
std::size_t reals_of(const TransformRequest& request) {
  std::int64_t last = 0;
  for (const auto* loops : {&request.dims, &request.loops})
    for (const Loop& loop : *loops) last += loop.length * std::max(loop.in, loop.out);
  return static_cast<std::size_t>(2 * (last + 1));
}

/// Every real of the output, also those between the elements, which must not change.
template <typename Real>
std::vector<Real> transformed(Backend& backend, const TransformRequest& request, const std::vector<Real>& in) {
  const auto transform = backend.plan(request, CW_FFT_ESTIMATE);
  std::vector<Real> input = in;
  std::vector<Real> output(in.size(), Real{1000});
  transform->run(input.data(), request.in_place ? input.data() : output.data());
  if (request.in_place) return input;
  EXPECT_TRUE(input == in || (request.type == Type::halved && request.direction == Direction::backward));
  return output;
}

template <typename Real>
void expect_alike(const TransformRequest& request, const std::vector<Real>& in) {
  const std::vector<Real> wanted = transformed(fftw(), request, in);
  const std::vector<Real> made = transformed(pocketfft(), request, in);
  // Errors are relative to the largest number that one line can sum up to.
  const std::int64_t length = request.dims.empty() ? 1 : request.dims.front().length;
  const Real largest = request.type == Type::copy ? 0 : 2 * static_cast<Real>(length);
  for (std::size_t i = 0; i < in.size(); ++i)
    ASSERT_LE(std::abs(made[i] - wanted[i]), 8 * std::numeric_limits<Real>::epsilon() * largest) << "real " << i;
}

TEST(Backends, TransformAlike) {
  constexpr int requests = 2000;
  const std::uint64_t seed = first_seed();
  std::cout << "seeds from " << seed << '\n';
  for (std::uint64_t i = 0; i < requests; ++i) {
    Requests requests_of(seed + i);
    const TransformRequest request = requests_of.any();
    SCOPED_TRACE("seed " + std::to_string(seed + i) + ": " + text_of(request));
    if (!fftw().has(request.precision)) continue;
    switch (request.precision) {
      case CW_FFT_FLOAT: expect_alike(request, requests_of.numbers<float>(reals_of(request))); break;
      case CW_FFT_LONG_DOUBLE: expect_alike(request, requests_of.numbers<long double>(reals_of(request))); break;
      default: expect_alike(request, requests_of.numbers<double>(reals_of(request)));
    }
    if (HasFatalFailure()) return;
  }
}

TEST(Backends, AreChosenByName) {
  for (const auto& [name, backend] :
       {std::pair("", &fftw()), std::pair("fftw", &fftw()), std::pair("pocketfft", &pocketfft())}) {
    const Environment environment = {{"CARTWRIGHT_FFT_BACKEND", name}};
    EXPECT_EQ(&chosen_backend(), backend) << name;
  }
}

TEST(Backends, OfOtherNamesAreRefused) {
  const Environment environment = {{"CARTWRIGHT_FFT_BACKEND", "mkl"}};
  const std::int64_t sizes[] = {4, 4};
  cw_fft_plan* plan = nullptr;
  EXPECT_EQ(cw_fft_plan_create(MPI_COMM_WORLD, 2, sizes, nullptr, &plan), CW_INVALID_ARGUMENT);
  EXPECT_STREQ(cw_last_error(), "CARTWRIGHT_FFT_BACKEND is \"mkl\": this libcartwright_fft has fftw or pocketfft");
}

TEST(Backends, AreTheSameOnAllProcesses) {
  if (size_of(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "needs two processes";
  const Environment environment = {{"CARTWRIGHT_FFT_BACKEND", rank_in(MPI_COMM_WORLD) == 0 ? "fftw" : "pocketfft"}};
  const std::int64_t sizes[] = {4, 4};
  cw_fft_plan* plan = nullptr;
  EXPECT_EQ(cw_fft_plan_create(MPI_COMM_WORLD, 2, sizes, nullptr, &plan), CW_INVALID_ARGUMENT);
  EXPECT_NE(std::string_view(cw_last_error()).find("CARTWRIGHT_FFT_BACKEND"), std::string_view::npos)
      << cw_last_error();
}

}  // namespace
}  // namespace cartwright::fft
