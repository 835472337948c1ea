// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::network {

/// "supernodes=64,d-links=2": values by name. A parameter that is never looked up is an error, because a misspelled
/// name would otherwise select the default.
class Parameters {
 public:
  /// `what` names the network in errors. Throws Error{parse}: no '=', a name given twice.
  Parameters(std::string_view text, std::string_view what);

  /// The value as an integer of at least `least`, or `otherwise` if it is not given. Throws Error that names the value.
  std::int64_t count(std::string_view name, std::int64_t otherwise, std::int64_t least = 1);
  /// The same for a required parameter.
  std::int64_t required_count(std::string_view name);
  /// A number above 0.
  double number(std::string_view name, double otherwise);
  /// "8x8x8", required.
  std::vector<std::int64_t> required_dims(std::string_view name);
  /// The same, or `otherwise` if it is not given.
  std::vector<std::int64_t> dims(std::string_view name, std::vector<std::int64_t> otherwise);
  std::string text(std::string_view name, std::string_view otherwise);
  /// Throws Error{parse} if a parameter was given but never looked up. The error lists the known parameters.
  void done() const;

 private:
  const std::string* find(std::string_view name);

  std::string what_;
  std::map<std::string, std::string, std::less<>> values_;
  std::vector<std::string> asked_;
};

}  // namespace cartwright::network
