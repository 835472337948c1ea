// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/run_folder.hpp"

#include "base/error.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace cartwright::launch {

const std::filesystem::path& RunFolder::path() {
  if (path_.empty()) {
    std::string name = (std::filesystem::temp_directory_path() / "cartwright-run-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) base::fail(base::Status::io, "cannot make {}: {}: set TMPDIR", name, std::strerror(errno));
    path_ = name;
  }
  return path_;
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  if (!path_.empty() && !kept_) std::filesystem::remove_all(path_, ignored);
}

}  // namespace cartwright::launch
