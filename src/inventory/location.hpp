// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cartwright::inventory {

/// Where a node of a Cray stands, as its name says it.
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

/// The location that a name says, or nothing: it is no cname or xname of a node. The Aries of a slot, which some tools
/// put into the cname ("c0-0c0s1a0n2"), is left out: a slot has one.
std::optional<Location> parse_location(std::string_view name);

std::string to_string(const Location& location);

/// The number of a node that calls itself "nid00012", or -1.
std::int64_t nid_of(std::string_view name);

/// The number that Cray XC systems give a node by default: 4 nodes to a slot, 16 slots to a chassis, 3 chassis to a
/// cabinet, and cabinets counted along the rows of a machine that has `columns` of them. -1 where a cname lies outside
/// of that, and for xnames, whose numbers nobody can know.
std::int64_t default_nid(const Location& location, std::int64_t columns);

}  // namespace cartwright::inventory
