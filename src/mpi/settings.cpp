// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/settings.hpp"

#include "base/error.hpp"
#include "mpi/hash.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace cartwright::mpi {

namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

bool parse_switch(const char* name, bool otherwise) {
  const std::string_view value = variable(name);
  if (value.empty()) return otherwise;
  if (value == "on" || value == "1") return true;
  if (value == "off" || value == "0") return false;
  fail(Status::parse, "{}={} is not a switch: use on or off", name, value);
}

template <typename T>
void parse_number(const char* name, T& number) {
  const std::string_view value = variable(name);
  if (value.empty()) return;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size())
    fail(Status::parse, "{}={} is not a number of 0 or more", name, value);
}

void parse_text(const char* name, std::string& text) {
  if (const std::string_view value = variable(name); !value.empty()) text = value;
}

}  // namespace

std::uint64_t Settings::fingerprint() const {
  Hash hash;
  hash.add(nodes);
  hash.add(stencil);
  hash.add(mapping);
  hash.add(static_cast<std::uint64_t>(tier));
  hash.add(budget_seconds);
  hash.add(seed);
  hash.add(std::uint64_t{reorder});
  return hash.value();
}

bool switched_off() {
  const std::string_view value = variable("CARTWRIGHT");
  return value == "off" || value == "0";
}

Settings read_settings() {
  Settings settings;
  parse_text("CARTWRIGHT_NODES", settings.nodes);
  parse_text("CARTWRIGHT_STENCIL", settings.stencil);
  parse_text("CARTWRIGHT_MAPPING", settings.mapping);
  parse_text("CARTWRIGHT_REPORT", settings.report);
  parse_number("CARTWRIGHT_SEED", settings.seed);
  parse_number("CARTWRIGHT_BUDGET", settings.budget_seconds);
  if (!std::isfinite(settings.budget_seconds) || settings.budget_seconds < 0)
    fail(Status::parse, "CARTWRIGHT_BUDGET={} is not a number of seconds, 0 or more", variable("CARTWRIGHT_BUDGET"));
  if (!variable("CARTWRIGHT_BUDGET").empty()) settings.tier = Tier::best;
  if (const std::string_view tier = variable("CARTWRIGHT_TIER"); !tier.empty()) try {
      settings.tier = parse_tier(tier);
    } catch (const Error& error) {
      fail(Status::parse, "CARTWRIGHT_TIER: {}", error.what());
    }
  settings.reorder = parse_switch("CARTWRIGHT_REORDER", true);
  return settings;
}

}  // namespace cartwright::mpi
