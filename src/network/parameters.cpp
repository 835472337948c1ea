// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/parameters.hpp"

#include "base/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace cartwright::network {

Parameters::Parameters(std::string_view text, std::string_view what) : what_(what) {
  if (base::trim(text).empty()) return;
  for (const std::string_view piece : base::split(text, ',')) {
    const std::size_t equals = piece.find('=');
    const std::string_view name = base::trim(piece.substr(0, equals));
    if (equals == std::string_view::npos || name.empty())
      base::fail(base::Status::parse, "{}: {} is not of the form NAME=VALUE", what_, base::quote(piece));
    if (!values_.emplace(name, base::trim(piece.substr(equals + 1))).second)
      base::fail(base::Status::parse, "{}: {} is given twice", what_, base::quote(name));
  }
}

const std::string* Parameters::find(std::string_view name) {
  if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) asked_.emplace_back(name);
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

std::int64_t Parameters::count(std::string_view name, std::int64_t otherwise, std::int64_t least) {
  const std::string* const given = find(name);
  if (given == nullptr) return otherwise;
  const std::int64_t value = base::parse_int(*given, fmt::format("{}: {}", what_, name));
  if (value < least)
    base::fail(base::Status::invalid_argument, "{}: {} is {}: it must be at least {}", what_, name, value, least);
  return value;
}

std::int64_t Parameters::required_count(std::string_view name) {
  if (find(name) == nullptr) base::fail(base::Status::invalid_argument, "{}: {} is missing", what_, name);
  return count(name, 0);
}

double Parameters::number(std::string_view name, double otherwise) {
  const std::string* const given = find(name);
  if (given == nullptr) return otherwise;
  const double value = base::parse_number(*given, fmt::format("{}: {}", what_, name));
  if (!(value > 0) || !std::isfinite(value))
    base::fail(base::Status::invalid_argument, "{}: {} is {}: it must be above 0", what_, name, *given);
  return value;
}

std::vector<std::int64_t> Parameters::required_dims(std::string_view name) {
  if (find(name) == nullptr) base::fail(base::Status::invalid_argument, "{}: {} is missing", what_, name);
  return dims(name, {});
}

std::vector<std::int64_t> Parameters::dims(std::string_view name, std::vector<std::int64_t> otherwise) {
  const std::string* const given = find(name);
  if (given == nullptr) return otherwise;
  std::vector<std::int64_t> dims;
  for (const std::string_view piece : base::split(*given, 'x')) {
    dims.push_back(base::parse_int(piece, fmt::format("{}: {}", what_, name)));
    if (dims.back() < 1)
      base::fail(base::Status::invalid_argument, "{}: {} is {}: every entry must be at least 1", what_, name, *given);
  }
  return dims;
}

std::string Parameters::text(std::string_view name, std::string_view otherwise) {
  const std::string* const given = find(name);
  return given == nullptr ? std::string(otherwise) : *given;
}

void Parameters::done() const {
  for (const auto& [name, value] : values_)
    if (std::find(asked_.begin(), asked_.end(), name) == asked_.end())
      base::fail(base::Status::parse, "{}: unknown parameter {}; the parameters are: {}", what_, base::quote(name),
                 fmt::join(asked_, ", "));
}

}  // namespace cartwright::network
