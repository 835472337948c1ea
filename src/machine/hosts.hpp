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

/// More hosts than any machine has; lists that name more are refused before they are expanded.
inline constexpr std::int64_t max_hosts = 262'144;

/// Slurm's compressed host lists: "nid[00001-00004,7],login1", several brackets in a name included.
/// Numbers keep the width they are written in. Throws Error{parse, unsupported}.
std::vector<std::string> expand_host_list(std::string_view list);

/// The inverse: names that follow each other and differ in their last number only share a bracket, so that expanding
/// the list gives the same names in the same order.
std::string compress_host_list(std::span<const std::string> hosts);

/// The order in which batch systems fill nodes: by name, numbers in them by value.
bool host_before(std::string_view a, std::string_view b);

/// Throws Error{parse} unless `host` is made of letters, digits, '.', '-' and '_'.
void check_host_name(std::string_view host);

/// Hosts in the order of their first line, with the slots of all their lines. Short lists that name the
/// same hosts over and over are bounded too: at most max_mentions names are taken.
class HostSlots {
 public:
  static constexpr std::int64_t max_mentions = 8 * max_hosts;

  struct Host {
    std::string name;
    std::int64_t slots = 0;
    bool given = false;  ///< a line gave the number of slots
  };
  /// The host of that name, appended without slots when it is new. Valid until the next call.
  Host& find(std::string_view name);
  void add(std::string_view name, std::int64_t slots);
  /// A machine of one level. Throws Error: no host, a host without slots.
  Machine machine() &&;

 private:
  std::vector<Host> hosts_;
  std::unordered_map<std::string, std::size_t> index_;
  std::int64_t mentions_ = 0;
};

}  // namespace cartwright::machine
