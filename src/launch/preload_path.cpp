// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/preload_path.hpp"

#include "base/error.hpp"

#include <filesystem>

namespace cartwright::launch {

bool is_preloadable(const std::string& path) {
  // ld.so separates at the space and the colon, and replaces $LIB; launchers separate lists of variables at the others.
  return path.find_first_of(" :$;,\t\n") == std::string::npos;
}

std::string preload_path(const std::string& library, RunFolder& folder) {
  if (is_preloadable(library)) return library;
  const std::filesystem::path file = library;
  const std::filesystem::path link = folder.path() / file.parent_path().filename();
  if (!is_preloadable(link.string()))
    base::fail(base::Status::unsupported,
               "'{}' has a character that separates paths in LD_PRELOAD, and so has the folder for a link to it, '{}': "
               "set TMPDIR to a folder without spaces, colons, semicolons, commas and dollar signs",
               library, folder.path().string());
  std::error_code error;
  std::filesystem::create_directory_symlink(file.parent_path(), link, error);
  if (error && error != std::errc::file_exists)  // a script may start several launchers
    base::fail(base::Status::io, "cannot make the link '{}': {}: set TMPDIR", link.string(), error.message());
  return (link / file.filename()).string();
}

}  // namespace cartwright::launch
