// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace cartwright::base {

inline constexpr std::size_t longest_host_name = 255;

bool is_ipv6(std::string_view host);

/// Throws Error{parse} unless `host` is made of letters, digits, '.', '-' and '_', without '-' at its beginning, or is
/// an IPv6 address. Names are written to files that shells and launchers read.
void check_host_name(std::string_view host);
/// The same for a part of a name, which may begin with '-'.
void check_host_part(std::string_view part);

}  // namespace cartwright::base
