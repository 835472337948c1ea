// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/run_folder.hpp"

#include <string>

namespace cartwright::launch {

/// Whether a path can stand in LD_PRELOAD and in the lists of launchers: it has none of their separators.
bool is_preloadable(const std::string& path);

/// A path of `library` for LD_PRELOAD: `library` itself, or, if that has separators of LD_PRELOAD, a path through a
/// link in `folder`. The link is to the folder of the library, which finds others beside it. Throws Error if `folder`
/// has separators, too.
std::string preload_path(const std::string& library, RunFolder& folder);

}  // namespace cartwright::launch
