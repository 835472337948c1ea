// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/local_transform.hpp"

#include "base/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace cartwright::fft::cuda {

namespace {

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  std::int64_t all = 1;
  for (const std::int64_t length : lengths) all *= length;
  return all;
}

CufftType type_of(const LocalRequest& request, bool forward) {
  if (!request.halved) return request.single ? CufftType::c2c : CufftType::z2z;
  if (forward) return request.single ? CufftType::r2c : CufftType::d2z;
  return request.single ? CufftType::c2r : CufftType::z2d;
}

}  // namespace

std::int64_t LocalRequest::physical() const { return product(lengths); }

std::int64_t LocalRequest::spectral() const {
  return halved ? product(lengths) / lengths.back() * (lengths.back() / 2 + 1) : product(lengths);
}

LocalTransform::Plan::Plan(const LocalRequest& request, bool forward, device::Stream* stream, std::size_t& work_bytes) {
  check_cufft(cufft().cufftCreate(&handle_), "cufftCreate");
  std::vector<LongLong> n(request.lengths.begin(), request.lengths.end());
  std::vector<LongLong> physical = n;
  std::vector<LongLong> spectral = n;
  if (request.halved) spectral.back() = spectral.back() / 2 + 1;
  // With inner elements, those of one outer index are a batch.
  const bool strided = request.inner > 1;
  const auto distance = [&](std::int64_t elements) { return strided ? 1 : LongLong{elements}; };
  const LongLong batch = strided ? request.inner : request.outer;
  std::vector<LongLong>& in = forward ? physical : spectral;
  std::vector<LongLong>& out = forward ? spectral : physical;
  std::size_t bytes = 0;
  try {
    check_cufft(cufft().cufftSetAutoAllocation(handle_, 0), "cufftSetAutoAllocation");
    const int result = cufft().cufftMakePlanMany64(
        handle_, static_cast<int>(n.size()), n.data(), in.data(), request.inner,
        distance(forward ? request.physical() : request.spectral()), out.data(), request.inner,
        distance(forward ? request.spectral() : request.physical()), type_of(request, forward), batch, &bytes);
    check_cufft(
        result,
        fmt::format("cufftMakePlanMany64 for {} transforms of {}", batch, fmt::join(request.lengths, "x")).c_str());
    check_cufft(cufft().cufftSetStream(handle_, stream), "cufftSetStream");
  } catch (...) {
    cufft().cufftDestroy(handle_);
    throw;
  }
  work_bytes = std::max(work_bytes, bytes);
}

LocalTransform::Plan::~Plan() {
  if (handle_ >= 0) cufft().cufftDestroy(handle_);
}

LocalTransform::Plan::Plan(Plan&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

LocalTransform::LocalTransform(LocalRequest request, device::Stream* stream) : request_(std::move(request)) {
  // cuFFT takes addresses that are aligned to a complex number.
  if (request_.halved && request_.inner > 1 && request_.outer > 1 && request_.physical() * request_.inner % 2 != 0)
    base::fail(base::Status::unsupported,
               "real axes of {} entries before {} numbers without a transform are not supported in memory of a GPU: "
               "transform the last axis, too, or make one of the sizes even",
               fmt::join(request_.lengths, "x"), request_.inner);
  plans_.emplace_back(request_, true, stream, work_bytes_);
  if (request_.halved) plans_.emplace_back(request_, false, stream, work_bytes_);
}

void LocalTransform::run(bool forward, std::byte* in, std::byte* out, void* area) const {
  const Cufft& library = cufft();
  const Handle plan = (forward ? plans_.front() : plans_.back()).handle();
  if (work_bytes_ > 0) check_cufft(library.cufftSetWorkArea(plan, area), "cufftSetWorkArea");
  const std::int64_t complex_bytes = 2 * request_.real_bytes();
  const std::int64_t physical_bytes =
      request_.physical() * request_.inner * (request_.halved ? request_.real_bytes() : complex_bytes);
  const std::int64_t spectral_bytes = request_.spectral() * request_.inner * complex_bytes;
  const std::int64_t runs = request_.inner > 1 ? request_.outer : 1;
  for (std::int64_t i = 0; i < runs; ++i) {
    std::byte* const from = in + i * (forward ? physical_bytes : spectral_bytes);
    std::byte* const to = out + i * (forward ? spectral_bytes : physical_bytes);
    const int direction = forward ? cufft_forward : cufft_inverse;
    if (!request_.halved)
      check_cufft((request_.single ? library.cufftExecC2C : library.cufftExecZ2Z)(plan, from, to, direction),
                  request_.single ? "cufftExecC2C" : "cufftExecZ2Z");
    else if (forward)
      check_cufft((request_.single ? library.cufftExecR2C : library.cufftExecD2Z)(plan, from, to),
                  request_.single ? "cufftExecR2C" : "cufftExecD2Z");
    else
      check_cufft((request_.single ? library.cufftExecC2R : library.cufftExecZ2D)(plan, from, to),
                  request_.single ? "cufftExecC2R" : "cufftExecZ2D");
  }
}

}  // namespace cartwright::fft::cuda
