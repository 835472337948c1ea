// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/gpu_support.hpp"

#include "mpi/base/info.hpp"
#include "mpi/base/real.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>

namespace cartwright::mpi {

namespace {

/// UCX with its module for CUDA carries messages of an MPI that itself knows nothing of GPUs.
bool ucx_has_cuda() {
  constexpr std::array names{"libuct_cuda.so.0", "libuct_cuda.so"};
  return std::ranges::any_of(names, [](const char* name) { return dlopen(name, RTLD_LAZY | RTLD_NOLOAD) != nullptr; });
}

}  // namespace

std::string memory_kinds() {
  MPI_Info info = MPI_INFO_NULL;
  if (PMPI_Comm_get_info(MPI_COMM_WORLD, &info) != MPI_SUCCESS) return "";
  const std::vector<NamedValue> keys = keys_of(info);
  PMPI_Info_free(&info);
  const auto found = std::ranges::find(keys, "mpi_memory_alloc_kinds", &NamedValue::name);
  return found == keys.end() ? "" : found->value;
}

GpuSupport find_gpu_support(std::optional<Gpu> set) {
  if (set.value_or(Gpu::ask) != Gpu::ask) return {*set, "CARTWRIGHT_GPU"};
  // Kinds are what a program may use, and the query is about the build of the MPI: the list decides.
  if (const std::string kinds = memory_kinds(); !kinds.empty())
    return {kinds.find("cuda") != std::string::npos ? Gpu::aware : Gpu::staged, "mpi_memory_alloc_kinds: " + kinds};
  using Query = int();
  auto* const query = reinterpret_cast<Query*>(find_extension("MPIX_Query_cuda_support"));
  if (query != nullptr && query() != 0) return {Gpu::aware, "MPIX_Query_cuda_support: yes"};
  if (ucx_has_cuda()) return {Gpu::half, "UCX has loaded libuct_cuda"};
  if (query != nullptr) return {Gpu::staged, "MPIX_Query_cuda_support: no"};
  return {Gpu::off, "the MPI does not say what it supports"};
}

}  // namespace cartwright::mpi
