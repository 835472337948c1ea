// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cartwright::inventory {

/// The location of a node of a Cray system, from its name.
///
/// A cname, "c11-0c2s15n3", counts within rows of cabinets: column 11 of row 0, chassis 2, slot 15, node 3. An xname,
/// "x1000c7s4b1n0", counts cabinets through: cabinet 1000, chassis 7, slot 4, board (BMC) 1, node 0.
struct Location {
  enum class Kind { cname, xname };
  Kind kind = Kind::cname;
  std::int64_t cabinet = 0;  ///< the column of a cname, the number of an xname
  std::int64_t row = 0;      ///< 0 in xnames
  std::int64_t chassis = 0;
  std::int64_t slot = 0;
  std::int64_t board = 0;  ///< 0 in cnames
  std::int64_t node = 0;
  auto operator<=>(const Location&) const = default;
};

/// The location in a name, or nothing if it is not the cname or xname of a node. Some tools write the Aries of the slot
/// into the cname ("c0-0c0s1a0n2"). It is ignored, because a slot has only one.
std::optional<Location> parse_location(std::string_view name);

std::string to_string(const Location& location);

/// The number in a name such as "nid00012", or -1.
std::int64_t nid_of(std::string_view name);

/// The default number of a node on Cray XC systems: 4 nodes per slot, 16 slots per chassis, 3 chassis per cabinet, and
/// cabinets counted along rows of `columns` cabinets. -1 for a cname outside of that, and for xnames, whose numbers do
/// not follow from their locations.
std::int64_t default_nid(const Location& location, std::int64_t columns);

}  // namespace cartwright::inventory
