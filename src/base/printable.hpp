// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::base {

/// Text from outside, safe for a terminal and for XML: '?' stands for control characters of ASCII and Unicode, for
/// marks that change the direction of text, and for bytes that are not UTF-8.
std::string printable(std::string_view text);

/// The same for a text of several lines: tabs and line breaks stay.
std::string printable_lines(std::string_view text);

/// The same for a message: one line of less than 1 KB. The middle of a longer one is left out, because its end says
/// what to do.
std::string printable_message(std::string_view text);

/// Writes "cartwright: MESSAGE" to standard error. Does nothing if that is closed or full.
void print_message(std::string_view message) noexcept;

}  // namespace cartwright::base
