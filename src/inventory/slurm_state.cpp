// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "inventory/slurm_state.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace cartwright::inventory {

namespace {

constexpr std::array free_words = {"idle"};
constexpr std::array taken_words = {"allocated", "alloc",    "mixed", "mix",     "completing", "comp",    "planned",
                                    "plnd",      "reserved", "resv",  "blocked", "block",      "perfctrs"};
constexpr std::array down_words = {"drained",
                                   "draining",
                                   "drain",
                                   "drng",
                                   "drng_fail",
                                   "down",
                                   "fail",
                                   "failing",
                                   "failg",
                                   "maint",
                                   "unknown",
                                   "unk",
                                   "boot",
                                   "future",
                                   "futr",
                                   "error",
                                   "err",
                                   "inval",
                                   "invalid",
                                   "no_respond",
                                   "not_responding",
                                   "power_down",
                                   "powering_down",
                                   "pow_dn",
                                   "power_up",
                                   "pow_up",
                                   "npc",
                                   "reboot_issued",
                                   "reboot_requested",
                                   "rebootissued",
                                   "rebootrequested"};
/// Words beside a state that do not prevent jobs: the node starts on demand.
constexpr std::array harmless_words = {"cloud", "powered_down", "powering_up", "dynamic_norm", "dynamic_future"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// The sign after a state: not responding, off, starting, stopping, reserved for maintenance, rebooting, planned.
NodeState state_of_sign(char sign) {
  switch (sign) {
    case '~':
    case '#': return NodeState::free;
    case '-': return NodeState::taken;
    default: return NodeState::down;
  }
}

}  // namespace

NodeState slurm_state(std::string_view text) {
  constexpr std::string_view signs = "*~#!%$@^-";
  NodeState worst = NodeState::free;
  bool has_state = false;
  while (!text.empty() && signs.find(text.back()) != std::string_view::npos) {
    worst = std::max(worst, state_of_sign(text.back()));
    text.remove_suffix(1);
  }
  for (const std::string_view piece : base::split(text, '+')) {
    const std::string word = lower(piece);
    if (std::ranges::find(harmless_words, word) != harmless_words.end()) continue;
    has_state = true;
    if (std::ranges::find(taken_words, word) != taken_words.end())
      worst = std::max(worst, NodeState::taken);
    else if (std::ranges::find(free_words, word) == free_words.end())
      worst = NodeState::down;
  }
  return has_state ? worst : NodeState::down;
}

bool is_slurm_state(std::string_view text) {
  const std::string word = lower(text.substr(0, text.find_first_of("*~#!%$@^-+")));
  return std::ranges::find(free_words, word) != free_words.end() ||
         std::ranges::find(taken_words, word) != taken_words.end() ||
         std::ranges::find(down_words, word) != down_words.end();
}

}  // namespace cartwright::inventory
