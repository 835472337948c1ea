// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Open MPI takes parameters from files that hold lines "name = value".

namespace cartwright::base {

/// The files that Open MPI reads, highest priority first. `variable` returns the value of an environment variable, and
/// `installed` is a program or library of Open MPI, in a folder next to that of its files.
std::vector<std::filesystem::path> openmpi_parameter_files(
    const std::function<std::optional<std::string>(const char*)>& variable, const std::filesystem::path& installed);

/// The value of a parameter in the first of these files that sets it; empty if none does.
std::string openmpi_parameter(std::string_view name, const std::vector<std::filesystem::path>& files);

}  // namespace cartwright::base
