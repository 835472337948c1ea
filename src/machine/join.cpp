// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/join.hpp"

#include "base/error.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

/// The names of all levels. Each comes after its predecessor in the machine that added it.
std::vector<std::string> merged_names(const std::vector<Copies>& all) {
  std::vector<std::string> names;
  for (const Copies& copies : all) {
    auto position = names.begin();
    for (const Level& level : copies.machine.levels()) {
      const auto known = std::ranges::find(names, level.name);
      if (known == names.end())
        position = names.insert(position, level.name) + 1;
      else if (known < position)
        base::fail(base::Status::unsupported, "level '{}' is further out in one part of the machine than in another",
                   level.name);
      else
        position = known + 1;
    }
  }
  return names;
}

}  // namespace

Machine join(const std::vector<Copies>& all) {
  const std::vector<std::string> names = merged_names(all);
  std::vector<Level> levels;
  for (const std::string& name : names) levels.push_back({name, {}});
  for (const Copies& copies : all) {
    Sizes above = Sizes::equal(1, copies.machine.size());
    for (Level& level : levels) {
      const auto& own = copies.machine.levels();
      if (const auto found = std::ranges::find(own, level.name, &Level::name); found != own.end()) above = found->sizes;
      level.sizes.append(above, copies.count);
    }
  }
  std::vector<std::string> hosts;
  if (std::ranges::all_of(all, [](const Copies& c) { return c.count == 1 && !c.machine.hosts().empty(); }))
    for (const Copies& copies : all)
      hosts.insert(hosts.end(), copies.machine.hosts().begin(), copies.machine.hosts().end());
  return Machine(std::move(levels), std::move(hosts));
}

}  // namespace cartwright::machine
