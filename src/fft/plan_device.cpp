// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "device/driver.hpp"
#include "fft/plan.hpp"
#include "gpu/cache.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/real.hpp"

#include <cstdlib>

// Plans for arrays in memory of a GPU.

namespace cartwright::fft {

namespace {

/// How MPI gets messages. By default through the host, unless the MPI says that it reads memory of the GPU.
mpi::GpuSupport find_messages(const mpi::Settings& settings) {
  mpi::GpuSupport found = mpi::find_gpu_support(settings.gpu);
  // All messages are from one process to another, which an MPI that is half aware supports.
  const bool aware = found.mode == mpi::Gpu::aware || found.mode == mpi::Gpu::half;
  found.mode = aware ? mpi::Gpu::aware : mpi::Gpu::staged;
  return found;
}

}  // namespace

void Plan::make_device_engine(const mpi::Settings& settings) {
  mpi::collectively(comm_, [&] {
    const device::Driver* const driver = device::loaded_driver();
    if (driver == nullptr)
      base::fail(base::Status::unsupported,
                 "memory is CW_FFT_MEMORY_DEVICE, but this process has not loaded libcuda.so.1, the driver of CUDA: "
                 "select a GPU first, or leave memory at CW_FFT_MEMORY_HOST");
    if (!driver->stages())
      base::fail(base::Status::unsupported,
                 "libcuda.so.1 lacks functions that transforms on a GPU need: install driver 418 or later");
    gpu::set_cache_folder(std::getenv);
    cuda::cufft();
    device_messages_ = find_messages(settings);
    if (!neighbors_) neighbors_ = std::make_shared<cuda::Neighbors>(workspace_, request_.stream);
  });
  for (choice::GridChoice& grid : propose_grids(settings)) trials_.push_back({std::move(grid), {}});
  trials_.resize(1);
  DeviceRequest request;
  request.grid = trials_.front().grid.dims;
  request.cells = trials_.front().grid.cells;
  request.natural = !request_.transposed;
  request.aware = device_messages_.mode == mpi::Gpu::aware;
  auto engine = std::make_unique<DeviceEngine>(problem_, comm_, request, neighbors_);
  device_pairs_ = engine->pairs();
  static_assert(sizeof(cuda::Pairs) == 2 * sizeof(std::int64_t));
  mpi::real().Allreduce(MPI_IN_PLACE, device_pairs_.data(), static_cast<int>(2 * device_pairs_.size()), MPI_INT64_T,
                        MPI_SUM, comm_);
  engine_ = std::move(engine);
}

}  // namespace cartwright::fft
