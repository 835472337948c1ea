// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/kernel.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "gpu/module.hpp"
#include "gpu/worker_thread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace cartwright::gpu {

namespace {

/// The entries of jit::batch_ptx().
struct BatchKernels {
  device::Function* jobs = nullptr;   ///< cw_jobs
  device::Function* batch = nullptr;  ///< cw_batch
};

/// Translated once in each context.
BatchKernels batch_kernels(const Current& context, device::Stream* stream) {
  static auto& mutex = *new std::mutex;
  static auto& made = *new std::map<std::uint64_t, BatchKernels>;
  const std::lock_guard lock(mutex);
  if (const auto found = made.find(context.id()); found != made.end()) return found->second;
  need_no_capture(stream, "the first kernel of a context is translated");
  device::Module* const module = load_module(jit::batch_ptx());
  return made[context.id()] = {function_of(module, "cw_jobs"), function_of(module, "cw_batch")};
}

void launch(device::Function* function, std::int64_t blocks, void** parameters, device::Stream* stream) {
  check(driver().cuLaunchKernel(function, static_cast<unsigned>(blocks), 1, 1, jit::block_threads, 1, 1, 0, stream,
                                parameters, nullptr),
        "cuLaunchKernel");
}

/// Calls that move so many bytes count as uses. Shorter ones take the time of a launch, by any kernel.
constexpr std::int64_t worth_own = 64 << 10;
/// At this use, a program gets its own kernel.
constexpr std::int64_t uses_before_own = 16;

/// The largest word that divides both addresses.
std::int64_t alignment_of(device::Address to, device::Address from) {
  return std::int64_t{1} << std::min(4, std::countr_zero(to | from));
}

}  // namespace

Kernel::Kernel(jit::Program program)
    : program_(std::move(program)), word_(jit::flatten(program_).word), batch_(jit::BatchProgram::of(program_)) {}

Kernel::~Kernel() {
  if (!uses_.empty()) WorkerThread::get().wait();
}

void Kernel::run(const Current& context, device::Address to, device::Address from, std::int64_t turns,
                 device::Stream* stream) {
  const Place place{context.id(), std::min(word_, alignment_of(to, from))};
  const Own* own = find_own(place);
  if (own == nullptr && batch_) {
    make_own_later(context, place, turns);
    return run_batch(context, to, from, turns, stream);
  }
  if (own == nullptr) {
    if (!make_own(place, stream))
      base::fail(base::Status::unsupported, "a layout with this many different parts and loops is not packed on GPUs");
    own = find_own(place);
  }
  if (!batch_) return run_own(*own, to, from, turns, stream);
  trial_of(place, *own, turns).run(stream, turns, [&](KernelTrial::Choice choice) {
    if (choice == KernelTrial::Choice::own)
      run_own(*own, to, from, turns, stream);
    else
      run_batch(context, to, from, turns, stream);
  });
}

void Kernel::run_batch(const Current& context, device::Address to, device::Address from, std::int64_t turns,
                       device::Stream* stream) {
  std::vector<jit::BatchJob> jobs;
  batch_->append(to, from, turns, tables(context, stream), jobs);
  run_jobs(context, jobs, stream);
}

void Kernel::run_own(const Own& own, device::Address to, device::Address from, std::int64_t turns,
                     device::Stream* stream) const {
  for (std::int64_t done = 0; done < turns; done += own.ptx.max_turns) {
    auto count = static_cast<std::uint32_t>(std::min(own.ptx.max_turns, turns - done));
    device::Address target = to + static_cast<device::Address>(done * program_.to_stride);
    device::Address source = from + static_cast<device::Address>(done * program_.from_stride);
    device::Address no_table = 0;
    device::Address lists = own.tables;
    std::array<void*, 5> parameters{&target, &source, &count, &no_table, &lists};
    launch(own.function, own.ptx.blocks(count), parameters.data(), stream);
  }
}

KernelTrial& Kernel::trial_of(const Place& place, const Own& own, std::int64_t turns) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(turns)));
  const std::lock_guard lock(mutex_);
  std::unique_ptr<KernelTrial>& found = trials_[{place, bits}];
  if (found) return *found;
  const auto choice = own.choices.find(bits);
  const auto known = choice == own.choices.end() ? std::nullopt : std::optional(choice->second);
  found = std::make_unique<KernelTrial>(known, turns, [name = own.name, bits](bool won, double ratio) {
    WorkerThread::get().add([=] { keep_choice(name, bits, won, ratio); });
  });
  return *found;
}

void Kernel::prepare(const Current& context, device::Stream* stream) {
  make_own({context.id(), word_}, stream);
  batch_kernels(context, stream);
  if (batch_) tables(context, stream);
}

bool Kernel::append(const Current& context, device::Address to, device::Address from, std::int64_t turns,
                    device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  if (batch_) batch_->append(to, from, turns, tables(context, stream), jobs);
  return batch_.has_value();
}

const Kernel::Own* Kernel::find_own(const Place& place) {
  const std::lock_guard lock(mutex_);
  const auto found = own_.find(place);
  return found == own_.end() ? nullptr : &found->second;
}

bool Kernel::make_own(const Place& place, device::Stream* stream) {
  if (find_own(place) != nullptr) return true;
  std::optional<jit::PtxKernel> ptx = jit::emit_ptx(program_, place.second);
  if (!ptx) return false;
  need_no_capture(stream, "a kernel is translated");
  Own own = translated(std::move(*ptx));
  own.tables = upload(own.ptx.tables);
  const std::lock_guard lock(mutex_);
  own_.emplace(place, std::move(own));
  return true;
}

/// In the current context, without index lists.
Kernel::Own Kernel::translated(jit::PtxKernel ptx) const {
  base::Hash hash;
  hash.add(std::string_view(name_of_gpu()));
  hash.add(std::string_view(ptx.text));
  Own own;
  own.name = fmt::format("{:016x}", hash.value());
  own.choices = cached_choices(own.name);
  own.function = load(ptx.text, "cw_move");
  own.ptx = std::move(ptx);
  return own;
}

/// Programs with index lists have no kernel made in the background: these would be uploaded on the default stream,
/// which the program may be capturing.
void Kernel::make_own_later(const Current& context, const Place& place, std::int64_t turns) {
  if (turns * program_.body.bytes < worth_own || !batch_->tables().bytes().empty() || !driver().measures()) return;
  {
    const std::lock_guard lock(mutex_);
    if (++uses_[place] != uses_before_own) return;
  }
  WorkerThread::get().add([this, place, of = context.context()] {
    constexpr int relaxed = 2;  // streams may be captured meanwhile
    int mode = relaxed;
    check(driver().cuThreadExchangeStreamCaptureMode(&mode), "cuThreadExchangeStreamCaptureMode");
    const Current current(of);
    if (current.id() != place.first) return;
    std::optional<jit::PtxKernel> ptx = jit::emit_ptx(program_, place.second);
    if (!ptx || !ptx->tables.empty()) return;
    Own own = translated(std::move(*ptx));
    const std::lock_guard lock(mutex_);
    own_.emplace(place, std::move(own));
  });
}

device::Address Kernel::tables(const Current& context, device::Stream* stream) {
  const std::vector<std::byte>& bytes = batch_->tables().bytes();
  if (bytes.empty()) return 0;
  const std::lock_guard lock(mutex_);
  if (const auto found = tables_.find(context.id()); found != tables_.end()) return found->second;
  need_no_capture(stream, "an index list is uploaded");
  return tables_[context.id()] = upload(bytes);
}

void run_jobs(const Current& context, std::span<jit::BatchJob> jobs, device::Stream* stream) {
  const BatchKernels kernels = batch_kernels(context, stream);
  for (std::size_t done = 0; done < jobs.size(); done += jit::max_jobs_in_parameters) {
    std::array<jit::BatchJob, jit::max_jobs_in_parameters> some;
    auto count = static_cast<std::uint32_t>(std::min(some.size(), jobs.size() - done));
    std::ranges::copy(jobs.subspan(done, count), some.begin());
    const std::int64_t blocks = jit::place_blocks(std::span(some).first(count));
    std::array<void*, 2> parameters{&count, some.data()};
    launch(kernels.jobs, blocks, parameters.data(), stream);
  }
}

Batch::Batch(const Current& context, std::vector<jit::BatchJob> jobs, device::Stream* stream)
    : function_(batch_kernels(context, stream).batch),
      context_(context.context()),
      context_id_(context.id()),
      count_(static_cast<std::uint32_t>(jobs.size())),
      blocks_(jit::place_blocks(jobs)) {
  need_no_capture(stream, "a batch is uploaded");
  jobs_ = upload(std::as_bytes(std::span(jobs)));
}

Batch::~Batch() {
  try {
    const Current current(context_);
    if (current.id() == context_id_ && jobs_ != 0) driver().cuMemFree_v2(jobs_);
  } catch (const base::Error&) {
    // The context is gone, and the memory with it.
  }
}

void Batch::run(device::Stream* stream) const {
  if (count_ == 0) return;
  if (const Current current(stream); current.id() != context_id_)
    base::fail(base::Status::invalid_argument,
               "this batch was made in another context: make one with a stream of this context");
  std::uint32_t count = count_;
  device::Address jobs = jobs_;
  std::array<void*, 2> parameters{&count, &jobs};
  launch(function_, blocks_, parameters.data(), stream);
}

}  // namespace cartwright::gpu
