// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "base/text.hpp"
#include "machine/hosts.hpp"
#include "machine/readers_p.hpp"

#include <algorithm>
#include <array>

namespace cartwright::machine {

namespace {

using namespace std::string_view_literals;
// The words of Open MPI's scanner (orte/util/hostfile/hostfile_lex.l of 4.1).
constexpr std::array slots_words = {"slots"sv, "cpu"sv, "count"sv};
constexpr std::array max_words = {"max_slots"sv, "max-slots"sv, "slots_max"sv, "slots-max"sv,
                                  "max_cpu"sv,   "max-cpu"sv,   "cpu_max"sv,   "cpu-max"sv,
                                  "max_count"sv, "max-count"sv, "count_max"sv, "count-max"sv};
// These words are not about the number of processes.
constexpr std::array other_words = {"username"sv, "user_name"sv, "user-name"sv, "port"sv};

bool contains(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

/// The text with blanks in place of comments as in C, which Open MPI takes besides '#'. Line ends stay.
std::string without_comments(std::string_view text) {
  std::string made(text);
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, made.size()); ++i)
      if (made[i] != '\n') made[i] = ' ';
  };
  for (std::size_t at = 0; (at = made.find_first_of("#/", at)) != std::string::npos; ++at) {
    const std::string_view start = std::string_view(made).substr(at, 2);
    if (start.front() == '#' || start == "//") blank(at, made.find('\n', at));
    if (start != "/*") continue;
    const std::size_t end = made.find("*/", at + 2);
    if (end == std::string::npos) break;
    blank(at, end + 2);
  }
  return made;
}

/// The words of a line, with blanks around '=' removed: "host slots = 2" gives host and slots=2.
std::vector<std::string> joined_words(std::string_view line) {
  std::vector<std::string> joined;
  bool open = false;  // the last word ends in '='
  for (const std::string_view word : base::words(line)) {
    if (!joined.empty() && (open || word.front() == '='))
      joined.back() += word;
    else
      joined.emplace_back(word);
    open = joined.back().back() == '=';
  }
  return joined;
}

void read_openmpi_line(std::string_view line, HostSlots& hosts) {
  const std::vector<std::string> parts = joined_words(line);
  HostSlots::Host& host = hosts.find(std::string_view(parts[0]).substr(parts[0].find('@') + 1));
  // Open MPI 4.1 counts each line of a host as one slot. Only the first line may give a number instead.
  const bool first_line = host.slots == 0 && !host.given;
  host.slots = base::checked_add(host.slots, 1, "slots of a host");
  std::int64_t most = INT64_MAX;
  for (const std::string_view part : std::span(parts).subspan(1)) {
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    if (contains(slots_words, key)) {
      if (!first_line || host.given)
        base::fail(base::Status::parse, "host {} has slots on two lines, which Open MPI refuses: add them up",
                   host.name);
      host.slots = base::parse_int(value, "slots");
      if (host.slots < 0)
        base::fail(base::Status::invalid_argument, "host {} has {} slots: give 0 or more", host.name, value);
      host.given = true;
    } else if (contains(max_words, key)) {
      most = base::parse_count(value, "max_slots");
    } else if (!contains(other_words, key)) {
      base::fail(base::Status::parse, "{} is not understood: Open MPI takes slots=N and max_slots=N",
                 base::quote(part));
    }
  }
  if (first_line && !host.given && most < INT64_MAX) {  // the limit stands for the number
    host.slots = most;
    host.given = true;
  }
  if (most < host.slots)
    base::fail(base::Status::parse, "host {} has {} slots, more than its max_slots={}", host.name, host.slots, most);
}

}  // namespace

bool is_openmpi(std::string_view file) {
  const std::string text = without_comments(file);
  for (base::Lines lines(text); const std::optional<base::Line> line = lines.next();) {
    const std::vector<std::string> parts = joined_words(line->text);
    for (const std::string_view part : std::span(parts).subspan(1)) {
      const std::string_view key = part.substr(0, part.find('='));
      if (contains(slots_words, key) || contains(max_words, key)) return true;
    }
  }
  return false;
}

Machine read_openmpi(std::string_view file) {
  const std::string text = without_comments(file);
  HostSlots hosts;
  base::read_lines(text, "Open MPI host file", [&](std::string_view line) { read_openmpi_line(line, hosts); });
  return std::move(hosts).machine();
}

}  // namespace cartwright::machine
