// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/reader.hpp"
#include "network/network.hpp"
#include "network/parameters.hpp"

#include <memory>

namespace cartwright::network {

/// Reads a network from a text or a file; docs/networks.md is the guide for users.
///  * the name of a machine: "vsc4";
///  * KIND or KIND:NAME=VALUE,...: "percs:supernodes=64", "torus:dims=8x8x8";
///  * a file: what it holds decides which reader takes it; one packed by gzip, bzip2, xz or zstd is unpacked first;
///  * files separated by commas, read as one: "fabric.ibnetdiscover,fabric.fts".
/// Throws Error: no such file, a malformed text, a network that is too large.
std::unique_ptr<Network> read_network(const std::string& spec);

/// The name of a node that is an adapter of an unknown host: "H-0002c903000e1234". And whether a name is one.
std::string name_of_adapter(std::uint64_t guid);
bool names_adapter(std::string_view name);

/// A kind of network that a few parameters describe.
struct NetworkKind {
  std::string_view name;     ///< "percs"
  std::string_view title;    ///< one line for help texts
  std::string_view example;  ///< "percs:supernodes=64"
  std::unique_ptr<Network> (*make)(Parameters& parameters);
};
std::span<const NetworkKind> network_kinds();

/// A machine whose network is known: a name for the parameters of a kind.
struct NetworkPreset {
  std::string_view name;  ///< "vsc4"
  std::string_view title;
  std::string_view spec;  ///< "fat-tree:down=..."
};
std::span<const NetworkPreset> network_presets();

/// A format of files that describe networks.
using NetworkReader = base::Reader<std::unique_ptr<Network>>;
std::span<const NetworkReader> network_readers();

/// No real network has more. Larger ones are refused before they are built.
inline constexpr std::int64_t max_network_nodes = std::int64_t{1} << 22;
inline constexpr std::int64_t max_network_links = std::int64_t{1} << 25;

}  // namespace cartwright::network
