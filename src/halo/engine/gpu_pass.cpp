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

/// Whether a stream is too long for kernels to reach it over the bus.
bool goes_staged(const GpuPass::Stream& stream, std::int64_t bytes) {
  return stream.pinned && bytes > gpu::max_over_the_bus;
}

}  // namespace

GpuPass::GpuPass(const Pass& pass, Streams streams, device::Context* context, device::Stream* stream)
    : pass_(pass),
      streams_(std::move(streams)),
      context_(context),
      stream_(stream),
      alternates_(!are_equal(streams_[0], streams_[1])),
      staged_(jit::Direction::pack, context, stream) {
  const Current current(context_);
  const auto is_long = [&](std::size_t peer) { return goes_staged(streams_[0][peer], pass.bytes_out(peer)); };
  for (std::size_t peer = 0; peer < pass.work_.size(); ++peer)
    if (is_long(peer)) stage_out(peer, streams_[0][peer].out);
  staged_.seal();
  for (std::size_t parity = 0; parity < (alternates_ ? 2U : 1U); ++parity) {
    Jobs jobs;
    for (std::size_t peer = 0; peer < pass.work_.size(); ++peer)
      if (!is_long(peer)) append_out(peer, streams_[parity][peer].out, jobs);
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

void GpuPass::stage_out(std::size_t peer, std::byte* stream) {
  const std::int64_t begin = staged_.add(peer, stream, pass_.bytes_out(peer));
  for (const Pass::Step& step : pass_.work_[peer].out)
    if (!LayoutKernels::of(*step.packer)
             .append_stream(jit::Direction::pack, step.own, 1, begin + step.offset, stream_, staged_.jobs()))
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

void GpuPass::stage_in(std::size_t peer, std::byte* stream, const Side* side, Staged& staged) const {
  const std::int64_t begin = staged.add(peer, stream, pass_.bytes_in(peer));
  for (const Pass::Step& step : pass_.work_[peer].in)
    if ((side == nullptr || step.side == *side) &&
        !LayoutKernels::of(*step.packer)
             .append_stream(jit::Direction::unpack, step.own, 1, begin + step.offset, stream_, staged.jobs()))
      gpu::fail_too_deep();
}

void GpuPass::append_part(const Part& part, const std::vector<Stream>& streams, Jobs& jobs, Staged& staged) const {
  const auto& [peer, of_side] = part;
  const Side* const side = of_side ? &*of_side : nullptr;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (peer && *peer != i) continue;
    if (goes_staged(streams[i], pass_.bytes_in(i)))
      stage_in(i, streams[i].in, side, staged);
    else
      append_in(pass_.work_[i].in, streams[i].in, side, jobs);
  }
}

GpuPass::Taking& GpuPass::taking(std::uint64_t exchange, const Part& part) {
  const std::size_t parity = alternates_ ? exchange % 2 : 0;
  std::unique_ptr<Taking>& taking = taking_[parity][part];
  if (taking) return *taking;
  const Current current(context_);
  Jobs jobs;
  Staged staged(jit::Direction::unpack, context_, stream_);
  append_part(part, streams_[parity], jobs, staged);
  staged.seal();
  auto batch = std::make_unique<gpu::Batch>(current, std::move(jobs), stream_);
  taking = std::make_unique<Taking>(std::move(batch), std::move(staged));
  return *taking;
}

void GpuPass::run(Taking& taking) const {
  const Current current(context_);
  taking.batch->run(stream_);
  taking.staged.unpack();
  gpu::wait(stream_);
}

void GpuPass::pack(std::uint64_t exchange) {
  const Current current(context_);
  packing_[alternates_ ? exchange % 2 : 0]->run(stream_);
  staged_.start();
  gpu::wait(stream_);
}

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
