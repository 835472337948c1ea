// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/staging.hpp"

#include "device/memory.hpp"
#include "gpu/pools.hpp"

#include <exception>
#include <map>
#include <mutex>

namespace cartwright::gpu {

namespace {

/// The lanes of a context that no thread uses. They are destroyed with it.
class FreeLanes {
 public:
  Lanes take(const Current& context) {
    {
      const std::lock_guard lock(mutex_);
      std::vector<Lanes>& free = free_[context.id()];
      if (!free.empty()) {
        const Lanes lanes = free.back();
        free.pop_back();
        return lanes;
      }
    }
    constexpr unsigned non_blocking = 1;
    constexpr unsigned without_times = 2;
    Lanes made;
    for (device::Stream*& stream : made.streams)
      check(driver().cuStreamCreate(&stream, non_blocking), "cuStreamCreate");
    check(driver().cuEventCreate(&made.ready, without_times), "cuEventCreate");
    return made;
  }

  void give(std::uint64_t context, const Lanes& lanes) {
    const std::lock_guard lock(mutex_);
    free_[context].push_back(lanes);
  }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::vector<Lanes>> free_;
};

FreeLanes& free_lanes() {
  static auto& all = *new FreeLanes;
  return all;
}

}  // namespace

device::Context* context_of_all(std::span<const Part> parts) {
  device::Context* context = nullptr;
  for (const Part& part : parts) {
    device::Context* const here = device::context_of(driver(), part.layout->first_byte(part.base));
    if (here == nullptr || (context != nullptr && here != context)) return nullptr;
    context = here;
  }
  return context;
}

std::unique_ptr<Staging> Staging::of(jit::Direction direction, std::span<const Part> parts, std::int64_t segment,
                                     device::Stream* stream) {
  device::Context* const context = context_of_all(parts);
  if (context == nullptr) return nullptr;
  const Current current(context);
  std::unique_ptr<Staging> made(new Staging(direction, context));
  if (parts.size() == 1 && parts[0].offset == 0 && parts[0].layout->contiguous()) {
    made->block_ = parts[0].base + parts[0].layout->layout().origin;
  } else {
    for (const Part& part : parts)
      if (!part.layout->append_stream(direction, part.base, part.count, part.offset, nullptr, made->own_jobs_))
        return nullptr;
    made->jobs_ = made->own_jobs_;
    made->take_buffers(current, segment);
  }
  made->begin(current, stream);
  return made;
}

Staging::Staging(jit::Direction direction, const Current& context, std::span<const jit::BatchJob> jobs,
                 std::int64_t segment, device::Stream* stream)
    : direction_(direction), context_(context.context()), jobs_(jobs) {
  take_buffers(context, segment);
  begin(context, stream);
}

void Staging::take_buffers(const Current& context, std::int64_t segment) {
  for (base::Buffer& buffer : buffers_) buffer = base::Buffer(static_cast<std::size_t>(segment), device_pool(context));
}

void Staging::begin(const Current& context, device::Stream* stream) {
  lanes_ = free_lanes().take(context);
  context_id_ = context.id();
  check(driver().cuEventRecord(lanes_.ready, stream), "cuEventRecord");
  for (device::Stream* lane : lanes_.streams)
    check(driver().cuStreamWaitEvent(lane, lanes_.ready, 0), "cuStreamWaitEvent");
}

Staging::~Staging() {
  if (lanes_.ready == nullptr) return;
  try {
    wait_for_all();
  } catch (const std::exception&) {
    // The driver reports the error again when it is called next.
  }
  free_lanes().give(context_id_, lanes_);
}

void Staging::start(std::int64_t first, std::int64_t last, std::byte* host) {
  const Current current(context_);
  const std::size_t lane = started_++ % Lanes::count;
  device::Stream* const stream = lanes_.streams[lane];
  const bool packs = direction_ == jit::Direction::pack;
  std::byte* const buffer = block_ != nullptr ? block_ + first : buffers_[lane].data();
  if (!packs) start_copy(buffer, host, last - first, stream);
  std::vector<jit::BatchJob> parts;
  for (const jit::BatchJob& job : jobs_)
    if (const auto part = jit::part_of(job, first, last, reinterpret_cast<std::uint64_t>(buffer)))
      parts.push_back(*part);
  run_jobs(current, parts, stream);
  if (packs) start_copy(host, buffer, last - first, stream);
}

void Staging::wait_for_one() {
  if (done_ == started_) return;
  const Current current(context_);
  wait(lanes_.streams[done_++ % Lanes::count]);
}

void Staging::wait_for_all() {
  const Current current(context_);
  for (device::Stream* stream : lanes_.streams) wait(stream);
  done_ = started_;
}

}  // namespace cartwright::gpu
