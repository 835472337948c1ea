// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"

#include <span>

namespace cartwright::report {

/// An output format of mappings: one file in this folder, and one line in the registry.
struct Writer {
  std::string_view name;   ///< as in `--write NAME=FILE`
  std::string_view title;  ///< one line: the contents, or the reader and its command
  std::string (*write)(const Placement&);
  bool names_hosts = false;  ///< contains host names: of little use if the machine has none
  bool needs_costs = false;  ///< shows the costs of the mapping, which only `cartwright map` reports
  /// A warning for the reader of this file, or empty.
  std::string (*caveat)(const Placement&) = nullptr;
};

std::span<const Writer> writers();

/// The entry with this name. If there is none, throws Error with the list of names.
const Writer& find_writer(std::string_view name);

}  // namespace cartwright::report
