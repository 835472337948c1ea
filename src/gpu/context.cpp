// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/context.hpp"

#include "base/error.hpp"
#include "device/memory.hpp"

namespace cartwright::gpu {

using base::fail;
using base::Status;
using device::MemoryKind;

const device::Driver& driver() {
  const device::Driver* const found = device::loaded_driver();
  if (found == nullptr)
    fail(Status::unsupported,
         "this program has not loaded libcuda.so.1, the driver of CUDA: use the calls without a stream");
  if (!found->launches())
    fail(Status::unsupported, "libcuda.so.1 lacks functions that Cartwright needs: install driver 418 or later");
  return *found;
}

void check(device::Result result, const char* call) {
  if (result == 0) return;
  const char* name = nullptr;
  if (driver().cuGetErrorName(result, &name) != 0 || name == nullptr) name = "unknown error";
  fail(Status::unsupported, "{}: {} ({})", call, name, result);
}

namespace {

device::Context* context_of_stream(device::Stream* stream) {
  device::Context* context = nullptr;
  check(driver().cuStreamGetCtx(stream, &context), "cuStreamGetCtx");
  return context;
}

}  // namespace

device::Context* Current::context_of(const void* memory) {
  device::Context* const context = device::context_of(driver(), memory);
  if (context == nullptr) fail(Status::unsupported, "{} is not memory that CUDA allocated on a GPU", memory);
  return context;
}

Current::Current(device::Stream* stream) : Current(context_of_stream(stream)) {}

Current::Current(device::Context* context) : context_(context) {
  check(driver().cuCtxPushCurrent_v2(context), "cuCtxPushCurrent");
  id_ = reinterpret_cast<std::uint64_t>(context);
  if (driver().cuCtxGetId != nullptr) driver().cuCtxGetId(context, &id_);
}

Current::~Current() {
  device::Context* context = nullptr;
  driver().cuCtxPopCurrent_v2(&context);
}

void need_no_capture(device::Stream* stream, const char* what) {
  int capturing = 0;
  check(driver().cuStreamIsCapturing(stream, &capturing), "cuStreamIsCapturing");
  if (capturing != 0)
    fail(Status::invalid_argument,
         "{} during a capture: call cw_layout_prepare_on for this layout and context before the capture", what);
}

void start_copy(std::byte* to, const std::byte* from, std::int64_t bytes, device::Stream* stream) {
  check(driver().cuMemcpyAsync(reinterpret_cast<device::Address>(to), reinterpret_cast<device::Address>(from),
                               static_cast<std::size_t>(bytes), stream),
        "cuMemcpyAsync");
}

void wait(device::Stream* stream) { check(driver().cuStreamSynchronize(stream), "cuStreamSynchronize"); }

device::Address upload(std::span<const std::byte> bytes) {
  if (bytes.empty()) return 0;
  device::Address address = 0;
  check(driver().cuMemAlloc_v2(&address, bytes.size()), "cuMemAlloc");
  check(driver().cuMemcpyHtoD_v2(address, bytes.data(), bytes.size()), "cuMemcpyHtoD");
  wait(nullptr);  // the call may return before the GPU has the bytes, and other streams do not wait for them
  return address;
}

device::Address reachable(const void* address, const char* name) {
  const MemoryKind kind = device::kind_of(address);
  if (kind == MemoryKind::device || kind == MemoryKind::managed) return reinterpret_cast<device::Address>(address);
  const device::Address reached = kind == MemoryKind::pinned ? device::kernel_address(driver(), address) : 0;
  if (reached == 0)
    fail(Status::invalid_argument,
         "{} {} is host memory that the GPU cannot reach: allocate it with cuMemHostAlloc or register it with "
         "cuMemHostRegister",
         name, address);
  return reached;
}

}  // namespace cartwright::gpu
