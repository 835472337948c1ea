// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/text.hpp"
#include "inventory/job_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace cartwright::inventory {

namespace {

/// A host name as texts and numbers in turn: "r1i2n3" is r, i, n and 1, 2, 3.
struct Form {
  std::vector<std::string> texts;    ///< one more than numbers; the last may be empty
  std::vector<std::string> numbers;  ///< without leading zeros
};

Form form_of(std::string_view host) {
  Form form{{""}, {}};
  for (std::size_t i = 0; i < host.size();) {
    if (!base::is_digit(host[i])) {
      form.texts.back() += host[i++];
      continue;
    }
    const std::size_t end = std::min(host.find_first_not_of("0123456789", i), host.size());
    const std::size_t first = std::min(host.find_first_not_of('0', i), end - 1);
    form.numbers.emplace_back(host.substr(first, end - first));
    form.texts.emplace_back();
    i = end;
  }
  return form;
}

/// "ip-10-0-3-17": cloud hosts are named by addresses, which say nothing of the wiring.
bool is_address(const Form& form) {
  return form.numbers.size() >= 4 &&
         std::ranges::all_of(form.numbers, [](const std::string& number) { return number.size() <= 3; }) &&
         std::all_of(form.texts.begin() + 1, form.texts.end() - 1,
                     [](const std::string& text) { return text == "-" || text == "."; });
}

/// A name for the level of a number: the letters before it.
std::string level_name(std::string text, std::size_t number) {
  std::erase_if(text, [](unsigned char c) { return std::isalpha(c) == 0; });
  return text.empty() ? fmt::format("part {} of names", number + 1) : text;
}

}  // namespace

std::vector<NodeLevel> levels_of_names(std::span<const std::string> hosts) {
  std::vector<Form> forms;
  for (const std::string& host : hosts) forms.push_back(form_of(host.substr(0, host.find('.'))));
  if (forms.empty() || forms.front().numbers.size() < 2 || is_address(forms.front())) return {};
  for (const Form& form : forms)
    if (form.texts != forms.front().texts) return {};

  std::vector<NodeLevel> levels;
  std::vector<std::vector<std::string>> prefixes(forms.size());
  for (std::size_t number = 0; number + 1 < forms.front().numbers.size(); ++number) {
    NodeLevel level{level_name(forms.front().texts[number], number), {}};
    std::map<std::vector<std::string>, int> domains;
    for (std::size_t node = 0; node < forms.size(); ++node) {
      prefixes[node].push_back(forms[node].numbers[number]);
      level.domain.push_back(domains.try_emplace(prefixes[node], static_cast<int>(domains.size())).first->second);
    }
    const bool divides =
        domains.size() > (levels.empty() ? 1 : std::ranges::max(levels.back().domain) + std::size_t{1});
    if (divides && domains.size() < forms.size()) levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace cartwright::inventory
