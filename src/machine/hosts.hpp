// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cartwright::machine {

/// More hosts than any machine has. Longer lists are refused before they are expanded.
inline constexpr std::int64_t max_hosts = 262'144;

/// Expands Slurm's compressed host lists: "nid[00001-00004,7],login1". A name may have several brackets. Numbers keep
/// their width. "n1*3" is n1 three times. Throws Error{parse, unsupported}.
std::vector<std::string> expand_host_list(std::string_view list);

/// The inverse: consecutive names that differ only in the number at their end share a bracket. Expanding the list gives
/// the same names in the same order.
std::string compress_host_list(std::span<const std::string> hosts);

/// The order in which batch systems fill nodes: by name, where numbers inside a name compare by value.
bool host_before(std::string_view a, std::string_view b);

/// Hosts in the order of their first line, with the slots of all their lines added. At most max_mentions names are
/// accepted, which bounds short lists that name the same hosts over and over.
class HostSlots {
 public:
  static constexpr std::int64_t max_mentions = 8 * max_hosts;

  struct Host {
    std::string name;
    std::int64_t slots = 0;
    bool given = false;  ///< whether a line gave the number of slots
  };
  /// The host of that name. A new one is appended without slots. Valid until the next call.
  Host& find(std::string_view name);
  void add(std::string_view name, std::int64_t slots);
  /// A machine of one level, without hosts of no slots. Throws Error: no host is left.
  Machine machine() &&;

 private:
  std::vector<Host> hosts_;
  std::unordered_map<std::string, std::size_t> index_;
  std::int64_t mentions_ = 0;
};

}  // namespace cartwright::machine
