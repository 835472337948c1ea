// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "gpu/layout.hpp"

#include "base/error.hpp"
#include "device/memory.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace cartwright::gpu {

using jit::Direction;
using jit::Layout;

namespace {

device::Address address(const std::byte* memory) { return reinterpret_cast<device::Address>(memory); }

/// The address by which kernels reach the data at `base`, which may lie outside of the memory.
device::Address reachable_base(const Layout& layout, const std::byte* base, const char* name) {
  const auto first = reinterpret_cast<const void*>(address(base) + static_cast<device::Address>(layout.true_lb));
  return reachable(first, name) - static_cast<device::Address>(layout.true_lb) +
         static_cast<device::Address>(layout.origin);
}

bool on_host(const void* memory) {
  const device::MemoryKind kind = device::kind_of(memory);
  return kind == device::MemoryKind::host || kind == device::MemoryKind::pinned;
}

/// A contiguous layout is copied without a kernel.
jit::Program program_of(const jit::Packer& packer, Direction direction) {
  const Layout& layout = packer.layout();
  return packer.contiguous() ? jit::Program() : jit::repeat(layout.root, layout.extent, direction);
}

/// A job that copies a block.
void append_block(Direction direction, device::Address to, device::Address from, std::int64_t bytes,
                  std::vector<jit::BatchJob>& jobs) {
  const jit::Program program = jit::repeat(datatype::make_block(bytes), bytes, direction);
  jit::BatchProgram::of(program)->append(to, from, 1, 0, jobs);
}

}  // namespace

void fail_too_deep() {
  base::fail(base::Status::unsupported,
             "data in more than seven nested loops has no place in a batch: pack and unpack it by itself, or give it "
             "fewer dimensions");
}

LayoutKernels::LayoutKernels(const jit::Packer& packer)
    : layout_(packer.layout()),
      contiguous_(packer.contiguous()),
      packing_(program_of(packer, Direction::pack)),
      unpacking_(program_of(packer, Direction::unpack)),
      packing_copies_(program_of(packer, Direction::pack)),
      unpacking_copies_(program_of(packer, Direction::unpack)) {
  if (packer.hints().count <= 1 || contiguous_) return;
  fixed_count_ = packer.hints().count;
  fixed_ = &of(*jit::Packer::of(repeated(layout_, fixed_count_), {.expected_uses = 1}));
}

LayoutKernels& LayoutKernels::of(const jit::Packer& packer) {
  using Known = std::pair<std::int64_t, std::unique_ptr<LayoutKernels>>;  // with hints.count
  static auto& mutex = *new std::recursive_mutex;
  static auto& all = *new std::unordered_multimap<std::uint64_t, Known>;
  const std::lock_guard lock(mutex);
  const auto [begin, end] = all.equal_range(packer.layout().hash);
  for (auto one = begin; one != end; ++one)
    if (one->second.first == packer.hints().count && one->second.second->layout_ == packer.layout())
      return *one->second.second;
  auto made = std::make_unique<LayoutKernels>(packer);
  return *all.emplace(packer.layout().hash, Known{packer.hints().count, std::move(made)})->second.second;
}

void LayoutKernels::pack(const std::byte* base, std::int64_t count, std::byte* packed, device::Stream* stream) {
  run(Direction::pack, base, count, packed, stream);
}

void LayoutKernels::unpack(const std::byte* packed, std::int64_t count, std::byte* base, device::Stream* stream) {
  run(Direction::unpack, packed, count, base, stream);
}

const BlockCopies& LayoutKernels::block_copies(Direction direction) const {
  return direction == Direction::pack ? packing_copies_ : unpacking_copies_;
}

bool LayoutKernels::copies(Direction direction, std::int64_t count) const {
  if (fixed_ != nullptr && count % fixed_count_ == 0) return fixed_->copies(direction, count / fixed_count_);
  return contiguous_ || block_copies(direction).pay(count);
}

void LayoutKernels::run(Direction direction, const std::byte* from, std::int64_t count, std::byte* to,
                        device::Stream* stream) {
  if (count <= 0 || layout_.size == 0) return;
  const bool packs = direction == Direction::pack;
  if (fixed_ != nullptr && count % fixed_count_ == 0)
    return fixed_->run(direction, from, count / fixed_count_, to, stream);
  const Current context(stream);
  if (contiguous_)
    return start_copy(to + (packs ? 0 : layout_.origin), from + (packs ? layout_.origin : 0), count * layout_.size,
                      stream);
  if (const BlockCopies& blocks = block_copies(direction); blocks.pay(count)) {
    const bool from_host = on_host(packs ? first_byte(from) : from);
    if (from_host != on_host(packs ? to : first_byte(to)))
      return blocks.start(to + (packs ? 0 : layout_.origin), from + (packs ? layout_.origin : 0), count, from_host,
                          stream);
  }
  const device::Address source = packs ? reachable_base(layout_, from, "base") : reachable(from, "packed");
  const device::Address target = packs ? reachable(to, "packed") : reachable_base(layout_, to, "base");
  (packs ? packing_ : unpacking_).run(context, target, source, count, stream);
}

void LayoutKernels::prepare(device::Stream* stream) {
  if (fixed_ != nullptr) fixed_->prepare(stream);
  if (contiguous_ || layout_.size == 0) return;
  const Current context(stream);
  packing_.prepare(context, stream);
  unpacking_.prepare(context, stream);
}

bool LayoutKernels::append(Direction direction, const std::byte* from, std::int64_t count, std::byte* to,
                           device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  if (count <= 0 || layout_.size == 0) return true;
  const bool packs = direction == Direction::pack;
  const Current context(stream);
  return append_at(direction, reachable_base(layout_, packs ? from : to, "base"), count,
                   reachable(packs ? to : from, "packed"), stream, jobs);
}

bool LayoutKernels::append_stream(Direction direction, const std::byte* base, std::int64_t count, std::int64_t offset,
                                  device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  if (count <= 0 || layout_.size == 0) return true;
  return append_at(direction, reachable_base(layout_, base, "base"), count, static_cast<device::Address>(offset),
                   stream, jobs);
}

bool LayoutKernels::append_at(Direction direction, device::Address data, std::int64_t count, device::Address packed,
                              device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  const bool packs = direction == Direction::pack;
  const device::Address source = packs ? data : packed;
  const device::Address target = packs ? packed : data;
  const Current context(stream);
  if (!contiguous_) return (packs ? packing_ : unpacking_).append(context, target, source, count, stream, jobs);
  append_block(direction, target, source, count * layout_.size, jobs);
  return true;
}

namespace {

void need(bool appended) {
  if (!appended) fail_too_deep();
}

}  // namespace

void append_move(LayoutKernels& from, const std::byte* from_base, std::int64_t from_count, LayoutKernels& to,
                 std::int64_t to_count, std::byte* to_base, device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  const Layout& source = from.layout();
  const Layout& target = to.layout();
  const std::int64_t bytes = from_count * source.size;
  if (bytes == 0) return;
  if (from.contiguous() && bytes % target.size == 0)
    return need(to.append(Direction::unpack, from_base + source.origin, bytes / target.size, to_base, stream, jobs));
  if (to.contiguous())
    return need(from.append(Direction::pack, from_base, from_count, to_base + target.origin, stream, jobs));
  const bool equal = bytes == to_count * target.size;
  const auto program = equal ? jit::between(source, from_count, target, to_count) : std::nullopt;
  if (!program)
    base::fail(base::Status::unsupported,
               "the loops of these layouts do not fit together: pack into memory of the GPU, and unpack from there");
  const auto batch = jit::BatchProgram::of(*program);
  if (!batch) fail_too_deep();
  const Current context(stream);
  batch->append(reachable_base(target, to_base, "to_base"), reachable_base(source, from_base, "from_base"), 1, 0, jobs);
}

void move(LayoutKernels& from, const std::byte* from_base, std::int64_t from_count, LayoutKernels& to,
          std::int64_t to_count, std::byte* to_base, device::Stream* stream) {
  const Layout& target = to.layout();
  const std::int64_t bytes = from_count * from.size();
  if (bytes == 0) return;
  // A contiguous side is copied, or moved by a kernel of the other layout's own.
  if (from.contiguous() && bytes % target.size == 0)
    return to.unpack(from_base + from.layout().origin, bytes / target.size, to_base, stream);
  if (to.contiguous()) return from.pack(from_base, from_count, to_base + target.origin, stream);
  std::vector<jit::BatchJob> jobs;
  append_move(from, from_base, from_count, to, to_count, to_base, stream, jobs);
  const Current context(stream);
  run_jobs(context, jobs, stream);
}

}  // namespace cartwright::gpu
