// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>

namespace cartwright::base {

/// What to do when the file already exists.
enum class Existing { refuse, replace };

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
void write_file(const std::string& path, std::string_view text, Existing existing);

/// Throws the error that write_file would throw because the file exists. Call it before long work.
void check_writable(const std::string& path, Existing existing);

}  // namespace cartwright::base
