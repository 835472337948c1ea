// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::base {

/// Whether a file begins like those of gzip, bzip2, xz or zstd.
bool is_packed(std::string_view bytes);

/// Unpacks one layer of gzip, bzip2, xz or zstd. Throws Error{parse} when the file is empty, damaged or cut
/// off, Error{overflow} when the result exceeds `most` bytes: a few kilobytes must not fill the memory.
std::string unpack(std::string_view bytes, std::size_t most);

}  // namespace cartwright::base
