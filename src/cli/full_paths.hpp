// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace cartwright::cli {

/// The value of an option with full paths in place of the files that it names, for processes in other folders: one
/// file, or several in the notations of machines and networks, as in `cyclic:2*thin.xml,3*fat.xml`. Anything else
/// stays.
std::string with_full_paths(const std::string& value);

/// The full path of a file to be written. Empty for none.
std::string full_path(const std::string& file);

}  // namespace cartwright::cli
