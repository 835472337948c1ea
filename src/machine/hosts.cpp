// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/hosts.hpp"

#include "base/checked.hpp"
#include "base/host_name.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

// These limits bound the memory of a list of max_hosts.
constexpr std::size_t max_brackets = 8;
constexpr std::size_t max_digits = 20;

/// A range of numbers in a bracket.
struct Range {
  std::int64_t first;
  std::int64_t last;
  std::size_t width;  ///< the least number of digits, as in the first number
};
struct Piece {
  std::string_view text;      ///< before the bracket
  std::vector<Range> ranges;  ///< in the bracket; empty at the end of the name
};

Range parse_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const std::string_view first = text.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
  if (text.find(':') != std::string_view::npos)
    base::fail(base::Status::parse, "host range {}: write an IPv6 address without brackets", base::quote(text));
  for (const std::string_view number : {first, last})
    if (number.empty() || !std::ranges::all_of(number, base::is_digit))
      base::fail(base::Status::parse, "host range {}: write 7 or 00001-00004", base::quote(text));
  if (first.size() > max_digits)
    base::fail(base::Status::parse, "host range {} has more than {} digits", base::quote(text), max_digits);
  const Range range = {base::parse_int(first, "host number"), base::parse_int(last, "host number"), first.size()};
  if (range.last < range.first) base::fail(base::Status::parse, "host range {} runs backwards", base::quote(text));
  return range;
}

/// Removes the name at the front of `list` and returns its pieces.
std::vector<Piece> take_name(std::string_view& list) {
  std::vector<Piece> pieces;
  std::size_t length = 0;
  while (true) {
    const std::size_t stop = std::min(list.find_first_of("[,*"), list.size());
    pieces.push_back({list.substr(0, stop), {}});
    if (stop > 0)
      pieces.size() == 1 ? base::check_host_name(pieces.back().text) : base::check_host_part(pieces.back().text);
    length += stop;
    list.remove_prefix(stop);
    if (!list.starts_with('[')) break;
    const std::size_t close = list.find(']');
    if (close == std::string_view::npos)
      base::fail(base::Status::parse, "host list: no ']' after {}", base::quote(list));
    for (const std::string_view range : base::split(list.substr(1, close - 1), ','))
      pieces.back().ranges.push_back(parse_range(range));
    if (pieces.size() > max_brackets || length > base::longest_host_name)
      base::fail(base::Status::unsupported, "a host name has more than {} brackets or {} characters", max_brackets,
                 base::longest_host_name);
    list.remove_prefix(close + 1);
  }
  if (pieces.size() == 1 && pieces[0].text.empty()) base::fail(base::Status::parse, "host list: a name is empty");
  return pieces;
}

/// Removes the count of "host*3" at the front of `list`, which srun takes for the same name three times.
std::int64_t take_count(std::string_view& list) {
  if (!list.starts_with('*')) return 1;
  const std::string_view count = list.substr(1, list.find(',') - 1);
  list.remove_prefix(1 + count.size());
  return base::parse_count(count, "count of a host");
}

std::int64_t names_in(const std::vector<Piece>& pieces) {
  std::int64_t names = 1;
  for (const Piece& piece : pieces) {
    std::int64_t numbers = 0;
    for (const Range& range : piece.ranges)
      numbers = base::checked_add(numbers, base::checked_add(range.last - range.first, 1, "hosts of a range"),
                                  "hosts of a name");
    if (!piece.ranges.empty()) names = base::checked_mul(names, numbers, "hosts of a name");
  }
  return names;
}

void expand(const std::vector<Piece>& pieces, std::size_t at, const std::string& prefix,
            std::vector<std::string>& hosts) {
  const Piece& piece = pieces[at];
  if (piece.ranges.empty()) {
    hosts.push_back(prefix + std::string(piece.text));
    return;
  }
  for (const Range& range : piece.ranges)
    for (std::int64_t number = range.first; number <= range.last; ++number)
      expand(pieces, at + 1, fmt::format("{}{}{:0{}}", prefix, piece.text, number, range.width), hosts);
}

}  // namespace

std::vector<std::string> expand_host_list(std::string_view list) {
  std::vector<std::string> hosts;
  for (bool more = true; more;) {
    const std::string_view from_here = list;
    const std::vector<Piece> pieces = take_name(list);
    const std::int64_t times = take_count(list);
    if (base::checked_mul(names_in(pieces), times, "hosts of a name") >
        max_hosts - static_cast<std::int64_t>(hosts.size()))
      base::fail(base::Status::unsupported, "host list {} stands for more than {} hosts", base::quote(from_here),
                 max_hosts);
    for (std::int64_t i = 0; i < times; ++i) expand(pieces, 0, "", hosts);
    more = list.starts_with(',');
    if (more) list.remove_prefix(1);
  }
  return hosts;
}

HostSlots::Host& HostSlots::find(std::string_view name) {
  if (++mentions_ > max_mentions)
    base::fail(base::Status::unsupported, "hosts are named more than {} times", max_mentions);
  const auto [entry, is_new] = index_.try_emplace(std::string(name), hosts_.size());
  if (is_new) {
    base::check_host_name(name);
    if (static_cast<std::int64_t>(hosts_.size()) == max_hosts)
      base::fail(base::Status::unsupported, "more than {} hosts are named", max_hosts);
    hosts_.push_back({std::string(name)});
  }
  return hosts_[entry->second];
}

void HostSlots::add(std::string_view name, std::int64_t slots) {
  Host& host = find(name);
  host.slots = base::checked_add(host.slots, slots, "slots of a host");
}

Machine HostSlots::machine() && {
  if (hosts_.empty()) base::fail(base::Status::parse, "no host is named: give one per line");
  Sizes sizes;
  std::vector<std::string> names;
  for (Host& host : hosts_) {
    if (host.slots == 0) continue;
    sizes.append(host.slots);
    names.push_back(std::move(host.name));
  }
  if (names.empty()) base::fail(base::Status::invalid_argument, "no host has a slot: give slots of 1 or more");
  return Machine({{"node", std::move(sizes)}}, std::move(names));
}

}  // namespace cartwright::machine
