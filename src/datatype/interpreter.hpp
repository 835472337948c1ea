// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <cstddef>
#include <functional>

namespace cartwright::datatype {

/// The specification: packing as MPI defines it, on the tree that the user built. Faster ways to pack are tested
/// against it.
///
/// Calls visit(displacement, bytes) for every basic element of `type` in typemap order.
void for_each_element(const Type& type, std::int64_t at, const std::function<void(std::int64_t, std::int64_t)>& visit);

/// Copies `count` elements, which lie at base + k * extent, to `packed`, which has room for count * type.size bytes.
void interpret_pack(const Type& type, const std::byte* base, std::int64_t count, std::byte* packed);
/// The inverse. Bytes that the type leaves out are not written.
void interpret_unpack(const Type& type, const std::byte* packed, std::int64_t count, std::byte* base);

}  // namespace cartwright::datatype
