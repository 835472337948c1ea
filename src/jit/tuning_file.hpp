// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/cache_file.hpp"
#include "jit/tuning.hpp"

#include <optional>
#include <string>

namespace cartwright::jit {

/// The measured options for a kind of processor, kept for later processes on it. Nothing here throws: a file that is
/// missing, unreadable or not understood is ignored.
class TuningFile {
 public:
  /// A file in `folder`, named after the processor. "" stands for no file.
  explicit TuningFile(const std::string& folder);

  /// The options in the file, limited to those in `best`, which the processor supports.
  std::optional<Tuning> read(const Tuning& best) const;
  void write(const Tuning& tuning) const;

  const std::string& path() const { return file_.path(); }

 private:
  base::CacheFile file_;
};

}  // namespace cartwright::jit
