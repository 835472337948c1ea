// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/networks.hpp"

namespace cartwright::network {

/// Throws Error{overflow} when there are more nodes or links than the limits allow. `what` names the kind of network.
void check_network_size(std::string_view what, std::int64_t nodes, std::int64_t links);

// The kinds of the registry, each in the file of its name.
std::unique_ptr<Network> make_percs(Parameters& parameters);
std::unique_ptr<Network> make_dragonfly(Parameters& parameters);
std::unique_ptr<Network> make_dragonfly_plus(Parameters& parameters);
std::unique_ptr<Network> make_aries(Parameters& parameters);
std::unique_ptr<Network> make_cube(Parameters& parameters);
std::unique_ptr<Network> make_fat_tree(Parameters& parameters);
std::unique_ptr<Network> make_torus(Parameters& parameters);

// The readers of the registry.
bool is_json_network(std::string_view text);
std::unique_ptr<Network> read_json_network(std::string_view text);
bool is_cray_interconnect(std::string_view text);
std::unique_ptr<Network> read_cray_interconnect(std::string_view text);
bool is_infiniband(std::string_view text);
std::unique_ptr<Network> read_infiniband(std::string_view text);

}  // namespace cartwright::network
