// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "datatype/type.hpp"

#include <cstddef>
#include <functional>

namespace cartwright::datatype {

/// The specification: what packing means, as MPI defines it, on the tree as the user built it. Everything that packs
/// faster is held against it.
///
/// Calls visit(displacement, bytes) for every basic element of `type` in typemap order.
void for_each_element(const Type& type, std::int64_t at, const std::function<void(std::int64_t, std::int64_t)>& visit);

/// Copies `count` elements that lie at base + k * extent to `packed`, which has room for count * type.size bytes.
void interpret_pack(const Type& type, const std::byte* base, std::int64_t count, std::byte* packed);
/// The other way. Bytes that the type leaves out are not written.
void interpret_unpack(const Type& type, const std::byte* packed, std::int64_t count, std::byte* base);

}  // namespace cartwright::datatype
