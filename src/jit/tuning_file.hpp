// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "jit/tuning.hpp"

#include <optional>
#include <string>

namespace cartwright::jit {

/// What was measured on a kind of processor, kept for the next process on it. Many processes may read and write it at
/// once. Nothing here throws: a file that is missing, unreadable or not understood is as good as none.
class TuningFile {
 public:
  /// In `folder`, named after the processor; "" for no file at all.
  explicit TuningFile(const std::string& folder);

  /// Only choices that `best`, what the processor is capable of, allows.
  std::optional<Tuning> read(const Tuning& best) const;
  void write(const Tuning& tuning) const;

  const std::string& path() const { return path_; }

 private:
  std::string folder_;
  std::string processor_;
  std::string path_;
};

}  // namespace cartwright::jit
