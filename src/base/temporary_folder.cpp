// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/temporary_folder.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace cartwright::base {

TemporaryFolder::TemporaryFolder(std::string_view name) {
  std::string path = (std::filesystem::temp_directory_path() / name).string() + "-XXXXXX";
  if (mkdtemp(path.data()) == nullptr) fail(Status::io, "cannot make {}: {}: set TMPDIR", path, std::strerror(errno));
  path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!kept_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace cartwright::base
