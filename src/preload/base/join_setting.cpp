// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/join_setting.hpp"

#include "mpi/report.hpp"

#include <cstdlib>
#include <string_view>

namespace cartwright::preload {

namespace {

Join the_join = Join::off;

}  // namespace

Join join_setting() {
  const char* const set = std::getenv("CARTWRIGHT_JOIN");
  const std::string_view value = set == nullptr ? "" : set;
  if (value == "off") return Join::off;
  if (value == "always") return Join::always;
  if (!value.empty() && value != "measured")
    mpi::warn_once(fmt::format("CARTWRIGHT_JOIN={}: unknown: use measured, always or off", value));
  return Join::measured;
}

Join agreed_join() { return the_join; }
void set_join(Join join) { the_join = join; }

}  // namespace cartwright::preload
