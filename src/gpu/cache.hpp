// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/environment.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cartwright::gpu {

/// Sets the folder in which kernels and measurements are kept for later processes: CARTWRIGHT_GPU_CACHE, a folder or
/// `off`, or else the user's (base/cache_file.hpp). Until then nothing is kept. Thread safe.
void set_cache_folder(const base::Environment& variable);

/// "" stands for none.
std::string cache_folder();

/// A kernel, and the machine for which it was translated.
struct CubinKey {
  std::string_view ptx;
  int driver = 0;      ///< as cuDriverGetVersion says
  int capability = 0;  ///< 90 for 9.0
};

/// Translated kernels in files of a folder, one in each. Many processes may read and write them at the same time.
/// Nothing here throws: a file that is missing, damaged, or of another kernel or machine is ignored, and replaced by
/// write().
class CubinFiles {
 public:
  /// When the files have more than `most` bytes, the oldest ones are deleted until they have half of that.
  explicit CubinFiles(std::string folder, std::uintmax_t most = std::uintmax_t{64} << 20);

  std::optional<std::string> read(const CubinKey& key) const;
  void write(const CubinKey& key, std::string_view cubin) const;
  std::string path(const CubinKey& key) const;

 private:
  void bound() const;

  std::string folder_;
  std::uintmax_t most_;
};

/// Whether the kernel of one layout was faster than the generic one, by log2 of the number of turns.
using KernelChoices = std::map<int, bool>;

/// The choices for one kernel on one GPU, which `name` says, from a file of the cache folder. Nothing here throws: an
/// entry that cannot be read is ignored.
KernelChoices cached_choices(const std::string& name);
/// Records a result. `ratio`: the time of the kernel of this layout, divided by that of the generic one.
void keep_choice(const std::string& name, int bits, bool own, double ratio);

}  // namespace cartwright::gpu
