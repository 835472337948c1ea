// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/cache.hpp"
#include "gpu/context.hpp"
#include "gpu/kernel_trial.hpp"
#include "jit/batch.hpp"
#include "jit/ptx.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cartwright::gpu {

/// Runs one program on streams. The kernel of batches runs it at first. If the program is used often, a thread makes
/// its own kernel, which then serves if it is measured to be faster. Calls neither wait nor allocate, so a graph can
/// capture them, except for the first in each context if the program has index lists. Thread safe.
class Kernel {
 public:
  explicit Kernel(jit::Program program);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// Moves data when the stream gets there. The addresses are the GPU's, and the context is that of the stream.
  void run(const Current& context, device::Address to, device::Address from, std::int64_t turns,
           device::Stream* stream);

  /// Translates a kernel of this program now, for addresses that are multiples of the largest word that the program
  /// allows, and uploads its index lists. Other addresses stay with the kernel of batches.
  void prepare(const Current& context, device::Stream* stream);

  /// Appends the jobs of some turns for a batch. False if the program has too many loops.
  bool append(const Current& context, device::Address to, device::Address from, std::int64_t turns,
              device::Stream* stream, std::vector<jit::BatchJob>& jobs);

 private:
  /// A kernel of the program's own.
  struct Own {
    jit::PtxKernel ptx;
    device::Function* function = nullptr;
    device::Address tables = 0;
    std::string name;       ///< of the kernel on this GPU
    KernelChoices choices;  ///< of earlier processes
  };
  using Place = std::pair<std::uint64_t, std::int64_t>;  ///< a context and the bytes of a word

  const Own* find_own(const Place& place);
  bool make_own(const Place& place, device::Stream* stream);
  void make_own_later(const Current& context, const Place& place, std::int64_t turns);
  Own translated(jit::PtxKernel ptx) const;
  void run_own(const Own& own, device::Address to, device::Address from, std::int64_t turns,
               device::Stream* stream) const;
  void run_batch(const Current& context, device::Address to, device::Address from, std::int64_t turns,
                 device::Stream* stream);
  KernelTrial& trial_of(const Place& place, const Own& own, std::int64_t turns);
  device::Address tables(const Current& context, device::Stream* stream);

  const jit::Program program_;
  const std::int64_t word_;  ///< the largest
  const std::optional<jit::BatchProgram> batch_;
  std::mutex mutex_;
  std::map<Place, Own> own_;
  std::map<Place, std::int64_t> uses_;  ///< with much data, until the thread makes a kernel
  std::map<std::pair<Place, int>, std::unique_ptr<KernelTrial>> trials_;  ///< with the bits of the number of turns
  std::map<std::uint64_t, device::Address> tables_;                       ///< of batch_, in each context
};

/// Launches jobs that fit into the parameters of kernels: nothing is allocated.
void run_jobs(const Current& context, std::span<jit::BatchJob> jobs, device::Stream* stream);

/// Runs jobs of any programs in one launch, as often as wanted: a halo of many fields. Thread safe.
class Batch {
 public:
  Batch(const Current& context, std::vector<jit::BatchJob> jobs, device::Stream* stream);
  /// Waits for the work of the GPU.
  ~Batch();
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;

  /// Throws Error{invalid_argument} for a stream of another context.
  void run(device::Stream* stream) const;

 private:
  device::Function* function_ = nullptr;
  device::Context* context_ = nullptr;
  std::uint64_t context_id_ = 0;
  device::Address jobs_ = 0;
  std::uint32_t count_ = 0;
  std::int64_t blocks_ = 0;
};

}  // namespace cartwright::gpu
