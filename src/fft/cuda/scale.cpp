// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/scale.hpp"

#include "base/error.hpp"
#include "gpu/module.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>

namespace cartwright::fft::cuda {

namespace {

constexpr std::int64_t block_threads = 256;
/// Blocks of one launch: so many numbers fit 41 bits.
constexpr std::int64_t max_blocks = (std::int64_t{1} << 31) - 1;

/// {0} is the type, {1} its bytes. Each thread multiplies one number.
constexpr const char* entry = R"(.visible .entry cw_scale_{0}(
.param .u64 data,
.param .u64 count,
.param .{0} factor
)
.maxntid 256, 1, 1
{{
  .reg .pred %p<1>;
  .reg .b32 %r<2>;
  .reg .b64 %d<4>;
  .reg .{0} %f<2>;
  ld.param.u64 %d0, [data];
  ld.param.u64 %d1, [count];
  ld.param.{0} %f0, [factor];
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %tid.x;
  cvt.u64.u32 %d2, %r1;
  mad.wide.u32 %d2, %r0, 256, %d2;
  setp.ge.u64 %p0, %d2, %d1;
  @%p0 ret;
  mad.lo.s64 %d3, %d2, {1}, %d0;
  ld.global.{0} %f1, [%d3];
  mul.{0} %f1, %f1, %f0;
  st.global.{0} [%d3], %f1;
  ret;
}}
)";

}  // namespace

std::string scale_ptx() {
  return ".version 6.4\n.target sm_70\n.address_size 64\n" + fmt::format(entry, "f32", 4) +
         fmt::format(entry, "f64", 8);
}

Scale::Scale(const gpu::Current& context, bool single) : single_(single) {
  struct Functions {
    device::Function* f32;
    device::Function* f64;
  };
  // Translated once in each context.
  static auto& mutex = *new std::mutex;
  static auto& made = *new std::map<std::uint64_t, Functions>;
  const std::lock_guard lock(mutex);
  auto found = made.find(context.id());
  if (found == made.end()) {
    device::Module* const module = gpu::load_module(scale_ptx());
    const Functions functions{gpu::function_of(module, "cw_scale_f32"), gpu::function_of(module, "cw_scale_f64")};
    found = made.emplace(context.id(), functions).first;
  }
  function_ = single ? found->second.f32 : found->second.f64;
}

void Scale::run(std::byte* data, std::int64_t count, double factor, device::Stream* stream) const {
  if (count == 0) return;
  const std::int64_t blocks = (count + block_threads - 1) / block_threads;
  if (blocks > max_blocks)
    base::fail(base::Status::overflow, "{} numbers of a process are too many for one launch", count);
  auto address = reinterpret_cast<device::Address>(data);
  auto numbers = static_cast<std::uint64_t>(count);
  auto narrow = static_cast<float>(factor);
  std::array<void*, 3> parameters{&address, &numbers, single_ ? static_cast<void*>(&narrow) : &factor};
  gpu::check(gpu::driver().cuLaunchKernel(function_, static_cast<unsigned>(blocks), 1, 1, block_threads, 1, 1, 0,
                                          stream, parameters.data(), nullptr),
             "cuLaunchKernel");
}

}  // namespace cartwright::fft::cuda
