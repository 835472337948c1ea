// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::network {

/// Does a file begin as those of xz do?
bool is_xz(std::string_view bytes);

/// What xz packed. Throws Error{parse} when it is damaged or cut off, Error{overflow} when it is longer than `most`
/// bytes, so that a few kilobytes cannot fill the memory.
std::string unxz(std::string_view bytes, std::size_t most);

}  // namespace cartwright::network
