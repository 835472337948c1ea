// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/full_paths.hpp"

#include "base/text.hpp"
#include "network/networks.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace cartwright::cli {

namespace {

bool is_file(std::string_view name) {
  std::error_code none;
  return std::filesystem::is_regular_file(name, none);
}

/// Whether an option takes the value for something else, even if there is a file of this name.
bool is_reserved(std::string_view value) {
  constexpr std::array<std::string_view, 8> words = {"nn",   "component", "hops",       "moore",
                                                     "rows", "columns",   "transposes", "off"};
  const std::string_view kind = value.substr(0, value.find(':'));
  return std::ranges::count(words, value) > 0 ||
         value.find_first_not_of("0123456789x*,;+-") == std::string_view::npos ||
         std::ranges::count(network::network_presets(), value, &network::NetworkPreset::name) > 0 ||
         std::ranges::count(network::network_kinds(), kind, &network::NetworkKind::name) > 0;
}

/// The piece with the full path of the file at its end, which begins the piece or follows a '*' or a ':'.
std::string piece_with_full_path(std::string_view piece) {
  for (std::size_t begin = 0;; ++begin) {
    if (is_file(piece.substr(begin)))
      return fmt::format("{}{}", piece.substr(0, begin), full_path(std::string(piece.substr(begin))));
    begin = piece.find_first_of("*:", begin);
    if (begin == std::string_view::npos) return std::string(piece);
  }
}

}  // namespace

std::string with_full_paths(const std::string& value) {
  if (is_reserved(base::trim(value))) return value;
  if (is_file(value)) return full_path(value);
  std::vector<std::string> pieces;
  for (const std::string_view piece : base::split(value, ','))
    pieces.push_back(piece_with_full_path(base::trim(piece)));
  return fmt::format("{}", fmt::join(pieces, ","));
}

std::string full_path(const std::string& file) {
  return file.empty() ? file : std::filesystem::absolute(file).string();
}

}  // namespace cartwright::cli
