// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/gpu_pass.hpp"

#include "gpu/layout.hpp"
#include "gpu/pools.hpp"

#include <algorithm>

namespace cartwright::halo::engine {

namespace {

using gpu::Current;
using gpu::LayoutKernels;

bool are_equal(const std::vector<GpuPass::Stream>& a, const std::vector<GpuPass::Stream>& b) {
  return std::ranges::equal(
      a, b, [](const GpuPass::Stream& x, const GpuPass::Stream& y) { return x.out == y.out && x.in == y.in; });
}

}  // namespace

GpuPass::GpuPass(const Pass& pass, Streams streams, device::Context* context, device::Stream* stream)
    : pass_(pass),
      streams_(std::move(streams)),
      context_(context),
      stream_(stream),
      alternates_(!are_equal(streams_[0], streams_[1])) {
  const Current current(context_);
  for (std::size_t parity = 0; parity < (alternates_ ? 2U : 1U); ++parity) {
    Jobs jobs;
    for (std::size_t peer = 0; peer < pass.work_.size(); ++peer) append_out(peer, streams_[parity][peer].out, jobs);
    if (pass.fills()) append_in(pass.own_.in, nullptr, nullptr, jobs);
    packing_[parity] = std::make_unique<gpu::Batch>(current, std::move(jobs), stream_);
    if (pass.fills()) taking(parity, {});
  }
}

void GpuPass::append_out(std::size_t peer, std::byte* stream, Jobs& jobs) const {
  for (const Pass::Step& step : pass_.work_[peer].out)
    if (!LayoutKernels::of(*step.packer).append(jit::Direction::pack, step.own, 1, stream + step.offset, stream_, jobs))
      gpu::fail_too_deep();
}

void GpuPass::append_in(const std::vector<Pass::Step>& steps, const std::byte* stream, const Side* side,
                        Jobs& jobs) const {
  for (const Pass::Step& step : steps) {
    if (side != nullptr && step.side != *side) continue;
    if (step.move != nullptr)
      gpu::append_move(LayoutKernels::of(step.move->from()), step.other, 1, LayoutKernels::of(step.move->to()), 1,
                       step.own, stream_, jobs);
    else if (!LayoutKernels::of(*step.packer)
                  .append(jit::Direction::unpack, stream + step.offset, 1, step.own, stream_, jobs))
      gpu::fail_too_deep();
  }
}

void GpuPass::append_part(const Part& part, const std::vector<Stream>& streams, Jobs& jobs) const {
  const auto& [peer, side] = part;
  for (std::size_t i = 0; i < streams.size(); ++i)
    if (!peer || *peer == i) append_in(pass_.work_[i].in, streams[i].in, side ? &*side : nullptr, jobs);
}

gpu::Batch& GpuPass::taking(std::uint64_t exchange, const Part& part) {
  const std::size_t parity = alternates_ ? exchange % 2 : 0;
  std::unique_ptr<gpu::Batch>& batch = taking_[parity][part];
  if (batch) return *batch;
  const Current current(context_);
  Jobs jobs;
  append_part(part, streams_[parity], jobs);
  batch = std::make_unique<gpu::Batch>(current, std::move(jobs), stream_);
  return *batch;
}

void GpuPass::run(const gpu::Batch& batch) const {
  const Current current(context_);
  batch.run(stream_);
  gpu::wait(stream_);
}

void GpuPass::pack(std::uint64_t exchange) { run(*packing_[alternates_ ? exchange % 2 : 0]); }

void GpuPass::fill(std::uint64_t exchange) { run(taking(exchange, {})); }

void GpuPass::take(std::uint64_t exchange, std::size_t peer, const Side* side) {
  if (pass_.fills()) return run(taking(exchange, {peer, side != nullptr ? std::optional(*side) : std::nullopt}));
  for (const Pass::Step& step : pass_.work_[peer].in) combine(step, streams_[exchange % 2][peer].in);
}

void GpuPass::combine_own() {
  for (const Pass::Step& step : pass_.own_.in) combine(step, nullptr);
}

void GpuPass::combine(const Pass::Step& step, const std::byte* stream) const {
  const Current current(context_);
  const base::Buffer here(static_cast<std::size_t>(step.bytes), gpu::pinned_pool(current));
  const base::Buffer other(static_cast<std::size_t>(step.bytes), gpu::pinned_pool(current));
  LayoutKernels& own = LayoutKernels::of(step.move != nullptr ? step.move->to() : *step.packer);
  own.pack(step.own, 1, here.data(), stream_);
  if (step.move != nullptr)
    LayoutKernels::of(step.move->from()).pack(step.other, 1, other.data(), stream_);
  else
    gpu::start_copy(other.data(), stream + step.offset, step.bytes, stream_);
  gpu::wait(stream_);
  const std::int64_t value = bytes_of(step.combine->type);
  Combine({{{step.bytes / value, value, value}}, step.combine->type})
      .run(pass_.pattern_.combination, here.data(), other.data());
  own.unpack(here.data(), 1, step.own, stream_);
  gpu::wait(stream_);
}

}  // namespace cartwright::halo::engine
