// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace cartwright::base {

/// Whether a file begins like those of gzip, bzip2, xz or zstd.
bool is_packed(std::string_view bytes);

/// Unpacks one layer of gzip, bzip2, xz or zstd, and gives the text to `take` block by block. Throws Error{parse} when
/// the file is empty, damaged or cut off, which may show only at the end, and the errors of `take`.
void unpack(std::string_view bytes, const std::function<void(std::string_view)>& take);

/// The whole text. Throws Error{overflow} when it exceeds `most` bytes: a few kilobytes must not fill the memory.
std::string unpack(std::string_view bytes, std::size_t most);

}  // namespace cartwright::base
