// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/record.hpp"

#include <string>
#include <string_view>

// The file of a record (docs/record.md): lines of JSON, first the header, then one line for each process. It may be
// compressed. A program that was killed leaves a folder FILE.parts, in which every process has a file of two lines.

namespace cartwright::record {

/// A line of the file, with the newline at its end.
std::string line_of(const Header& header);
std::string line_of(const RankRecord& rank);

/// Throws Error: not a record, a line that is cut off, a rank outside of the program or twice, a negative number, sums
/// of bytes past 2^53, more memory than base::memory_for the size of the text.
Record parse_record(std::string_view text);

/// Whether a path looks like a record: a folder, or a file that is compressed or begins with JSON.
bool is_record(const std::string& path);

/// Reads a file, compressed or not, or a folder of parts. For FILE that does not exist, reads FILE.parts.
Record read_record(const std::string& path);

/// "3 of 4 processes left no record (ranks 1-3)"; empty if none is missing.
std::string missing_ranks(const Record& record);
/// Throws Error{invalid_argument} if a process is missing. `path` is for the message.
void expect_complete(const Record& record, const std::string& path);

}  // namespace cartwright::record
