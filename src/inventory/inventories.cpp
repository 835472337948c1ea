// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "inventory/inventories_p.hpp"

#include <array>

namespace cartwright::inventory {

namespace {

constexpr std::array registry = {
    InventoryReader{"scontrol-node", "scontrol show node, also with -o", is_scontrol_node, read_scontrol_node},
    InventoryReader{"topology.conf", "topology.conf of Slurm, or scontrol show topology", is_slurm_topology,
                    read_slurm_topology},
    InventoryReader{"topology.yaml", "topology.yaml of Slurm", is_topology_yaml, read_topology_yaml},
    InventoryReader{"topograph",
                    "ConfigMaps of Slinky, nodes and NodeFeatures of Kubernetes with labels of topograph, instances",
                    is_topograph, read_topograph},
    InventoryReader{"pals-apinfo", "the file of an application that PALS names in PALS_APINFO", is_pals_apinfo,
                    read_pals_apinfo, true},
    InventoryReader{"xtprocadmin", "xtprocadmin of Cray XC", is_xtprocadmin, read_xtprocadmin},
    InventoryReader{"sinfo", "sinfo, with columns NODELIST and STATE", is_sinfo, read_sinfo},
    InventoryReader{"pbsnodes", "pbsnodes -avF json", is_pbsnodes, read_pbsnodes},
    InventoryReader{"wiring", "a file that describes the network: ibnetdiscover, ...; all nodes are free",
                    is_wiring_file, read_wiring_file},
    InventoryReader{"hosts",
                    "host lists, cnames or xnames, each perhaps followed by a state; node files of PBS and LSF",
                    is_host_list, read_host_list},
};

}  // namespace

std::span<const InventoryReader> inventory_readers() { return registry; }

std::string_view to_string(NodeState state) {
  switch (state) {
    case NodeState::free: return "free";
    case NodeState::taken: return "taken";
    case NodeState::down: return "down";
    case NodeState::service: return "service";
  }
  base::fail(base::Status::internal, "a node has an unknown state");
}

Inventory read_inventory(const std::string& path) {
  const std::string text = base::read_file(path);
  try {
    constexpr std::string_view advice =
        "give the output of scontrol show node, sinfo, pbsnodes -avF json or xtprocadmin";
    return base::read_text(inventory_readers(), text, advice);
  } catch (const base::Error& error) {
    base::fail(error.status(), "node states '{}': {}", path, error.what());
  }
}

}  // namespace cartwright::inventory
