// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"
#include "network/parameters.hpp"

#include <memory>

namespace cartwright::network {

/// Reads a network from a text or a file; docs/networks.md is the guide for users.
///  * KIND or KIND:NAME=VALUE,...: "percs:supernodes=64", "torus:dims=8x8x8";
///  * a file: what it holds decides which reader takes it; one that xz packed is unpacked first;
///  * files separated by commas, read as one: "fabric.ibnetdiscover,fabric.fts".
/// Throws Error: no such file, a malformed text, a network that is too large.
std::unique_ptr<Network> read_network(const std::string& spec);

/// A kind of network that a few parameters describe.
struct NetworkKind {
  std::string_view name;     ///< "percs"
  std::string_view title;    ///< one line for help texts
  std::string_view example;  ///< "percs:supernodes=64"
  std::unique_ptr<Network> (*make)(Parameters& parameters);
};
std::span<const NetworkKind> network_kinds();

/// A format of files that describe networks.
struct NetworkReader {
  std::string_view name;                                    ///< "cray-interconnect"
  std::string_view title;                                   ///< one line for help texts
  bool (*recognizes)(std::string_view text);                ///< may `text`, the contents of a file, be meant for it?
  std::unique_ptr<Network> (*read)(std::string_view text);  ///< throws Error{parse, overflow, ...}
};
std::span<const NetworkReader> network_readers();

/// No real network has more. Larger ones are refused before they are built.
inline constexpr std::int64_t max_network_nodes = std::int64_t{1} << 22;
inline constexpr std::int64_t max_network_links = std::int64_t{1} << 25;

}  // namespace cartwright::network
