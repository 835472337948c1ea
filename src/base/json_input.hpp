// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace cartwright::base {

/// Strict reading of JSON from outside: every error is an Error{parse} that names the member.
/// `what` names the text or the value in errors.

/// Throws on malformed text, and on nesting deeper than any of our formats needs.
nlohmann::json parse_json(std::string_view text, std::string_view what);

/// Throws unless `value` is an object whose members are all in `known`. Otherwise a misspelled name would silently
/// select the default.
void expect_members(const nlohmann::json& value, std::string_view what, std::initializer_list<std::string_view> known);

/// The member, or an error that it is missing.
const nlohmann::json& member(const nlohmann::json& object, std::string_view what, const char* name);

const nlohmann::json& expect_array(const nlohmann::json& value, std::string_view what);
std::string expect_string(const nlohmann::json& value, std::string_view what);  ///< printable
bool expect_bool(const nlohmann::json& value, std::string_view what);
std::int64_t expect_int(const nlohmann::json& value, std::string_view what);
double expect_number(const nlohmann::json& value, std::string_view what);

}  // namespace cartwright::base
