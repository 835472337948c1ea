// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/output_file.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace cartwright::bench {

/// Writes what was measured to a file, or to standard output if `path` is empty.
inline void write_report(const nlohmann::ordered_json& report, const std::string& path) {
  const std::string text = report.dump(1) + "\n";
  if (path.empty()) return fmt::print("{}", text);
  base::write_file(path, text, base::Existing::replace);
}

}  // namespace cartwright::bench
