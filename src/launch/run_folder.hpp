// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <utility>

namespace cartwright::launch {

/// A folder for the files of one run. It is made when it is first needed, and removed at the end.
class RunFolder {
 public:
  RunFolder() = default;
  /// Uses an existing folder, which is not removed.
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)), kept_(true) {}
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;

  /// Its path. Throws Error{io} if it cannot be made.
  const std::filesystem::path& path();
  /// Keeps the folder, for a command that is run later.
  void keep() { kept_ = true; }

 private:
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace cartwright::launch
