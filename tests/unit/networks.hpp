// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/networks.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cartwright {

inline std::string network_data(const std::string& name) {
  return fmt::format("{}/networks/{}", CARTWRIGHT_TEST_DATA, name);
}

/// Small networks of every kind, and every file of tests/data/networks.
inline std::vector<std::string> small_networks() {
  std::vector<std::string> specs = {
      "percs:supernodes=5,drawers=2,nodes=3",
      "percs:supernodes=4,drawers=2,nodes=2,d-links=3",
      "dragonfly:routers=4,global=2,nodes=2",
      "dragonfly:routers=4,global=2,nodes=1,groups=4",
      "dragonfly:routers=3,global=3,nodes=1,groups=6",
      "dragonfly:routers=5,global=1,nodes=1,groups=5",
      "dragonfly:routers=2,global=2,nodes=3,groups=2",
      "dragonfly:routers=3,global=1,nodes=1,groups=1",
      "dragonfly+:leaves=3,spines=2,global=2,nodes=2",
      "dragonfly+:leaves=2,spines=3,global=2,nodes=1,groups=4",
      "dragonfly+:leaves=2,spines=2,global=1,nodes=2,groups=1",
      "cube:chassis=2,blades=3,groups=4,nodes=2",
      "cube:chassis=3,blades=1,groups=2,nodes=1",
      "aries:groups=3,chassis=2,slots=4,nodes=1",
      "aries:groups=4,chassis=1,slots=8,nodes=2,cables=2",
      "fat-tree:down=4",
      "fat-tree:down=4x4",
      "fat-tree:down=3x4,up=1x2,cables=1x3",
      "fat-tree:down=2x3x2",
      "fat-tree:down=2x3x2,up=1x2x3,cables=1x2x1",
      "fat-tree:down=2x2x2x2,up=1x1x2x2",
      "torus:dims=7",
      "torus:dims=8",
      "torus:dims=4x6",
      "torus:dims=5x3,nodes=2",
      "torus:dims=2x2x2",
      "torus:dims=3x4x2x5",
      "torus:dims=1x4x1",
      network_data("triangle.json"),
      network_data("tables.json"),
      network_data("aries.interconnect"),
      network_data("fabric.ibnetdiscover"),
      network_data("fabric.ibnetdiscover") + "," + network_data("fabric.fts"),
  };
  return specs;
}

/// All shortest paths between two switches, each as a list of links, found by trying all paths. With domains (groups,
/// supernodes), a path between two domains takes one link from domain to domain, and a path within a domain stays
/// there.
class EveryPath {
 public:
  explicit EveryPath(const network::Wiring& wiring) : wiring_(wiring), domain_(wiring.switches(), 0) {
    if (!wiring.levels().empty() &&
        (wiring.levels().front().name == "group" || wiring.levels().front().name == "supernode"))
      domain_ = wiring.levels().front().domain_of_switch;
  }

  std::vector<std::vector<network::LinkId>> between(network::Switch from, network::Switch to) const {
    for (std::size_t longest = 0;; ++longest) {
      std::vector<std::vector<network::LinkId>> paths;
      std::vector<network::LinkId> path;
      extend(from, to, domain_[from] == domain_[to] ? 0 : 1, longest, path, paths);
      if (!paths.empty()) return paths;
    }
  }

 private:
  void extend(network::Switch at, network::Switch to, int crossings, std::size_t left,
              std::vector<network::LinkId>& path, std::vector<std::vector<network::LinkId>>& paths) const {
    if (left == 0) {
      if (at == to) paths.push_back(path);
      return;
    }
    for (const network::LinkId id : wiring_.links_from(at)) {
      const network::Switch next = wiring_.links()[id].to;
      const bool crosses = domain_[next] != domain_[at];
      if (crosses && (crossings == 0 || domain_[next] != domain_[to])) continue;
      path.push_back(id);
      extend(next, to, crossings - (crosses ? 1 : 0), left - 1, path, paths);
      path.pop_back();
    }
  }

  const network::Wiring& wiring_;
  base::IndexVector<network::Switch, std::int32_t> domain_;
};

}  // namespace cartwright
