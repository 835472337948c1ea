// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace cartwright::device {

// The few types of the CUDA driver's interface that Cartwright uses. They are declared here, so a build needs nothing
// of CUDA.
using Result = int;  ///< CUresult: 0 is success
using Address = std::uint64_t;
struct Context;
struct Stream;  ///< null is the default stream
struct Module;
struct Function;
struct Event;
struct LinkState;
/// CUipcMemHandle: names memory of a GPU for other processes.
struct IpcHandle {
  std::array<char, 64> bytes;
};

/// CUDA_MEMCPY3D: planes of rows of adjacent bytes, in memory of a GPU or of the host.
struct Copy3d {
  struct Side {
    std::size_t x = 0, y = 0, z = 0, level = 0;
    int kind = 0;
    const void* host = nullptr;  ///< the first byte, if `kind` is on_host
    Address device = 0;          ///< the same for any other kind
    void* array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0;   ///< bytes from row to row
    std::size_t height = 0;  ///< rows from plane to plane
  };
  static constexpr int on_host = 1;
  static constexpr int on_device = 2;
  static constexpr int anywhere = 4;  ///< the driver finds out
  static constexpr std::int64_t max_pitch = (std::int64_t{1} << 31) - 1;

  Side from, to;
  std::size_t width = 0, height = 0, depth = 0;
};

/// The functions of the CUDA driver, by the names that libcuda exports. A function that the driver lacks is null.
struct Driver {
  Result (*cuPointerGetAttributes)(unsigned count, const int* attributes, void** values, Address address);
  Result (*cuGetErrorName)(Result result, const char** name);
  Result (*cuCtxPushCurrent_v2)(Context* context);
  Result (*cuCtxPopCurrent_v2)(Context** context);
  Result (*cuCtxGetId)(Context* context, std::uint64_t* id);  ///< since CUDA 12
  Result (*cuStreamGetCtx)(Stream* stream, Context** context);
  Result (*cuStreamIsCapturing)(Stream* stream, int* status);
  Result (*cuThreadExchangeStreamCaptureMode)(int* mode);
  Result (*cuStreamSynchronize)(Stream* stream);
  Result (*cuStreamCreate)(Stream** stream, unsigned flags);
  Result (*cuStreamWaitEvent)(Stream* stream, Event* event, unsigned flags);
  Result (*cuEventCreate)(Event** event, unsigned flags);
  Result (*cuEventDestroy_v2)(Event* event);
  Result (*cuEventRecord)(Event* event, Stream* stream);
  Result (*cuEventQuery)(Event* event);
  Result (*cuEventSynchronize)(Event* event);
  Result (*cuEventElapsedTime)(float* milliseconds, Event* start, Event* end);
  Result (*cuDevicePrimaryCtxRetain)(Context** context, int device);
  Result (*cuDevicePrimaryCtxRelease_v2)(int device);
  Result (*cuModuleLoadDataEx)(Module** module, const void* image, unsigned count, const int* options, void** values);
  Result (*cuModuleGetFunction)(Function** function, Module* module, const char* name);
  Result (*cuModuleUnload)(Module* module);
  Result (*cuDriverGetVersion)(int* version);
  Result (*cuCtxGetDevice)(int* device);
  Result (*cuDeviceGetName)(char* name, int bytes, int device);
  Result (*cuDeviceGetAttribute)(int* value, int attribute, int device);
  Result (*cuLinkCreate_v2)(unsigned count, const int* options, void** values, LinkState** state);
  Result (*cuLinkAddData_v2)(LinkState* state, int type, const void* data, std::size_t bytes, const char* name,
                             unsigned count, const int* options, void** values);
  Result (*cuLinkComplete)(LinkState* state, void** cubin, std::size_t* bytes);
  Result (*cuLinkDestroy)(LinkState* state);
  Result (*cuMemAlloc_v2)(Address* address, std::size_t bytes);
  Result (*cuMemFree_v2)(Address address);
  Result (*cuMemGetAddressRange_v2)(Address* begin, std::size_t* bytes, Address address);
  Result (*cuIpcGetMemHandle)(IpcHandle* handle, Address begin);
  Result (*cuIpcOpenMemHandle_v2)(Address* begin, IpcHandle handle, unsigned flags);
  Result (*cuIpcCloseMemHandle)(Address begin);
  Result (*cuMemHostAlloc)(void** memory, std::size_t bytes, unsigned flags);
  Result (*cuMemFreeHost)(void* memory);
  Result (*cuMemcpyHtoD_v2)(Address to, const void* from, std::size_t bytes);
  Result (*cuMemcpyAsync)(Address to, Address from, std::size_t bytes, Stream* stream);
  Result (*cuMemcpy3DAsync_v2)(const Copy3d* copy, Stream* stream);
  Result (*cuLaunchKernel)(Function* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                           unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream* stream, void** parameters,
                           void** extra);

  /// Whether it has all that packing needs.
  bool launches() const;
  /// Whether it also has all that a copy through the host needs.
  bool stages() const;
  /// Whether it translates kernels into a form that can be kept.
  bool links() const;
  /// Whether it can measure kernels.
  bool measures() const;
  /// Whether it can share memory of a GPU with other processes.
  bool shares() const;
};

/// The CUDA driver that this process has loaded, or null. It is never loaded, initialized, or given a context by
/// Cartwright. Thread safe.
const Driver* loaded_driver() noexcept;

/// The number of libraries that this process ever loaded: while it stays the same, no driver can have come.
std::uint64_t libraries_loaded() noexcept;

}  // namespace cartwright::device
