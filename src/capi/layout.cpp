// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "base/checked.hpp"
#include "capi/layout_p.hpp"
#include "datatype/notation.hpp"

using namespace cartwright;
using boundary::guarded;
using boundary::required;
using jit::Packer;

namespace {

const std::byte* bytes(const void* buffer) { return static_cast<const std::byte*>(buffer); }
std::byte* bytes(void* buffer) { return static_cast<std::byte*>(buffer); }

/// Whether there is data to move. Throws Error when a buffer for it is missing.
bool moves(std::int64_t size, const void* base, const void* packed) {
  if (size == 0) return false;
  required(bytes(base), "base");
  required(bytes(packed), "packed");
  return true;
}

/// The same for the bytes [first, last) of the packed elements. Throws Error when they do not exist.
bool moves_range(const cw_layout& layout, std::int64_t count, std::int64_t first, std::int64_t last, const void* base,
                 const void* packed) {
  const std::int64_t size = layout.stream_size(count);
  if (first < 0 || first > last || last > size)
    base::fail(base::Status::invalid_argument, "bytes {} to {} are not within the {} packed bytes of {} elements",
               first, last, size, count);
  return moves(last - first, base, packed);
}

void pack_unchecked(void* packer, const void* base, std::int64_t count, void* packed) noexcept {
  static_cast<Packer*>(packer)->pack(bytes(packed), bytes(base), count);
}

void unpack_unchecked(void* packer, const void* packed, std::int64_t count, void* base) noexcept {
  static_cast<Packer*>(packer)->unpack(bytes(base), bytes(packed), count);
}

const char* listing(const cw_layout& layout, const capi::Lazy<std::string>& text, jit::Direction direction) {
  return text.get([&] { return layout.packer().disassembly(direction); }).c_str();
}

}  // namespace

std::int64_t cw_layout::stream_size(std::int64_t count) const {
  if (count < 0) base::fail(base::Status::invalid_argument, "count {} is negative: it must be 0 or more", count);
  return base::checked_mul(count, type->size, "bytes to pack");
}

Packer& cw_layout::make_packer() const {
  const auto& packer = packer_.get([&] { return Packer::of(datatype::normalize(*type), hints); });
  ready_.store(packer.get(), std::memory_order_release);
  return *packer;
}

cw_status cw_layout_size(const cw_layout* layout, int64_t* size) {
  return guarded([&] { required(size, "bytes") = required(layout, "layout").type->size; });
}

cw_status cw_layout_extent(const cw_layout* layout, int64_t* lb, int64_t* extent) {
  return guarded([&] {
    const datatype::Type& type = *required(layout, "layout").type;
    required(lb, "lb");
    required(extent, "extent") = type.extent();
    *lb = type.lb;
  });
}

cw_status cw_layout_true_extent(const cw_layout* layout, int64_t* lb, int64_t* extent) {
  return guarded([&] {
    const datatype::Type& type = *required(layout, "layout").type;
    required(lb, "lb");
    required(extent, "extent") = type.true_ub - type.true_lb;
    *lb = type.true_lb;
  });
}

cw_status cw_layout_notation(const cw_layout* layout, const char** text) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    required(text, "text") = known.notation.get([&] { return datatype::notation(*known.type); }).c_str();
  });
}

cw_status cw_layout_describe(const cw_layout* layout, const char** text) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    required(text, "text") = known.description.get([&] { return datatype::describe(known.packer().layout()); }).c_str();
  });
}

cw_status cw_layout_pack(const cw_layout* layout, const void* base, int64_t count, void* packed) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (moves(known.stream_size(count), base, packed)) known.packer().pack(bytes(packed), bytes(base), count);
  });
}

cw_status cw_layout_unpack(const cw_layout* layout, const void* packed, int64_t count, void* base) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (moves(known.stream_size(count), base, packed)) known.packer().unpack(bytes(base), bytes(packed), count);
  });
}

cw_status cw_layout_pack_range(const cw_layout* layout, const void* base, int64_t count, int64_t first, int64_t last,
                               void* packed) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (moves_range(known, count, first, last, base, packed))
      known.packer().pack_range(bytes(packed), bytes(base), first, last);
  });
}

cw_status cw_layout_unpack_range(const cw_layout* layout, const void* packed, int64_t count, int64_t first,
                                 int64_t last, void* base) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    if (moves_range(known, count, first, last, base, packed))
      known.packer().unpack_range(bytes(base), bytes(packed), first, last);
  });
}

cw_status cw_layout_move(const cw_layout* from, const void* from_base, int64_t from_count, const cw_layout* to,
                         int64_t to_count, void* to_base) {
  return guarded([&] {
    const cw_layout& source = required(from, "from");
    const cw_layout& target = required(to, "to");
    const std::int64_t size = source.stream_size(from_count);
    if (const std::int64_t room = target.stream_size(to_count); size > room)
      base::fail(base::Status::invalid_argument, "{} bytes do not fit into the {} of the target layout", size, room);
    if (size == 0) return;
    jit::move(source.packer(), bytes(&required(bytes(from_base), "from_base")), from_count, target.packer(),
              &required(bytes(to_base), "to_base"), to_count);
  });
}

cw_status cw_layout_get_functions(const cw_layout* layout, cw_layout_functions* functions) {
  return guarded([&] {
    Packer& packer = required(layout, "layout").packer();
    boundary::size_of(required(functions, "functions"), "functions");
    packer.prepare();
    boundary::write_results(functions, cw_layout_functions{0, &packer, pack_unchecked, unpack_unchecked}, "functions");
  });
}

cw_status cw_layout_get_stats(const cw_layout* layout, cw_layout_stats* stats) {
  return guarded([&] {
    const Packer& packer = required(layout, "layout").packer();
    const jit::Statistics pack = packer.statistics(jit::Direction::pack);
    const jit::Statistics unpack = packer.statistics(jit::Direction::unpack);
    cw_layout_stats made = CW_LAYOUT_STATS_INIT;
    made.pack_code_bytes = pack.code_bytes;
    made.unpack_code_bytes = unpack.code_bytes;
    made.generate_seconds = pack.generate_seconds + unpack.generate_seconds;
    pack.kernel.copy(made.pack_kernel, sizeof made.pack_kernel - 1);
    unpack.kernel.copy(made.unpack_kernel, sizeof made.unpack_kernel - 1);
    boundary::write_results(stats, made, "stats");
  });
}

cw_status cw_layout_disassembly(const cw_layout* layout, const char** pack, const char** unpack) {
  return guarded([&] {
    const cw_layout& known = required(layout, "layout");
    required(pack, "pack");
    required(unpack, "unpack");
    const char* const packing = listing(known, known.pack_listing, jit::Direction::pack);
    *unpack = listing(known, known.unpack_listing, jit::Direction::unpack);
    *pack = packing;
  });
}
