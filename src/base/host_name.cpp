// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.hpp"

#include "base/text.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace cartwright::base {

bool is_ipv6(std::string_view host) {
  in6_addr address;
  return host.find(':') != std::string_view::npos && inet_pton(AF_INET6, std::string(host).c_str(), &address) == 1;
}

void check_host_name(std::string_view host) {
  if (host.starts_with('-'))
    fail(Status::parse, "{} is not a host name: launchers would take it for an option", quote(host));
  check_host_part(host);
}

void check_host_part(std::string_view part) {
  const auto allowed = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '_';
  };
  if (part.size() > longest_host_name)
    fail(Status::parse, "host name {} is longer than {}", quote(part), longest_host_name);
  if (part.empty() || (!std::ranges::all_of(part, allowed) && !is_ipv6(part)))
    fail(Status::parse, "{} is not a host name: it may have letters, digits, '.', '-' and '_'", quote(part));
}

}  // namespace cartwright::base
