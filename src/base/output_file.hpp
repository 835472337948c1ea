// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::base {

/// What to do when the file is there already.
enum class Existing { refuse, replace };

/// Writes a file whole or not at all: into a temporary file beside it, flushed to the disk, then renamed.
/// "-" and files that are no regular ones (/dev/stdout, pipes) are written to as they are.
/// Throws Error: invalid_argument when the file exists and is to be kept, io when the system refuses.
void write_file(const std::string& path, std::string_view text, Existing existing);

/// Throws what write_file would throw for a file that exists: to be asked before the long work.
void check_writable(const std::string& path, Existing existing);

}  // namespace cartwright::base
