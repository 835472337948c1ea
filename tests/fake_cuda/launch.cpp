// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Streams, copies, graphs, modules and kernels of the pretended GPU.
#include "driver.hpp"
#include "memory.hpp"
#include "ptx.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace fake_cuda;

namespace {

void fail(const char* why) {
  std::fprintf(stderr, "fake_cuda: %s\n", why);
  report_fault();
}

/// A copy in either direction, or between two addresses of the GPU.
void copy(Address to, Address from, std::size_t bytes) {
  std::byte* const target = reach(to, bytes, true);
  const std::byte* const source = reach(from, bytes, true);
  if (target == nullptr || source == nullptr) return fail("a copy leaves its memory");
  std::memcpy(target, source, bytes);
}

int copy_and_wait(Address to, Address from, std::size_t bytes) {
  if (any_capturing()) return capture_unsupported;
  default_stream().enqueue([=] { copy(to, from, bytes); });
  default_stream().wait();
  return result_of_device();
}

/// CUDA_MEMCPY2D, and CUDA_MEMCPY3D: only of linear memory that the driver knows.
struct Rows {
  std::size_t x = 0, y = 0;
  int kind = 0;
  const void* host = nullptr;
  Address memory = 0;
  void* array = nullptr;
  std::size_t pitch = 0;

  Address first() const { return memory + y * pitch + x; }
};
struct Copy2d {
  Rows from, to;
  std::size_t width = 0, height = 0;
};
struct Planes {
  std::size_t x = 0, y = 0, z = 0, level = 0;
  int kind = 0;
  const void* host = nullptr;
  Address memory = 0;
  void* array = nullptr;
  void* reserved = nullptr;
  std::size_t pitch = 0, height = 0;

  Address row(std::size_t plane, std::size_t number) const {
    return memory + ((z + plane) * height + y + number) * pitch + x;
  }
};
struct Copy3d {
  Planes from, to;
  std::size_t width = 0, height = 0, depth = 0;
};
/// The address says where the memory is.
constexpr int unified_memory = 4;

/// Where one side of a copy begins; none if the driver refuses it.
std::optional<Address> place_of(const Planes& side) {
  constexpr int on_host = 1;
  constexpr int on_device = 2;
  const Address host = reinterpret_cast<Address>(side.host);
  const auto in_kind = [](Address address, bool device) {
    const auto range = memory().find(address);
    return (range && range->kind != Kind::pinned) == device;
  };
  if (side.kind == unified_memory) return side.memory;
  if (side.kind == on_host && in_kind(host, false)) return host;
  if (side.kind == on_device && in_kind(side.memory, true)) return side.memory;
  return std::nullopt;
}

/// Whether rows and planes of one side do not overlap, and its pitch is allowed.
bool fits(const Planes& side, const Copy3d& all) {
  constexpr std::size_t max_pitch = (std::size_t{1} << 31) - 1;
  return side.pitch >= side.x + all.width && side.pitch <= max_pitch && side.height >= side.y + all.height;
}

using Graph = std::vector<Task>;
using Kernels = std::map<std::string, Kernel>;

/// What a pretended cubin begins with; the text of the kernels follows.
constexpr std::string_view cubin_head = "\177ELF of the pretended GPU\n";
std::atomic<int> translations = 0;
std::atomic<int> copies_of_planes = 0;

struct Link {
  std::string cubin;
};

}  // namespace

FAKE_CUDA cuThreadExchangeStreamCaptureMode(int* mode) {
  *mode = exchange_capture_mode(*mode);
  return success;
}
FAKE_CUDA cuStreamCreate(Stream** stream, unsigned flags) {
  if (current_context() == nullptr) return invalid_context;
  *stream = new Stream(flags == 0 ? Stream::Order::blocking : Stream::Order::non_blocking);
  return success;
}
FAKE_CUDA cuStreamDestroy_v2(Stream* stream) {
  delete stream;
  return success;
}
FAKE_CUDA cuStreamSynchronize(StreamHandle* stream) {
  if (stream_of(stream).capturing()) return capture_unsupported;
  stream_of(stream).wait();
  return result_of_device();
}
FAKE_CUDA cuStreamGetCtx(StreamHandle*, const Context** context) {
  *context = current_context();
  return *context == nullptr ? invalid_context : success;
}
FAKE_CUDA cuStreamIsCapturing(StreamHandle* stream, int* status) {
  *status = stream_of(stream).capturing() ? 1 : 0;
  return success;
}
FAKE_CUDA cuStreamBeginCapture_v2(StreamHandle* stream, int) {
  stream_of(stream).begin_capture();
  return success;
}
FAKE_CUDA cuStreamEndCapture(StreamHandle* stream, Graph** graph) {
  *graph = new Graph(stream_of(stream).end_capture());
  return captures_spoiled() ? capture_invalidated : success;
}
FAKE_CUDA cuGraphInstantiateWithFlags(Graph** made, const Graph* graph, unsigned long long) {
  *made = new Graph(*graph);
  return success;
}
FAKE_CUDA cuGraphLaunch(Graph* graph, StreamHandle* stream) {
  for (const Task& task : *graph) stream_of(stream).enqueue(task);
  return success;
}
FAKE_CUDA cuGraphExecDestroy(Graph* graph) {
  delete graph;
  return success;
}
FAKE_CUDA cuGraphDestroy(Graph* graph) {
  delete graph;
  return success;
}

/// Up to 64 KiB from memory that is not pinned to that of the GPU are on their way when the call returns, as the driver
/// may do: streams that do not wait for the default stream can miss them.
FAKE_CUDA cuMemcpyHtoD_v2(Address to, const void* from, std::size_t bytes) {
  constexpr std::size_t most = std::size_t{1} << 16;
  const auto target = memory().find(to);
  const bool on_gpu = target && target->kind == Kind::device;
  if (!on_gpu || bytes == 0 || bytes > most || memory().find(reinterpret_cast<Address>(from)))
    return copy_and_wait(to, reinterpret_cast<Address>(from), bytes);
  if (any_capturing()) return capture_unsupported;
  const auto* const first = static_cast<const std::byte*>(from);
  default_stream().enqueue([to, staged = std::vector(first, first + bytes)] {
    copy(to, reinterpret_cast<Address>(staged.data()), staged.size());
  });
  return result_of_device();
}
FAKE_CUDA cuMemcpyDtoH_v2(void* to, Address from, std::size_t bytes) {
  return copy_and_wait(reinterpret_cast<Address>(to), from, bytes);
}
FAKE_CUDA cuMemcpyAsync(Address to, Address from, std::size_t bytes, StreamHandle* stream) {
  stream_of(stream).enqueue([=] { copy(to, from, bytes); });
  return success;
}

FAKE_CUDA cuMemcpy2DAsync_v2(const Copy2d* given, StreamHandle* stream) {
  if (given->from.kind != unified_memory || given->to.kind != unified_memory) return invalid_value;
  if (given->from.pitch < given->width || given->to.pitch < given->width) return invalid_value;
  stream_of(stream).enqueue([all = *given] {
    for (std::size_t row = 0; row < all.height; ++row)
      copy(all.to.first() + row * all.to.pitch, all.from.first() + row * all.from.pitch, all.width);
  });
  return success;
}
FAKE_CUDA cuMemcpy3DAsync_v2(const Copy3d* given, StreamHandle* stream) {
  if (current_context() == nullptr) return invalid_context;
  Copy3d placed = *given;
  const auto from = place_of(placed.from);
  const auto to = place_of(placed.to);
  if (!from || !to || !fits(placed.from, placed) || !fits(placed.to, placed)) return invalid_value;
  placed.from.memory = *from;
  placed.to.memory = *to;
  ++copies_of_planes;
  stream_of(stream).enqueue([all = placed] {
    for (std::size_t plane = 0; plane < all.depth; ++plane)
      for (std::size_t row = 0; row < all.height; ++row)
        copy(all.to.row(plane, row), all.from.row(plane, row), all.width);
  });
  return success;
}

/// For tests: how many copies of planes were started.
FAKE_CUDA fake_cuda_copies_of_planes(int* count) {
  *count = copies_of_planes;
  return success;
}

/// Options are only a buffer for errors: its address and its size, by the numbers 5 and 6.
FAKE_CUDA cuModuleLoadDataEx(Kernels** module, const char* text, unsigned count, const int* options, void** values) {
  if (current_context() == nullptr) return invalid_context;
  if (any_capturing()) return capture_unsupported;
  const std::string_view image(text);
  const bool is_cubin = image.starts_with(cubin_head);
  try {
    *module = new Kernels(parse(is_cubin ? image.substr(cubin_head.size()) : image));
    if (!is_cubin) ++translations;
    return success;
  } catch (const std::exception& error) {
    char* log = nullptr;
    std::size_t bytes = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == 5) log = static_cast<char*>(values[i]);
      if (options[i] == 6) bytes = reinterpret_cast<std::size_t>(values[i]);
    }
    if (log != nullptr && bytes > 0) std::snprintf(log, bytes, "%s", error.what());
    return invalid_ptx;
  }
}
FAKE_CUDA cuLinkCreate_v2(unsigned, const int*, void**, Link** link) {
  if (current_context() == nullptr) return invalid_context;
  *link = new Link;
  return success;
}
FAKE_CUDA cuLinkAddData_v2(Link* link, int type, const char* text, std::size_t bytes, const char*, unsigned, const int*,
                           void**) {
  constexpr int ptx = 1;
  if (type != ptx || bytes == 0 || text[bytes - 1] != 0) return invalid_value;
  try {
    parse(text);
  } catch (const std::exception&) {
    return invalid_ptx;
  }
  link->cubin = std::string(cubin_head) + text;
  ++translations;
  return success;
}
FAKE_CUDA cuLinkComplete(Link* link, const void** cubin, std::size_t* bytes) {
  *cubin = link->cubin.c_str();
  *bytes = link->cubin.size() + 1;
  return success;
}
FAKE_CUDA cuLinkDestroy(Link* link) {
  delete link;
  return success;
}
/// For tests: how often PTX was translated.
FAKE_CUDA fake_cuda_translations(int* count) {
  *count = translations;
  return success;
}

FAKE_CUDA cuModuleGetFunction(const Kernel** function, const Kernels* module, const char* name) {
  const auto found = module->find(name);
  if (found == module->end()) return not_found;
  *function = &found->second;
  return success;
}
FAKE_CUDA cuModuleUnload(Kernels* module) {
  delete module;
  return success;
}

FAKE_CUDA cuLaunchKernel(const Kernel* kernel, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                         unsigned block_y, unsigned block_z, unsigned, StreamHandle* stream, void** parameters,
                         void**) {
  if (current_context() == nullptr) return invalid_context;
  if (grid_x == 0 || grid_x > 0x7fffffff || grid_y != 1 || grid_z != 1) return invalid_value;
  if (block_x == 0 || block_x > 1024 || block_y != 1 || block_z != 1) return invalid_value;
  std::vector<std::byte> given(kernel->parameter_bytes);
  for (std::size_t i = 0; i < kernel->parameters.size(); ++i)
    std::memcpy(given.data() + kernel->parameters[i].offset, parameters[i], kernel->parameters[i].bytes);
  stream_of(stream).enqueue([=, given = std::move(given)] {
    try {
      run(*kernel, given, grid_x, block_x);
    } catch (const std::exception& error) {
      fail(error.what());
    }
  });
  return success;
}
