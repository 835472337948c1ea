// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::network {

/// What stands in the text of a fabric, before it is anything like a network. Views are into that text.
struct FabricPort {
  std::uint64_t peer = 0;  ///< guid of the device on the other side
  std::int64_t peer_port = 0;
  std::int64_t lid = -1;   ///< the port's own, where it is an adapter's; -1 where it is not told
  std::string_view speed;  ///< "4xEDR"
  std::size_t line = 0;
};
struct FabricDevice {
  bool is_switch = false;
  std::string description;
  std::map<std::int64_t, FabricPort> ports;  ///< those that are linked, by number
};
/// At a switch, traffic for a lid leaves by this port.
struct FabricEntry {
  std::uint64_t guid = 0;
  std::int64_t lid = 0;
  std::int64_t port = 0;
  std::size_t line = 0;
};
struct FabricText {
  std::map<std::uint64_t, FabricDevice> devices;  ///< by guid
  std::vector<FabricEntry> tables;
};

/// Reads what ibnetdiscover printed, and dump_fts after it. Throws Error{parse} that names the line.
FabricText read_fabric(std::string_view text);

}  // namespace cartwright::network
