// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cartwright::bench {

/// A temporary folder, removed by the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "cartwright-bench-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) base::fail(base::Status::io, "cannot make a folder {}", path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace cartwright::bench
