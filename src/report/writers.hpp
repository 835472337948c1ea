// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "report/placement.hpp"

#include <span>

namespace cartwright::report {

/// A format that a mapping is written in: one file in this folder, and one line in the registry.
struct Writer {
  std::string_view name;   ///< as in `--write NAME=FILE`
  std::string_view title;  ///< one line: who reads it, and how
  std::string (*write)(const Placement&);
  bool names_hosts = false;  ///< of little use when the machine's source gave no host names
  bool needs_costs = false;  ///< it shows the costs of the mapping, which only `cartwright map` reports
  /// What the reader of this very file should know, or empty.
  std::string (*caveat)(const Placement&) = nullptr;
};

std::span<const Writer> writers();

/// The entry of that name. Throws Error that lists the names there are.
const Writer& find_writer(std::string_view name);

}  // namespace cartwright::report
