// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string_view>

namespace cartwright::base {

/// A new folder below $TMPDIR or /tmp. It is removed with its contents at the end.
class TemporaryFolder {
 public:
  /// Makes a folder NAME-XXXXXX. Throws Error{io} if it cannot be made.
  explicit TemporaryFolder(std::string_view name = "cartwright");
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Does not remove the folder at the end.
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace cartwright::base
