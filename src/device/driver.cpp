// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "device/driver.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>

namespace cartwright::device {

namespace {

template <typename F>
void look_up(void* library, const char* name, F*& function) {
  function = reinterpret_cast<F*>(dlsym(library, name));
}

Driver functions_of(void* library) {
  Driver driver{};
#define CW_FIND(name) look_up(library, #name, driver.name)
  CW_FIND(cuPointerGetAttributes);
  CW_FIND(cuGetErrorName);
  CW_FIND(cuCtxPushCurrent_v2);
  CW_FIND(cuCtxPopCurrent_v2);
  CW_FIND(cuCtxGetId);
  CW_FIND(cuStreamGetCtx);
  CW_FIND(cuStreamIsCapturing);
  CW_FIND(cuThreadExchangeStreamCaptureMode);
  CW_FIND(cuStreamSynchronize);
  CW_FIND(cuStreamCreate);
  CW_FIND(cuStreamWaitEvent);
  CW_FIND(cuEventCreate);
  CW_FIND(cuEventDestroy_v2);
  CW_FIND(cuEventRecord);
  CW_FIND(cuEventQuery);
  CW_FIND(cuEventSynchronize);
  CW_FIND(cuEventElapsedTime);
  CW_FIND(cuDevicePrimaryCtxRetain);
  CW_FIND(cuDevicePrimaryCtxRelease_v2);
  CW_FIND(cuModuleLoadDataEx);
  CW_FIND(cuModuleGetFunction);
  CW_FIND(cuModuleUnload);
  CW_FIND(cuDriverGetVersion);
  CW_FIND(cuCtxGetDevice);
  CW_FIND(cuDeviceGetName);
  CW_FIND(cuDeviceGetAttribute);
  CW_FIND(cuLinkCreate_v2);
  CW_FIND(cuLinkAddData_v2);
  CW_FIND(cuLinkComplete);
  CW_FIND(cuLinkDestroy);
  CW_FIND(cuMemAlloc_v2);
  CW_FIND(cuMemFree_v2);
  CW_FIND(cuMemGetAddressRange_v2);
  CW_FIND(cuIpcGetMemHandle);
  CW_FIND(cuIpcOpenMemHandle_v2);
  CW_FIND(cuIpcCloseMemHandle);
  CW_FIND(cuMemHostAlloc);
  CW_FIND(cuMemFreeHost);
  CW_FIND(cuMemcpyHtoD_v2);
  CW_FIND(cuMemcpyAsync);
  CW_FIND(cuMemcpy3DAsync_v2);
  CW_FIND(cuLaunchKernel);
#undef CW_FIND
  return driver;
}

}  // namespace

bool Driver::launches() const {
  return cuPointerGetAttributes != nullptr && cuGetErrorName != nullptr && cuCtxPushCurrent_v2 != nullptr &&
         cuCtxPopCurrent_v2 != nullptr && cuStreamGetCtx != nullptr && cuStreamIsCapturing != nullptr &&
         cuModuleLoadDataEx != nullptr && cuModuleGetFunction != nullptr && cuModuleUnload != nullptr &&
         cuMemAlloc_v2 != nullptr && cuMemFree_v2 != nullptr && cuMemcpyHtoD_v2 != nullptr &&
         cuMemcpyAsync != nullptr && cuStreamSynchronize != nullptr && cuLaunchKernel != nullptr;
}

bool Driver::stages() const {
  return launches() && cuMemHostAlloc != nullptr && cuMemFreeHost != nullptr && cuStreamCreate != nullptr &&
         cuEventCreate != nullptr && cuEventDestroy_v2 != nullptr && cuEventRecord != nullptr &&
         cuEventSynchronize != nullptr && cuStreamWaitEvent != nullptr && cuDevicePrimaryCtxRetain != nullptr &&
         cuDevicePrimaryCtxRelease_v2 != nullptr;
}

bool Driver::links() const {
  return cuDriverGetVersion != nullptr && cuCtxGetDevice != nullptr && cuDeviceGetAttribute != nullptr &&
         cuLinkCreate_v2 != nullptr && cuLinkAddData_v2 != nullptr && cuLinkComplete != nullptr &&
         cuLinkDestroy != nullptr;
}

bool Driver::measures() const {
  return cuCtxGetDevice != nullptr && cuDeviceGetName != nullptr && cuDriverGetVersion != nullptr &&
         cuEventCreate != nullptr && cuEventDestroy_v2 != nullptr && cuEventRecord != nullptr &&
         cuEventQuery != nullptr && cuEventElapsedTime != nullptr && cuThreadExchangeStreamCaptureMode != nullptr;
}

bool Driver::shares() const {
  return cuMemGetAddressRange_v2 != nullptr && cuIpcGetMemHandle != nullptr && cuIpcOpenMemHandle_v2 != nullptr &&
         cuIpcCloseMemHandle != nullptr;
}

const Driver* loaded_driver() noexcept {
  static std::atomic<const Driver*> known = nullptr;
  if (const Driver* found = known.load(std::memory_order_acquire)) return found;
  void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  // The handle is kept, so the driver is never unloaded.
  static const Driver driver = functions_of(library);
  known.store(&driver, std::memory_order_release);
  return &driver;
}

std::uint64_t libraries_loaded() noexcept {
  std::uint64_t loaded = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* result) {
        *static_cast<std::uint64_t*>(result) = info->dlpi_adds;
        return 1;
      },
      &loaded);
  return loaded;
}

}  // namespace cartwright::device
