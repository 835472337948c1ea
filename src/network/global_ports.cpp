// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network/global_ports.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"

namespace cartwright::network {

GlobalPorts make_global_ports(std::string_view kind, std::string_view switches, std::int64_t count, std::int64_t global,
                              std::string local_title, Parameters& parameters, WiringParts& parts) {
  const std::int64_t ports = base::checked_mul(count, global, "global ports of a group");
  const std::int64_t groups = parameters.count("groups", base::checked_add(ports, 1, "groups"));
  parts.classes = {{"local", std::move(local_title), parameters.number("local-bandwidth", 25e9)},
                   {"global", "between groups", parameters.number("global-bandwidth", 25e9)}};
  parts.terminal_bandwidth = parameters.number("terminal-bandwidth", 25e9);
  parameters.done();
  if (groups - 1 > ports)
    base::fail(base::Status::invalid_argument,
               "{}: {} groups need {} global ports each, but {} {} with {} have {}: use fewer groups, or more {} or "
               "global",
               kind, groups, groups - 1, count, switches, global, ports, switches);
  return {groups, ports};
}

void add_global_links(const GlobalPorts& ports,
                      const std::function<Switch(std::int64_t group, std::int64_t port)>& switch_of,
                      WiringParts& parts) {
  std::vector<Link> links(static_cast<std::size_t>(ports.groups() * ports.used()));
  for (std::int64_t s = 0; s < ports.groups(); ++s)
    for (std::int64_t t = 0; t < ports.groups(); ++t)
      for (std::int64_t k = 0; s != t && k < ports.links(s, t); ++k) {
        const std::int64_t port = ports.port(s, t, k);
        links[s * ports.used() + port] = {switch_of(s, port), switch_of(t, ports.port(t, s, k)), global_link};
      }
  for (const Link& link : links) parts.links.push_back(link);
}

}  // namespace cartwright::network
