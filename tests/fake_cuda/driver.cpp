// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// The functions of the CUDA driver that Cartwright and its tests call, on one pretended GPU: memory, contexts,
// pointers. Numbers are those of the driver's interface.
#include "driver.hpp"

#include "memory.hpp"
#include "stream.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace fake_cuda {

namespace {

thread_local std::vector<const Context*> contexts;

Context the_context{1};
std::atomic<bool> initialized = false;
std::atomic<int> fault = 0;
std::atomic<long> pinned = 0;

}  // namespace

void report_fault() { fault = illegal_address; }

int result_of_device() { return fault; }

const Context* current_context() { return contexts.empty() ? nullptr : contexts.back(); }

Stream& stream_of(StreamHandle* handle) {
  return handle == nullptr ? default_stream() : *reinterpret_cast<Stream*>(handle);
}

}  // namespace fake_cuda

using namespace fake_cuda;

FAKE_CUDA cuInit(unsigned) {
  initialized = true;
  return success;
}
FAKE_CUDA cuDriverGetVersion(int* version) {
  *version = 12000;
  return success;
}
FAKE_CUDA cuDeviceGetCount(int* count) {
  *count = 1;
  return success;
}
FAKE_CUDA cuDeviceGet(int* device, int) {
  *device = 0;
  return success;
}
FAKE_CUDA cuDeviceGetName(char* name, int bytes, int) {
  std::strncpy(name, "a pretended GPU", static_cast<std::size_t>(bytes));
  return success;
}
FAKE_CUDA cuDeviceGetAttribute(int* value, int attribute, int) {
  // the compute capability, 7.0
  constexpr int major = 75;
  constexpr int minor = 76;
  if (attribute != major && attribute != minor) return invalid_value;
  *value = attribute == major ? 7 : 0;
  return success;
}
FAKE_CUDA cuCtxGetDevice(int* device) {
  *device = 0;
  return current_context() == nullptr ? invalid_context : success;
}
FAKE_CUDA cuGetErrorName(int result, const char** name) {
  constexpr std::array names{std::pair{invalid_value, "CUDA_ERROR_INVALID_VALUE"},
                             std::pair{not_initialized, "CUDA_ERROR_NOT_INITIALIZED"},
                             std::pair{invalid_context, "CUDA_ERROR_INVALID_CONTEXT"},
                             std::pair{invalid_ptx, "CUDA_ERROR_INVALID_PTX"},
                             std::pair{not_found, "CUDA_ERROR_NOT_FOUND"},
                             std::pair{illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                             std::pair{not_supported, "CUDA_ERROR_NOT_SUPPORTED"},
                             std::pair{capture_unsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"}};
  *name = "CUDA_SUCCESS";
  for (const auto& [known, text] : names)
    if (known == result) *name = text;
  return success;
}

FAKE_CUDA cuCtxCreate_v2(const Context** context, unsigned, int) {
  if (!initialized) return not_initialized;
  *context = &the_context;
  contexts.push_back(*context);
  return success;
}
FAKE_CUDA cuDevicePrimaryCtxRetain(const Context** context, int) {
  *context = &the_context;
  return initialized ? success : not_initialized;
}
FAKE_CUDA cuDevicePrimaryCtxRelease_v2(int) { return initialized ? success : not_initialized; }
FAKE_CUDA cuCtxSetCurrent(const Context* context) {
  contexts.clear();
  if (context != nullptr) contexts.push_back(context);
  return success;
}
FAKE_CUDA cuCtxPushCurrent_v2(const Context* context) {
  contexts.push_back(context);
  return success;
}
FAKE_CUDA cuCtxPopCurrent_v2(const Context** context) {
  if (contexts.empty()) return invalid_context;
  if (context != nullptr) *context = contexts.back();
  contexts.pop_back();
  return success;
}
FAKE_CUDA cuCtxGetId(const Context* context, std::uint64_t* id) {
  *id = context->id;
  return success;
}
FAKE_CUDA cuCtxSynchronize() {
  if (any_capturing()) return capture_unsupported;
  wait_for_all_streams();
  return result_of_device();
}

namespace {

int allocate(Kind kind, Address* address, std::size_t bytes) {
  if (!initialized) return not_initialized;
  if (current_context() == nullptr) return invalid_context;
  if (any_capturing()) return capture_unsupported;
  if (bytes == 0) return invalid_value;
  *address = memory().allocate(kind, bytes);
  return *address == 0 ? out_of_memory : success;
}

}  // namespace

FAKE_CUDA cuMemAlloc_v2(Address* address, std::size_t bytes) { return allocate(Kind::device, address, bytes); }
FAKE_CUDA cuMemAllocManaged(Address* address, std::size_t bytes, unsigned) {
  return allocate(Kind::managed, address, bytes);
}
FAKE_CUDA cuMemHostAlloc(Address* address, std::size_t bytes, unsigned) {
  pinned += static_cast<long>(bytes);
  return allocate(Kind::pinned, address, bytes);
}
/// For tests: the bytes of pinned memory that were ever allocated.
FAKE_CUDA fake_cuda_pinned(long* bytes) {
  *bytes = pinned;
  return success;
}
FAKE_CUDA cuMemHostRegister_v2(void* address, std::size_t bytes, unsigned) {
  return memory().register_host(reinterpret_cast<Address>(address), bytes) ? success : invalid_value;
}
FAKE_CUDA cuMemFree_v2(Address address) {
  const int waited = cuCtxSynchronize();
  if (waited != success) return waited;
  return memory().release(address) ? success : invalid_value;
}
FAKE_CUDA cuMemFreeHost(void* address) { return cuMemFree_v2(reinterpret_cast<Address>(address)); }
FAKE_CUDA cuMemHostUnregister(void* address) { return cuMemFree_v2(reinterpret_cast<Address>(address)); }

FAKE_CUDA cuMemGetAddressRange_v2(Address* begin, std::size_t* bytes, Address address) {
  const auto range = memory().find(address);
  if (!range) return not_found;
  *begin = range->begin;
  *bytes = range->bytes;
  return success;
}

namespace {

struct IpcHandle {
  char bytes[64];
};

/// With FAKE_CUDA_IPC=off the driver shares no memory, as some systems and kinds of memory do.
bool shares_memory() {
  const char* const set = std::getenv("FAKE_CUDA_IPC");
  return set == nullptr || std::strcmp(set, "off") != 0;
}

}  // namespace

FAKE_CUDA cuIpcGetMemHandle(IpcHandle* handle, Address begin) {
  if (!shares_memory()) return not_supported;
  const auto shared = memory().share(begin);
  if (!shared) return invalid_value;
  *handle = {};
  std::memcpy(handle->bytes, &*shared, sizeof *shared);
  return success;
}
FAKE_CUDA cuIpcOpenMemHandle_v2(Address* begin, IpcHandle handle, unsigned) {
  if (current_context() == nullptr) return invalid_context;
  Handle shared;
  std::memcpy(&shared, handle.bytes, sizeof shared);
  *begin = memory().map_shared(shared);
  return *begin == 0 ? invalid_context : success;
}
/// For tests: how much memory of other processes this one ever mapped.
FAKE_CUDA fake_cuda_maps(long* count) {
  *count = memory().maps();
  return success;
}
FAKE_CUDA cuIpcCloseMemHandle(Address begin) {
  const int waited = cuCtxSynchronize();
  if (waited != success) return waited;
  return memory().unmap_shared(begin) ? success : invalid_value;
}

FAKE_CUDA cuPointerGetAttributes(unsigned count, const int* attributes, void** values, Address address) {
  if (!initialized) return not_initialized;
  const auto range = memory().find(address);
  for (unsigned i = 0; i < count; ++i) switch (attributes[i]) {
      case 1: *static_cast<const Context**>(values[i]) = range ? &the_context : nullptr; break;
      case 2: *static_cast<unsigned*>(values[i]) = !range ? 0 : range->kind == Kind::pinned ? 1 : 2; break;
      case 3: *static_cast<Address*>(values[i]) = range ? address : 0; break;
      case 8: *static_cast<unsigned*>(values[i]) = range && range->kind == Kind::managed ? 1 : 0; break;
      case 9: *static_cast<int*>(values[i]) = range ? 0 : -2; break;
      default: return invalid_value;
    }
  return success;
}
