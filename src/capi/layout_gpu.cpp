// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "capi/guard_p.hpp"
#include "capi/layout_p.hpp"
#include "gpu/layout.hpp"

using namespace cartwright;
using capi::guarded;
using capi::required;

namespace {

device::Stream* stream_of(void* stream) { return static_cast<device::Stream*>(stream); }

template <typename Byte, typename Void>
Byte* needed(Void* buffer, const char* name) {
  return &required(static_cast<Byte*>(buffer), name);
}

}  // namespace

cw_status cw_layout_prepare_on(const cw_layout* layout, void* stream) {
  return guarded([&] { required(layout, "layout").on_gpu().prepare(stream_of(stream)); });
}

cw_status cw_layout_pack_on(const cw_layout* layout, const void* base, int64_t count, void* packed, void* stream) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (known.stream_size(count) == 0) return;
    known.on_gpu().pack(needed<const std::byte>(base, "base"), count, needed<std::byte>(packed, "packed"),
                        stream_of(stream));
  });
}

cw_status cw_layout_unpack_on(const cw_layout* layout, const void* packed, int64_t count, void* base, void* stream) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (known.stream_size(count) == 0) return;
    known.on_gpu().unpack(needed<const std::byte>(packed, "packed"), count, needed<std::byte>(base, "base"),
                          stream_of(stream));
  });
}

cw_status cw_layout_move_on(const cw_layout* from, const void* from_base, int64_t from_count, const cw_layout* to,
                            int64_t to_count, void* to_base, void* stream) {
  return guarded([&] {
    const cw_layout& source = required(from, "from");
    const cw_layout& target = required(to, "to");
    const std::int64_t size = source.stream_size(from_count);
    if (const std::int64_t room = target.stream_size(to_count); size > room)
      base::fail(base::Status::invalid_argument, "{} bytes do not fit into the {} of the target layout", size, room);
    if (size == 0) return;
    gpu::move(source.on_gpu(), needed<const std::byte>(from_base, "from_base"), from_count, target.on_gpu(), to_count,
              needed<std::byte>(to_base, "to_base"), stream_of(stream));
  });
}
