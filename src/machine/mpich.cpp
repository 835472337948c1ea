// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"
#include "machine/readers_p.hpp"

#include <span>

namespace cartwright::machine {

namespace {

void read_mpich_line(std::string_view line, HostSlots& hosts) {
  const std::vector<std::string_view> parts = base::words(line);
  const std::size_t colon = parts[0].find(':');
  if (base::is_ipv6(parts[0]) || parts[0].starts_with('['))
    base::fail(base::Status::unsupported, "Hydra takes no IPv6 address such as {}: use names of hosts",
               base::quote(parts[0]));
  hosts.add(parts[0].substr(0, colon),
            colon == std::string_view::npos ? 1 : base::parse_count(parts[0].substr(colon + 1), "processes of a host"));
  for (const std::string_view part : std::span(parts).subspan(1))
    if (!part.starts_with("ifname=") && !part.starts_with("user=") && !part.starts_with("binding="))
      base::fail(base::Status::parse,
                 "{} is not understood: Hydra takes host:N and then ifname=, user= or binding=", base::quote(part));
}

}  // namespace

bool is_mpich(std::string_view text) {
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();) {
    const std::string_view host = base::words(line->text)[0];
    // Brackets and parentheses are Slurm's notation: nid[1-4]:48(x4).
    if (host.find(':') != std::string_view::npos && !base::is_ipv6(host) &&
        host.find_first_of("[(") == std::string_view::npos)
      return true;
  }
  return false;
}

/// Several lines of one host add up, as in Hydra.
Machine read_mpich(std::string_view text) {
  HostSlots hosts;
  base::read_lines(text, "MPICH host file", [&](std::string_view line) { read_mpich_line(line, hosts); });
  return std::move(hosts).machine();
}

}  // namespace cartwright::machine
