// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/tuning.hpp"

#include <optional>
#include <string>

namespace cartwright::jit {

/// The measured options for a kind of processor, kept for later processes on it. Many processes may read and write the
/// file at the same time. Nothing here throws: a file that is missing, unreadable or not understood is ignored.
class TuningFile {
 public:
  /// A file in `folder`, named after the processor. "" stands for no file.
  explicit TuningFile(const std::string& folder);

  /// The options in the file, limited to those in `best`, which the processor supports.
  std::optional<Tuning> read(const Tuning& best) const;
  void write(const Tuning& tuning) const;

  const std::string& path() const { return path_; }

 private:
  std::string folder_;
  std::string processor_;
  std::string path_;
};

}  // namespace cartwright::jit
