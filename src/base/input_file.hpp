// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

namespace cartwright::base {

/// The contents of a file. Throws Error{io} when it cannot be read, holds more than `most` bytes (a core dump given by
/// mistake must not fill the memory), or is not a regular file: pipes and devices may keep the reader waiting, or never
/// end.
inline constexpr std::size_t max_file_bytes = std::size_t{16} << 20;
std::string read_file(const std::string& path, std::size_t most = max_file_bytes);

/// The memory in bytes that a reader may take for a file of this size, so that a small file cannot fill the memory.
inline std::size_t memory_for(std::size_t file_bytes) { return 64 * file_bytes + (std::size_t{256} << 20); }

}  // namespace cartwright::base
