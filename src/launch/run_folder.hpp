// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/temporary_folder.hpp"
#include "launch/signals.hpp"

#include <optional>
#include <utility>

namespace cartwright::launch {

/// A folder for the files of one run. It is made when it is first needed, and removed at the end: signals that would
/// end this program before wait until then.
class RunFolder {
 public:
  RunFolder() = default;
  /// Uses an existing folder, which is not removed.
  explicit RunFolder(std::filesystem::path path) : given_(std::move(path)) {}

  /// Its path. Throws Error{io} if it cannot be made.
  const std::filesystem::path& path() {
    if (!given_.empty()) return given_;
    if (!made_) made_.emplace();
    return made_->folder.path();
  }
  /// Keeps the folder, for a command that is run later.
  void keep() {
    if (made_) made_->folder.keep();
  }

 private:
  struct Made {
    Made() : folder("cartwright-run") {}
    AwaitedSignals signals;
    base::TemporaryFolder folder;
  };

  std::filesystem::path given_;
  std::optional<Made> made_;
};

}  // namespace cartwright::launch
