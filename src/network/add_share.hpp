// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

namespace cartwright::network {

/// Adds `part` to what a link has in the route that began at out[begin], so that a link shared by several paths stands
/// there once. Time linear in the route: for those of few links.
inline void add_share(Route& out, std::size_t begin, LinkId link, double part) {
  for (std::size_t i = begin; i < out.size(); ++i)
    if (out[i].link == link) {
      out[i].part += part;
      return;
    }
  out.push_back({link, part});
}

}  // namespace cartwright::network
