// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "base/text.hpp"
#include "machine/readers_p.hpp"

#include <algorithm>
#include <array>

namespace cartwright::machine {

namespace {

constexpr std::array<const char*, 4> level_names = {"node", "socket", "numa", "core"};

/// Domains in a line and their parts: [0] are the sizes of the domains, [1] the sizes of their parts, ...
using Domains = std::vector<Sizes>;

/// Recursive descent over
///   list = item {"," item}
///   item = slots | count ("x" | "*") item | "(" list ")"
/// A product inside a product is one domain, like a list in parentheses: 4x2x6 means 4x(2x6), four nodes of two
/// sockets of six cores.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text), rest_(text) {}

  Domains parse() {
    Domains nodes = list();
    if (!rest_.empty()) unexpected();
    if (nodes.size() > level_names.size()) too_deep();
    return nodes;
  }

 private:
  Domains list() {
    Domains all = item(false);
    while (accept(',')) {
      const Domains more = item(false);
      if (more.size() != all.size())
        base::fail(base::Status::parse,
                   "{}: one part is divided {} levels deep, another {}: beside 2x2x12, write an undivided node as "
                   "(24), beside 2x12 as 24",
                   base::quote(text_), all.size() - 1, more.size() - 1);
      for (std::size_t i = 0; i < all.size(); ++i) all[i].append(more[i]);
    }
    return all;
  }

  Domains item(bool as_one_domain) {
    if (++depth_ > level_names.size() + 1) too_deep();
    Domains domains;
    if (accept('(')) {
      domains = list();
      if (!accept(')')) unexpected();
      as_one_domain = true;
    } else {
      const std::int64_t count = number();
      if (accept('x') || accept('*')) {
        for (const Sizes& sizes : item(true)) domains.emplace_back().append(sizes, count);
      } else {
        domains = {Sizes::equal(1, count)};
        as_one_domain = false;
      }
    }
    if (as_one_domain) domains.insert(domains.begin(), Sizes::equal(1, domains[0].total()));
    --depth_;
    return domains;
  }

  std::int64_t number() {
    skip_blanks();
    const auto end = std::ranges::find_if_not(rest_, base::is_digit);
    if (end == rest_.begin()) unexpected();
    const std::string_view digits = rest_.substr(0, end - rest_.begin());
    rest_.remove_prefix(digits.size());
    return base::parse_count(digits, "number of parts or slots");
  }

  bool accept(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }

  [[noreturn]] void unexpected() const {
    base::fail(base::Status::parse,
               "machine {}: {} at position {}: write 50x48, 4x2x6, 30*48,30*32 or 2*(2x12),1*(2x8)", base::quote(text_),
               rest_.empty() ? "something is missing" : "unexpected " + base::quote(rest_.substr(0, 1)),
               text_.size() - rest_.size() + 1);
  }

  [[noreturn]] void too_deep() const {
    base::fail(
        base::Status::unsupported,
        "machine {} has more levels than node, socket, numa, core: name the levels, as in group:4 node:8 core:48",
        base::quote(text_));
  }

  std::string_view text_;
  std::string_view rest_;
  std::size_t depth_ = 0;
};

/// "group:4 node:8 core:48": levels of equal sizes. The last count is the number of slots in a domain of the level
/// before.
Machine read_named(std::string_view text) {
  std::vector<std::string> names;
  std::vector<std::int64_t> counts;
  for (const std::string_view word : base::words(text)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos)
      base::fail(base::Status::parse, "machine level {} has no count: write node:8, separated by blanks",
                 base::quote(word));
    names.emplace_back(word.substr(0, colon));
    check_level_name(names.back());
    if (std::ranges::count(names, names.back()) > 1)
      base::fail(base::Status::parse, "machine level {} is given twice", base::quote(word));
    counts.push_back(base::parse_count(word.substr(colon + 1), "count of level " + names.back()));
  }
  if (names.size() < 2)
    base::fail(base::Status::parse,
               "machine {} has one level, but the last one counts slots: write it as in node:50 core:48",
               base::quote(text));
  std::int64_t slots = 1;
  for (const std::int64_t count : counts) slots = base::checked_mul(slots, count, "processes of the machine");
  std::vector<Level> levels;
  std::int64_t domains = 1;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    domains *= counts[i];
    levels.push_back({names[i], Sizes::equal(domains, slots / domains)});
  }
  return Machine(std::move(levels));
}

/// "node:8": a name, a colon and a digit.
bool is_named(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon + 1 >= text.size() || !base::is_digit(text[colon + 1])) return false;
  return text.substr(0, colon).find_first_of("[(/.*, ") == std::string_view::npos;
}

}  // namespace

bool is_notation(std::string_view text) {
  if (text.empty()) return false;
  if (is_named(text)) return true;
  return text.find_first_not_of("0123456789x*,() ") == std::string_view::npos;
}

Machine read_notation(std::string_view text) {
  if (is_named(text)) return read_named(text);
  std::vector<Level> levels;
  for (Sizes& sizes : Parser(text).parse()) levels.push_back({level_names[levels.size()], std::move(sizes)});
  return Machine(std::move(levels));
}

}  // namespace cartwright::machine
