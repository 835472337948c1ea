// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

/// "nid00012": the number at the end, and the text before it. Slurm takes no text after the last bracket.
struct Numbered {
  std::string_view before, digits;
  explicit Numbered(std::string_view name) : before(name) {
    constexpr std::size_t max_digits = 18;
    const auto first = std::find_if_not(name.rbegin(), name.rend(), base::is_digit);
    const std::size_t begin = name.rend() - first;
    if (begin == name.size() || name.size() - begin > max_digits || base::is_ipv6(name)) return;
    before = name.substr(0, begin);
    digits = name.substr(begin);
  }
  bool shares_bracket(const Numbered& other) const {
    return !digits.empty() && !other.digits.empty() && before == other.before;
  }
};

/// Whether `digits` is the number after `previous`, written as wide as `first`.
bool follows(std::string_view first, std::string_view previous, std::string_view digits) {
  return digits == fmt::format("{:0{}}", base::parse_int(previous, "host number") + 1, first.size());
}

/// "00001-00004,7": the bracket of some names.
std::string ranges(std::span<const Numbered> names) {
  std::string out;
  for (std::size_t first = 0, next = 0; first < names.size(); first = next) {
    for (next = first + 1;
         next < names.size() && follows(names[first].digits, names[next - 1].digits, names[next].digits);)
      ++next;
    out.append(out.empty() ? "" : ",").append(names[first].digits);
    if (next - first > 1) out.append("-").append(names[next - 1].digits);
  }
  return out;
}

}  // namespace

std::string compress_host_list(std::span<const std::string> hosts) {
  const std::vector<Numbered> names(hosts.begin(), hosts.end());
  std::string out;
  for (std::size_t first = 0, next = 0; first < names.size(); first = next) {
    for (next = first + 1; next < names.size() && names[next].shares_bracket(names[first]);) ++next;
    if (!out.empty()) out += ",";
    if (next - first == 1)
      out += hosts[first];
    else
      out += fmt::format("{}[{}]", names[first].before, ranges(std::span(names).subspan(first, next - first)));
  }
  return out;
}

bool host_before(std::string_view a, std::string_view b) {
  const auto number = [](std::string_view text) {
    return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
  };
  const auto without_zeros = [](std::string_view digits) {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
  };
  while (!a.empty() && !b.empty()) {
    const std::string_view left = number(a), right = number(b);
    if (left.empty() || right.empty()) {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const std::string_view left_value = without_zeros(left), right_value = without_zeros(right);
    if (left_value.size() != right_value.size()) return left_value.size() < right_value.size();
    if (left_value != right_value) return left_value < right_value;
    if (left.size() != right.size()) return left.size() < right.size();
    a.remove_prefix(left.size());
    b.remove_prefix(right.size());
  }
  return a.empty() && !b.empty();
}

}  // namespace cartwright::machine
