// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::network {

// The text of a fabric, parsed but not yet a network. Views point into the text.

/// A port of a device.
struct FabricPort {
  std::uint64_t peer = 0;  ///< guid of the device on the other side
  std::int64_t peer_port = 0;
  std::int64_t lid = -1;   ///< the LID of an adapter's port; -1 if not given
  std::string_view speed;  ///< "4xEDR"
  std::size_t line = 0;
};
struct FabricDevice {
  bool is_switch = false;
  std::string description;
  std::map<std::int64_t, FabricPort> ports;  ///< the linked ports, by number
};
/// An entry of a forwarding table: traffic for a LID leaves the switch through this port.
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

/// Reads the output of ibnetdiscover, and the output of dump_fts if it follows. Throws Error{parse} that names the
/// line.
FabricText read_fabric(std::string_view text);

}  // namespace cartwright::network
