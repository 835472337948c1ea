// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// A pretended cuFFT: the functions that Cartwright calls, in the order of the streams of the pretended driver. It is as
// strict as the real one may be: no transform from reals or to reals in place, addresses aligned to a complex number, a
// work area that is overwritten, and no call without a context.
#include "transform.hpp"

#include <dlfcn.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#define FAKE_CUFFT extern "C" __attribute__((visibility("default"))) int

namespace {

using namespace fake_cufft;

using Address = std::uint64_t;
using LongLong = long long;  // NOLINT(google-runtime-int): as in the interface of cuFFT

/// Values of cufftResult.
enum Result : int {
  success = 0,
  invalid_plan = 1,
  invalid_type = 3,
  invalid_value = 4,
  exec_failed = 6,
  invalid_size = 8
};

/// A function of the pretended driver.
template <typename... Arguments>
int driver(const char* name, Arguments... arguments) {
  static void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  const auto function = library == nullptr ? nullptr : reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
  return function == nullptr ? exec_failed : function(arguments...);
}

struct Plan {
  Request request;
  bool made = false;
  bool allocates = true;
  std::byte* area = nullptr;
  void* stream = nullptr;
};

std::mutex mutex;
std::vector<std::unique_ptr<Plan>> plans;

Plan* find(int handle) {
  const std::lock_guard lock(mutex);
  return handle >= 0 && handle < std::ssize(plans) ? plans[static_cast<std::size_t>(handle)].get() : nullptr;
}

/// What a stream runs.
struct Work {
  Request request;
  bool forward;
  Address in, out, area;
};

std::byte* reach(Address address, std::int64_t bytes) {
  std::byte* reached = nullptr;
  driver("fake_cuda_reach", address, static_cast<std::size_t>(bytes), &reached);
  return reached;
}

void run(void* data) {
  const std::unique_ptr<Work> work(static_cast<Work*>(data));
  const Request& request = work->request;
  std::byte* const in = reach(work->in, request.extent(request.in));
  std::byte* const out = reach(work->out, request.extent(request.out));
  std::byte* const area = reach(work->area, static_cast<std::int64_t>(request.work_bytes));
  if (in == nullptr || out == nullptr || area == nullptr) {
    driver("fake_cuda_fail");
    return;
  }
  std::memset(area, 0xff, request.work_bytes);
  transform(request, work->forward, in, out);
}

int execute(int handle, Type type, void* in, void* out, bool forward) {
  const Plan* const plan = find(handle);
  if (plan == nullptr || !plan->made || plan->request.type != type) return invalid_plan;
  const auto alignment = static_cast<Address>(2 * plan->request.real_bytes());
  const auto from = reinterpret_cast<Address>(in);
  const auto to = reinterpret_cast<Address>(out);
  if (from % alignment != 0 || to % alignment != 0 || plan->area == nullptr) return exec_failed;
  if (from == to && (takes_reals(type) || gives_reals(type))) return invalid_value;
  auto work = std::make_unique<Work>(Work{plan->request, forward, from, to, reinterpret_cast<Address>(plan->area)});
  const int result = driver("fake_cuda_enqueue", plan->stream, &run, static_cast<void*>(work.get()));
  if (result != 0) return exec_failed;
  (void)work.release();
  return success;
}

Side side_of(int rank, const LongLong* embed, LongLong stride, LongLong distance, bool reals) {
  return {{embed, embed + rank}, stride, distance, reals};
}

}  // namespace

FAKE_CUFFT cufftCreate(int* handle) {
  const std::lock_guard lock(mutex);
  *handle = static_cast<int>(plans.size());
  plans.push_back(std::make_unique<Plan>());
  return success;
}
FAKE_CUFFT cufftDestroy(int handle) {
  if (find(handle) == nullptr) return invalid_plan;
  const std::lock_guard lock(mutex);
  plans[static_cast<std::size_t>(handle)].reset();
  return success;
}
FAKE_CUFFT cufftSetAutoAllocation(int handle, int automatic) {
  Plan* const plan = find(handle);
  if (plan == nullptr || plan->made) return invalid_plan;
  plan->allocates = automatic != 0;
  return success;
}
FAKE_CUFFT cufftMakePlanMany64(int handle, int rank, const LongLong* n, const LongLong* in_embed, LongLong in_stride,
                               LongLong in_distance, const LongLong* out_embed, LongLong out_stride,
                               LongLong out_distance, Type type, LongLong batch, std::size_t* work_bytes) {
  Plan* const plan = find(handle);
  if (plan == nullptr || plan->made || plan->allocates) return invalid_plan;
  if (rank < 1 || rank > 3 || batch < 1 || in_embed == nullptr || out_embed == nullptr) return invalid_value;
  for (int i = 0; i < rank; ++i)
    if (n[i] < 1) return invalid_size;
  Request& request = plan->request;
  request.type = type;
  request.n.assign(n, n + rank);
  request.batch = batch;
  request.in = side_of(rank, in_embed, in_stride, in_distance, takes_reals(type));
  request.out = side_of(rank, out_embed, out_stride, out_distance, gives_reals(type));
  request.work_bytes = 16 + static_cast<std::size_t>(request.extent(request.in)) / 2;
  *work_bytes = request.work_bytes;
  plan->made = true;
  return success;
}
FAKE_CUFFT cufftSetWorkArea(int handle, std::byte* area) {
  Plan* const plan = find(handle);
  if (plan == nullptr) return invalid_plan;
  plan->area = area;
  return success;
}
FAKE_CUFFT cufftSetStream(int handle, void* stream) {
  Plan* const plan = find(handle);
  if (plan == nullptr) return invalid_plan;
  plan->stream = stream;
  return success;
}
FAKE_CUFFT cufftExecC2C(int handle, void* in, void* out, int direction) {
  return execute(handle, Type::c2c, in, out, direction == -1);
}
FAKE_CUFFT cufftExecZ2Z(int handle, void* in, void* out, int direction) {
  return execute(handle, Type::z2z, in, out, direction == -1);
}
FAKE_CUFFT cufftExecR2C(int handle, void* in, void* out) { return execute(handle, Type::r2c, in, out, true); }
FAKE_CUFFT cufftExecD2Z(int handle, void* in, void* out) { return execute(handle, Type::d2z, in, out, true); }
FAKE_CUFFT cufftExecC2R(int handle, void* in, void* out) { return execute(handle, Type::c2r, in, out, false); }
FAKE_CUFFT cufftExecZ2D(int handle, void* in, void* out) { return execute(handle, Type::z2d, in, out, false); }
