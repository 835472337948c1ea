// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <fmt/ranges.h>

#include <initializer_list>
#include <string_view>
#include <vector>

namespace cartwright::base {

/// The names of the entries of a registry.
template <typename Registry>
std::vector<std::string_view> names_of(const Registry& registry) {
  std::vector<std::string_view> names;
  for (const auto& entry : registry) names.push_back(entry.name);
  return names;
}

/// The entry of that name in a registry. Throws Error{invalid_argument} that lists the names, after `other_names`:
/// "unknown mapping 'x': use auto, blocked, ...".
template <typename Registry>
const auto& find_named(const Registry& registry, std::string_view name, std::string_view what,
                       std::initializer_list<std::string_view> other_names = {}) {
  for (const auto& entry : registry)
    if (entry.name == name) return entry;
  std::vector<std::string_view> names = other_names;
  for (const std::string_view known : names_of(registry)) names.push_back(known);
  fail(Status::invalid_argument, "unknown {} '{}': use {}", what, name, fmt::join(names, ", "));
}

}  // namespace cartwright::base
