// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/environment.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace cartwright::base {

/// What was measured on a kind of processor, kept for later processes on it. Many processes may read and write the file
/// at the same time. Nothing here throws: a file that is missing, unreadable or of another processor is ignored. It is
/// for the caller to check every value that it reads.
class CacheFile {
 public:
  /// A file in `folder`, named after the measurement, its version and the processor. "" stands for no file.
  CacheFile(const std::string& folder, const std::string& name, int version);

  std::optional<nlohmann::json> read() const;
  /// Adds the processor to the values.
  void write(nlohmann::json values) const;

  const std::string& path() const { return path_; }

 private:
  std::string folder_;
  std::string path_;
};

/// Makes a folder of such files, which only the user may enter, whatever the umask is. One that exists stays as it is.
void make_private_folder(const std::filesystem::path& folder);

/// Writes a file that only the user may read, and its folder. Throws Error{io}.
void write_kept_file(const std::filesystem::path& path, std::string_view text);

/// The folder of such files: that of XDG_CACHE_HOME or HOME. "" if they name none.
std::string cache_folder(const Environment& variable);

}  // namespace cartwright::base
