// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::network {

/// "supernodes=64,d-links=2": values by name. Those that nobody asked for are an error, so that a misspelt name does
/// not mean a default.
class Parameters {
 public:
  /// `what` names the whole in errors. Throws Error{parse}: no '=', a name given twice.
  Parameters(std::string_view text, std::string_view what);

  /// The value as an integer from `least` up, the default where it is not given. Throws Error that names the value.
  std::int64_t count(std::string_view name, std::int64_t otherwise, std::int64_t least = 1);
  /// The same, and it must be given.
  std::int64_t required_count(std::string_view name);
  /// A number above 0.
  double number(std::string_view name, double otherwise);
  /// "8x8x8"; must be given.
  std::vector<std::int64_t> required_dims(std::string_view name);
  /// The same, or the default where it is not given.
  std::vector<std::int64_t> dims(std::string_view name, std::vector<std::int64_t> otherwise);
  std::string text(std::string_view name, std::string_view otherwise);
  /// Throws Error{parse} when a parameter was given that nobody asked for; it lists those that were asked for.
  void done() const;

 private:
  const std::string* find(std::string_view name);

  std::string what_;
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::string> asked_;
};

}  // namespace cartwright::network
