// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "capi/layout_p.hpp"
#include "gpu/cache.hpp"
#include "gpu/pageable.hpp"

#include <cstdlib>

using namespace cartwright;
using boundary::guarded;
using boundary::required;

namespace {

device::Stream* stream_of(void* stream) { return static_cast<device::Stream*>(stream); }

template <typename Byte, typename Void>
Byte* needed(Void* buffer, const char* name) {
  return &required(static_cast<Byte*>(buffer), name);
}

/// Whether there is data to move. Throws Error if the target has too little room.
bool moves_data(const cw_layout& from, std::int64_t from_count, const cw_layout& to, std::int64_t to_count) {
  const std::int64_t size = from.stream_size(from_count);
  if (const std::int64_t room = to.stream_size(to_count); size > room)
    base::fail(base::Status::invalid_argument, "{} bytes do not fit into the {} of the target layout", size, room);
  return size > 0;
}

void append(const cw_transfer& one, device::Stream* stream, std::vector<jit::BatchJob>& jobs) {
  if (one.from == nullptr && one.to == nullptr)
    base::fail(base::Status::invalid_argument,
               "a transfer has no layout: one of its sides may be packed bytes, the other needs a layout");
  const bool moves = one.from != nullptr && one.to != nullptr;
  const bool any = moves                 ? moves_data(*one.from, one.from_count, *one.to, one.to_count)
                   : one.from != nullptr ? one.from->stream_size(one.from_count) > 0
                                         : one.to->stream_size(one.to_count) > 0;
  if (!any) return;
  const auto* const from = needed<const std::byte>(one.from_base, "from_base");
  auto* const to = needed<std::byte>(one.to_base, "to_base");
  if (moves)
    gpu::append_move(one.from->on_gpu(), from, one.from_count, one.to->on_gpu(), one.to_count, to, stream, jobs);
  else if (!(one.from != nullptr
                 ? one.from->on_gpu().append(jit::Direction::pack, from, one.from_count, to, stream, jobs)
                 : one.to->on_gpu().append(jit::Direction::unpack, from, one.to_count, to, stream, jobs)))
    gpu::fail_too_deep();
}

}  // namespace

struct cw_batch {
  cw_batch(const gpu::Current& context, std::vector<jit::BatchJob> jobs, device::Stream* stream)
      : batch(context, std::move(jobs), stream) {}
  const gpu::Batch batch;
};

gpu::LayoutKernels& cw_layout::on_gpu() const {
  return *on_gpu_.get([&] {
    gpu::set_cache_folder(std::getenv);
    return &gpu::LayoutKernels::of(packer());
  });
}

cw_status cw_layout_prepare_on(const cw_layout* layout, void* stream) {
  return guarded([&] { required(layout, "layout").on_gpu().prepare(stream_of(stream)); });
}

cw_status cw_layout_pack_on(const cw_layout* layout, const void* base, int64_t count, void* packed, void* stream) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (known.stream_size(count) == 0) return;
    gpu::pack_any(known.packer(), known.on_gpu(), needed<const std::byte>(base, "base"), count,
                  needed<std::byte>(packed, "packed"), stream_of(stream));
  });
}

cw_status cw_layout_unpack_on(const cw_layout* layout, const void* packed, int64_t count, void* base, void* stream) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (known.stream_size(count) == 0) return;
    gpu::unpack_any(known.packer(), known.on_gpu(), needed<const std::byte>(packed, "packed"), count,
                    needed<std::byte>(base, "base"), stream_of(stream));
  });
}

cw_status cw_layout_move_on(const cw_layout* from, const void* from_base, int64_t from_count, const cw_layout* to,
                            int64_t to_count, void* to_base, void* stream) {
  return guarded([&] {
    const cw_layout& source = required(from, "from");
    const cw_layout& target = required(to, "to");
    if (!moves_data(source, from_count, target, to_count)) return;
    gpu::move(source.on_gpu(), needed<const std::byte>(from_base, "from_base"), from_count, target.on_gpu(), to_count,
              needed<std::byte>(to_base, "to_base"), stream_of(stream));
  });
}

cw_status cw_batch_create(int64_t count, const cw_transfer* transfers, void* stream, cw_batch** batch) {
  return guarded([&] {
    cw_batch*& made = required(batch, "batch");
    if (count < 0) base::fail(base::Status::invalid_argument, "{} transfers: pass 0 or more", count);
    if (count > 0) required(transfers, "transfers");
    std::vector<jit::BatchJob> jobs;
    for (std::int64_t i = 0; i < count; ++i) append(transfers[i], stream_of(stream), jobs);
    const gpu::Current context(stream_of(stream));
    made = new cw_batch(context, std::move(jobs), stream_of(stream));
  });
}

cw_status cw_batch_run_on(const cw_batch* batch, void* stream) {
  return guarded([&] { required(batch, "batch").batch.run(stream_of(stream)); });
}

void cw_batch_free(cw_batch* batch) { delete batch; }
