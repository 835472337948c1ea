// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace cartwright::base {

/// What to do when the file already exists.
enum class Existing { refuse, replace };

/// Who may read a new file: those that the umask lets, or its owner alone.
enum class Access { by_umask, owner };

/// A file exists and must be kept.
class FileExists : public Error {
 public:
  explicit FileExists(const std::string& path);
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

/// Writes a file completely or not at all: into a temporary file beside it, flushed to disk, then renamed.
/// "-" and files that are not regular (/dev/stdout, pipes) are written to directly.
/// Throws FileExists, or Error with io when the system refuses.
void write_file(const std::string& path, std::string_view text, Existing existing, Access access = Access::by_umask);

/// Writes all of the text to an open file. False, with the reason in errno, if the system refuses.
bool write_fully(int fd, std::string_view text) noexcept;

/// Appends a line in a single write, which keeps the lines of several processes apart. False, with the reason in errno,
/// if the system refuses.
bool append_line(const std::string& path, std::string_view line);

/// Throws the error that write_file would throw because the file exists. Call it before long work.
void check_writable(const std::string& path, Existing existing);

}  // namespace cartwright::base
