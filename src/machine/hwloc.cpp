// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "base/text.hpp"
#include "machine/readers_p.hpp"

#include <hwloc.h>

#include <algorithm>
#include <map>
#include <memory>

namespace cartwright {

namespace {

struct DestroyTopology {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, DestroyTopology>;

Topology load(std::string_view text) {
  // No file that hwloc writes has them, and they can make a short file expand to gigabytes.
  if (text.find("<!ENTITY") != std::string_view::npos)
    fail(Status::parse, "the hwloc XML defines entities: export it with lstopo");
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) fail(Status::no_memory, "hwloc cannot make a topology");
  Topology topology(raw);
  hwloc_topology_set_all_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_DIE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_CORE})
    hwloc_topology_set_type_filter(raw, type, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_type_filter(raw, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_STRUCTURE);
  // hwloc counts the final zero as part of the buffer.
  const std::string buffer(text);
  if (hwloc_topology_set_xmlbuffer(raw, buffer.c_str(), static_cast<int>(buffer.size() + 1)) != 0 ||
      hwloc_topology_load(raw) != 0)
    fail(Status::parse, "hwloc cannot read this XML: export it with lstopo --of xml, version 2");
  return topology;
}

/// The objects that become slots, in hwloc's logical order: PUs, or the cores they belong to.
std::vector<hwloc_obj_t> slots_of(hwloc_topology_t topology, bool threads) {
  std::vector<hwloc_obj_t> slots;
  hwloc_obj_t pu = nullptr;
  while ((pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr) {
    const hwloc_obj_t core = threads ? nullptr : hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    const hwloc_obj_t slot = core != nullptr ? core : pu;
    if (slots.empty() || slots.back() != slot) slots.push_back(slot);
  }
  return slots;
}

/// Sizes of the runs of slots that `domain_of` sends to the same object.
template <typename DomainOf>
Sizes partition(const std::vector<hwloc_obj_t>& slots, DomainOf domain_of) {
  Sizes sizes;
  for (auto first = slots.begin(); first != slots.end();) {
    const hwloc_obj_t domain = domain_of(*first);
    const auto last = std::find_if(first, slots.end(), [&](hwloc_obj_t slot) { return domain_of(slot) != domain; });
    sizes.append(last - first);
    first = last;
  }
  return sizes;
}

hwloc_obj_t ancestor_at(hwloc_obj_t obj, int depth) {
  while (obj->depth > depth) obj = obj->parent;
  return obj;
}

/// Memory hangs beside the tree of processors in hwloc 2: the domain is the closest object that has some.
hwloc_obj_t with_memory(hwloc_obj_t obj) {
  while (obj->memory_arity == 0 && obj->parent != nullptr) obj = obj->parent;
  return obj;
}

std::string level_name(hwloc_obj_type_t type) {
  switch (type) {
    case HWLOC_OBJ_PACKAGE: return "socket";
    case HWLOC_OBJ_DIE: return "die";
    case HWLOC_OBJ_L3CACHE: return "l3";
    case HWLOC_OBJ_CORE: return "core";
    default: return "group";
  }
}

/// Everything that could be a level, unordered and with repetitions, the better known names first.
std::vector<Level> candidates(hwloc_topology_t topology, const std::vector<hwloc_obj_t>& slots) {
  std::vector<Level> levels;
  std::map<std::string, int> seen;
  for (int depth = 1; depth < hwloc_topology_get_depth(topology); ++depth) {
    if (hwloc_get_depth_type(topology, depth) == HWLOC_OBJ_PU) continue;
    std::string name = level_name(hwloc_get_depth_type(topology, depth));
    if (const int before = seen[name]++; before > 0) name += std::to_string(before + 1);
    levels.push_back({name, partition(slots, [&](hwloc_obj_t slot) { return ancestor_at(slot, depth); })});
  }
  levels.push_back({"numa", partition(slots, with_memory)});
  std::ranges::stable_sort(levels, std::ranges::greater(),
                           [](const Level& level) { return std::pair(level.name == "socket", level.name == "numa"); });
  return levels;
}

bool nests_in(const Sizes& inner, const Sizes& outer) {
  try {
    Machine({{"outer", outer}, {"inner", inner}});
    return true;
  } catch (const Error&) {
    return false;
  }
}

Machine read_hwloc(std::string_view text, bool threads) {
  const Topology topology = load(text);
  const std::vector<hwloc_obj_t> slots = slots_of(topology.get(), threads);
  if (slots.empty()) fail(Status::parse, "the hwloc XML has no processors");
  std::vector<Level> found = candidates(topology.get(), slots);
  std::ranges::stable_sort(found, {}, [](const Level& level) { return level.sizes.count(); });
  // One domain per node or one slot per domain says nothing, and what is the same as the level above
  // has a better known name already.
  std::vector<Level> levels = {{"node", Sizes::equal(1, static_cast<std::int64_t>(slots.size()))}};
  for (Level& level : found)
    if (level.sizes.largest() > 1 && !(level.sizes == levels.back().sizes) &&
        nests_in(level.sizes, levels.back().sizes))
      levels.push_back(std::move(level));
  return Machine(std::move(levels));
}

}  // namespace

bool is_hwloc(std::string_view text) { return trim(text).starts_with('<'); }

Machine read_hwloc_cores(std::string_view text) { return read_hwloc(text, false); }

Machine read_hwloc_threads(std::string_view text) { return read_hwloc(text, true); }

}  // namespace cartwright
