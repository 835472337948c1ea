// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "network/network.hpp"

namespace cartwright::network {

/// Adds `part` to the share of a link in the route that begins at out[begin]. A link that several paths use gets one
/// entry. Takes time linear in the route: meant for short routes.
inline void add_share(Route& out, std::size_t begin, LinkId link, double part) {
  for (std::size_t i = begin; i < out.size(); ++i)
    if (out[i].link == link) {
      out[i].part += part;
      return;
    }
  out.push_back({link, part});
}

}  // namespace cartwright::network
